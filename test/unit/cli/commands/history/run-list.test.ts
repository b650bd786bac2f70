// `cal history list`: when each run began, what it was, what came of it, and how to go on.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noon } from '../../../../support/runtime.ts'
import { newWorkspace, type Workspace } from '../../../../support/workspace.ts'

const at = (minutes: number) => ({ now: noon + minutes * 60_000 })

/** An import, an update of several, and the undo of the import. */
async function threeRuns(): Promise<Workspace> {
  const here = newWorkspace()
  here.write('a.csv', 'title,start_date,end_date,venue\nOne,2027-01-01,2027-01-01,Hall\nTwo,never,,Hall\n')
  await here.cal('import a.csv --create-missing --yes', at(0))
  await here.cal('history undo --yes', at(5))
  here.write('b c.csv', 'name\nrock\n')
  await here.cal("import 'b c.csv' --kind tags", at(10))
  return here
}

describe('the runs of this machine', () => {
  it('have their local time, state, result and command line', async () => {
    const here = await threeRuns()
    expect((await here.cal('history list', { env: { CAL_TZ: 'Europe/Berlin' } })).stdout).toBe(
      [
        'RUN                  STARTED                STATE   RESULT                              COMMAND',
        '20261121-121000-000  Sat 21 Nov 2026 13:10  done    1 tag created                       cal import "b c.csv" --kind tags',
        '20261121-120500-000  Sat 21 Nov 2026 13:05  done    1 event, 1 venue deleted            cal history undo 20261121-120000-000',
        '20261121-120000-000  Sat 21 Nov 2026 13:00  undone  1 event, 1 venue created; 1 failed  cal import a.csv --create-missing',
        '',
      ].join('\n'),
    )
  })

  it('are data in every other format, and --fields chooses columns', async () => {
    const here = await threeRuns()
    expect(((await here.json('history list')) as readonly object[]).at(-1)).toEqual({
      run: '20261121-120000-000',
      started: '2026-11-21 12:00:00',
      started_utc: '2026-11-21 12:00:00',
      state: 'undone',
      undone_by: '20261121-120500-000',
      command: 'import',
      command_line: 'cal import a.csv --create-missing',
      api_root: `file:${join(here.folder, 'calendar.db')}`,
      created: 2,
      updated: 0,
      deleted: 0,
      failed: 1,
      finished: true,
      inputs: ['a.csv'],
    })
    expect((await here.cal('history list --fields run,state')).stdout).toMatch(
      /^RUN +STATE\n20261121-121000-000 +done\n/,
    )
  })
})

describe('a run that is not finished', () => {
  it('is stopped, and the note says how to resume it', async () => {
    const here = await threeRuns()
    const journal = join(here.folder, 'state/runs/20261121-121000-000/journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/\{"finished".*\n/, ''))
    const { stdout, stderr } = await here.cal('history list')
    expect(stdout).toMatch(/^20261121-121000-000 .* stopped /m)
    expect(stderr).toBe('stopped: 20261121-121000-000; to resume: cal import --resume 20261121-121000-000\n')
  })

  it('leaves what it was to undo as it was, until it is finished', async () => {
    const here = await threeRuns()
    const journal = join(here.folder, 'state/runs/20261121-120500-000/journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/\{"finished".*\n/, ''))
    const { stdout, stderr } = await here.cal('history list')
    expect(stdout).toMatch(/^20261121-120000-000 .* done /m)
    expect(stderr).toBe('stopped: 20261121-120500-000; to resume: cal history undo 20261121-120000-000\n')
  })
})

it('an undo that was undone is ignored', async () => {
  const here = await threeRuns()
  await here.cal('history undo 20261121-120500-000 --yes', at(20))
  expect(readdirSync(join(here.folder, 'state/runs'))).toHaveLength(4)
  expect(await here.json('history list')).toMatchObject([
    { state: 'done' },
    { state: 'done' },
    { state: 'undone' },
    { state: 'done' },
  ])
})
