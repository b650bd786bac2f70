// Rows that need not be compared with their record: only those in which no field differs.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/base/json.ts'
import { TemporaryKeys } from '../../../../src/base/files/temporary-values.ts'
import type { ParsedRecord } from '../../../../src/bulk/input/parse-entry.ts'
import { ParsedRows } from '../../../../src/bulk/matching/input-scan.ts'
import { keysOf, keysOfRecord, slugOfUid } from '../../../../src/bulk/matching/keys.ts'
import { ReferenceIndex } from '../../../../src/bulk/matching/reference-index.ts'
import { referencesOf } from '../../../../src/bulk/matching/references.ts'
import { UnchangedRows } from '../../../../src/bulk/plan/unchanged-rows.ts'

const row = { title: 'Jazz', slug: 'jazz', start_date: '2027-01-01 19:00:00', end_date: '2027-01-01 21:00:00' }
const record = { ...row, id: 7, all_day: false, status: 'publish', url: 'http://c.example/event/jazz', featured: false }

const index = new ReferenceIndex()
index.add('venues', { id: 3, venue: 'Hall' })
for (const [id, name] of [
  [4, 'Music'],
  [5, 'Talks'],
] as const)
  index.add('categories', { id, name, slug: name.toLowerCase() })
for (const [id, organizer] of [
  [8, 'Anna'],
  [9, 'Bob'],
] as const)
  index.add('organizers', { id, organizer })

/** The input of these rows, after the service listed the records. */
function compared(rows: readonly JsonObject[], records: readonly JsonObject[], uid?: string): UnchangedRows {
  const keys = new TemporaryKeys(Number.POSITIVE_INFINITY)
  const parsed = rows.map((values, n): ParsedRecord => {
    const location = { file: 'events.ndjson', line: n + 1 }
    const entry = { kind: 'events', values, location, original: values } as const
    return { kind: 'events', n, values, entry, ...(uid === undefined ? {} : { uid }) }
  })
  const stored = new ParsedRows()
  for (const record of parsed) {
    for (const key of keysOf(record, undefined)) keys.addNew(key, record.n)
    stored.add({ n: record.n, item: record.entry, record, errors: [] })
  }
  const unchanged = new UnchangedRows({ rows: stored, records: rows.length, references: parsed.flatMap(referencesOf) })
  unchanged.resolve(index)
  for (const one of records) {
    const matching = keysOfRecord('events', one, undefined).flatMap((key) => keys.get(key))
    unchanged.see(one, matching)
  }
  return unchanged
}

describe('a row', () => {
  it('is equal to a record with the same values, whatever else the record has', () => {
    const [one, two] = [[row], [row, { ...row, slug: 'other' }]].map((rows) =>
      compared(rows, [{ ...record, description: 'An evening' }]),
    )
    expect([one?.idOf(0), one?.areAll(), two?.areAll()]).toEqual([7, true, false])
  })

  it('differs from a record with another value', () => {
    for (const changed of [{ title: 'Jazz night' }, { start_date: '2027-01-01 19:30:00' }, { title: '' }])
      expect(compared([row], [{ ...record, ...changed }]).idOf(0)).toBeUndefined()
  })

  it('differs if the record was changed when it is listed again', () => {
    const unchanged = compared([row], [record, { ...record, title: 'Other' }])
    expect([unchanged.idOf(0), unchanged.areAll()]).toEqual([undefined, false])
  })

  it('is compared when it is planned if several records match it, or none', () => {
    expect(compared([row], [record, { ...record, id: 8 }]).idOf(0)).toBeUndefined()
    expect(compared([row], []).idOf(0)).toBeUndefined()
  })

  it('is found by its uid, whatever its slug', () => {
    const listed = { ...record, slug: slugOfUid('Jazz', 'a@example.org') }
    expect(compared([row], [listed], 'a@example.org').idOf(0)).toBe(7)
    expect(compared([row], [listed], 'b@example.org').idOf(0)).toBeUndefined()
  })
})

describe('the references of a row', () => {
  const linked = { ...row, venue: 'Hall', organizer: ['Bob', 'Anna'], categories: 'Talks,Music' }
  const listed = {
    ...record,
    venue: { id: 3 },
    organizer: [{ id: 9 }, { id: 8 }],
    categories: [{ id: 4 }, { id: 5 }],
    tags: [],
  }

  it('are those of the record: terms in any order, organizers in theirs', () => {
    expect(compared([linked], [listed]).idOf(0)).toBe(7)
    expect(compared([linked], [{ ...listed, organizer: [{ id: 8 }, { id: 9 }] }]).idOf(0)).toBeUndefined()
    expect(compared([linked], [{ ...listed, categories: [{ id: 4 }] }]).idOf(0)).toBeUndefined()
    expect(compared([linked], [{ ...listed, venue: [] }]).idOf(0)).toBeUndefined()
  })

  it('are compared field by field, in every row, if one of them cannot be resolved', () => {
    const rows = [linked, { ...row, slug: 'other', venue: 'Unknown' }]
    expect(compared(rows, [listed]).idOf(0)).toBeUndefined()
  })
})
