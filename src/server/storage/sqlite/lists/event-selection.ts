// Lists of events: chooses the cheapest scan for a page and for its total.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../../domain/lists/selection.ts'
import type { Connection } from '../sqlite.ts'
import { condition, hasRow, listed } from './conditions.ts'
import type { EventChanges } from './event-changes.ts'
import {
  featuredAt,
  linked,
  linkedAt,
  type LinkFilter,
  linkTable,
  listingBucketsOf,
  rowConditionsOf,
  startRangeIn,
} from './event-conditions.ts'
import { type SplitSelection, idsOf, queryOf, rowsOf, shortList, wholeList } from './event-rows.ts'
import { canScan, countEvents, type Position, scanPage, type ScanPath } from './event-scan.ts'
import { ListCache } from './list-cache.ts'
import { seekByOffset } from './seek-by-offset.ts'
import { foundIn } from './short-list.ts'
import { windowTotal } from './window-total.ts'

/** The number of cached lists, and of cached page ends of each. */
const lists_max = 500
const ends_max = 64

/** The cached data of a long list: its total, and where some of its pages end. */
interface CachedList {
  readonly total: number
  readonly ends: PageEnds
}

/** The last positions of pages, by the offset of the next page. */
type PageEnds = BoundedCache<number, Position>

/** Selects events on one connection. With `changes`, cached lists are updated after a write. */
export function eventLists(
  connection: Connection,
  clock: SelectionClock,
  changes: EventChanges | undefined,
): (selection: EventSelection, slice: ListSlice) => Promise<FoundRecords> {
  const short = new ListCache(connection, changes)
  const long = new BoundedCache<string, CachedList>({ entries_max: lists_max })
  return async (selection, slice) => {
    long.useGeneration(connection.version())
    const query = queryOf(connection, selection, clock)
    const shortKey = JSON.stringify(selection.clock === clock ? { ...selection, ...unbounded } : selection)
    const list = await short.listOf({
      key: shortKey,
      all: () => shortList(connection, query) ?? (changes && wholeList(connection, query)) ?? 'long',
      rowsOf: (ids) => rowsOf(connection, query, [...ids]),
    })
    if (list !== 'long') return foundIn(list, query.bounds, slice)
    const paths = scanPathsOf(connection, query, clock)
    const key = JSON.stringify(selection)
    const { total, ends } = long.getOrInsert(key, () => ({
      total: totalOf(connection, query, { clock, path: paths.for_total }),
      ends: new BoundedCache({ entries_max: ends_max }),
    }))
    if (slice.offset >= total || slice.limit === 0) return { ids: [], total }
    return { ids: page(connection, { path: paths.for_page, ends, clock }, slice), total }
  }
}

/** No bounds: a selection with these has the same key for every window. */
const unbounded = {
  start_from: undefined,
  start_before: undefined,
  start_after: undefined,
  end_until: undefined,
  end_before: undefined,
  end_after: undefined,
} as const

/** The scans for pages and for the total. Links of many targets can be counted, but not read in list order. */
interface ScanPaths {
  readonly for_page: ScanPath
  readonly for_total: ScanPath
}

/** Chooses the index to scan. Filters that it does not cover are tested on each entry. */
function scanPathsOf(
  connection: Connection,
  { selection, bounds, window, links }: SplitSelection,
  clock: SelectionClock,
): ScanPaths {
  const { featured } = selection
  const [along, ...others] = rarestFirst(connection, links)
  const listing_buckets = nonEmpty(connection, listingBucketsOf(selection))
  const row_conditions = [...window, ...rowConditionsOf(selection), ...idsOf(selection)]
  const base: ScanPath = {
    listing_buckets,
    bounds,
    range: startRangeIn(connection, { clock, listing_buckets, bounds }),
    index: 'event_by_start',
    index_conditions: others.map(linkedAt),
    row_conditions,
  }
  const featured_conditions = featured === undefined ? [] : [featuredAt(featured)]
  const byLinks: ScanPath | undefined = along && {
    ...base,
    links: along,
    index_conditions: [...featured_conditions, ...base.index_conditions],
  }
  if (byLinks && canScan(byLinks)) return { for_page: byLinks, for_total: byLinks }
  const byBucket: ScanPath = featured
    ? {
        ...base,
        index: 'event_featured',
        index_conditions: [() => condition('e.featured = 1'), ...base.index_conditions],
      }
    : { ...base, index_conditions: [...featured_conditions, ...base.index_conditions] }
  const for_page = along
    ? { ...byBucket, row_conditions: [...row_conditions, linked(along.column, along.targets)] }
    : byBucket
  return { for_page, for_total: byLinks ?? for_page }
}

/** Links are counted up to this number. */
const links_max = 2_000

/** The filters on links, the one with the fewest links first, which makes the shortest scan. */
function rarestFirst(connection: Connection, links: readonly LinkFilter[]): readonly LinkFilter[] {
  if (links.length < 2) return links
  const count = ({ column, targets }: LinkFilter) =>
    connection.number(
      `SELECT count(*) FROM (SELECT 1 FROM ${linkTable(column)} WHERE target IN (SELECT value FROM json_each(?)) LIMIT ${links_max})`,
      listed(targets),
    )
  return links
    .map((link) => ({ link, n: count(link) }))
    .sort((a, b) => a.n - b.n)
    .map(({ link }) => link)
}

/**
 * The listing buckets that contain events: administrators see nine, and most calendars use two. Seven empty branches
 * made a page take 115 µs instead of 35, and its total read 28 more counters.
 */
function nonEmpty(connection: Connection, listing_buckets: readonly string[]): readonly string[] {
  const rows = connection.tuples(
    `SELECT value AS listing_bucket FROM json_each(?)
      WHERE ${hasRow('SELECT 1 FROM event_count WHERE listing_bucket = value AND side = 2 AND n > 0')}`,
    listed(listing_buckets),
  )
  return rows.map(([listing_bucket]) => String(listing_bucket))
}

/**
 * The total of a list. Events that are not featured are all minus featured: counting each took 1.4 s with a million.
 */
function totalOf(
  connection: Connection,
  query: SplitSelection,
  { clock, path }: { readonly clock: SelectionClock; readonly path: ScanPath },
): number {
  const { featured, ...others } = query.selection
  if (featured === false && path.row_conditions.length === 0) {
    return (
      totalOfQuery(connection, { ...query, selection: others }, clock) -
      totalOfQuery(connection, { ...query, selection: { ...others, featured: true } }, clock)
    )
  }
  if (path.links || path.index_conditions.length > 0 || path.row_conditions.length > 0)
    return countEvents(connection, path)
  return path.listing_buckets.reduce(
    (sum, listing_bucket) =>
      sum +
      (windowTotal(connection, listing_bucket, path.bounds) ??
        countEvents(connection, { ...path, listing_buckets: [listing_bucket] })),
    0,
  )
}

function totalOfQuery(connection: Connection, query: SplitSelection, clock: SelectionClock): number {
  const paths = scanPathsOf(connection, query, clock)
  return totalOf(connection, query, { clock, path: paths.for_total })
}

/** From this offset on, counters find the page in 2 ms; scanning takes 20 ms for every 100,000 events. */
const seek_offset_min = 5_000

/** The scan for pages, and the known page ends. */
interface PageScan {
  readonly path: ScanPath
  readonly ends: PageEnds
  readonly clock: SelectionClock
}

/**
 * The ids of a page. The scan starts at the nearest known page end, so that every page costs the same when a list is
 * read from start to end; far from one, counters find the start.
 */
function page(
  connection: Connection,
  { path, ends, clock }: PageScan,
  { offset, limit }: ListSlice,
): readonly number[] {
  const from = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const start = offset - from > seek_offset_min ? seekByOffset(connection, path, { offset, clock }) : undefined
  const found = start
    ? scanPage(
        connection,
        { ...path, range: { ...path.range, first: Math.max(path.range.first, start.first) } },
        { offset: offset - start.before, limit },
      )
    : scanPage(connection, path, { offset: offset - from, limit }, ends.get(from))
  const last = found.at(-1)
  if (last) ends.set(offset + found.length, last)
  return found.map(({ id }) => id)
}
