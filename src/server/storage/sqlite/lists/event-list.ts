// Lists of events in SQLite. A list of nothing but a window is read along an index and counted by counters; any other
// list is read as a whole, and kept until the next write.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../../domain/lists/selection.ts'
import {
  complement,
  coversDay,
  type EventBound,
  type EventFilters,
  eventFilters,
  filteredEvents,
  key_day,
  key_last_second,
  type StartRange,
  startRangeIn,
  windowOf,
  within,
} from '../../lists/event-conditions.ts'
import { key_max, matchOf, shiftedKey, trigramsOf, zones_days } from '../../derived.ts'
import { allOf, type Database, idsIn, joined, sequence, type Sql, sql, valueIn } from '../../sql.ts'
import type { Connection } from '../sqlite.ts'
import { postsWithTrigrams } from '../trigrams.ts'

/** The number of lists that are kept, and of page ends of each. */
const lists_max = 500
const ends_max = 64
/** Of all kept lists together, in numbers: 60 MB. */
const numbers_max = 9_000_000

type Select = (selection: EventSelection, slice: ListSlice) => Promise<FoundRecords>

interface ListedFile {
  readonly connection: Connection
  readonly database: Database
  /** That of the calendar. */
  readonly clock: SelectionClock
}

export function eventLists(file: ListedFile): Select {
  const { connection, database, clock } = file
  const whole = new BoundedCache<string, WholeList>({
    entries_max: lists_max,
    weight_max: numbers_max,
    weigh: ({ ids }) => 1 + 3 * ids.length,
  })
  const windows = new BoundedCache<string, WindowList>({ entries_max: lists_max })
  return async (selection, slice) => {
    whole.useGeneration(connection.version())
    windows.useGeneration(connection.version())
    const filters = await eventFilters(database, selection, clock)
    if (filters.links.length > 0 || filters.conditions.length > 0) {
      // A window by the clock of the calendar is compared with the keys of the list.
      const key = JSON.stringify(selection.clock === clock ? { ...selection, window: undefined } : selection)
      const list = whole.get(key) ?? whole.set(key, await wholeList(database, selection, filters))
      return foundIn(list, filters.bounds, slice)
    }
    const key = JSON.stringify(selection)
    const list = windows.get(key) ?? windows.set(key, await windowList(file, filters))
    if (slice.offset >= list.total || slice.limit === 0) return { ids: [], total: list.total }
    return { ids: await pageOfWindow(database, list, slice), total: list.total }
  }
}

/** The ids of a list in its order, and at the same indexes the keys that windows compare. */
interface WholeList {
  readonly ids: Float64Array
  readonly from: Float64Array
  readonly end: Float64Array
}

/** Reads the events that the filters select, regardless of the window. */
async function wholeList(database: Database, selection: EventSelection, filters: EventFilters): Promise<WholeList> {
  const candidates = await candidatesOf(database, selection, filters)
  const source = candidates
    ? sql('json_each(?) AS c CROSS JOIN event AS e ON e.id = c.value', candidates)
    : filters.links.length === 0
      ? sql('event AS e NOT INDEXED')
      : undefined
  const rows = await database.tuples(
    sequence(
      'SELECT e.id, e.list_from, e.list_end',
      filteredEvents(database.dialect, filters, source),
      'ORDER BY e.list_start, e.list_date, e.id',
    ),
  )
  return {
    ids: Float64Array.from(rows, ([id]) => Number(id)),
    from: Float64Array.from(rows, ([, from]) => Number(from)),
    end: Float64Array.from(rows, ([, , end]) => Number(end)),
  }
}

/** Up to this many candidates, testing each is faster than reading all events or all links of a record. */
const few = 2_000
/** Reading more candidates takes longer than reading all events in their order. */
const many = 200_000

/** Ids, each once, that include those of all events of the list; undefined if no filter is selective. */
async function candidatesOf(
  database: Database,
  { include, search, post_parent }: EventSelection,
  { links, featured, conditions }: EventFilters,
): Promise<readonly number[] | undefined> {
  if (include) return [...new Set(include)]
  const words = search?.words.flatMap((word) => trigramsOf(word) ?? []) ?? []
  const queries = [
    ...(words.length > 0 ? [sql(postsWithTrigrams('event'), matchOf(words))] : []),
    ...(post_parent ? [sql('SELECT id FROM event WHERE post_parent = ? AND post_parent <> 0', post_parent)] : []),
    ...links.map(({ table, targets }) =>
      sequence(`SELECT event FROM ${table} WHERE`, database.dialect.isOneOf('target', targets)),
    ),
  ]
  const readsEvents = conditions.length > 0 || featured !== undefined
  if (!readsEvents && links.length < 2) return undefined
  const upTo = async (query: Sql, max: number) => {
    const ids = await idsIn(database, sequence(query, sql('LIMIT ?', max + 1)))
    return ids.length > max ? undefined : [...new Set(ids)]
  }
  let fewest: readonly number[] | undefined
  for (const query of queries) {
    const found = await upTo(query, fewest?.length ?? few)
    if (found && found.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = found
  }
  const [first] = queries
  return fewest ?? (first && readsEvents ? upTo(first, many) : undefined)
}

/** A page of the events inside a window, and their total. */
function foundIn(list: WholeList, bounds: readonly EventBound[], { offset, limit }: ListSlice): FoundRecords {
  const { ids } = list
  if (bounds.length === 0) return { ids: [...ids.subarray(offset, offset + limit)], total: ids.length }
  const [first_from, last_from] = rangeOf(bounds, 'from')
  const [first_end, last_end] = rangeOf(bounds, 'end')
  const found: number[] = []
  let total = 0
  for (let i = 0; i < ids.length; i++) {
    const from = list.from[i] ?? 0
    const end = list.end[i] ?? 0
    if (from < first_from || from > last_from || end < first_end || end > last_end) continue
    if (total >= offset && found.length < limit) found.push(ids[i] ?? 0)
    total++
  }
  return { ids: found, total }
}

/** The first and last key inside all bounds of a side; keys are integers. */
function rangeOf(bounds: readonly EventBound[], side: EventBound['side']): readonly [number, number] {
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { sign, key } of bounds.filter((bound) => bound.side === side)) {
    if (sign.startsWith('>')) first = Math.max(first, sign === '>' ? key + 1 : key)
    else last = Math.min(last, sign === '<' ? key - 1 : key)
  }
  return [first, last]
}

/** A list of nothing but listing buckets, a window and featured events. */
interface WindowList {
  readonly filters: EventFilters
  readonly range: StartRange
  readonly total: number
  /** The last events of pages, by the offset of the next page: reading a list to its end reads each page once. */
  readonly ends: BoundedCache<number, Position>
}

/** The list position of an event. */
interface Position {
  readonly list_start: number
  readonly list_date: number
  readonly id: number
}

async function windowList({ connection, database, clock }: ListedFile, given: EventFilters): Promise<WindowList> {
  const listing_buckets = await nonEmpty(database, given.listing_buckets)
  const filters = { ...given, listing_buckets }
  const range = await startRangeIn(database, filters, clock)
  const count = async (bucket: string, featured: boolean | undefined): Promise<number> => {
    // Counting those that are not featured would read each event.
    if (featured === false) return (await count(bucket, undefined)) - (await count(bucket, true))
    const counted = featured ? undefined : windowTotal(connection, bucket, filters.bounds)
    const query = () => sequence('SELECT count(*)', inBucket({ ...filters, featured }, range, bucket))
    return counted ?? Number(await valueIn(database, query()))
  }
  let total = 0
  for (const bucket of listing_buckets) total += await count(bucket, filters.featured)
  return { filters, range, total, ends: new BoundedCache({ entries_max: ends_max }) }
}

/**
 * The listing buckets that contain events: administrators see eighteen, and most calendars use two. Each empty one
 * would make a page and its total read an index for nothing.
 */
async function nonEmpty(database: Database, listing_buckets: readonly string[]): Promise<readonly string[]> {
  const rows = await database.tuples(
    sql(
      `SELECT value FROM json_each(?) WHERE
        (SELECT 1 FROM event_count WHERE listing_bucket = value AND side = 0 AND n > 0 LIMIT 1) IS NOT NULL`,
      listing_buckets,
    ),
  )
  return rows.map(([listing_bucket]) => String(listing_bucket))
}

/** The events of a bucket in the window, in the index that sorts them. */
function inBucket({ bounds, featured }: EventFilters, range: StartRange, bucket: string): Sql {
  return sequence(
    `FROM event AS e INDEXED BY ${featured ? 'event_featured' : 'event_by_start'} WHERE`,
    allOf([
      sql('e.listing_bucket = ?', bucket),
      within(range),
      ...windowOf(bounds),
      ...(featured === undefined ? [] : [sql(`e.featured = ${Number(featured)}`)]),
    ]),
  )
}

/**
 * The ids of a page. Reading starts at the nearest known page end. SQLite merges one sorted branch for each bucket
 * without reading them to the end.
 */
async function pageOfWindow(
  database: Database,
  { filters, range, ends }: WindowList,
  { offset, limit }: ListSlice,
): Promise<readonly number[]> {
  const from = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const after = ends.get(from)
  const branches = filters.listing_buckets.map((bucket) =>
    sequence(
      'SELECT e.id AS id, e.list_start AS list_start, e.list_date AS list_date',
      inBucket(filters, after ? { ...range, first: Math.max(range.first, after.list_start) } : range, bucket),
      after
        ? sql('AND (e.list_start, e.list_date, e.id) > (?, ?, ?)', after.list_start, after.list_date, after.id)
        : '',
    ),
  )
  const rows = await database.tuples(
    sequence(
      joined(branches, ' UNION ALL '),
      sql('ORDER BY list_start, list_date, id LIMIT ? OFFSET ?', limit, offset - from),
    ),
  )
  const found = rows.map((row) => row.map(Number))
  const [id, list_start, list_date] = found.at(-1) ?? []
  if (id !== undefined && list_start !== undefined && list_date !== undefined)
    ends.set(offset + found.length, { id, list_start, list_date })
  return found.map(([id = 0]) => id)
}

const sides = { from: 0, end: 1 } as const

/**
 * Counts the events of one listing bucket in a window without bounds, with a start, an end, or both. Events that start
 * before the window and end after it would be subtracted twice and are added back; they are longer than the window.
 *
 * Shape:  undefined for other windows, which have to be counted event by event.
 */
function windowTotal(
  connection: Connection,
  listing_bucket: string,
  bounds: readonly EventBound[],
): number | undefined {
  const [from, ...more] = bounds.filter(({ side }) => side === 'from')
  const [until, ...others] = bounds.filter(({ side }) => side === 'end')
  if (more.length > 0 || others.length > 0) return undefined
  if (!until)
    return from
      ? countFrom(connection, listing_bucket, from)
      : connection.number(
          'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 0',
          listing_bucket,
        )
  if (!from) return countFrom(connection, listing_bucket, until)
  if (from.sign.startsWith('<') || until.sign.startsWith('>') || until.key - from.key <= key_day) return undefined
  const [before, beyond] = [complement(from), complement(until)]
  const late = countFrom(connection, listing_bucket, beyond)
  return (
    countFrom(connection, listing_bucket, from) -
    late +
    countSpanning(connection, listing_bucket, { before, beyond, late })
  )
}

/** The complements of a window's bounds; `late` is the number of events that end after it. */
interface SpanningWindow {
  readonly before: EventBound
  readonly beyond: EventBound
  readonly late: number
}

/**
 * Events that start before the window and end after it are longer than a day, and have indexes of their own: uses the
 * one that starts with the rarer of the two conditions.
 */
function countSpanning(
  connection: Connection,
  listing_bucket: string,
  { before, beyond, late }: SpanningWindow,
): number {
  if (late === 0) return 0
  const all = connection.number(
    'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 0',
    listing_bucket,
  )
  const index = late < all / 2 ? 'event_long_by_end' : 'event_long'
  return connection.number(
    `SELECT count(*) FROM event INDEXED BY ${index} WHERE listing_bucket = ? AND list_from ${before.sign} ? AND ` +
      `list_end ${beyond.sign} ? AND list_end - list_from > ${key_day}`,
    listing_bucket,
    before.key,
    beyond.key,
  )
}

/** Events on one side of a bound: whole days from counters, the day of the bound itself from its events. */
function countFrom(connection: Connection, listing_bucket: string, bound: EventBound): number {
  const compared = `${bound.sign[0]}${coversDay(bound) ? '=' : ''}`
  const days = connection.number(
    `SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = ? AND span ${compared} ?`,
    listing_bucket,
    sides[bound.side],
    Math.floor(bound.key / key_day),
  )
  return days + (coversDay(bound) ? 0 : countOnDay(connection, listing_bucket, bound))
}

function countOnDay(connection: Connection, listing_bucket: string, { side, sign, key, wall }: EventBound): number {
  const first = Math.floor(key / key_day) * key_day
  const last = first + key_last_second
  if ((sign === '>' && key === last) || (sign === '<' && key === first)) return 0
  const [from, to] =
    side === 'from' ? [shiftedKey(wall, -1 - zones_days), shiftedKey(wall, 1 + zones_days)] : [0, key_max]
  return connection.number(
    `SELECT count(*) FROM event INDEXED BY ${side === 'from' ? 'event_by_start' : 'event_by_end'} WHERE ` +
      `listing_bucket = ? AND list_${side} BETWEEN ? AND ? AND list_${side} ${sign} ? AND list_start BETWEEN ? AND ?`,
    listing_bucket,
    first,
    last,
    key,
    from,
    to,
  )
}
