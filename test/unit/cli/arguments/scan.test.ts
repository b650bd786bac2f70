// The first pass over a command line.
import { describe, expect, it } from 'vitest'
import { scanLine } from '../../../../src/cli/arguments/scan.ts'

describe('scanLine', () => {
  it.each([
    [['--lang', 'de', 'events', 'list'], 'de'],
    [['events', '--lang=de', 'list', '--lang=en'], 'en'],
    [['serve', '--', 'prog', '--lang', 'de'], undefined],
    [['events', 'list'], undefined],
  ])('the language of %j is %s', (argv, lang) => {
    expect(scanLine(argv).lang).toBe(lang)
  })

  it.each([
    [['events', 'list', '-o', 'ndjson'], 'ndjson'],
    [['events', 'list', '--output=csv'], 'csv'],
    [['events', 'list', '-o', 'csv', '--json'], 'json'],
    [['events', 'list', '-o', 'xml'], undefined],
    [['events', 'list', '-o'], undefined],
  ])('the format of %j is %s', (argv, format) => {
    expect(scanLine(argv).format).toBe(format)
  })

  it('finds --debug anywhere before --', () => {
    expect(scanLine(['events', 'list', '--debug']).debug).toBe(true)
    expect(scanLine(['serve', '--', 'prog', '--debug']).debug).toBe(false)
  })

  it('returns the first word as a plural kind, and skips the values of global flags', () => {
    expect(scanLine(['--profile', 'venue', 'event', 'get', '3'])).toMatchObject({
      first_word: 'events',
      word_indexes: [2, 3],
    })
    expect(scanLine(['--json']).first_word).toBeUndefined()
  })

  it('reads 12 2026 as a month', () => {
    expect(scanLine(['--json', '12', '2026'])).toMatchObject({
      argv: ['month', '2026-12', '--json'],
      word_indexes: [0, 1],
      first_word: 'month',
    })
  })
})
