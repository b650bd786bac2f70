// The first pass over a command line.
import { describe, expect, it } from 'vitest'
import { closest } from '../../../../src/base/text/closest.ts'
import { findCommand, scanLine } from '../../../../src/cli/arguments/command-line.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'

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

const found = (...argv: string[]) => {
  const { path, rest } = findCommand(commands, scanLine(argv))
  return [path.join(' '), ...rest]
}

describe('findCommand', () => {
  const rows: readonly (readonly [string[], string[]])[] = [
    [
      ['events', 'list', '--all'],
      ['events list', '--all'],
    ],
    [['event', 'ls'], ['events list']],
    [
      ['organizer', 'new', '--name', 'x'],
      ['organizers create', '--name', 'x'],
    ],
    [
      ['category', 'show', '3'],
      ['categories get', '3'],
    ],
    [
      ['category', 'view', '3'],
      ['categories get', '3'],
    ],
    [
      ['category', 'describe', '3'],
      ['categories get', '3'],
    ],
    [
      ['tag', 'rm', '3'],
      ['tags delete', '3'],
    ],
    [
      ['-o', 'json', 'events', 'get', '3'],
      ['events get', '-o', 'json', '3'],
    ],
    [
      ['--lang=de', 'events', '--help'],
      ['events', '--lang=de', '--help'],
    ],
    [
      ['events', '--json', 'list'],
      ['events list', '--json'],
    ],
    [
      ['api', 'GET', '/events'],
      ['api', 'GET', '/events'],
    ],
    [
      ['events', 'get', '-'],
      ['events get', '-'],
    ],
    [
      ['2026-12', '--json'],
      ['month', '2026-12', '--json'],
    ],
    [[], ['']],
  ]
  it.each(rows)('%j', (argv, expected) => {
    expect(found(...argv)).toEqual(expected)
  })

  it('names the word that is no command', () => {
    const named = (en: string) => expect.objectContaining({ code: 'usage', text: expect.objectContaining({ en }) })
    expect(() => found('evnts', 'list')).toThrow(named('unknown command "evnts"'))
    expect(() => found('event', 'lits')).toThrow(named('unknown command "lits" for cal event'))
    expect(() => found('events', '--limit', '3')).toThrow(
      named('cal events needs a command: list, get, create, update, edit, delete, restore, copy'),
    )
  })
})

describe('closest', () => {
  it.each([
    ['jsn', 'json'],
    ['ndjosn', 'ndjson'],
    ['tabel', 'table'],
    ['tab', 'table'],
    ['xyz', undefined],
    ['x', undefined],
    ['xsn', undefined],
    ['cvs', 'csv'],
  ])('%s → %s', (word, expected) => {
    expect(closest(word, ['table', 'json', 'ndjson', 'csv', 'ids'])).toBe(expected)
  })
})
