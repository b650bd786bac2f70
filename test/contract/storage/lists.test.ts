// Random calendars: lists and their pages equal a naive implementation, and no link refers to a missing record.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventRecord, New, VenueRecord } from '../../../src/server/domain/records.ts'
import type {
  EventSelection,
  FoundRecords,
  ListSlice,
  PlaceSelection,
  TermSelection,
} from '../../../src/server/domain/lists/selection.ts'
import { term_orders } from '../../../src/spec/resources.ts'
import { statuses as every_status } from '../../../src/server/domain/status.ts'
import type { PostStore, Store } from '../../../src/server/storage/store.ts'
import { changeEvent, event, term, venue } from '../../support/store-records.ts'
import { type StoreUnderTest, stores } from './engines.ts'
import { type Everything, naiveEvents, naiveTerms, naiveVenues } from './naive.ts'

const runs = {
  numRuns: Number(process.env.CAL_RUNS ?? 6),
  endOnFailure: true,
}
const lists_per_store = 12

const statuses = ['publish', 'draft', 'trash', 'private'] as const
const word = fc.constantFrom(
  'jazz',
  'Jäzz',
  'rock',
  'night',
  'a',
  'ab',
  'straße',
  '100%',
  'o_o',
  '"',
  '日本語祭',
  "it's",
  '\\',
  '50%_\\',
  'ﬁlm',
  '🎉',
  'ИЮНЬ',
)
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const wall = fc
  .tuple(
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('00:00:00', '10:00:00', '23:59:59'),
  )
  .map(([day, month, time]) => `2027-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')} ${time}`)
const id = fc.integer({ min: 4, max: 30 })
const organizerId = fc.integer({ min: 31, max: 40 })
/** The first five terms of a calendar are categories, the others tags. */
const categoryId = fc.integer({ min: 2, max: 6 })
const tagId = fc.integer({ min: 7, max: 9 })
const termId = fc.oneof(categoryId, tagId)

const events = fc
  .record({
    status: fc.constantFrom(...statuses, 'publish' as const),
    author: fc.constantFrom(1, 2),
    title: text,
    description: text,
    excerpt: text,
    date: wall,
    start_date: wall,
    length: fc.constantFrom(0, 0, 1, 40),
    shift: fc.boolean(),
    hide_from_listings: fc.constantFrom(false, false, true),
    featured: fc.boolean(),
    password: fc.constantFrom('', '', 'secret'),
    post_parent: fc.constantFrom(0, 0, 5),
    venue: fc.uniqueArray(id, { maxLength: 2 }),
    organizer: fc.uniqueArray(organizerId, { maxLength: 2 }),
    categories: fc.uniqueArray(categoryId, { maxLength: 3 }),
    tags: fc.uniqueArray(tagId, { maxLength: 2 }),
  })
  .map(({ length, shift, ...given }): New<EventRecord> => {
    const end_date =
      length === 0 ? given.start_date : `${given.start_date.slice(0, 5)}12-${length === 1 ? '30' : '31'} 12:00:00`
    const utc = (wall: string) => (shift ? wall.replace(' 10:', ' 09:').replace(' 00:', ' 14:') : wall)
    return event({ ...given, end_date, utc_start_date: utc(given.start_date), utc_end_date: utc(end_date) })
  })

const venues = fc
  .record({
    status: fc.constantFrom(...statuses),
    author: fc.constantFrom(1, 2),
    title: text,
    city: text,
    date: wall,
    place: fc.constantFrom<readonly (number | null)[]>(
      [null, null],
      [52.5, 13.4],
      [52.4, 13.1],
      [-33.9, 151.2],
      [52.5, null],
    ),
  })
  .map(
    ({ place: [geo_lat = null, geo_lng = null], ...given }): New<VenueRecord> => venue({ ...given, geo_lat, geo_lng }),
  )

const phrase = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(' '))
const searched = fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: phrase, weight: 1 })
const search = fc.record({
  words: fc.array(searched, { maxLength: 2 }),
  without: fc.array(searched, { maxLength: 1 }),
})
const anyStatuses = fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 1 })
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 5 })
const without = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

const windows = fc
  .record({
    start_date: some(wall),
    end_date: some(wall),
    starts_before: some(wall),
    starts_after: some(wall),
    ends_before: some(wall),
    ends_after: some(wall),
  })
  .map(without)

const eventSelections = fc
  .record({
    clock: fc.constantFrom('local' as const, 'utc' as const),
    statuses: anyStatuses,
    hidden: fc.boolean(),
    search_protected: fc.boolean(),
    window: some(windows),
    search: some(search),
    categories: some(fc.uniqueArray(categoryId, { maxLength: 3 })),
    tags: some(fc.uniqueArray(tagId, { maxLength: 3 })),
    venue: some(fc.uniqueArray(id, { maxLength: 6 })),
    organizer: some(fc.uniqueArray(organizerId, { maxLength: 6 })),
    featured: some(fc.boolean()),
    include: some(fc.uniqueArray(id, { maxLength: 12 })),
    post_parent: some(fc.constantFrom(0, 5)),
    geoloc: some(fc.boolean()),
    private_of: some(fc.constantFrom(1, 2)),
    near: some(
      fc.constantFrom({ lat: 52.5, lng: 13.4, km: 1 }, { lat: 52.45, lng: 13.2, km: 30 }, { lat: 0, lng: 0, km: 1 }),
    ),
  })
  .chain((whole) =>
    fc
      .subarray(
        Object.keys(whole).filter((key) => !['clock', 'statuses', 'hidden', 'search_protected'].includes(key)),
        { maxLength: 3 },
      )
      .map(
        (field_names) =>
          without({
            ...Object.fromEntries(Object.entries(whole).filter(([key]) => field_names.includes(key))),
            ...pick(whole),
          }) as EventSelection,
      ),
  )

function pick({
  clock,
  statuses,
  hidden,
  search_protected,
}: Pick<EventSelection, 'clock' | 'statuses' | 'hidden' | 'search_protected'>) {
  return { clock, statuses, hidden, search_protected }
}

const placeSelections = fc
  .record({
    statuses: anyStatuses,
    private_of: some(fc.constantFrom(1, 2)),
    search: some(search),
    event: some(id),
    has_events: some(fc.record({ linked: fc.boolean(), statuses: anyStatuses })),
    upcoming: some(fc.record({ from_utc: wall, statuses: anyStatuses })),
  })
  .map((given) => without(given) as PlaceSelection)

const termSelections = fc
  .record({
    taxonomy: fc.constantFrom('category' as const, 'tag' as const),
    search: some(fc.constantFrom('jazz', 'ü', 'O', 'TERM-')),
    include: some(fc.uniqueArray(termId)),
    exclude: some(fc.uniqueArray(termId)),
    parent: some(fc.constantFrom(0, 2)),
    event: some(id),
    slug: some(fc.constantFrom('term-4', 'nope')),
    hide_empty: fc.boolean(),
    orderby: fc.constantFrom(...term_orders),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .map((given) => without(given) as TermSelection)

const calendars = fc.record({
  timezone: fc.constantFrom('Europe/Berlin', 'UTC'),
  events: fc.array(events, { maxLength: 20, size: 'max' }),
  venues: fc.array(venues, { maxLength: 8 }),
  changes: fc.array(fc.tuple(fc.nat(), events), { maxLength: 6 }),
})

async function filled(
  engine: StoreUnderTest,
  { timezone, events, venues, changes }: typeof calendars extends fc.Arbitrary<infer W> ? W : never,
): Promise<{ store: Store; all: Everything }> {
  const store = await engine.newStore(timezone)
  const ids = { terms: [] as number[], venues: [] as number[], events: [] as number[] }
  for (const [i, name] of ['Jazz', 'Ünï', 'Rock', 'Oper', 'jazz', 'Film', 'Kino', 'Tanz'].entries())
    ids.terms.push(
      await store.terms.insert(
        term({
          name,
          slug: `${i % 2 === 0 ? 'term' : 'Ünterm'}-${i + 2}`,
          description: `${9 - (i % 3)} ${name}`,
          taxonomy: i < 5 ? 'category' : 'tag',
          parent: i === 2 ? 2 : 0,
        }),
      ),
    )
  for (const record of venues) ids.venues.push(await store.venue.insert(record))
  for (const record of events) ids.events.push(await store.event.insert(record))
  for (const [n, record] of changes) {
    const target = ids.events[n % Math.max(1, ids.events.length)]
    if (target !== undefined) await changeEvent(store, target, record)
  }
  return {
    store,
    all: {
      events: await store.event.getMany(ids.events),
      venues: await store.venue.getMany(ids.venues),
      terms: await store.terms.getMany(ids.terms),
    },
  }
}

/** Pages of three, until the total is reached. */
async function endToEnd<S>(
  select: (selection: S, slice: ListSlice) => Promise<FoundRecords>,
  selection: S,
): Promise<readonly number[]> {
  const { total } = await select(selection, { offset: 0, limit: 1 })
  const ids: number[] = []
  for (let offset = 0; offset < total; offset += 3) ids.push(...(await select(selection, { offset, limit: 3 })).ids)
  expect((await select(selection, { offset: total, limit: 3 })).ids).toEqual([])
  return ids
}

describe.each(stores)('lists in $name', (engine) => {
  it('of events equal those of a naive filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        calendars,
        fc.array(eventSelections, { minLength: lists_per_store, maxLength: lists_per_store }),
        fc.array(windows, { minLength: 4, maxLength: 4 }),
        async (world, selections, inner) => {
          const { store, all } = await filled(engine, world)
          // The same filters in a wide window, then in others inside.
          const wide = { start_date: '2000-01-01 00:00:00', end_date: '2099-12-31 00:00:00' }
          const in_windows = selections
            .slice(0, 4)
            .flatMap((one) => [{}, ...inner].map((window) => ({ ...one, window: { ...wide, ...window } })))
          for (const selection of [...in_windows, ...selections])
            expect(await endToEnd(store.event.select, Object.freeze(selection))).toEqual(naiveEvents(all, selection))
        },
      ),
      runs,
    )
  })

  it('of venues and terms equal those of a naive filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        calendars,
        fc.array(placeSelections, { minLength: 4, maxLength: 8 }),
        fc.array(termSelections, { minLength: 4, maxLength: 8 }),
        async (world, places, terms) => {
          const { store, all } = await filled(engine, world)
          for (const selection of places)
            expect(await endToEnd(store.venue.select, Object.freeze(selection))).toEqual(naiveVenues(all, selection))
          for (const selection of terms)
            expect(await endToEnd(store.terms.select, Object.freeze(selection))).toEqual(naiveTerms(all, selection))
        },
      ),
      runs,
    )
  })

  it('of venues with several events each hold every venue once', async () => {
    const filter = fc.record({
      own: anyStatuses,
      statuses: anyStatuses,
      linked: fc.boolean(),
      from_utc: wall,
      isUpcoming: fc.boolean(),
    })
    const crowded = calendars.map((world) => ({
      ...world,
      // The ids of the first venues of a calendar.
      events: world.events.map((one) => ({ ...one, venue: one.venue.map((target) => 4 + (target % 5)) })),
    }))
    await fc.assert(
      fc.asyncProperty(crowded, fc.array(filter, { minLength: 6, maxLength: 6 }), async (world, filters) => {
        const { store, all } = await filled(engine, world)
        for (const { own, statuses, linked, from_utc, isUpcoming } of filters) {
          const selection: PlaceSelection = {
            statuses: own,
            ...(isUpcoming ? { upcoming: { from_utc, statuses } } : { has_events: { linked, statuses } }),
          }
          expect(await endToEnd(store.venue.select, selection)).toEqual(naiveVenues(all, selection))
        }
      }),
      runs,
    )
  })

  it('of every status, hidden events included, hold them all in order', async () => {
    const store = await engine.newStore()
    const ids: number[] = []
    for (const status of every_status)
      for (const hide_from_listings of [false, true])
        ids.push(await store.event.insert(event({ status, hide_from_listings })))
    const selection = { clock: 'local', statuses: every_status, hidden: true, search_protected: true } as const
    expect(await endToEnd(store.event.select, selection)).toEqual(ids)
  })

  it('of a window hold events that started years before it, and those of the first centuries', async () => {
    const spans = [
      ['0050-01-01 10:00:00', '0050-01-01 12:00:00'],
      ['2020-05-31 10:00:00', '2026-03-31 10:00:00'],
      ['2026-01-31 23:00:00', '2026-03-01 01:00:00'],
      ['2026-02-27 10:00:00', '2026-02-27 12:00:00'],
    ] as const
    for (const clock of ['local', 'utc'] as const) {
      const store = await engine.newStore(clock === 'utc' ? 'UTC' : 'Europe/Berlin')
      for (const [start_date, end_date] of spans)
        await store.event.insert(event({ start_date, end_date, utc_start_date: start_date, utc_end_date: end_date }))
      const own = { clock, statuses: ['publish'], hidden: true, search_protected: true } as const
      const starts = async (window: EventSelection['window'] & object) =>
        (await store.event.getMany(await endToEnd(store.event.select, { ...own, window }))).map((one) => one.start_date)
      const [first, second, third, fourth] = spans.map(([start]) => start)
      expect(await starts({ ends_after: '2026-03-01 00:00:00' })).toEqual([second, third])
      expect(await starts({ ends_after: '0049-12-31 00:00:00' })).toEqual([first, second, third, fourth])
      expect(await starts({ start_date: '0050-01-01 00:00:00' })).toEqual([first, second, third, fourth])
    }
  })
})

describe.each(stores)('links in $name', (engine) => {
  it('refer to existing records, whatever is unlinked and removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        calendars,
        fc.array(termId, { maxLength: 4 }),
        fc.array(id, { maxLength: 4 }),
        async (world, removed, unlinked) => {
          const { store, all } = await filled(engine, world)
          for (const term of removed) await store.terms.remove(term)
          for (const place of unlinked) await store.unlink('venue', place)
          const expected = all.events.map((e) => ({
            ...e,
            categories: e.categories.filter((t) => !removed.includes(t)),
            tags: e.tags.filter((t) => !removed.includes(t)),
            venue: e.venue.filter((v) => !unlinked.includes(v)),
          }))
          expect(await store.event.getMany(all.events.map(({ id }) => id))).toEqual(expected)
          for (const target of [...removed, ...unlinked])
            expect(await linkedTo(store.event, target, removed.includes(target))).toEqual([])
          const left = all.terms.filter(({ id }) => !removed.includes(id))
          const counts = left.map(
            ({ id }) =>
              expected.filter((e) => e.status === 'publish' && (e.categories.includes(id) || e.tags.includes(id)))
                .length,
          )
          const found = await store.terms.getMany(all.terms.map(({ id }) => id))
          expect(found.map(({ count }) => count)).toEqual(counts)
        },
      ),
      runs,
    )
  })
})

async function linkedTo(posts: PostStore<'event'>, target: number, isTerm: boolean): Promise<readonly number[]> {
  const filter = isTerm ? { categories: [target] } : { venue: [target] }
  const selection = {
    clock: 'local',
    statuses: [...statuses],
    hidden: true,
    search_protected: true,
    ...filter,
  } as const
  return (await posts.select(selection, { offset: 0, limit: 50 })).ids
}
