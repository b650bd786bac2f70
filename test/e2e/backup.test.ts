// `cal backup` of a file that is being served, and `cal restore`.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newSchema } from '../support/postgres.ts'
import { homeWith } from '../support/program.ts'

function newHome() {
  const home = homeWith({})
  const cal = (...words: readonly string[]) => home.cal(words)
  const venues = async (file: string) =>
    (await cal('venues', 'list', '--api-root', `file:${file}`, '--fields', 'venue', '-o', 'json')).stdout
  return { folder: home.folder, cal, venues }
}

describe('a copy', () => {
  it('has the state of the calendar and can be restored', async () => {
    const { folder, cal, venues } = newHome()
    await cal('venues', 'create', '--venue', 'Old Hall', '--api-root', 'file:calendar.db')
    expect(await cal('backup', 'monday.db')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `backed up ${join(folder, 'calendar.db')} to ${join(folder, 'monday.db')}\n`,
    })
    await cal('venues', 'create', '--venue', 'New Hall', '--api-root', 'file:calendar.db')
    expect(await venues('calendar.db')).toContain('New Hall')
    const { code, stderr } = await cal('restore', 'monday.db', '--yes')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^restored .*calendar\.db from .*monday\.db\nthe previous file is saved as .*calendar\.db\.\d{14}\n$/,
      ),
    ])
    expect(await venues('calendar.db')).not.toContain('New Hall')
    const former = readdirSync(folder).find((name) => /^calendar\.db\.\d{14}$/.test(name)) ?? ''
    expect(await venues(former)).toContain('New Hall')
  })

  it('can be made, but not restored, while the calendar is served', async () => {
    const { folder, cal, venues } = newHome()
    const served = await cal(
      'serve',
      '--port',
      '0',
      '--data',
      'calendar.db',
      '--',
      'sh',
      '-c',
      `
      curl -s "$CAL_API_ROOT/venues" -d venue=Served > answer
      cal backup copy.db
      cal restore copy.db --yes`,
    )
    expect(served.code).toBe(7)
    expect(served.stderr).toContain('is served')
    expect(await venues('copy.db')).toContain('Served')
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('does not overwrite an older one', async () => {
    const { folder, cal } = newHome()
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:calendar.db')
    writeFileSync(join(folder, 'monday.db'), 'precious')
    expect(await cal('backup', 'monday.db')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('monday.db already exists'),
    })
  })

  it('of a missing file is not made, and one of another program is not restored', async () => {
    const { folder, cal } = newHome()
    expect(await cal('backup', 'monday.db')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/database file .* not found/),
    })
    writeFileSync(join(folder, 'foreign.db'), 'SQLite format 3\0'.padEnd(4096, 'x'))
    expect((await cal('restore', 'foreign.db', '--yes')).code).toBe(11)
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })

  it('replaces a calendar only after confirmation', async () => {
    const { cal, venues } = newHome()
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:calendar.db')
    await cal('backup', 'monday.db')
    await cal('venues', 'create', '--venue', 'Second', '--api-root', 'file:calendar.db')
    expect((await cal('restore', 'monday.db')).code).toBe(9)
    expect((await cal('restore', 'monday.db', '--data', 'new.db')).code).toBe(0)
    expect(await venues('calendar.db')).toContain('Second')
  })
})

describe('a calendar in PostgreSQL', () => {
  it('is filled from a file, replaced after confirmation, and backed up to a file', async () => {
    const { folder, cal, venues } = newHome()
    const { url } = await newSchema()
    const shown = url.replace(/:[^:@/]*@/, '@')
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:calendar.db')
    // Nothing is replaced, so nothing is asked.
    expect(await cal('restore', 'calendar.db', '--data', url)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `restored ${shown} from ${join(folder, 'calendar.db')}\n`,
    })
    await cal('venues', 'create', '--venue', 'Second', '--api-root', url)
    expect(await cal('backup', 'down.db', '--api-root', url)).toMatchObject({
      code: 0,
      stderr: `backed up ${shown} to ${join(folder, 'down.db')}\n`,
    })
    expect(await venues('down.db')).toMatch(/Second[\s\S]*Hall/)
    const refused = await cal('restore', 'calendar.db', '--data', url)
    expect([refused.code, refused.stderr]).toEqual([
      9,
      expect.stringContaining(`Replace everything in ${shown} with ${join(folder, 'calendar.db')}?`),
    ])
    const german = await cal('restore', 'calendar.db', '--data', url, '--yes', '--lang', 'de')
    expect([german.code, german.stderr]).toEqual([
      0,
      expect.stringMatching(
        /enthält jetzt den Stand von .*\n.* steht im Schema test_\w+_\d{14}; zum Löschen: DROP SCHEMA/,
      ),
    ])
    expect((await cal('venues', 'list', '--api-root', url, '-o', 'count')).stdout).toBe('1\n')
  })
})

describe('--api-root of a command on a database file', () => {
  const event = [
    'events',
    'create',
    '--title',
    'Choir',
    '--start-date',
    '2027-03-01 20:00',
    '--end-date',
    '2027-03-01 22:00',
  ]

  it('names the file to copy or replace instead of ./calendar.db', async () => {
    const { folder, cal, venues } = newHome()
    await cal(...event, '--api-root', 'file:calendar.db')
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:own.db')
    expect(await cal('backup', 'own.copy', '--api-root', 'file:own.db')).toMatchObject({
      code: 0,
      stderr: `backed up ${join(folder, 'own.db')} to ${join(folder, 'own.copy')}\n`,
    })
    await cal('venues', 'create', '--venue', 'Second', '--api-root', 'file:own.db')
    const { code, stderr } = await cal('restore', 'own.copy', '--api-root', 'file:own.db', '--yes')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^restored .*own\.db from .*own\.copy\n/)])
    expect(await venues('own.db')).not.toContain('Second')
    expect((await cal('events', 'list', '--any-date', '-o', 'count', '--api-root', 'file:calendar.db')).stdout).toBe(
      '1\n',
    )
    const served = await cal('serve', '--api-root', 'file:own.db', '--', 'sh', '-c', 'cal venues list -o count')
    expect(served.stdout).toBe('1\n')
  })

  it.each([
    [
      ['restore', 'x.copy', '--data', 'a.db', '--api-root', 'file:b.db', '--yes'],
      '--data "a.db" and --api-root "file:b.db" both specify the calendar',
      'use --data FILE instead of --api-root file:b.db',
    ],
    [
      ['backup', 'x.copy', '--api-root', 'https://example.org/wp-json/tribe/events/v1'],
      'this command needs a database file or a database, and --api-root "https://example.org/wp-json/tribe/events/v1" is neither',
      'use --data FILE instead of --api-root https://example.org/wp-json/tribe/events/v1',
    ],
    [
      ['serve', '--api-root', 'http://127.0.0.1:1/wp-json/tribe/events/v1', '--', 'true'],
      'this command needs a database file or a database, and --api-root "http://127.0.0.1:1/wp-json/tribe/events/v1" is neither',
      'use --data FILE instead of --api-root http://127.0.0.1:1/wp-json/tribe/events/v1',
    ],
  ])('is an error where it cannot: %j', async (words, error, hint) => {
    const { folder, cal } = newHome()
    expect(await cal(...words)).toMatchObject({ code: 2, stderr: `error: ${error}\nhint: ${hint}\n` })
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })
})

describe('test control from the command line', () => {
  it('saves snapshots, restores, resets and lists requests', async () => {
    const { cal } = newHome()
    const { stdout, stderr } = await cal(
      'serve',
      '--port',
      '0',
      '--',
      'sh',
      '-c',
      `
      cal venues create --venue One --porcelain
      cal serve snapshot one
      cal venues create --venue Two --porcelain
      cal serve restore one
      cal venues list -o ids
      cal serve reset
      cal venues list -o ids
      cal serve requests --fields method,path,status -o csv
      cal serve restore nothing; echo $?
      cal serve snapshot a/b; echo $?`,
    )
    expect(
      stdout
        .trimEnd()
        .split(/\r?\n/)
        .filter((line) => !line.startsWith('GET')),
    ).toEqual(['4', '5', '4', 'method,path,status', 'POST,/venues,201', 'POST,/venues,201', '4', '2'])
    expect(stderr).toContain('snapshot nothing not found')
    expect(stderr).toContain('NAME needs up to 64 letters, digits, dots and dashes, not "a/b"')
  })

  it('discards the calendar of a profile only if the profile is disposable or after confirmation', async () => {
    const { cal } = newHome()
    const { stdout, stderr } = await cal(
      'serve',
      '--port',
      '0',
      '--',
      'sh',
      '-c',
      `
      mkdir -p .config/cal && printf 'profiles:\\n  kept: { api_root: "%s" }\\n  toy: { api_root: "%s", disposable: true }\\n' "$CAL_API_ROOT" "$CAL_API_ROOT" > .config/cal/config.yaml
      cal serve snapshot one --profile kept; echo $?
      cal serve reset --profile kept; echo $?
      cal serve restore one --profile kept --lang de; echo $?
      cal serve reset --profile kept --yes; echo $?
      cal serve reset --profile toy; echo $?
      cal serve restore one; echo $?`,
    )
    expect(stdout.trimEnd().split(/\r?\n/)).toEqual(['0', '9', '9', '0', '0', '0'])
    expect(stderr).toContain(
      'error: not confirmed: Profile kept is not disposable. Discard the current content of its calendar?\nhint: to confirm in a script, add --yes',
    )
    expect(stderr).toContain(
      'Fehler: nicht bestätigt: Profil kept ist nicht als disposable gekennzeichnet. Aktuellen Inhalt des Kalenders verwerfen?',
    )
  })

  it('does not exist for a calendar in a file', async () => {
    const { cal } = newHome()
    await cal('tags', 'create', '--name', 'Kept', '--api-root', 'file:calendar.db')
    const { code, stderr } = await cal('serve', 'reset', '--api-root', 'file:calendar.db')
    expect([code, stderr]).toEqual([2, expect.stringContaining('file:calendar.db cannot return to an earlier state')])
  })
})
