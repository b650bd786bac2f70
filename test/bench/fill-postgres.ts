// Creates a calendar of any size in PostgreSQL for the benchmark: `node fill-postgres.mjs ADDRESS EVENTS`.
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '../../src/server/domain/records.ts'
import {
  type CalendarContents,
  content_batch,
  type ContentRecords,
  type ContentTable,
} from '../../src/server/storage/calendar-contents.ts'
import { first_ids } from '../../src/server/storage/engine.ts'
import { replacePostgresCalendar } from '../../src/server/storage/postgres/administration/replace-calendar.ts'
import {
  categories,
  categoryOf,
  chanceFrom,
  linkedEventOf,
  organizerOf,
  placesFor,
  tagOf,
  tags,
  venueOf,
} from './fill.ts'

/** The records that `fill` writes to a database file; `cal restore` writes calendars in the same way. */
function contentsOf(events: number): CalendarContents {
  const places = placesFor(events)
  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)
  const made = {
    venues: idsFrom(first_ids.post, places),
    organizers: idsFrom(first_ids.post + places, places),
    categories: idsFrom(first_ids.term, categories),
    tags: idsFrom(first_ids.term + categories, tags),
  }
  const first_event = first_ids.post + 2 * places
  const chance = chanceFrom(events)
  const readers = {
    term: function* (): Generator<TermRecord> {
      for (const [i, id] of made.categories.entries()) yield { id, ...categoryOf(i, made.categories[i - 10]) }
      for (const [i, id] of made.tags.entries()) yield { id, ...tagOf(i) }
    },
    venue: function* (): Generator<VenueRecord> {
      for (const [i, id] of made.venues.entries()) yield { id, ...venueOf(i) }
    },
    organizer: function* (): Generator<OrganizerRecord> {
      for (const [i, id] of made.organizers.entries()) yield { id, ...organizerOf(i) }
    },
    event: function* (): Generator<EventRecord> {
      for (let i = 0; i < events; i += 1) yield { id: first_event + i, ...linkedEventOf(i, made, chance) }
    },
    media: none,
    user: none,
    spent: none,
  }
  const next_ids = { post: first_event + events, term: first_ids.term + categories + tags }
  return {
    settings: { id: `bench${events}`, timezone: 'UTC', next_ids },
    batches: <T extends ContentTable>(table: T) => inBatches(readers[table]() as Iterable<ContentRecords[T]>),
  }
}

function* none(): Generator<never> {}

async function* inBatches<R>(records: Iterable<R>): AsyncIterable<readonly R[]> {
  let batch: R[] = []
  for (const record of records) {
    if (batch.push(record) < content_batch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const [address = '', events = ''] = process.argv.slice(2)
await replacePostgresCalendar(address, contentsOf(Number(events)), 'former')
