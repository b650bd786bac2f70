// An undo changes only records that its run wrote and that were not edited since; others are listed and left unchanged.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noon } from '../../../support/runtime.ts'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

/** The first run of a test. */
const imported_run = '20261121-120000-000'

/** Runs are named after the second they start in, and the clock of a test is fixed. */
const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12, 0, second) })

function journalOf({ folder }: Workspace): string {
  return join(folder, 'state/runs', readdirSync(join(folder, 'state/runs')).sort().at(-1) ?? '', 'journal.ndjson')
}

/** The newest journal without the lines that match. */
function without(one: Workspace, pattern: RegExp): void {
  writeFileSync(
    journalOf(one),
    readFileSync(journalOf(one), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !pattern.test(line))
      .map((line) => `${line}\n`)
      .join(''),
  )
}

describe('a record that reuses the id of another', () => {
  it('is not deleted, even with --force', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date\nA,2027-01-01\n')
    await one.cal('import a.csv')
    // As after restoring a backup, the ids are used again.
    writeFileSync(
      journalOf(one),
      readFileSync(journalOf(one), 'utf8').replace(
        /"after":\{[^\n]*\}\}/,
        '"after":{"title":"X","slug":"x","date":"2020-01-01 00:00:00"}}',
      ),
    )
    for (const line of ['history undo --yes', 'history undo --yes --force']) {
      const { code, stderr } = await one.cal(line, at(1))
      expect({ code, stderr }).toEqual({
        code: 6,
        stderr: expect.stringMatching(
          /^event "A": event \d+ is now a different record, not the one that the run wrote\n1 event failed\n$/,
        ),
      })
    }
    expect(await one.json('events list --any-date')).toHaveLength(1)
  })

  it('is not updated', async () => {
    const one = newWorkspace()
    await one.cal('events create --title A --start-date 2027-01-01 --end-date 2027-01-02')
    await one.cal('events update --where search=A --set status=draft --yes')
    writeFileSync(
      journalOf(one),
      readFileSync(journalOf(one), 'utf8').replace(
        /"is":\{[^}]*\}/,
        '"is":{"title":"X","slug":"x","date":"2020-01-01 00:00:00"}',
      ),
    )
    expect(await one.cal('history undo --yes --force', at(1))).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('is now a different record'),
    })
    expect(await one.json('events list --any-date --status draft')).toHaveLength(1)
  })
})

describe('a create without a response in the journal', () => {
  it('is undone if the record has the values and the time of the request', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date,cost\nA,2027-01-01,5\n')
    await one.cal('import a.csv')
    without(one, /^\{"(end|finished)"/)
    expect(await one.cal(`history undo ${imported_run} --yes`, at(1))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event deleted'),
    })
  })

  it('is kept if the record was created later', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date,cost\nA,2027-01-01,5\n')
    await one.cal('import a.csv')
    without(one, /^\{"(end|finished)"/)
    const elsewhere = { env: { CAL_STATE_DIR: 'elsewhere' } }
    await one.cal('events delete a --yes', elsewhere)
    const line = 'events create --title A --start-date 2027-01-01 --end-date 2027-01-01 --all-day --cost 5'
    await one.cal(line, { ...at(120), ...elsewhere })
    const { code, stderr } = await one.cal(`history undo ${imported_run} --yes`, at(121))
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: expect.stringMatching(/the run was interrupted while creating it; event \d+ may not be its own\n/),
    })
    expect(await one.json('events list --any-date')).toHaveLength(1)
  })

  it('is not taken for the record of another user when the import is resumed', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date,cost\nA,2027-01-01,5\n')
    await one.cal('import a.csv')
    without(one, /^\{"(end|finished)"/)
    const elsewhere = { env: { CAL_STATE_DIR: 'elsewhere' } }
    await one.cal('events delete a --yes', elsewhere)
    const line = 'events create --title A --start-date 2027-01-01 --end-date 2027-01-01 --all-day --cost 5'
    await one.cal(line, { ...at(120), ...elsewhere })
    expect((await one.cal('import --resume --yes', at(121))).stderr).toMatch(/^1 event unchanged/)
    await one.cal(`history undo ${imported_run} --yes`, at(122))
    expect(await one.json('events list --any-date')).toHaveLength(1)
  })

  it('is kept if the record has other values', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date,cost\nA,2027-01-01,5\n')
    await one.cal('import a.csv')
    without(one, /^\{"(end|finished)"/)
    await one.cal('events update a --cost 7')
    expect(await one.cal(`history undo ${imported_run} --yes`, at(1))).toMatchObject({ code: 6 })
    expect(await one.json('events list --any-date')).toHaveLength(1)
  })
})

it('undoing an update without a response in the journal keeps later edits', async () => {
  const one = newWorkspace()
  await one.cal('events create --title A --start-date 2027-01-01 --end-date 2027-01-02')
  await one.cal('events update --where search=A --set website=https://run.test/ --yes')
  without(one, /^\{"(end|finished)"/)
  await one.cal('events update a --website https://mine.test/')
  expect(await one.cal(`history undo ${imported_run}-2 --yes`, at(1))).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('changed since the run: website'),
  })
  expect(await one.json('events get a')).toMatchObject({ website: 'https://mine.test/' })
})

describe('an undo of a restored event', () => {
  async function restored() {
    const here = newWorkspace()
    await here.cal('events create --title One --slug one --start-date 2027-01-01 --end-date 2027-01-02')
    await here.cal('events delete one --yes', { now: noon + 1000 })
    const { stderr } = await here.cal('events restore 4', { now: noon + 2000 })
    const [, run = ''] = /history undo (\S+)/.exec(stderr) ?? []
    return { ...here, undo: (flags = '') => here.cal(`history undo ${run} --yes ${flags}`, { now: noon + 9000 }) }
  }
  const status = async ({ json }: Workspace) => (await json('events get 4 --fields status -o json')) as object

  it('moves it to the trash, unless it was edited since', async () => {
    const [one, other] = [await restored(), await restored()]
    expect((await one.undo()).code).toBe(0)
    expect(await status(one)).toEqual({ status: 'trash' })
    await other.cal('events update 4 --cost 5')
    expect(await other.undo()).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('changed since the run: cost'),
    })
    expect(await status(other)).toEqual({ status: 'publish' })
    expect((await other.undo('--force')).code).toBe(0)
    expect(await status(other)).toEqual({ status: 'trash' })
  })
})
