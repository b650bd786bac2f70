// What the runs of a calendar wrote, read from their journals.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordsOfRuns, unlistedEvents } from '../../../../src/bulk/journal/run-records.ts'
import { newFolder } from '../../../support/folder.ts'

const root = 'https://a.test/wp-json/tribe/events/v1'
const state_dir = newFolder()
const runs = { state_dir, open: async () => ({ calendar: { root, id: undefined } }) }

function write(run: string, options: object, lines: readonly object[], api_root = root): void {
  const folder = join(state_dir, 'runs', run)
  mkdirSync(folder, { recursive: true })
  const head = { run, command: 'apply', api_root, started: '2026-11-21 12:00:00', inputs: [], options }
  writeFileSync(join(folder, 'journal.ndjson'), [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** The two lines of a write. */
const done = (n: number, action: string, id: number, after?: object) => [
  { begin: n, action, kind: 'events', key: `title=${id}`, id, is: { title: String(id) } },
  { end: n, id, ...(after && { after }) },
]

write('1', { owner: 'town' }, [
  ...done(0, 'create', 5, { title: '5', slug: 'five' }),
  ...done(1, 'update', 6, { city: 'Bonn' }),
  ...done(2, 'create', 7, { title: '7' }),
  { begin: 3, action: 'create', kind: 'events', key: 'title=8' },
  { end: 3, failed: { en: 'refused', de: 'abgelehnt' } },
  { begin: 4, action: 'create', kind: 'events', key: 'title=9' },
  { end: 4, found: 9, kind: 'events' },
  { begin: 5, action: 'create', kind: 'events', key: 'title=10' },
])
write('2', {}, [...done(0, 'delete', 5), ...done(1, 'delete', 7), ...done(2, 'create', 11, { title: '11' })])
write('3', { undone: '2' }, done(0, 'update', 5))
write('4', {}, done(0, 'create', 12), 'https://b.test/wp-json/tribe/events/v1')

it('keeps the records of an owner that were not deleted, or were restored', async () => {
  const records = await recordsOfRuns(runs, ({ options }) => options.owner === 'town')
  expect(records.present().toSorted((a, b) => a.id - b.id)).toEqual([
    { kind: 'events', id: 5, key: 'title=5', created: true, updated: true, written: { title: '5', slug: 'five' } },
    { kind: 'events', id: 6, key: 'title=6', created: false, written: { title: '6', city: 'Bonn' } },
  ])
  expect(records.interrupted.map(({ run, begins }) => [run, ...begins.keys()])).toEqual([['1', 5]])
})

it('finds the events of all runs of the calendar that no list shows', async () => {
  expect((await unlistedEvents(runs, new Set())).map(({ id }) => id)).toEqual([6, 11, 5])
  expect((await unlistedEvents(runs, new Set([6, 5]))).map(({ id }) => id)).toEqual([11])
})
