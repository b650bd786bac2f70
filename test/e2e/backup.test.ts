// Copies of a calendar file, made beside a server and put back without one.
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'

function calIn(folder: string) {
  const cal = (...words: readonly string[]) => execa(process.execPath, [join(project, 'bin/cal.js'), ...words], { cwd: folder, env: { HOME: folder, PATH: process.env.PATH ?? '' }, extendEnv: false, reject: false, timeout: 20_000, stdin: 'ignore' })
  const venues = async (file: string) => (await cal('venues', 'list', '--api-root', `file:${file}`, '--fields', 'venue', '-o', 'json')).stdout
  return { cal, venues }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'cal-backup-'))

describe('a copy', () => {
  it('is what the calendar was, and comes back when it is wanted', async () => {
    const folder = newFolder()
    const { cal, venues } = calIn(folder)
    await cal('venues', 'create', '--venue', 'Old Hall', '--api-root', 'file:calendar.db')
    expect(await cal('backup', 'monday.db')).toMatchObject({ exitCode: 0, stdout: '', stderr: `${join(folder, 'monday.db')} is a copy of ${join(folder, 'calendar.db')}` })
    await cal('venues', 'create', '--venue', 'New Hall', '--api-root', 'file:calendar.db')
    expect(await venues('calendar.db')).toContain('New Hall')
    const { exitCode, stderr } = await cal('restore', 'monday.db', '--yes')
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/calendar\.db now holds what .*monday\.db holds\nwhat it held before is kept in .*calendar\.db\.\d{14}$/)])
    expect(await venues('calendar.db')).not.toContain('New Hall')
    const former = readdirSync(folder).find((name) => /^calendar\.db\.\d{14}$/.test(name)) ?? ''
    expect(await venues(former)).toContain('New Hall')
  })

  it('is made while the calendar is served, and not put back then', async () => {
    const folder = newFolder()
    const { cal, venues } = calIn(folder)
    const served = await cal('serve', '--port', '0', '--data', 'calendar.db', '--', 'sh', '-c', `
      curl -s "$CAL_API_ROOT/venues" -d venue=Served > answer
      "${process.execPath}" "${join(project, 'bin/cal.js')}" backup copy.db
      "${process.execPath}" "${join(project, 'bin/cal.js')}" restore copy.db --yes`)
    expect(served.exitCode).toBe(7)
    expect(served.stderr).toContain('is served')
    expect(await venues('copy.db')).toContain('Served')
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('takes the place of no older one', async () => {
    const folder = newFolder()
    const { cal } = calIn(folder)
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:calendar.db')
    writeFileSync(join(folder, 'monday.db'), 'precious')
    expect(await cal('backup', 'monday.db')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('monday.db is there already') })
  })

  it('of nothing is not made, and of another make not put back', async () => {
    const folder = newFolder()
    const { cal } = calIn(folder)
    expect(await cal('backup', 'monday.db')).toMatchObject({ exitCode: 11, stderr: expect.stringContaining('there is no calendar') })
    writeFileSync(join(folder, 'foreign.db'), 'SQLite format 3\0'.padEnd(4096, 'x'))
    expect((await cal('restore', 'foreign.db', '--yes')).exitCode).toBe(11)
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })

  it('is put back only when somebody agreed', async () => {
    const folder = newFolder()
    const { cal, venues } = calIn(folder)
    await cal('venues', 'create', '--venue', 'Hall', '--api-root', 'file:calendar.db')
    await cal('backup', 'monday.db')
    await cal('venues', 'create', '--venue', 'Second', '--api-root', 'file:calendar.db')
    expect((await cal('restore', 'monday.db')).exitCode).toBe(9)
    expect(await venues('calendar.db')).toContain('Second')
  })
})

describe('the side door from the command line', () => {
  it('keeps, restores, resets and tells', async () => {
    const { cal } = calIn(newFolder())
    const program = `"${process.execPath}" "${join(project, 'bin/cal.js')}"`
    const { stdout, stderr } = await cal('serve', '--port', '0', '--', 'sh', '-c', `
      ${program} venues create --venue One --porcelain
      ${program} serve snapshot one
      ${program} venues create --venue Two --porcelain
      ${program} serve restore one
      ${program} venues list -o ids
      ${program} serve reset
      ${program} venues list -o ids
      ${program} serve requests --fields method,path,status -o csv
      ${program} serve restore nothing; echo $?
      ${program} serve snapshot a/b; echo $?`)
    expect(stdout.split(/\r?\n/).filter((line) => !line.startsWith('GET'))).toEqual(['4', '5', '4', 'method,path,status', 'POST,/venues,201', 'POST,/venues,201', '4', '2'])
    expect(stderr).toContain('no state was kept under the name nothing')
    expect(stderr).toContain('NAME needs up to 64 letters, digits, dots and dashes, not "a/b"')
  })

  it('gives up what the calendar of a profile holds only where that profile is disposable, or somebody agreed', async () => {
    const { cal } = calIn(newFolder())
    const program = `"${process.execPath}" "${join(project, 'bin/cal.js')}"`
    const { stdout, stderr } = await cal('serve', '--port', '0', '--', 'sh', '-c', `
      mkdir -p .config/cal && printf 'profiles:\\n  kept: { api_root: "%s" }\\n  toy: { api_root: "%s", disposable: true }\\n' "$CAL_API_ROOT" "$CAL_API_ROOT" > .config/cal/config.yaml
      ${program} serve snapshot one --profile kept; echo $?
      ${program} serve reset --profile kept; echo $?
      ${program} serve restore one --profile kept --lang de; echo $?
      ${program} serve reset --profile kept --yes; echo $?
      ${program} serve reset --profile toy; echo $?
      ${program} serve restore one; echo $?`)
    expect(stdout.split(/\r?\n/)).toEqual(['0', '9', '9', '0', '0', '0'])
    expect(stderr).toContain('error: not confirmed: profile kept is not disposable: give up what its calendar holds now?\nhint: add --yes')
    expect(stderr).toContain('Fehler: nicht bestätigt: Profil kept ist nicht als disposable gekennzeichnet: den jetzigen Inhalt seines Kalenders aufgeben?')
  })

  it('is missing where the calendar is kept', async () => {
    const { cal } = calIn(newFolder())
    await cal('tags', 'create', '--name', 'Kept', '--api-root', 'file:calendar.db')
    const { exitCode, stderr } = await cal('serve', 'reset', '--api-root', 'file:calendar.db')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('file:calendar.db cannot go back to an older state')])
  })
})
