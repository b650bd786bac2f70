// Flags in the spelling of other tools.
import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { inKnownSpelling } from '../../../../src/cli/arguments/split.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { newWorkspace } from '../../../support/workspace.ts'

function spelled(path: string, line: string): string {
  const command = commands.find((candidate) => candidate.path.join(' ') === path)
  if (!command) throw new Error(`there is no command ${path}`)
  return inKnownSpelling(line.split(' '), flagsOf(command)).join(' ')
}

describe('inKnownSpelling', () => {
  it.each([
    ['--no-color', '--color=never'],
    ['--csv', '--output=csv'],
    ['--limit 3 --yaml', '--limit 3 --output=yaml'],
    ['--format csv', '--output csv'],
    ['--format=csv', '--output=csv'],
    ['--search --csv', '--search --csv'],
    ['--json', '--json'],
    ['-- --csv', '-- --csv'],
  ])('%s', (typed, expected) => expect(spelled('events list', typed)).toBe(expected))

  it('does not change a flag that the command has', () =>
    expect(spelled('export', '--format csv --no-color')).toBe('--format csv --color=never'))
})

describe('flags that begin with --no- and are not negations', () => {
  it('change no other flag, and are refused with their opposite in any order', async () => {
    const { cal } = newWorkspace()
    await cal('venues create --name Hall')
    await cal('events create --title A --start-date 2026-12-01 --end-date 2026-12-01 --venue Hall --all-day')
    await cal('events create --title B --start-date 2026-12-02 --end-date 2026-12-02 --all-day')
    await cal('categories create --name Jazz')
    await cal('events create --title C --start-date 2026-12-03 --end-date 2026-12-03 --all-day --categories Jazz')
    const titles = async (flags: string) =>
      JSON.parse((await cal(`events list ${flags} --jq '[.[].title]'`)).stdout).join('')
    expect(await titles('')).toBe('ABC')
    expect(await titles('--venue Hall')).toBe('A')
    expect(await titles('--no-venue')).toBe('BC')
    expect(await titles('--no-venue --no-category')).toBe('B')
    expect(await titles('--no-venue --categories Jazz')).toBe('C')
    expect(await titles('--no-organizer --limit 2')).toBe('AB')
    expect((await cal('events list --no-venue -o count')).stdout).toBe('2\n')
    const refused = 'error: --no-venue and --venue cannot be used together\n'
    expect(await cal('events list --venue Hall --no-venue')).toMatchObject({ stderr: refused, code: 2 })
    expect(await cal('events list --no-venue --venue Hall')).toMatchObject({ stderr: refused, code: 2 })
  })

  it('--where of list filters as the flag does, and is refused with it', async () => {
    const { cal } = newWorkspace()
    await cal('categories create --name Jazz')
    await cal('events create --title C --start-date 2026-12-03 --end-date 2026-12-03 --all-day --categories Jazz')
    await cal('events create --title D --start-date 2026-12-04 --end-date 2026-12-04 --all-day')
    expect((await cal("events list --where categories=Jazz --jq '.[].title'")).stdout).toBe('C\n')
    expect((await cal('events list --where categories=Jazz --categories Jazz')).stderr).toBe(
      'error: --where categories and --categories cannot be used together\n',
    )
  })
})
