// Lists that are kept from one write to the next have the same events as lists that are computed anew.
import { expect, it } from 'vitest'
import type { EventSelection } from '../../../../../../src/server/domain/lists/selection.ts'
import { ChangedEvents, EventChanges } from '../../../../../../src/server/storage/sqlite/lists/event-changes.ts'
import { ListCache } from '../../../../../../src/server/storage/sqlite/lists/list-cache.ts'
import { shortListOf } from '../../../../../../src/server/storage/sqlite/lists/short-list.ts'
import { openStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { indexBatch } from '../../../../../../src/server/storage/sqlite/trigrams.ts'
import { chanceFrom } from '../../../../../bench/fill.ts'
import { event, everything, newStore, term, venue } from '../records/records.ts'

const seed = Number(process.env.CAL_SEED ?? 7)
const rounds = 60
const words = ['opera', 'jazz', 'Café', 'market', 'tour']
const statuses = ['publish', 'draft', 'trash']

/** A writing store that reports its commits, and the stores that read with and without the reports. */
function opened() {
  const writing = newStore()
  const { connection, ids } = writing
  const changes = new EventChanges()
  const changed = new ChangedEvents(connection)
  const committed = async (work: () => Promise<unknown>, { reported = true } = {}) => {
    connection.run('BEGIN IMMEDIATE')
    await work()
    ids.flush()
    connection.run("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
    const change = changed.take()
    connection.run('COMMIT')
    if (reported) changes.add(change)
  }
  const cached = openStore(connection.file, { readonly: true, changes })
  const computed = openStore(connection.file, { readonly: true })
  return { ...writing, changes, committed, cached, computed }
}

const selections: readonly Partial<EventSelection>[] = [
  { search: { words: ['opera'], without: [] } },
  { search: { words: ['cafe'], without: ['jazz'] }, start_from: '2027-03-05 00:00:00' },
  { geoloc: true },
  { geoloc: false, hidden: true },
  { categories: [1, 2] },
  { venue: [1, 2], featured: true },
  { near: { lat: 52, lng: 13, km: 100 } },
  { search: { words: ['market'], without: [] }, statuses: ['publish', 'draft'], end_before: '2027-03-20 00:00:00' },
]

it(`random writes, each followed by every list (seed ${seed})`, async () => {
  const { store, connection, committed, cached, computed } = opened()
  const chance = chanceFrom(seed)
  const pick = <T>(list: readonly T[]) => list[chance(list.length)] as T
  const events: number[] = []
  const [venues, terms]: [number[], number[]] = [[], []]
  const randomEvent = () =>
    event({
      title: `${pick(words)} ${pick(words)}`,
      status: pick(statuses),
      start_date: `2027-03-${String(1 + chance(28)).padStart(2, '0')} 19:00:00`,
      hide_from_listings: chance(5) === 0,
      featured: chance(2) === 0,
      password: chance(6) === 0 ? 'secret' : '',
      venue: chance(3) ? [pick(venues)] : [],
      categories: chance(2) ? [pick(terms)] : [],
    })
  await committed(async () => {
    for (let i = 0; i < 4; i++) {
      venues.push(
        await store.venue.insert(venue({ title: `Hall ${i}`, ...(i % 2 ? { geo_lat: 52, geo_lng: 13 } : {}) })),
      )
      terms.push(await store.terms.insert(term({ name: `Term ${i}` })))
    }
    for (let i = 0; i < 40; i++) events.push(await store.event.insert(randomEvent()))
  })
  const writes: readonly (() => Promise<unknown>)[] = [
    async () => events.push(await store.event.insert(randomEvent())),
    async () => store.event.replace({ ...randomEvent(), id: pick(events) }),
    async () => {
      for (let i = 0; i < 5; i++) await store.event.replace({ ...randomEvent(), id: pick(events) })
    },
    async () => {
      const found = await store.venue.get(pick(venues))
      if (found) await store.venue.replace({ ...found, geo_lat: found.geo_lat === null ? 52 : null, geo_lng: 13 })
    },
    async () => store.unlink('venue', pick(venues)),
  ]
  for (let round = 0; round < rounds; round++) {
    await committed(pick(writes), { reported: chance(8) > 0 })
    if (chance(4) === 0) connection.transaction(() => indexBatch(connection))
    for (const given of selections) {
      const selection = withIds({ ...everything, ...given }, { venues, terms })
      const slice = { offset: chance(6), limit: 1 + chance(20) }
      const found = await cached.connection.inOneView(() => cached.store.event.select(selection, slice))
      const expected = await computed.connection.inOneView(() => computed.store.event.select(selection, slice))
      expect([round, given, found]).toEqual([round, given, expected])
    }
  }
})

/** The selection with the ids of venues and terms at these positions. */
function withIds(
  selection: EventSelection,
  { venues, terms }: { readonly venues: readonly number[]; readonly terms: readonly number[] },
): EventSelection {
  const { venue: places, categories } = selection
  return {
    ...selection,
    ...(places && { venue: places.map((i) => venues[i] ?? 0) }),
    ...(categories && { categories: categories.map((i) => terms[i] ?? 0) }),
  }
}

it('is computed once, however often is written', async () => {
  const { connection, changes, committed, store } = opened()
  const reading = openStore(connection.file, { readonly: true })
  const lists = new ListCache(reading.connection, changes)
  let computed = 0
  const listed = () =>
    lists.listOf({
      key: 'all',
      all: () => {
        computed++
        return shortListOf(reading.connection.tuples(`SELECT ${columns} FROM event ORDER BY list_start, id`))
      },
      rowsOf: (ids) =>
        reading.connection.tuples(
          `SELECT ${columns} FROM event WHERE id IN (${[...ids].join()}) ORDER BY list_start, id`,
        ),
    })
  for (let i = 0; i < 10; i++) {
    await committed(() => store.event.insert(event({ start_date: `2027-03-0${9 - (i % 5)} 10:00:00` })))
    const list = await listed()
    expect(list === 'long' ? 0 : list.ids.length).toBe(i + 1)
  }
  expect(computed).toBe(1)
  // Another program writes into the file.
  connection.run("UPDATE event SET title = 'Other'")
  await listed()
  expect(computed).toBe(2)
})

const columns = 'id, list_from, list_end, list_start, list_date'
