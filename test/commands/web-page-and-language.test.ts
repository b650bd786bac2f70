// The web page of a record, and the language of the program.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

describe('German', () => {
  it.each([
    ['--lang', 'de'],
    ['CAL_LANG', undefined],
    ['LANG', undefined],
  ] as const)('by %s', async (way, value) => {
    const german = localHome({
      CAL_API_ROOT: 'file:./c.db',
      ...(value === undefined ? { [way]: way === 'LANG' ? 'de_AT.UTF-8' : 'de' } : {}),
    })
    const { stderr } = await german.cal(['events', 'get', '1', ...(value === undefined ? [] : [way, value])])
    expect(stderr).toMatch(/^Fehler: /)
  })

  it('by the profile, also for help', async () => {
    const german = localHome({})
    writeFileSync(
      join(german.folder, '.calrc'),
      'profile: hier\nprofiles: { hier: { api_root: "file:./c.db", lang: de } }\n',
    )
    expect((await german.cal('--help')).stdout).toContain('Hilfe zu einem Befehl: ')
    await german.cal('tags create --name neu')
    expect((await german.cal('agenda')).stdout).toMatch(/^Keine Termine: /)
  })
})
