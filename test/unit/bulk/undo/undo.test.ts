// Journals of runs that another process executes, or left in a state that sessions do not show.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockRun } from '../../../../src/bulk/journal/runs.ts'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'
import { keepLines } from '../../../support/journals.ts'

/** Truncates the journal of the newest run, as if its process was killed after that many lines. */
function cutJournal({ folder }: Workspace, lines: number): void {
  const runs = readdirSync(join(folder, 'state/runs')).sort()
  const journal = join(folder, 'state/runs', runs.at(-1) ?? '', 'journal.ndjson')
  keepLines(journal, (_, i) => i < lines)
}

/** Runs are named after the second they start in, and the clock of a test is fixed. */
const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + Math.round(second * 1_000) })

describe('a run that another process is executing', () => {
  it('is shown as running, not as interrupted', async () => {
    const one = newWorkspace()
    one.write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    await one.cal('apply -f a.yaml')
    cutJournal(one, 3)
    one.write('a.yaml', 'calendar: a\nevents:\n  - {key: b, title: B, start: 2027-05-02 10:00}\n')
    await one.cal('apply -f a.yaml', at(1))
    const [first = '', second = ''] = readdirSync(join(one.folder, 'state/runs')).sort()
    const lock = await lockRun(join(one.folder, 'state/runs', first), { pid: 4711, platform: process.platform })
    expect((await one.cal('history list', at(2))).stderr).toBe(`still running (process 4711): ${first}\n`)
    expect((await one.cal(`history undo ${second} --yes`, at(3))).stderr).toContain(
      `run ${first} does the same work and is still running (process 4711); to undo its part when it has ended: cal history undo ${first}\n`,
    )
    lock.release()
    expect((await one.cal('history list --lang de', at(4))).stderr).toBe(
      `abgebrochen: ${first}; zum Rückgängigmachen: cal history undo ${first}\n`,
    )
  })

  it('does not count as an interrupted undo', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date\nA,2027-01-01\nB,2027-01-02\n')
    await one.cal('import a.csv')
    await one.cal('history undo --yes', at(1))
    cutJournal(one, 2)
    const [undoing = ''] = readdirSync(join(one.folder, 'state/runs')).sort().reverse()
    const lock = await lockRun(join(one.folder, 'state/runs', undoing), { pid: 4711, platform: process.platform })
    expect((await one.cal('history undo --yes', at(2))).stderr).toContain(
      `error: run ${undoing} is still running (process 4711)\n`,
    )
    lock.release()
  })
})

it('a second undo deletes a record once if its write was refused and repeated when the run was resumed', async () => {
  const one = newWorkspace()
  one.write('a.csv', 'title,start_date,venue\nA,2027-01-01,Hall\n')
  await one.cal('import a.csv --create-missing')
  const [run = ''] = readdirSync(join(one.folder, 'state/runs'))
  const journal = join(one.folder, 'state/runs', run, 'journal.ndjson')
  // The first connection was refused: its line has no result. The resumed run wrote the venue with the next number.
  const refused = (begin: string) => `${begin}\n${begin.replace('"begin":-1,', '"begin":-2,')}`
  const lines = readFileSync(journal, 'utf8')
  const resumed = lines.replace(/^{"begin":-1,.*$/m, refused).replace('{"end":-1,', '{"end":-2,')
  expect(resumed).toMatch(/{"begin":-1,[\s\S]*{"begin":-2,[\s\S]*{"end":-2,/)
  writeFileSync(journal, resumed)
  expect((await one.cal(`history undo ${run} --dry-run`, at(1))).stdout.match(/delete venue/g)).toHaveLength(1)
  expect((await one.cal(`history undo ${run} --yes`, at(1))).stderr).toContain('1 event, 1 venue deleted')
  expect(await one.json('venues list')).toEqual([])
})

it('a run that was interrupted in its first line is ignored', async () => {
  const { cal, json, folder, write } = newWorkspace()
  write('a.csv', 'title,start_date\nA,2027-01-01\n')
  await cal('import a.csv')
  const torn = join(folder, 'state/runs/20991231-000000-000')
  mkdirSync(torn)
  writeFileSync(join(torn, 'journal.ndjson'), '{"run":"20991231-0000')
  expect(await json('history list')).toMatchObject([{ created: 1 }])
  expect((await cal('history undo --yes')).stderr).toContain('1 event deleted')
})
