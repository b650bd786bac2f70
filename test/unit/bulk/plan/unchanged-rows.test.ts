// Rows that need not be compared with their record: only those in which no field differs.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/base/json.ts'
import type { ParsedRecord } from '../../../../src/bulk/input/parse-entry.ts'
import { InputTable, type ParsedItem } from '../../../../src/bulk/matching/input-table.ts'
import { keysOf, keysOfRecord, slugKey, slugOfUid } from '../../../../src/bulk/matching/keys.ts'
import { ReferenceIndex } from '../../../../src/client/api/reference-index.ts'
import { referencesOf } from '../../../../src/bulk/matching/references.ts'
import { RemoteIndex } from '../../../../src/bulk/matching/remote-index.ts'
import { UnchangedRows } from '../../../../src/bulk/plan/decide.ts'

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

/** Rows in a table, and what compares records with them. */
function input(
  rows: readonly JsonObject[],
  uid?: string,
): { readonly table: InputTable; readonly unchanged: UnchangedRows } {
  const table = new InputTable()
  const parsed = rows.map((values, n): ParsedItem & { readonly record: ParsedRecord } => {
    const location = { file: 'events.ndjson', line: n + 1 }
    const entry = { kind: 'events', values, location, original: values } as const
    const record: ParsedRecord = { kind: 'events', n, values, entry, ...(uid === undefined ? {} : { uid }) }
    return { n, item: entry, record, errors: [] }
  })
  for (const item of parsed) table.add(item)
  table.addKeys(
    parsed,
    parsed.map(({ record }) => [...keysOf(record, undefined)][0]),
  )
  const references = parsed.flatMap(({ record }) => [...referencesOf(record)])
  const unchanged = new UnchangedRows({ rows: table, references })
  unchanged.resolve(index)
  return { table, unchanged }
}

/** The ids of the records that rows equal, after the service listed the records. */
function compared(
  rows: readonly JsonObject[],
  records: readonly JsonObject[],
  uid?: string,
): readonly (number | undefined)[] {
  const { table, unchanged } = input(rows, uid)
  for (const one of records) {
    const found = table.find('events', keysOfRecord('events', one, undefined))
    unchanged.compare(one, [...found.values()])
  }
  return [...table].map(({ equal_id }) => equal_id)
}

describe('a row', () => {
  it('is equal to a record with the same values, whatever else the record has', () => {
    const [one, two] = [[row], [row, { ...row, slug: 'other' }]].map((rows) =>
      compared(rows, [{ ...record, description: 'An evening' }]),
    )
    expect([one, two]).toEqual([[7], [7, undefined]])
  })

  it('differs from a record with another value', () => {
    for (const changed of [{ title: 'Jazz night' }, { start_date: '2027-01-01 19:30:00' }, { title: '' }])
      expect(compared([row], [{ ...record, ...changed }])[0]).toBeUndefined()
  })

  it('differs if the record was changed when it is listed again', () => {
    expect(compared([row], [record, { ...record, title: 'Other' }])).toEqual([undefined])
  })

  it('is compared when it is planned if several records match it, or none', () => {
    expect(compared([row], [record, { ...record, id: 8 }])[0]).toBeUndefined()
    expect(compared([row], [])[0]).toBeUndefined()
  })

  it('is found by its uid, whatever its slug', () => {
    const listed = { ...record, slug: slugOfUid('Jazz', 'a@example.org') }
    expect(compared([row], [listed], 'a@example.org')).toEqual([7])
    expect(compared([row], [listed], 'b@example.org')[0]).toBeUndefined()
  })
})

describe('the index of the service', () => {
  const { table, unchanged } = input([row])
  const { compare } = unchanged
  const exchange = async () => ({ status: 200, headers: {}, body: JSON.stringify(record) })
  const remote = new RemoteIndex(exchange, undefined, {
    rows: table,
    keys_of_rows_only: true,
    has_uids: false,
    compare,
  })
  const found = async () => (await remote.find('events', [slugKey('jazz')])).existing.map(({ id }) => id)

  it('finds the record that a row equals by the row, and every record once another one has its key', async () => {
    remote.add('events', [record])
    expect([remote.has('events', slugKey('jazz')), await found(), remote.shared('events')]).toEqual([true, [7], []])
    remote.add('events', [{ ...record, id: 8 }])
    expect([await found(), remote.shared('events')]).toEqual([[7, 8], [[7, 8]]])
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
    expect(compared([linked], [listed])).toEqual([7])
    expect(compared([linked], [{ ...listed, organizer: [{ id: 8 }, { id: 9 }] }])[0]).toBeUndefined()
    expect(compared([linked], [{ ...listed, categories: [{ id: 4 }] }])[0]).toBeUndefined()
    expect(compared([linked], [{ ...listed, venue: [] }])[0]).toBeUndefined()
  })

  it('are compared field by field, in every row, if one of them cannot be resolved', () => {
    const rows = [linked, { ...row, slug: 'other', venue: 'Unknown' }]
    expect(compared(rows, [listed])[0]).toBeUndefined()
  })
})
