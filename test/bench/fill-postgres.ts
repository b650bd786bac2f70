// Creates a calendar of any size in PostgreSQL for the benchmark: `node fill-postgres.mjs ADDRESS EVENTS`.
import type { New, PostKind, PostRecords } from '../../src/server/domain/records.ts'
import { type CalendarContents, content_batch, type ContentRow } from '../../src/server/storage/calendar-contents.ts'
import { termKeysOf } from '../../src/server/storage/columns.ts'
import { first_ids } from '../../src/server/storage/engine.ts'
import { replacePostgresCalendar } from '../../src/server/storage/postgres/administration/replace-calendar.ts'
import { postColumns, postValues } from '../../src/server/storage/columns.ts'
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
    term: function* (): Generator<ContentRow> {
      const terms = [
        ...made.categories.map((id, i) => ({ id, ...categoryOf(i, made.categories[i - 10]) })),
        ...made.tags.map((id, i) => ({ id, ...tagOf(i) })),
      ]
      for (const term of terms) yield { ...term, ...termKeysOf(term) }
    },
    venue: function* (): Generator<ContentRow> {
      for (const [i, id] of made.venues.entries()) yield rowOf('venue', id, venueOf(i))
    },
    organizer: function* (): Generator<ContentRow> {
      for (const [i, id] of made.organizers.entries()) yield rowOf('organizer', id, organizerOf(i))
    },
    event: function* (): Generator<ContentRow> {
      for (let i = 0; i < events; i += 1) yield rowOf('event', first_event + i, linkedEventOf(i, made, chance))
    },
    media: none,
    users: none,
    consumed_id: none,
  }
  const next_ids = { post: first_event + events, term: first_ids.term + categories + tags }
  return {
    settings: { id: `bench${events}`, timezone: 'UTC', first_id: next_ids },
    batches: (table) => inBatches(readers[table]()),
  }
}

function rowOf<K extends PostKind>(kind: K, id: number, record: New<PostRecords[K]>): ContentRow {
  const values = postValues(kind, record, 'utc')
  return { id, ...Object.fromEntries(postColumns(kind).map((name, i) => [name, values[i] ?? null])) }
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
