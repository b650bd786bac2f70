// A run belongs to the calendar it wrote to, independent of the current folder and the spelling of the address.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { execa } from 'execa'
import { isOfCalendar } from '../../../../src/bulk/journal/run-scope.ts'
import { lockRun, makeRunFolder } from '../../../../src/bulk/journal/runs.ts'
import { splitArguments } from '../../../support/shell-words.ts'
import { cal } from '../../../support/runtime.ts'
import { eventually } from '../../../support/eventually.ts'
import { isUnfinished, keepLines } from '../../../support/journals.ts'
import { newFolder } from '../../../support/folder.ts'
import { CalError } from '../../../../src/base/errors.ts'

/** Two folders, each with a `c.db`, and one folder of runs; `at` is the second in which a command runs. */
function twoFolders() {
  const home = newFolder()
  for (const name of ['a', 'b']) mkdirSync(join(home, name))
  const run = (folder: string, line: string, at = 0, env = {}) =>
    cal(splitArguments(line), {
      cwd: join(home, folder),
      now: Date.UTC(2026, 10, 21, 12, 0, at),
      env: { CAL_API_ROOT: 'file:c.db', CAL_STATE_DIR: join(home, 'state'), CAL_TZ: 'UTC', ...env },
    })
  const titles = async (folder: string) =>
    JSON.parse((await run(folder, 'events list --any-date -o json --fields title')).stdout).map(
      ({ title }: { title: string }) => title,
    )
  const journals = () =>
    readdirSync(join(home, 'state/runs'))
      .sort()
      .map((name) => join(home, 'state/runs', name, 'journal.ndjson'))
  return { home, run, titles, journals, write: (name: string, text: string) => writeFileSync(join(home, name), text) }
}

/** As another machine writes. */
const unrecorded = { CAL_STATE_DIR: 'elsewhere' }

it('does not undo in a calendar of another folder with the same relative path', async () => {
  const { home, run, titles, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA1,2027-01-01\nA2,2027-01-02\n')
  write('b/b.csv', 'title,start_date\nB1,2027-01-01\nB2,2027-01-02\n')
  await run('a', 'import a.csv', 1)
  await run('b', 'events create --title B1 --start-date 2027-01-01 --end-date 2027-01-01', 1, unrecorded)
  const { code, stderr } = await run('b', 'history undo --yes', 2)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: run 20261121-120001-000 wrote to file:${join(home, 'a/c.db')}, not to file:${join(home, 'b/c.db')}\nhint: add --api-root file:${join(home, 'a/c.db')}\n`,
  })
  expect(await run('b', 'history undo 20261121-120001-000 --yes', 2)).toMatchObject({ code: 2 })
  expect(await run('b', 'import --resume 20261121-120001-000', 2)).toMatchObject({ code: 2 })
  expect(await run('b', 'seed --cleanup 20261121-120001-000 --yes', 2)).toMatchObject({ code: 2 })
  expect([await titles('a'), await titles('b')]).toEqual([['A1', 'A2'], ['B1']])
})

it('chooses the newest run of this calendar', async () => {
  const { run, titles, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  write('b/b.csv', 'title,start_date\nB,2027-01-01\n')
  await run('a', 'import a.csv', 1)
  await run('b', 'import b.csv', 2)
  expect(await run('a', 'history undo --yes', 3)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event deleted'),
  })
  expect([await titles('a'), await titles('b')]).toEqual([[], ['B']])
})

it('finds a run by any path to its calendar: from another folder, absolute, or through a link', async () => {
  const { home, run, titles, write } = twoFolders()
  symlinkSync(join(home, 'a'), join(home, 'link'))
  symlinkSync(join(home, 'a/c.db'), join(home, 'b/linked.db'))
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  for (const [folder, root] of [
    ['a', `file:${home}/a/c.db`],
    ['a', `file://${home}/link/c.db`],
    ['b', 'file:../a/../link/c.db'],
    ['b', 'file:linked.db'],
  ] as const) {
    await run('a', 'import a.csv', 1)
    expect(await run(folder, `history undo --yes --api-root ${root}`, 2)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event deleted'),
    })
    expect(await titles('a')).toEqual([])
    rmSync(join(home, 'state'), { recursive: true })
  }
})

it('does not prune in a calendar of another folder', async () => {
  const { run, titles, write } = twoFolders()
  for (const folder of ['a', 'b']) {
    write(`${folder}/c.yaml`, 'calendar: one\nevents:\n  - {key: k, title: K, start: 2027-05-01 10:00}\n')
    await run(folder, 'events create --title Mine --start-date 2027-01-01 --end-date 2027-01-01')
  }
  await run('a', 'apply -f c.yaml', 1)
  write('b/c.yaml', 'calendar: one\nevents:\n  - {key: l, title: L, start: 2027-05-01 10:00}\n')
  expect(await run('b', 'apply -f c.yaml --prune --yes', 2)).toMatchObject({ code: 0 })
  expect(await titles('b')).toEqual(['Mine', 'L'])
})

it('does not create a database file for an undo or a resume', async () => {
  const { home, run, write } = twoFolders()
  for (const line of ['history undo --yes', 'import --resume'])
    expect(await run('b', line)).toMatchObject({ code: 4, stderr: expect.stringMatching(/nothing to (undo|resume)/) })
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  await run('a', 'import a.csv', 1)
  for (const line of ['history undo --yes', 'import --resume'])
    expect(await run('b', line)).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('database file c.db not found'),
    })
  expect(readdirSync(join(home, 'b'))).toEqual([])
})

it('accepts a relative CAL_STATE_DIR', async () => {
  const { run, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  await run('a', 'import a.csv', 1, { CAL_STATE_DIR: 'state' })
  expect(JSON.parse((await run('a', 'history list -o json', 1, { CAL_STATE_DIR: 'state' })).stdout)).toHaveLength(1)
})

const head = { api_root: `file:${sep}x${sep}c.db`, calendar_id: 'one' }

it('identifies a calendar by its id and path', () => {
  expect(isOfCalendar(head, { root: 'file:/x/c.db', id: 'one' })).toBe(true)
  // The file was deleted, and another calendar was created at its path.
  expect(isOfCalendar(head, { root: 'file:/x/c.db', id: 'two' })).toBe(false)
  // It was moved: there is no file at its old path.
  expect(isOfCalendar(head, { root: 'file:/y/c.db', id: 'one' })).toBe(true)
  expect(isOfCalendar(head, { root: 'file:/y/c.db', id: undefined })).toBe(false)
  expect(isOfCalendar({ api_root: 'https://a.test/v1' }, { root: 'https://a.test/v1', id: undefined })).toBe(true)
  expect(isOfCalendar({ api_root: 'https://a.test/v1' }, { root: 'https://b.test/v1', id: undefined })).toBe(false)
})

it('treats a copy as a different calendar', () => {
  const { home, write } = twoFolders()
  write('a/c.db', '')
  expect(
    isOfCalendar({ api_root: `file:${home}/a/c.db`, calendar_id: 'one' }, { root: `file:${home}/b/c.db`, id: 'one' }),
  ).toBe(false)
  renameSync(join(home, 'a/c.db'), join(home, 'b/c.db'))
  expect(
    isOfCalendar({ api_root: `file:${home}/a/c.db`, calendar_id: 'one' }, { root: `file:${home}/b/c.db`, id: 'one' }),
  ).toBe(true)
})

it('does not resume a finished run, and prints no totals of it', async () => {
  const { run, titles, journals, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  write('a/b.csv', 'title,start_date\nB,2027-01-02\n')
  await run('a', 'import a.csv', 1)
  await run('a', 'import b.csv', 2)
  expect(await run('a', 'import --resume', 3)).toEqual({
    stdout: '',
    code: 0,
    stderr: 'nothing to resume: the last import, run 20261121-120002-000, finished\n',
  })
  const [first = '', second = ''] = journals()
  keepLines(first, (_, i) => i < 3)
  expect(await run('a', 'import --resume', 3)).toEqual({
    stdout: '',
    code: 0,
    stderr:
      'nothing to resume: the last import, run 20261121-120002-000, finished\nrun 20261121-120001-000 was interrupted; to resume: cal import --resume 20261121-120001-000\n',
  })
  expect((await run('a', 'import --resume --lang de', 3)).stderr).toBe(
    'nichts fortzusetzen: der letzte Import, Lauf 20261121-120002-000, ist abgeschlossen\nLauf 20261121-120001-000 wurde abgebrochen; zum Fortsetzen: cal import --resume 20261121-120001-000\n',
  )
  expect((await run('a', 'import --resume 20261121-120002', 3)).stderr).toBe(
    'nothing to resume: run 20261121-120002-000 finished\n',
  )
  expect((await run('a', 'import --resume 20261121-120001', 3)).stderr).toContain('1 event created')
  expect(second).not.toBe('')
  expect(await titles('a')).toEqual(['A', 'B'])
})

it('resumes no earlier import after one that was killed while it read its input', async () => {
  const { home, run, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  await run('a', 'import a.csv', 1)
  const runs = join(home, 'state/runs')
  const [first] = readdirSync(runs)
  execFileSync('mkfifo', [join(home, 'a/pipe')])
  const importing = run('a', 'import pipe', 2)
  await eventually(() => expect(readdirSync(runs)).toHaveLength(2))
  expect((await run('a', 'import --resume', 3)).stderr).toContain('is still running')
  const second = readdirSync(runs).find((name) => name !== first) ?? ''
  writeFileSync(join(home, 'a/pipe'), 'title,start_date\nB,2027-01-02\n')
  expect((await importing).stderr).toContain('1 event created')
  // As a kill leaves it.
  for (const file of readdirSync(join(runs, second))) rmSync(join(runs, second, file))
  expect(await run('a', 'import --resume', 4)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`run ${second} was killed before it wrote anything`),
  })
})

it('keeps no run of an import that reads nothing', async () => {
  const { home, run } = twoFolders()
  expect(await run('a', 'import no.csv', 1)).toMatchObject({ code: 2 })
  expect(readdirSync(join(home, 'state/runs'))).toEqual([])
})

it('does not resume an undone import until the undo is undone too', async () => {
  const { run, titles, journals, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\nB,2027-01-02\n')
  await run('a', 'import a.csv', 1)
  const [journal = ''] = journals()
  keepLines(journal, isUnfinished)
  await run('a', 'history undo --yes', 2)
  expect(await run('a', 'import --resume', 3)).toEqual({
    stdout: '',
    code: 2,
    stderr: 'error: run 20261121-120001-000 was undone by run 20261121-120002-000\nhint: import the files again\n',
  })
  expect(await titles('a')).toEqual([])
  await run('a', 'history undo --yes', 4)
  expect(await run('a', 'import --resume', 5)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 events created'),
  })
  expect(await titles('a')).toEqual(['A', 'B'])
})

it('does not undo in a new calendar at the same path, but does in one that was moved', async () => {
  const { home, run, titles, write } = twoFolders()
  write('a/a.csv', 'title,start_date\nA,2027-01-01\n')
  await run('a', 'import a.csv', 1)
  renameSync(join(home, 'a/c.db'), join(home, 'b/moved.db'))
  await run('a', 'events create --title A --start-date 2027-01-01 --end-date 2027-01-01', 1, unrecorded)
  expect(await run('a', 'history undo --yes', 2)).toEqual({
    stdout: '',
    code: 2,
    stderr: `error: run 20261121-120001-000 wrote to another calendar that was at file:${join(home, 'a/c.db')} earlier\nhint: list all runs: cal history list\n`,
  })
  expect(await titles('a')).toEqual(['A'])
  // As long as a calendar is at the old path, the other one may be a copy.
  expect(await run('b', 'history undo --yes --api-root file:moved.db', 2)).toMatchObject({ code: 2 })
  rmSync(join(home, 'a/c.db'))
  expect(await run('b', 'history undo --yes --api-root file:moved.db', 2)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event deleted'),
  })
})

it('does not attribute an older record to an interrupted run', async () => {
  const { run, journals, titles, write } = twoFolders()
  await run(
    'a',
    'events create --title Mass --slug mass-old --start-date 2027-01-01 --end-date 2027-01-01 --all-day',
    1,
    unrecorded,
  )
  write('a/a.csv', 'title,slug,start_date\nMass,mass,2027-01-01\n')
  await run('a', 'import a.csv', 1)
  const [journal = ''] = journals()
  // The create is in the journal but was never received.
  keepLines(journal, (_, i) => i < 2)
  await run('a', 'events delete mass --yes')
  expect(await run('a', 'import --resume', 2)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event created'),
  })
  expect(await titles('a')).toEqual(['Mass', 'Mass'])
})

it('of a database does not belong to a backup of it', () => {
  const run = { api_root: 'postgres://db:5432/app?schema=calendar', calendar_id: 'c1' }
  expect(isOfCalendar(run, { root: 'file:/home/ada/backup.db', id: 'c1' })).toBe(false)
  expect(isOfCalendar(run, { root: run.api_root, id: 'c1' })).toBe(true)
})

it('gives runs of the same millisecond names in the order in which they began', async () => {
  const state_dir = newFolder()
  const names = Array.from({ length: 12 }, () => makeRunFolder(state_dir, Date.UTC(2026, 10, 21) + 995).name)
  expect(names.toSorted()).toEqual(names)
  expect(names.at(-1)).toBe('20261121-000001-006')
  rmSync(state_dir, { recursive: true })
})

// A run is locked by one process at a time, and unlocked when that process ends.
const folder = newFolder()
const mine = { pid: 11, platform: 'linux' }
const theirs = { pid: 22, platform: 'linux' }

it('rejects a second process and names the first by its process id', async () => {
  const lock = await lockRun(folder, mine)
  const refused = await lockRun(folder, theirs).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CalError)
  expect(refused).toMatchObject({
    code: 'usage',
    text: { en: expect.stringMatching(/^run cal-\w+ is still running \(process 11\)$/) },
  })
  lock.release()
})

it('can be acquired again after its release', async () => {
  const first = await lockRun(folder, mine)
  first.release()
  const second = await lockRun(folder, theirs)
  await expect(lockRun(folder, mine)).rejects.toMatchObject({ text: { de: expect.stringContaining('im Prozess 22') } })
  second.release()
})

it('is released when its process is killed', async () => {
  const address = join(folder, 'lock')
  const holder = execa(
    process.execPath,
    ['-e', `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('there'))`],
    { reject: false },
  )
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  holder.kill('SIGKILL')
  await holder
  const lock = await lockRun(folder, mine)
  await expect(lockRun(folder, theirs)).rejects.toThrow('(process 11)')
  lock.release()
})

it('works in folders whose paths are too long for a socket', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const lock = await lockRun(deep, mine)
  await expect(lockRun(deep, theirs)).rejects.toThrow('(process 11)')
  lock.release()
})

it('stays locked if its holder is too busy to answer', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(join(folder, 'lock'), resolve))
  await expect(lockRun(folder, mine)).rejects.toThrow('(process ?)')
  silent.close()
})

it('cannot lock a run that was deleted because it wrote nothing', async () => {
  await expect(lockRun(join(folder, 'r1'), mine)).rejects.toMatchObject({ code: 'not_found' })
})
