// Lists of events: the shortest way to a page and to its total.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { SelectionClock, EventSelection, FoundRecords, ListSlice } from '../../../domain/lists/selection.ts'
import { allOf, type Condition, condition, listed } from './conditions.ts'
import { candidatesOf } from './event-candidates.ts'
import {
  type ConditionBound,
  boundsOf,
  childOf,
  featuredAt,
  includedIn,
  type LinkFilter,
  linked,
  linkedAt,
  linkFiltersOf,
  linkTable,
  otherWindowOf,
  listingBucketsOf,
  stretchOf,
  traitsOf,
  windowOf,
} from './event-conditions.ts'
import { isWalkable, length, type Path, type Position, walk } from './event-walk.ts'
import { seekByOffset } from './seek-by-offset.ts'
import { cut, type ShortList, shortListOf, sliceOf } from './short-list.ts'
import type { Connection } from '../sqlite.ts'
import { windowTotal } from './window-total.ts'

/** Lists that are cached, and page ends of each. */
const lists_max = 500
const ends_max = 64
/** Ids and keys of all cached short lists together. */
const numbers_max = 2_000_000
const list_order = 'e.list_start, e.list_date, e.id'

/** What is known of a long list: its total, and where some of its pages end. */
interface Known {
  readonly total: number
  readonly ends: PageEnds
}

/** By the offset after it. */
type PageEnds = BoundedCache<number, Position>

/** A selection, and what of it can be asked how. */
interface Question {
  readonly selection: EventSelection
  /** On the clock of the site; a window on the other clock is among the conditions instead. */
  readonly bounds: readonly ConditionBound[]
  readonly window: readonly Condition[]
  readonly links: readonly LinkFilter[]
}

/** Answers selections of events on one connection, with caches that are cleared by every write. */
export function eventLists(
  connection: Connection,
  clock: SelectionClock,
): (selection: EventSelection, slice: ListSlice) => FoundRecords {
  const short = new BoundedCache<string, ShortList | 'long'>({
    entries_max: lists_max,
    weight_max: numbers_max,
    weigh: (list) => (list === 'long' ? 1 : 1 + 3 * list.ids.length),
  })
  const long = new BoundedCache<string, Known>({ entries_max: lists_max })
  return (selection, slice) => {
    const version = connection.version()
    short.useGeneration(version)
    long.useGeneration(version)
    const question = questionOf(connection, selection, clock)
    const shortKey = JSON.stringify(selection.clock === clock ? { ...selection, ...unbounded } : selection)
    const list = short.getOrInsert(shortKey, () => shortList(connection, question) ?? 'long')
    if (list !== 'long') {
      const ids = cut(list, question.bounds)
      return { ids: sliceOf(ids, slice), total: ids.length }
    }
    const ways = waysOf(connection, question, clock)
    const key = JSON.stringify(selection)
    const { total, ends } = long.getOrInsert(key, () => ({
      total: totalOf(connection, question, { clock, path: ways.counted }),
      ends: new BoundedCache({ entries_max: ends_max }),
    }))
    if (slice.offset >= total || slice.limit === 0) return { ids: [], total }
    return { ids: page(connection, { path: ways.walked, ends, clock }, slice), total }
  }
}

/** Written over a selection, what is left is the same for every window. */
const unbounded = {
  start_from: undefined,
  start_before: undefined,
  start_after: undefined,
  end_until: undefined,
  end_before: undefined,
  end_after: undefined,
} as const

function questionOf(connection: Connection, selection: EventSelection, clock: SelectionClock): Question {
  const links = linkFiltersOf(connection, selection)
  return selection.clock === clock
    ? { selection, bounds: boundsOf(selection), window: [], links }
    : { selection, bounds: [], window: otherWindowOf(selection), links }
}

function shortList(connection: Connection, question: Question): ShortList | undefined {
  const candidates = candidatesOf(connection, question)
  if (!candidates) return undefined
  const { sql, values } = allOf(conditionsOf({ ...question, bounds: [] }))
  const from = 'json_each(?) AS candidate CROSS JOIN event AS e ON e.id = candidate.value'
  const rows = connection.rows(
    `SELECT e.id, e.list_from, e.list_end FROM ${from} WHERE ${sql} ORDER BY ${list_order}`,
    listed([...new Set(candidates)]),
    ...values,
  )
  return shortListOf(rows)
}

/**
 * The way along a list for its pages, and the one for its total: along the links of many targets events can be counted,
 * but not in order.
 */
interface Ways {
  readonly walked: Path
  readonly counted: Path
}

/** The ways along the list, with every filter that is not the way itself asked on it. */
function waysOf(connection: Connection, { selection, bounds, window, links }: Question, clock: SelectionClock): Ways {
  const { featured } = selection
  const [along, ...others] = rarestFirst(connection, links)
  const listing_buckets = filled(connection, listingBucketsOf(selection))
  const traits = [...window, ...traitsOf(selection), ...idsOf(selection)]
  const whole: Path = {
    listing_buckets,
    bounds,
    stretch: stretchOf(connection, { clock, listing_buckets, bounds }),
    index: 'event_by_start',
    probes: others.map(linkedAt),
    traits,
  }
  const prominence = featured === undefined ? [] : [featuredAt(featured)]
  const beside: Path | undefined = along && { ...whole, links: along, probes: [...prominence, ...whole.probes] }
  if (beside && isWalkable(beside)) return { walked: beside, counted: beside }
  const shelved: Path = featured
    ? { ...whole, index: 'event_featured', probes: [() => condition('e.featured = 1'), ...whole.probes] }
    : { ...whole, probes: [...prominence, ...whole.probes] }
  const walked = along ? { ...shelved, traits: [...traits, linked(along.column, along.targets)] } : shelved
  return { walked, counted: beside ?? walked }
}

/** More are many. */
const links_max = 2_000

/** The filter with the fewest links is the shortest way. */
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
 * The listing_buckets on which events lie: administrators may see nine, and most calendars use two of them. Seven arms
 * that find nothing made a walk to a page take 115 µs instead of 35, and its total asked 28 counters more.
 */
function filled(connection: Connection, listing_buckets: readonly string[]): readonly string[] {
  const rows = connection.rows(
    'SELECT value AS listing_bucket FROM json_each(?) WHERE EXISTS (SELECT 1 FROM event_count WHERE listing_bucket = value AND side = 2 AND n > 0)',
    listed(listing_buckets),
  )
  return rows.map(({ listing_bucket }) => String(listing_bucket))
}

/** What is not featured is what the few that are leave: counted one by one, they took 1.4 s with a million events. */
function totalOf(
  connection: Connection,
  question: Question,
  { clock, path }: { readonly clock: SelectionClock; readonly path: Path },
): number {
  const { featured, ...others } = question.selection
  if (featured === false && path.traits.length === 0) {
    return (
      totalAlong(connection, { ...question, selection: others }, clock) -
      totalAlong(connection, { ...question, selection: { ...others, featured: true } }, clock)
    )
  }
  if (path.links || path.probes.length > 0 || path.traits.length > 0) return length(connection, path)
  return path.listing_buckets.reduce(
    (sum, listing_bucket) =>
      sum +
      (windowTotal(connection, listing_bucket, path.bounds) ??
        length(connection, { ...path, listing_buckets: [listing_bucket] })),
    0,
  )
}

function totalAlong(connection: Connection, question: Question, clock: SelectionClock): number {
  const ways = waysOf(connection, question, clock)
  return totalOf(connection, question, { clock, path: ways.counted })
}

/** Further on it is worth asking the counters for the way: 2 ms, where walking takes 20 ms for every 100,000 events. */
const far = 5_000

/** What is known of the way to a page. */
interface Route {
  readonly path: Path
  readonly ends: PageEnds
  readonly clock: SelectionClock
}

/**
 * Begins at the nearest page end that is known, so that reading a list from end to end costs the same for every page;
 * or nearby, where none is.
 */
function page(connection: Connection, { path, ends, clock }: Route, { offset, limit }: ListSlice): readonly number[] {
  const from = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const foothold = offset - from > far ? seekByOffset(connection, path, { offset, clock }) : undefined
  const found = foothold
    ? walk(
        connection,
        { ...path, stretch: { ...path.stretch, first: Math.max(path.stretch.first, foothold.first) } },
        { offset: offset - foothold.before, limit },
      )
    : walk(connection, path, { offset: offset - from, limit }, ends.get(from))
  const last = found.at(-1)
  if (last) ends.set(offset + found.length, last)
  return found.map(({ id }) => id)
}

/** Everything a list asks for, of any event. */
function conditionsOf({ selection, bounds, window, links }: Question): readonly Condition[] {
  const listing_buckets = condition(
    'e.listing_bucket IN (SELECT value FROM json_each(?))',
    listed(listingBucketsOf(selection)),
  )
  return [
    listing_buckets,
    ...windowOf(bounds, 'e'),
    ...window,
    ...idsOf(selection),
    ...links.map(({ column, targets }) => linked(column, targets)),
    ...prominenceOf(selection),
    ...traitsOf(selection),
  ]
}

function prominenceOf({ featured }: EventSelection): readonly Condition[] {
  return featured === undefined ? [] : [condition(featured ? 'e.featured = 1' : 'e.featured <> 1')]
}

function idsOf({ include, post_parent }: EventSelection): readonly Condition[] {
  return [...(include ? [includedIn(include)] : []), ...(post_parent === undefined ? [] : [childOf(post_parent)])]
}
