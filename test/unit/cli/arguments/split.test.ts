// Flags and operands of a line, also in the spelling of other tools.
import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { splitArguments } from '../../../../src/cli/arguments/split.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { splitArguments as wordsOf } from '../../../support/shell-words.ts'

function split(path: string, line: string) {
  const command = commands.find((candidate) => candidate.path.join(' ') === path)
  if (!command) throw new Error(`there is no command ${path}`)
  const { typed, operands, after } = splitArguments(wordsOf(line), flagsOf(command), command.path)
  return { ...Object.fromEntries(typed), operands, after }
}

describe('splitArguments', () => {
  it.each([
    ['12 --help', { help: true, operands: ['12'] }],
    ['12 -', { operands: ['12', '-'] }],
    ['12 -- --help -- x', { operands: ['12'], after: ['--help', '--', 'x'] }],
    ['-ojson', { output: 'json' }],
    ['-o json', { output: 'json' }],
    ['--output=json', { output: 'json' }],
    ['--output=', { output: '' }],
    ['-qh -ojson', { quiet: true, help: true, output: 'json' }],
    ['-qo json', { quiet: true, output: 'json' }],
    ['-5 -0.5', { operands: ['-5', '-0.5'] }],
    ['--search --csv', { search: '--csv' }],
    ['--search -x', { search: '-x' }],
    ['--fields id --fields=title', { fields: ['id', 'title'] }],
    ['--categories 1 --categories 2,3', { categories: ['1', '2,3'] }],
    ['--featured', { featured: true }],
    ['--featured --no-featured', { featured: false }],
    ['--no-input --no-pager', { input: false, pager: false }],
    ['--limit 1 --limit 2', { limit: '2' }],
  ])('%s', (line, expected) => expect(split('events list', line)).toEqual({ operands: [], after: [], ...expected }))

  it.each([
    ['--no-color', { color: 'never' }],
    ['--csv', { output: 'csv' }],
    ['--limit 3 --yaml', { limit: '3', output: 'yaml' }],
    ['--format csv', { output: 'csv' }],
    ['--format=csv', { output: 'csv' }],
    ['--json', { json: true }],
    ['-- --csv', { after: ['--csv'] }],
  ])('reads %s of other tools', (line, expected) =>
    expect(split('events list', line)).toEqual({ operands: [], after: [], ...expected }),
  )

  it('takes the flag of a command before that of another tool', () =>
    expect(split('export', '--format csv --no-color')).toEqual({
      format: 'csv',
      color: 'never',
      operands: [],
      after: [],
    }))

  it.each([
    ['--quirks', 'serve', { quirks: '6.9.1' }],
    ['--quirks 6.17', 'serve', { quirks: '6.17' }],
    ['--quirks=6.17', 'serve', { quirks: '6.17' }],
    ['--quirks --debug', 'serve', { quirks: '6.9.1', debug: true }],
  ])('reads %s with or without a value', (line, path, expected) =>
    expect(split(path, line)).toMatchObject({ operands: [], ...expected }),
  )

  it.each([
    ['--search', '--search needs a value'],
    ['-o', '--output needs a value'],
    ['--nope', 'unknown flag --nope'],
    ['--nope=1 --search', '--search needs a value'],
    ['--nope=1 x', 'unknown flag --nope'],
    ['-qx', 'unknown flag -x'],
    ['--featured=yes', '--featured takes no value: --featured=yes'],
    ['--featured yes', '--featured takes no value: --featured yes'],
    ['--venue 1 --no-venue', '--no-venue and --venue cannot be used together'],
    ['--no-venue --venue=1', '--no-venue and --venue cannot be used together'],
  ])('refuses %s', (line, text) => expect(() => split('events list', line)).toThrow(text))
})
