// Flags in the spelling of other tools.
import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { inKnownSpelling } from '../../../../src/cli/arguments/spellings.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'

function spelled(path: string, line: string): string {
  const command = commands.find((candidate) => candidate.path.join(' ') === path)
  if (!command) throw new Error(`there is no command ${path}`)
  return inKnownSpelling(line.split(' '), flagsOf(command)).join(' ')
}

describe('inKnownSpelling', () => {
  it.each([
    ['--no-color', '--color=never'],
    ['constructor', 'constructor'],
    ['--csv', '--output=csv'],
    ['--limit 3 --yaml', '--limit 3 --output=yaml'],
    ['--format csv', '--output csv'],
    ['--format=csv', '--output=csv'],
    ['--search --csv', '--search --csv'],
    ['--json', '--json'],
    ['-- --csv', '-- --csv'],
  ])('%s', (typed, expected) => expect(spelled('events list', typed)).toBe(expected))

  it('keeps the value of a flag in another spelling', () =>
    expect(spelled('events update', '--add-organizers --csv')).toBe('--add-organizer --csv'))

  it('does not change a flag that the command has', () =>
    expect(spelled('export', '--format csv --no-color --csv')).toBe('--format csv --color=never --output=csv'))
})
