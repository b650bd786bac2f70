// What a list reads in one statement: the events of its page, and everything that they link to.
import { describe, expect, it } from 'vitest'
import type { EventSelection } from '../../../../../../src/server/domain/lists/selection.ts'
import { EventCounts } from '../../../../../../src/server/storage/postgres/lists/event-counts.ts'
import { openPostgresStore } from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import { newRecordedCalendar } from '../../../../../support/postgres.ts'
import { event, organizer, term, venue } from '../../../../../support/store-records.ts'

/** A new calendar, its store, and stores for reading that share what a process knows, with their statements. */
async function calendar() {
  const { connection, recorded, statements } = await newRecordedCalendar()
  const counts = new EventCounts()
  const reader = () => openPostgresStore(recorded, 'local', { counts, isReadOnly: true })
  return { store: openPostgresStore(connection, 'local'), reader, statements }
}

const published: EventSelection = { clock: 'local', statuses: ['publish'], hidden: false, search_protected: true }
const slice = { offset: 0, limit: 10 }

describe('a list', () => {
  it('is read with what its events link to in two statements, as one by one', async () => {
    const { store, reader, statements } = await calendar()
    const venues = [
      await store.venue.insert(venue({ title: 'Hall', geo_lat: 1.5 })),
      await store.venue.insert(venue({})),
    ]
    const organizers = [await store.organizer.insert(organizer({ title: 'People' }))]
    const terms = [
      await store.terms.insert(term({ name: 'Music' })),
      await store.terms.insert(term({ taxonomy: 'tag', name: 'Jazz' })),
      await store.terms.insert(term({ taxonomy: 'tag', name: 'Rock' })),
    ]
    const links = { venue: venues, organizer: organizers, categories: terms.slice(0, 1), tags: terms.slice(1) }
    for (const title of ['One', 'Two']) await store.event.insert(event({ title, ...links }))
    const window = { ...published, end_after: '2027-01-01 00:00:00' }
    await reader().event.select(window, slice)
    statements.length = 0
    const read = reader()
    const { ids, total } = await read.event.select(window, slice)
    const events = await read.event.getMany(ids)
    const linked = await Promise.all([
      read.venue.getMany(venues),
      read.organizer.getMany([99, ...organizers]),
      read.terms.getMany(terms),
    ])
    expect(statements).toHaveLength(2)
    expect([total, events.map(({ title }) => title)]).toEqual([2, ['One', 'Two']])
    expect(events).toEqual(await store.event.getMany(ids))
    expect(linked).toEqual([
      await store.venue.getMany(venues),
      await store.organizer.getMany(organizers),
      await store.terms.getMany(terms),
    ])
  })

  it('without events has its total, and one that asks for a kind twice gets both', async () => {
    const { store, reader } = await calendar()
    const ids = [await store.venue.insert(venue({ title: 'A' })), await store.venue.insert(venue({ title: 'B' }))]
    await store.event.insert(event({}))
    const read = reader()
    expect(await read.event.select(published, { offset: 10, limit: 10 })).toEqual({ total: 1, ids: [] })
    const [one, both, none] = await Promise.all([
      read.venue.getMany(ids.slice(1)),
      read.venue.getMany(ids),
      read.organizer.getMany(ids),
    ])
    expect([one.map(({ title }) => title), both.map(({ title }) => title), none]).toEqual([['B'], ['A', 'B'], []])
  })

  it('has an event that is longer than those before it', async () => {
    const { store, reader } = await calendar()
    const after = { ...published, end_after: '2027-06-01 00:00:00' }
    await store.event.insert(event({ start_date: '2027-06-02 10:00:00' }))
    expect((await reader().event.select(after, slice)).total).toBe(1)
    const long = await store.event.insert(event({ start_date: '2025-01-01 10:00:00', end_date: '2027-12-31 10:00:00' }))
    const { ids, total } = await reader().event.select(after, slice)
    expect([total, ids[0]]).toEqual([2, long])
  })

  it('has events that end before they start', async () => {
    const { store, reader } = await calendar()
    const hidden = { ...published, hidden: true, end_before: '2027-06-01 00:00:00' }
    await store.event.insert(event({ start_date: '2027-05-02 10:00:00' }))
    expect((await reader().event.select(hidden, slice)).total).toBe(1)
    const turned = event({ start_date: '2027-09-01 10:00:00', end_date: '2027-03-01 10:00:00' })
    await store.event.insert({ ...turned, utc_start_date: turned.start_date, utc_end_date: turned.end_date })
    expect((await reader().event.select(hidden, slice)).total).toBe(2)
  })
})
