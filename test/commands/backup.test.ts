// `cal backup` of a file that is being served, and the test control of a server.
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
  it('can be made, but not restored, while the calendar is served', async () => {
    const { folder, cal, venues } = newHome()
    const { api_root } = await openServed({ file: join(folder, 'calendar.db'), now: runTime, clock: runTime })
    await cal(`venues create --venue Served --api-root ${api_root}`)
    expect(await cal('backup copy.db')).toMatchObject({ code: 0 })
    expect(await cal('restore copy.db --yes')).toMatchObject({ code: 7, stderr: expect.stringContaining('is served') })
    expect(await venues('copy.db')).toContain('Served')
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('of another program is not restored', async () => {
    const { folder, cal } = newHome()
    writeFileSync(join(folder, 'foreign.db'), 'SQLite format 3\0'.padEnd(4096, 'x'))
    expect((await cal('restore foreign.db --yes')).code).toBe(11)
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
})
