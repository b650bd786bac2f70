// Records that are kept in a temporary file once they are many.
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RecordFile } from '../../../../src/bulk/matching/record-file.ts'

const recordOf = (id: number) => ({ id, title: `Termin ${id} – für alle`, description: 'Musik. '.repeat(id % 400) })

let before: string | undefined
beforeEach(() => {
  before = process.env.TMPDIR
})
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
})

it('gives back every record, in any order, also those replaced and without those deleted', () => {
  const file = new RecordFile()
  for (let id = 1; id <= 5_000; id++) file.set(id, recordOf(id))
  file.set(7, { id: 7, title: 'Other' })
  file.delete(9)
  for (const id of [1, 5_000, 2, 4_999, 2_500, 3, 8, 10]) expect(file.get(id)).toEqual(recordOf(id))
  expect(file.get(7)).toEqual({ id: 7, title: 'Other' })
  expect(file.get(9)).toBeUndefined()
  expect(file.get(5_001)).toBeUndefined()
})

it('gives back a record that is longer than what is read at once', () => {
  const file = new RecordFile()
  const long = { id: 1, description: 'ü'.repeat(3_000_000) }
  file.set(1, long)
  file.set(2, recordOf(2))
  expect(file.get(1)).toEqual(long)
  expect(file.get(2)).toEqual(recordOf(2))
})

it('leaves no file', () => {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'cal-test-'))
  const file = new RecordFile()
  for (let id = 1; id <= 5_000; id++) file.set(id, recordOf(id))
  expect(file.get(1)).toEqual(recordOf(1))
  expect(readdirSync(process.env.TMPDIR)).toEqual([])
})

it('keeps nothing where no file can be written', () => {
  process.env.TMPDIR = join(tmpdir(), 'cal-test-missing', 'folder')
  expect(existsSync(process.env.TMPDIR)).toBe(false)
  const file = new RecordFile()
  for (let id = 1; id <= 5_000; id++) file.set(id, recordOf(id))
  expect(file.get(1)).toBeUndefined()
})
