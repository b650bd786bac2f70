// Rows that need not be compared with their record: only those in which no field differs.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/base/json.ts'
import { KeyMap } from '../../../../src/bulk/matching/key-map.ts'
import { keysOf, keysOfRecord } from '../../../../src/bulk/matching/keys.ts'
import { ReferenceIndex } from '../../../../src/bulk/matching/reference-index.ts'
import { UnchangedRows } from '../../../../src/bulk/matching/unchanged-rows.ts'
import { changesOf } from '../../../../src/client/update/compare.ts'

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
  const keys = new KeyMap()
  const unchanged = new UnchangedRows()
  for (const [n, values] of rows.entries()) {
    const named = { kind: 'events', values, ...(uid === undefined ? {} : { uid }) } as const
    for (const key of keysOf(named, undefined)) keys.add(`events ${key}`, n)
    unchanged.add({ n, ...named })
  }
  if (unchanged.hasReferences) unchanged.resolve(index)
  for (const one of records) {
    const rows = keysOfRecord('events', one, undefined).flatMap((key) => keys.get(`events ${key}`) ?? [])
    unchanged.see(one, rows)
  }
  return unchanged
}

describe('a row', () => {
  it('is equal to a record with the same values, whatever else the record has', () => {
    const unchanged = compared([row], [{ ...record, description: 'An evening' }])
    expect([unchanged.idOf(0), unchanged.areAll(1), unchanged.areAll(2)]).toEqual([7, true, false])
  })

  it.each<readonly [string, JsonObject]>([
    ['title', { title: 'Jazz night' }],
    ['start', { start_date: '2027-01-01 19:30:00' }],
    ['end', { end_date: '2027-01-02 21:00:00' }],
    ['blank title', { title: '' }],
  ])('differs from a record with another %s', (_, changed) => {
    expect(compared([row], [{ ...record, ...changed }]).idOf(0)).toBeUndefined()
  })

  it('differs if the record was changed when it is listed again', () => {
    const unchanged = new UnchangedRows()
    unchanged.add({ n: 0, values: row })
    expect(unchanged.see(record, [0])).toBe(true)
    expect(unchanged.see({ ...record, title: 'Other' }, [0])).toBe(false)
    expect([unchanged.idOf(0), unchanged.areAll(1)]).toEqual([undefined, false])
  })

  it('is compared field by field if several records match it, if it has a uid, and if no record matches it', () => {
    expect(compared([row], [record, { ...record, id: 8 }]).idOf(0)).toBeUndefined()
    expect(compared([row], [record], 'a@example.org').idOf(0)).toBeUndefined()
    expect(compared([row], []).idOf(0)).toBeUndefined()
  })

  it('compares a cost of nothing by its amount', () => {
    const free = { ...record, cost: 'Free', cost_details: { values: ['0'], currency_symbol: '', text: '0.00' } }
    for (const cost of ['0', '0.00', '0,00', '00']) {
      expect(compared([{ ...row, cost }], [free]).idOf(0)).toBe(7)
      expect(changesOf('events', { ...row, cost }, free)).toEqual([])
      expect(compared([{ ...row, cost }], [{ ...free, cost_details: { values: ['5'] } }]).idOf(0)).toBeUndefined()
      expect(compared([{ ...row, cost }], [{ ...free, cost_details: { values: ['0', '5'] } }]).idOf(0)).toBeUndefined()
    }
    expect(compared([{ ...row, cost: '5' }], [free]).idOf(0)).toBeUndefined()
    expect(compared([{ ...row, cost: '' }], [free]).idOf(0)).toBeUndefined()
  })

  it('compares the days of an event that is all-day in both', () => {
    const days = { ...row, start_date: '2027-01-01', end_date: '2027-01-01', all_day: true }
    const listed = { ...record, start_date: '2027-01-01 00:00:00', end_date: '2027-01-01 23:59:59', all_day: true }
    expect(compared([days], [listed]).idOf(0)).toBe(7)
    expect(compared([days], [{ ...listed, all_day: false }]).idOf(0)).toBeUndefined()
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

it('finds no row equal in which the comparison by fields finds a change', () => {
  const spellings = ['', '0', '10', '$10', 'true', 'false', 'yes', 'Jazz', ' Jazz', 'Jazz &amp; Blues', 'UTC', 'Utc']
  const moments = ['2027-01-01', '2027-01-01 00:00:00', '2027-01-01 23:59:59', '2027-01-02 19:00:00']
  const fields = { title: spellings, cost: spellings, featured: spellings, timezone: spellings, end_date: moments }
  let equal = 0
  for (const [field, texts] of Object.entries(fields))
    for (const wanted of texts)
      for (const present of [...texts, true, false, null])
        for (const all_day of [true, false]) {
          const values = { slug: 'jazz', [field]: wanted }
          const one = { ...record, all_day, [field]: present }
          if (compared([values], [one]).idOf(0) === undefined) continue
          equal++
          expect(changesOf('events', values, one)).toEqual([])
        }
  expect(equal).toBeGreaterThan(50)
})
