// The state of a run according to its journal.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stateOf } from '../../../../src/bulk/journal/read-journal.ts'
import { journalPath } from '../../../../src/bulk/journal/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('does not count a record that was removed as the duplicate of another', async () => {
  const path = journalPath(folder, 'r1')
  mkdirSync(dirname(path), { recursive: true })
  const venue = { action: 'create', kind: 'venues', key: 'hall', title: 'Hall' }
  const lines = [
    { run: 'r1', api_root: 'file:a.db', options: {}, inputs: [] },
    { begin: -1, ...venue },
    { end: -1, id: 7 },
    { begin: -2, ...venue },
    { end: -2, id: 8 },
    { end: -2, found: 7 },
    { begin: -3, ...venue },
    { end: -3, found: 7 },
  ]
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  expect((await stateOf(folder, 'r1')).counts).toEqual({ create: 1, update: 0, delete: 0, failed: 0 })
})
