// `cal backup` of a file that is being served, and `cal restore`.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
import { openServed } from '../support/served.ts'

function newHome() {
  const home = localHome({})
  const { cal } = home
  const venues = async (file: string) =>
    (await cal(`venues list --api-root file:${file} --fields venue -o json`)).stdout
  return { folder: home.folder, cal, venues }
}

describe('a copy', () => {
  it('has the state of the calendar and can be restored', async () => {
    const { folder, cal, venues } = newHome()
    await cal("venues create --venue 'Old Hall' --api-root file:calendar.db")
    expect(await cal('backup monday.db')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `backed up ${join(folder, 'calendar.db')} to ${join(folder, 'monday.db')}\n`,
    })
    await cal("venues create --venue 'New Hall' --api-root file:calendar.db")
    expect(await venues('calendar.db')).toContain('New Hall')
    const { code, stderr } = await cal('restore monday.db --yes')
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
    const { api_root } = await openServed({ file: join(folder, 'calendar.db'), now: runTime, clock: runTime })
    await cal(`venues create --venue Served --api-root ${api_root}`)
    expect(await cal('backup copy.db')).toMatchObject({ code: 0 })
    expect(await cal('restore copy.db --yes')).toMatchObject({ code: 7, stderr: expect.stringContaining('is served') })
    expect(await venues('copy.db')).toContain('Served')
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('does not overwrite an older one', async () => {
    const { folder, cal } = newHome()
    await cal('venues create --venue Hall --api-root file:calendar.db')
    writeFileSync(join(folder, 'monday.db'), 'precious')
    expect(await cal('backup monday.db')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('monday.db already exists'),
    })
  })

  it('of a missing file is not made, and one of another program is not restored', async () => {
    const { folder, cal } = newHome()
    expect(await cal('backup monday.db')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/database file .* not found/),
    })
    writeFileSync(join(folder, 'foreign.db'), 'SQLite format 3\0'.padEnd(4096, 'x'))
    expect((await cal('restore foreign.db --yes')).code).toBe(11)
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })

  it('replaces a calendar only after confirmation', async () => {
    const { cal, venues } = newHome()
    await cal('venues create --venue Hall --api-root file:calendar.db')
    await cal('backup monday.db')
    await cal('venues create --venue Second --api-root file:calendar.db')
    expect((await cal('restore monday.db')).code).toBe(9)
    expect((await cal('restore monday.db --data new.db')).code).toBe(0)
    expect(await venues('calendar.db')).toContain('Second')
  })
})

describe('--api-root of a command on a database file', () => {
  const event = "events create --title Choir --start-date '2027-03-01 20:00' --end-date '2027-03-01 22:00'"

  it('names the file to copy or replace instead of ./calendar.db', async () => {
    const { folder, cal, venues } = newHome()
    await cal(`${event} --api-root file:calendar.db`)
    await cal('venues create --venue Hall --api-root file:own.db')
    expect(await cal('backup own.copy --api-root file:own.db')).toMatchObject({
      code: 0,
      stderr: `backed up ${join(folder, 'own.db')} to ${join(folder, 'own.copy')}\n`,
    })
    await cal('venues create --venue Second --api-root file:own.db')
    const { code, stderr } = await cal('restore own.copy --api-root file:own.db --yes')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^restored .*own\.db from .*own\.copy\n/)])
    expect(await venues('own.db')).not.toContain('Second')
    expect((await cal('events list --any-date -o count --api-root file:calendar.db')).stdout).toBe('1\n')
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
    expect(await cal(words)).toMatchObject({ code: 2, stderr: `error: ${error}\nhint: ${hint}\n` })
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })
})

describe('test control from the command line', () => {
  it('saves snapshots, restores, resets and lists requests', async () => {
    const { api_root } = await openServed({ now: runTime, clock: runTime })
    const { cal } = localHome({ CAL_API_ROOT: api_root })
    const ids = async () => (await cal('venues list -o ids')).stdout
    await cal('venues create --venue One')
    expect(await cal('serve snapshot one')).toMatchObject({ code: 0 })
    await cal('venues create --venue Two')
    expect(await ids()).toBe('5\n4\n')
    expect(await cal('serve restore one')).toMatchObject({ code: 0 })
    expect(await ids()).toBe('4\n')
    expect(await cal('serve reset')).toMatchObject({ code: 0 })
    expect(await ids()).toBe('')
    const { stdout } = await cal('serve requests --fields method,path,status -o csv')
    expect(stdout.split(/\r?\n/).filter((line) => !line.startsWith('GET'))).toEqual([
      'method,path,status',
      'POST,/venues,201',
      'POST,/venues,201',
      '',
    ])
    expect(await cal('serve restore nothing')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('snapshot nothing not found'),
    })
    expect(await cal('serve snapshot a/b')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('NAME needs up to 64 letters, digits, dots and dashes, not "a/b"'),
    })
  })

  it('discards the calendar of a profile only if the profile is disposable or after confirmation', async () => {
    const { api_root } = await openServed({ now: runTime, clock: runTime })
    const { cal, folder } = localHome({})
    writeFileSync(
      join(folder, '.calrc'),
      `profiles:\n  kept: { api_root: "${api_root}" }\n  toy: { api_root: "${api_root}", disposable: true }\n`,
    )
    expect(await cal('serve snapshot one --profile kept')).toMatchObject({ code: 0 })
    expect(await cal('serve reset --profile kept')).toMatchObject({
      code: 9,
      stderr: expect.stringContaining(
        'error: not confirmed: Profile kept is not disposable. Discard the current content of its calendar?\nhint: to confirm in a script, add --yes\n',
      ),
    })
    expect(await cal('serve restore one --profile kept --lang de')).toMatchObject({
      code: 9,
      stderr: expect.stringContaining(
        'Fehler: nicht bestätigt: Profil kept ist nicht als disposable gekennzeichnet. Aktuellen Inhalt des Kalenders verwerfen?',
      ),
    })
    expect(await cal('serve reset --profile kept --yes')).toMatchObject({ code: 0 })
    expect(await cal('serve reset --profile toy')).toMatchObject({ code: 0 })
    expect(await cal(`serve restore one --api-root ${api_root}`)).toMatchObject({ code: 0 })
  })

  it('does not exist for a calendar in a file', async () => {
    const { cal } = newHome()
    await cal('tags create --name Kept --api-root file:calendar.db')
    const { code, stderr } = await cal('serve reset --api-root file:calendar.db')
    expect([code, stderr]).toEqual([2, expect.stringContaining('file:calendar.db cannot return to an earlier state')])
  })
})
