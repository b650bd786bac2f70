import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockRun } from '../../../../src/bulk/journal/runs.ts'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'
import { keepLines } from '../../../support/journals.ts'

interface Event {
  readonly slug: string
  readonly title: string
  readonly status: string
  readonly categories: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly venue: { readonly venue?: string }
}

const calendar = JSON.stringify({
  categories: [
    { key: 'm', name: 'Music' },
    { key: 'j', name: 'Jazz', parent: 'm' },
    { key: 'b', name: 'Bebop', parent: 'j' },
  ],
  tags: [{ name: 'free' }],
  venues: [{ venue: 'Hall', city: 'Ulm' }],
  events: [
    {
      title: 'One',
      slug: 'one',
      start_date: '2027-01-01',
      end_date: '2027-01-01',
      categories: ['m', 'j'],
      tags: ['free'],
      venue: 'Hall',
    },
    { title: 'Two', slug: 'two', start_date: '2027-01-02', end_date: '2027-01-02', categories: ['b'] },
  ],
})

async function filled(): Promise<Workspace> {
  const one = newWorkspace()
  one.write('all.json', calendar)
  expect((await one.cal('import all.json')).stderr).toContain('2 events, 1 venue, 3 categories, 1 tag created')
  return one
}

/** The terms of each event, and the parent of each category. */
async function stateOf({ json }: Workspace): Promise<unknown> {
  const events = (await json('events list --any-date --all --status publish,draft')) as readonly Event[]
  const categories = (await json('categories list --no-hide-empty')) as readonly {
    readonly id: number
    readonly name: string
    readonly parent: number
  }[]
  const names = (terms: readonly { readonly name: string }[]) =>
    terms
      .map(({ name }) => name)
      .sort()
      .join()
  return {
    events: events.map(({ slug, title, status, categories: all, tags, venue }) => [
      slug,
      title,
      status,
      names(all),
      names(tags),
      venue?.venue ?? '',
    ]),
    categories: categories
      .map(({ name, parent }) => [name, categories.find(({ id }) => id === parent)?.name ?? ''])
      .sort(),
  }
}

/** Truncates the journal of the newest run, as if its process was killed after that many lines. */
function cutJournal({ folder }: Workspace, lines: number): void {
  const runs = readdirSync(join(folder, 'state/runs')).sort()
  const journal = join(folder, 'state/runs', runs.at(-1) ?? '', 'journal.ndjson')
  keepLines(journal, (_, i) => i < lines)
}

/** Runs are named after the second they start in, and the clock of a test is fixed. */
const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + Math.round(second * 1_000) })

describe('undo of deleted terms', () => {
  it('assigns the terms to their events and children again', async () => {
    const one = await filled()
    const was = await stateOf(one)
    expect((await one.cal('categories delete --where hide_empty=false --yes', at(1))).stderr).toContain(
      '3 categories deleted',
    )
    expect((await one.cal('tags delete --where search=free --yes', at(2))).stderr).toContain('1 tag deleted')
    expect(await stateOf(one)).toMatchObject({
      categories: [],
      events: [
        ['one', 'One', 'publish', '', '', 'Hall'],
        ['two', 'Two', 'publish', '', '', ''],
      ],
    })
    const [tags = '', categories = ''] = readdirSync(join(one.folder, 'state/runs')).sort().reverse()
    expect((await one.cal(`history undo ${tags} --yes`, at(3))).stderr).toContain('1 tag created; 1 event updated')
    expect((await one.cal(`history undo ${categories} --dry-run`, at(4))).stdout).toMatch(
      /~ update event \d+ "One"\n {4}categories: ""[\s\S]*\+ create category "Music"/,
    )
    expect((await one.cal(`history undo ${categories} --yes`, at(4))).stderr).toContain(
      '3 categories created; 2 events updated',
    )
    expect(await stateOf(one)).toEqual(was)
  })

  it('keeps assignments that changed since', async () => {
    const one = await filled()
    await one.cal('categories delete --where search=Jazz --yes', at(1))
    await one.cal('categories create --name Rock')
    await one.cal('events update one --categories Rock')
    await one.cal('categories update bebop --parent 0')
    const { code, stderr } = await one.cal('history undo --yes', at(2))
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: expect.stringContaining(
        'category "Bebop": changed since the run: parent\nevent "One": changed since the run: categories\n',
      ),
    })
    expect(await stateOf(one)).toMatchObject({
      events: [
        ['one', 'One', 'publish', 'Rock', 'free', 'Hall'],
        ['two', 'Two', 'publish', 'Bebop', '', ''],
      ],
    })
    expect(await one.cal('history undo 20261121-120001 --yes --force', at(3))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event, 1 category updated; 1 category unchanged'),
    })
    expect(await stateOf(one)).toMatchObject({
      events: [
        ['one', 'One', 'publish', 'Jazz,Music', 'free', 'Hall'],
        ['two', 'Two', 'publish', 'Bebop', '', ''],
      ],
    })
  })
})

describe('the newest run', () => {
  it('is the later of two runs in the same second', async () => {
    const one = await filled()
    expect((await one.cal('tags update --where search=free --set description=a --yes', at(1.038))).stderr).toContain(
      'undo 20261121-120001-038',
    )
    expect((await one.cal('tags update --where search=free --set description=b --yes', at(1.204))).stderr).toContain(
      'undo 20261121-120001-204',
    )
    expect((await one.cal('history undo --dry-run', at(2))).stdout).toContain('description: "b" → "a"')
    expect(await one.cal('history show 20261121-120001', at(2))).toEqual({
      stdout: '',
      code: 2,
      stderr: 'error: several runs start with "20261121-120001"\nhint: 20261121-120001-204, 20261121-120001-038\n',
    })
  })
})

describe('an interrupted run that was started again', () => {
  it('is two runs: undoing the later one names the earlier one until that is undone', async () => {
    const one = newWorkspace()
    one.write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    one.write('other.yaml', 'calendar: b\nevents:\n  - {key: z, title: Z, start: 2027-05-01 10:00}\n')
    await one.cal('apply -f a.yaml')
    cutJournal(one, 3)
    one.write(
      'a.yaml',
      'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n  - {key: b, title: B, start: 2027-05-02 10:00}\n',
    )
    await one.cal('apply -f a.yaml', at(1))
    await one.cal('apply -f other.yaml', at(2))
    const [first = '', second = '', other = ''] = readdirSync(join(one.folder, 'state/runs')).sort()
    expect((await one.cal(`history undo ${other} --dry-run`, at(3))).stderr).not.toContain('was interrupted')
    expect((await one.cal(`history undo ${second} --yes`, at(3))).stderr).toMatch(
      new RegExp(
        `1 event deleted.*\n.*\nrun ${first} started the same work and was interrupted; to undo its part: cal history undo ${first}\n$`,
      ),
    )
    expect((await one.cal(`history undo ${first} --yes`, at(4))).stderr).toContain('1 event deleted')
    expect((await one.cal(`history undo ${second} --dry-run --lang de`, at(5))).stderr).not.toContain(
      'wurde abgebrochen',
    )
    expect(((await one.json('events list --any-date')) as readonly Event[]).map(({ title }) => title)).toEqual(['Z'])
  })
})

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
    const one = await filled()
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

describe('a second undo', () => {
  it('undoes the first undo', async () => {
    const one = await filled()
    const was = await stateOf(one)
    await one.cal('history undo --yes', at(1))
    expect(await stateOf(one)).toEqual({ events: [], categories: [] })
    const { stderr } = await one.cal('history undo --yes', at(2))
    expect(stderr).toContain('3 categories, 1 tag created; 2 events, 1 venue updated')
    expect(await stateOf(one)).toEqual(was)
  })

  it('resumes an interrupted undo without changing restored records', async () => {
    const one = await filled()
    const was = await stateOf(one)
    one.write(
      'next.json',
      JSON.stringify([
        { title: 'One B', slug: 'one', start_date: '2027-01-01', end_date: '2027-01-01' },
        { title: 'Two B', slug: 'two', start_date: '2027-01-02', end_date: '2027-01-02' },
        { title: 'Three', slug: 'three', start_date: '2027-01-03', end_date: '2027-01-03' },
      ]),
    )
    await one.cal('import next.json --kind events --on-existing update --yes', at(1))
    const [run = ''] = readdirSync(join(one.folder, 'state/runs')).sort().reverse()
    // One event was reverted, and the result is missing in the journal.
    await one.cal('events update two --title Two')
    expect(await one.cal(`history undo ${run} --yes`, at(2))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event updated; 1 event deleted; 1 event unchanged'),
    })
    cutJournal(one, 2)
    expect(await one.cal('history undo --yes', at(3))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `partly undid run ${run} and was interrupted\nhint: resume it: cal history undo ${run}; revert it: cal history undo 20261121-120002-000`,
      ),
    })
    expect(await one.cal(`history undo ${run} --yes`, at(3))).toMatchObject({
      code: 0,
      stderr: '2 events unchanged\n',
    })
    expect(await stateOf(one)).toEqual(was)
  })

  it('deletes a record once if its write was refused and repeated when the run was resumed', async () => {
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

  it('keeps records that a second import of the same file created after a crash', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date\nA,2027-01-01\nB,2027-01-02\n')
    await one.cal('import a.csv')
    const [run = ''] = readdirSync(join(one.folder, 'state/runs'))
    const journal = join(one.folder, 'state/runs', run, 'journal.ndjson')
    // The first event has a result in the journal; the second was never received.
    keepLines(journal, (line) => !/^{"finished"|^{"end":1/.test(line))
    await one.cal('events delete b --yes')
    expect((await one.cal('import a.csv', at(1))).stderr).toContain('1 event created; 1 event unchanged')
    expect((await one.cal(`history undo ${run} --yes`, at(2))).stderr).toContain('1 event deleted')
    expect(((await one.json('events list --any-date')) as readonly Event[]).map(({ title }) => title)).toEqual(['B'])
  })

  it('creates no term twice', async () => {
    const one = await filled()
    const was = await stateOf(one)
    await one.cal('categories delete --where hide_empty=false --yes', at(1))
    const [run = ''] = readdirSync(join(one.folder, 'state/runs')).sort().reverse()
    await one.cal(`history undo ${run} --yes`, at(2))
    expect((await one.cal(`history undo ${run} --yes`, at(3))).stderr).toBe(
      'run 20261121-120001-000 was already undone by run 20261121-120002-000\n3 categories unchanged\n',
    )
    expect(await stateOf(one)).toEqual(was)
  })
})
