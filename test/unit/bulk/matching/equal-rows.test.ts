// Rows that equal an event are found while events are listed, and need not be planned; all others are planned.
import { expect, it } from 'vitest'
import { equalsRecord } from '../../../../src/bulk/execute/phases.ts'
import type { ParsedRecord } from '../../../../src/bulk/input/parse-entry.ts'
import { InputTable } from '../../../../src/bulk/matching/input-table.ts'
import { keysOf, slugKey } from '../../../../src/bulk/matching/keys.ts'
import { RemoteIndex } from '../../../../src/bulk/matching/remote-index.ts'
import { ReferenceIndex } from '../../../../src/client/api/reference-index.ts'

const row = { title: 'Jazz', slug: 'jazz', start_date: '2027-01-01 19:00:00', end_date: '2027-01-01 21:00:00' }
const jazz = { ...row, id: 7, venue: { id: 3 }, all_day: false, status: 'publish' }
const other = { ...jazz, id: 8, slug: 'jazz-2' }
const references = new ReferenceIndex()
references.add('venues', { id: 3, venue: 'Hall' })

it.each([
  ['one of its values, whatever else it has', [row], [jazz], [7], []],
  ['one of its venue', [{ ...row, venue: 'Hall' }], [jazz], [7], []],
  ['one of another venue', [{ ...row, venue: 'Hall' }], [{ ...jazz, venue: [] }], [undefined], [7]],
  ['one of another value', [row], [{ ...jazz, title: 'Jazz night' }], [undefined], [7]],
  ['one with another slug', [row], [other], [undefined], [8]],
  ['one of each of two rows', [row, { ...row, slug: 'jazz-2' }], [jazz, other], [7, 8], []],
  ['two of its slug', [row], [jazz, { ...jazz, id: 9 }], [undefined], [7, 9]],
  ['one that is edited when it is listed again', [row], [jazz, { ...jazz, title: 'Other' }], [undefined], [7]],
  ['one that no row means', [row], [{ ...jazz, slug: 'x' }], [undefined], []],
])('%s', async (_, rows, events, equal, kept) => {
  const table = new InputTable()
  const parsed = rows.map((values, n) => {
    const entry = { kind: 'events', values, location: { file: 'a.csv', line: n + 1 }, original: values } as const
    const record: ParsedRecord = { kind: 'events', n, values, entry }
    return { n, item: entry, record, errors: [] }
  })
  const keys = parsed.map(({ record }) => [...keysOf(record, undefined)])
  table.addKeys(
    parsed,
    keys.map(([first]) => first),
  )
  for (const item of parsed) table.add(item)
  const exchange = async () => ({ status: 200, headers: {}, body: JSON.stringify(jazz) })
  const remote = new RemoteIndex(exchange, undefined, table, { rows: table, has_uids: false, has_instants: false })
  remote.compareWith((one, event) => equalsRecord(one, event, references))
  for (const event of events) remote.add('events', [event])
  expect(rows.map((_row, n) => table.equalId(n))).toEqual(equal)
  expect([...table.unread()].map((one) => 'item' in one)).toEqual(equal.map((id) => id === undefined))
  const found = await Promise.all(keys.map((own) => remote.find('events', own)))
  expect(found.flatMap(({ existing }) => existing.map(({ id }) => id))).toEqual(kept)
  expect(remote.hasEvent(slugKey('jazz'))).toBe(events.some(({ slug }) => slug === 'jazz'))
})
