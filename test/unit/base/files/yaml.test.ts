import { describe, expect, it } from 'vitest'
import { yamlDocuments } from '../../../../src/base/files/yaml.ts'

describe('a text for the YAML library', () => {
  it.each([
    ['brackets', '['.repeat(100_000)],
    ['brackets on lines', '[\n'.repeat(100_000)],
    ['braces', 'a: '.concat('{a: '.repeat(30_000))],
    ['brackets behind an anchor', `a: &b ${'['.repeat(400)}`],
    ['brackets behind a long tag', `a: !${'x'.repeat(5_000)} ${'['.repeat(400)}`],
    ['brackets behind a tag', `!!seq ${'['.repeat(400)}`],
    ['brackets after a plain text', `a: b [\nc: ${'['.repeat(400)}`],
    ['dashes', '- '.repeat(50_000)],
    ['steps', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('is rejected if its %s nest too deeply', (_, text) =>
    expect(yamlDocuments(text).map(({ error }) => error?.cause.code)).toEqual(['TOO_DEEP']),
  )

  it('may have any number of keys, and none twice', { timeout: 10_000 }, () => {
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}: 1\n`).join('')
    const errorsOf = (text: string) => yamlDocuments(text).map(({ error }) => error && [error.cause.code, error.line])
    expect([errorsOf(keys), errorsOf(`${keys}k7: 2`)]).toEqual([[undefined], [['DUPLICATE_KEY', 40_001]]])
  })

  it('may have any number of unclosed brackets within plain texts', () => {
    const documents = yamlDocuments(`${'- title: Jazz [live\n'.repeat(5_000)}b: x${'['.repeat(2_000)}`)
    expect(documents.map(({ error }) => error?.cause.code)).toEqual(['UNEXPECTED_TOKEN'])
  })

  it('may have many adjacent brackets, and any number in quotes', () => {
    const documents = yamlDocuments(
      `${'- [a, {b: 1}]\n'.repeat(5_000)}x: "${'['.repeat(2_000)}"\n${'  - a: b\n    c: d\n'.repeat(2_000)}`,
    )
    expect(documents.map(({ error }) => error?.cause.code)).toEqual(['UNEXPECTED_TOKEN'])
  })
})
