// A reproducible calendar of any size: seeded random words, places, terms and days over ten years.
import type { EventRecord, New, OrganizerRecord, TermRecord, VenueRecord } from '../../src/server/domain/records.ts'
import type { OpenStore } from '../../src/server/storage/sqlite/open-store.ts'
import { indexBatch } from '../../src/server/storage/sqlite/trigrams.ts'
import { sql } from '../../src/server/storage/sql.ts'

const words =
  'the town hall opens its doors for an evening of music with friends from far away and near who play what they like best while everybody else may sing dance or simply listen until late at night'.split(
    ' ',
  )
const subjects = [
  'Jazz',
  'Rock',
  'Choir',
  'Market',
  'Reading',
  'Workshop',
  'Exhibition',
  'Lecture',
  'Tour',
  'Quiz',
  'Fair',
  'Run',
  'Opera',
  'Film',
  'Dance',
  'Café',
]
const batch = 5_000
const days = 3_650
const first_day = Date.UTC(2024, 0, 1)
const day_ms = 86_400_000

/** The next number of a seeded sequence, below `max`. */
export function chanceFrom(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

export const categories = 30
export const tags = 50

/** Venues, and as many organizers, grow with the events, to a thousand at most. */
export function placesFor(events: number): number {
  return Math.min(1_000, Math.max(10, events / 100))
}

/** What events can be linked to. */
export interface Links {
  readonly venues: number[]
  readonly organizers: number[]
  readonly categories: number[]
  readonly tags: number[]
}

export async function fill({ store, connection }: OpenStore, events: number): Promise<void> {
  const chance = chanceFrom(events)
  const inBatches = async (count: number, make: (i: number) => Promise<void>) => {
    for (let from = 0; from < count; from += batch) {
      connection.run(sql('BEGIN IMMEDIATE'))
      for (let i = from; i < Math.min(count, from + batch); i += 1) await make(i)
      while (indexBatch(connection));
      connection.run(sql('COMMIT'))
    }
  }
  const made: Links = { venues: [], organizers: [], categories: [], tags: [] }
  await inBatches(1, async () => {
    for (let i = 0; i < categories; i += 1)
      made.categories.push(await store.terms.insert(categoryOf(i, made.categories[i - 10])))
    for (let i = 0; i < tags; i += 1) made.tags.push(await store.terms.insert(tagOf(i)))
  })
  await inBatches(placesFor(events), async (i) => {
    made.venues.push(await store.venue.insert(venueOf(i)))
    made.organizers.push(await store.organizer.insert(organizerOf(i)))
  })
  await inBatches(events, async (i) => {
    await store.event.insert(linkedEventOf(i, made, chance))
  })
  connection.pragma('wal_checkpoint(TRUNCATE)')
}

/** Event `i`, with a venue, an organizer, a category and half of the time a tag. */
export function linkedEventOf(i: number, made: Links, chance: (max: number) => number): New<EventRecord> {
  const one = (list: readonly number[]) => [list[chance(list.length)] ?? 0]
  return {
    ...eventOf(i, chance),
    venue: one(made.venues),
    organizer: one(made.organizers),
    categories: one(made.categories),
    tags: chance(2) ? one(made.tags) : [],
  }
}

/** Two thirds are children of others. */
export function categoryOf(i: number, parent = 0): New<TermRecord> {
  return { taxonomy: 'category', name: `Category ${i}`, slug: `category-${i}`, description: '', parent }
}

export function tagOf(i: number): New<TermRecord> {
  return { taxonomy: 'tag', name: `Tag ${i}`, slug: `tag-${i}`, description: '', parent: 0 }
}

const post = {
  author: 1,
  status: 'publish',
  date: '2026-11-20 12:00:00',
  date_utc: '2026-11-20 12:00:00',
  modified: '2026-11-20 12:00:00',
  modified_utc: '2026-11-20 12:00:00',
  excerpt: '',
  image: null,
} as const

/** One in fifty lasts a week, one in a hundred is a draft, and one in 2,000 contains a rare word. */
function eventOf(i: number, chance: (max: number) => number): New<EventRecord> {
  const start = first_day + chance(days) * day_ms + (8 + chance(14)) * 3_600_000
  const end = start + (chance(50) === 0 ? 7 * day_ms : 2 * 3_600_000)
  const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
  const title = `${subjects[chance(subjects.length)]} ${words[chance(words.length)]} ${i}`
  const description =
    Array.from({ length: 60 }, () => words[chance(words.length)]).join(' ') + (chance(2_000) === 0 ? ' saxophone' : '')
  return {
    ...post,
    title,
    description,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    status: chance(100) === 0 ? 'draft' : 'publish',
    all_day: false,
    start_date: text(start),
    end_date: text(end),
    utc_start_date: text(start - 3_600_000),
    utc_end_date: text(end - 3_600_000),
    timezone: 'Europe/Berlin',
    cost: '10',
    website: null,
    show_map: true,
    show_map_link: true,
    hide_from_listings: false,
    sticky: false,
    featured: chance(20) === 0,
    password: '',
    post_parent: 0,
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
  }
}

export function venueOf(i: number): New<VenueRecord> {
  return {
    ...post,
    title: `Hall ${i}`,
    description: '',
    slug: `hall-${i}`,
    address: `${i} Main Street`,
    city: 'Springfield',
    country: 'Germany',
    province: '',
    state: '',
    zip: '12345',
    phone: '',
    stateprovince: '',
    website: '',
    show_map: true,
    show_map_link: true,
    geo_lat: 50 + (i % 100) / 50,
    geo_lng: 10 + (i % 77) / 50,
    password: '',
  }
}

export function organizerOf(i: number): New<OrganizerRecord> {
  return {
    ...post,
    title: `People ${i}`,
    description: '',
    slug: `people-${i}`,
    phone: '',
    website: '',
    email: `people-${i}@example.org`,
    password: '',
  }
}
