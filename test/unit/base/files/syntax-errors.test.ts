import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { jsonErrorFrom, jsonSyntaxError, yamlSyntaxError } from '../../../../src/base/files/file-errors.ts'

function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('jsonSyntaxError', () => {
  const causeOf = (text: string) => thrown(() => JSON.parse(text)) as SyntaxError
  const error = (text: string) => jsonSyntaxError(text, causeOf(text))

  it.each([
    [
      '{"a": 1,\n}',
      'a name in double quotes is missing (line 2, column 1)',
      'ein Name in doppelten Anführungszeichen fehlt (Zeile 2, Spalte 1)',
    ],
    [
      '{"a" 1}',
      'a colon is missing after a name (line 1, column 6)',
      'nach einem Namen fehlt ein Doppelpunkt (Zeile 1, Spalte 6)',
    ],
    ['[1 2]', 'a comma is missing (line 1, column 4)', 'ein Komma fehlt (Zeile 1, Spalte 4)'],
    [
      '{} x',
      'unexpected text after the end (line 1, column 4)',
      'unerwarteter Inhalt nach dem Ende (Zeile 1, Spalte 4)',
    ],
  ])('%j', (text, en, de) => {
    expect(error(text)).toEqual({ en, de })
  })

  // At the end of the text, only some engines report a position.
  it.each([
    ['[1,', 'unexpected end of the text'],
    ['"abc', 'a string is not closed'],
    ['"a\nb"', 'a line break or control character inside a string'],
    ['"\\x"', 'a backslash before'],
    ['nope', 'unexpected character (line 1, column 2)'],
    ['[\n1,\n]', 'unexpected character (line 3, column 1)'],
  ])('%j, with or without a position', (text, en) => {
    expect(error(text).en).toContain(en)
  })

  it('counts lines from the first line of the text in its file', () => {
    const text = '{\n"a" 1}'
    const { line, problem } = jsonErrorFrom(12, text, causeOf(text))
    expect([line, problem.en]).toEqual([13, 'a colon is missing after a name (column 5)'])
  })
})

describe('yamlSyntaxError', () => {
  const error = (text: string) =>
    yamlSyntaxError(
      thrown(() => parse(text)),
      { placed: true },
    )

  it.each([
    ['a: 1\n\tb: 2', 'a tab where YAML requires spaces', 'ein Tabulator anstelle von Leerzeichen'],
    ['a: 1\na: 2', 'a name occurs twice (line 2, column 1)', 'ein Name kommt zweimal vor (Zeile 2, Spalte 1)'],
    [
      'a: b: c',
      'a string with a colon needs quotes',
      'eine Zeichenkette mit Doppelpunkt muss in Anführungszeichen stehen',
    ],
    ['a: [1, 2', 'a bracket is not closed', 'nicht geschlossene Klammer'],
    ['a: "x', 'a colon, a quote or a bracket is missing', 'ein Anführungszeichen'],
    ['a: @x', 'a string that begins like this needs quotes', 'muss in Anführungszeichen stehen'],
  ])('%j', (text, en, de) => {
    expect(error(text).en).toContain(en)
    expect(error(text).de).toContain(de)
  })

  it('quotes an unknown error', () => {
    expect(yamlSyntaxError(new Error('odd at line 3, column 4:\n\nx'), { placed: true })).toEqual({
      en: '"odd"',
      de: '„odd“',
    })
  })
})
