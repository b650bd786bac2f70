// The state of a run according to its journal.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { compact, recordSummaryOf } from '../../../../src/bulk/journal/record-summary.ts'
import {
  headOf,
  type RunWrite,
  stateIfThere,
  runStateOf,
  writtenBy,
} from '../../../../src/bulk/journal/read-journal.ts'
import { journalPath } from '../../../../src/bulk/journal/runs.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = newFolder()

/** The path of a journal with these lines. */
function written(run: string, lines: readonly object[]): void {
  const path = journalPath(folder, run)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

it('counts the records of the input that ended, without those that only references name', async () => {
  written('r2', [
    { run: 'r2', api_root: 'file:a.db', options: {}, inputs: [] },
    { end: -1, id: 7 },
    { end: 0, id: 8 },
    { end: 3, failed: { en: 'no', de: 'nein' } },
    { end: 3, id: 9 },
  ])
  const { hasEnded, ended_records } = await runStateOf(folder, 'r2')
  expect(ended_records).toBe(2)
  expect([-1, 0, 1, 3].map((n) => hasEnded(n))).toEqual([true, true, false, true])
})

it('does not count a record that was removed as the duplicate of another', async () => {
  const venue = { action: 'create', kind: 'venues', key: 'hall', title: 'Hall' }
  written('r1', [
    { run: 'r1', api_root: 'file:a.db', options: {}, inputs: [] },
    { begin: -1, ...venue },
    { end: -1, id: 7 },
    { begin: -2, ...venue },
    { end: -2, id: 8 },
    { end: -2, found: 7, kind: 'venues' },
    { begin: -3, ...venue },
    { end: -3, found: 7 },
  ])
  const { counts } = await runStateOf(folder, 'r1')
  expect(counts.ofKind('created', 'venues')).toBe(1)
  expect(counts.of('created', 'updated', 'deleted', 'failed')).toBe(1)
})

it('has the fields of a created record that were sent, unless the service stored others', async () => {
  const sent = { title: 'Jazz', description: 'd'.repeat(100), cost: '5', featured: false, excerpt: 'x' }
  const record = { ...sent, excerpt: '', slug: 'jazz-2', status: 'publish', sticky: false, date_utc: '2026-01-01' }
  const { title, ...others } = sent
  const begin = { begin: 0, action: 'create', kind: 'events', key: 'jazz', find: { title }, sent: compact(others) }
  const stored = recordSummaryOf('events', record, sent)
  expect(stored).toEqual({ excerpt: '', slug: 'jazz-2', status: 'publish' })
  written('r3', [{ run: 'r3', api_root: 'file:a.db', options: {}, inputs: [] }, begin, { end: 0, id: 7, stored }])
  const writes: RunWrite[] = []
  await runStateOf(folder, 'r3', (write) => writes.push(write))
  expect(writes.map(writtenBy)).toEqual([recordSummaryOf('events', record)])
})

it('reads nothing from a run that was deleted after the runs were listed', async () => {
  expect(await headOf(folder, 'gone')).toBeUndefined()
  expect(await stateIfThere(folder, 'gone')).toBeUndefined()
  await expect(runStateOf(folder, 'gone')).rejects.toMatchObject({ code: 'not_found' })
})
