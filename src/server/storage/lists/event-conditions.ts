// The filters of a list of events as SQL, for every engine: here `--starts-after` becomes SQL.
import { keysOf } from '../../../base/collections.ts'
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import type { DateBound } from '../../../spec/lists.ts'
import type { EventSelection, SelectionClock } from '../../domain/lists/selection.ts'
import { folded, key_max, key_month, keyOf, listingBucketOf, monthOf, shiftedKey, zones_days } from '../derived.ts'
import { allOf, type Database, type Dialect, possibleId, possibleIds, sequence, type Sql, sql } from '../sql.ts'

/** Records that events link to. */
export interface LinkFilter {
  readonly table: 'event_place' | 'event_term'
  readonly targets: readonly number[]
}

/** A selection, split by how its parts are evaluated. The conditions are on the event `e`. */
export interface EventFilters {
  readonly listing_buckets: readonly string[]
  /** The window by the clock of the calendar; a window by the other clock is in `conditions`. */
  readonly bounds: readonly EventBound[]
  readonly links: readonly LinkFilter[]
  readonly featured: boolean | undefined
  /** All other filters. */
  readonly conditions: readonly Sql[]
}

/** `clock` is that of the calendar. */
export async function eventFilters(
  database: Database,
  selection: EventSelection,
  clock: SelectionClock,
): Promise<EventFilters> {
  const { dialect } = database
  const { near, categories, tags, venue, organizer } = selection
  const isByKeys = selection.clock === clock
  const link = (table: LinkFilter['table'], targets?: readonly number[]): LinkFilter[] =>
    targets ? [{ table, targets: possibleIds(targets) }] : []
  return {
    listing_buckets: listingBucketsOf(selection),
    bounds: isByKeys ? boundsOf(selection) : [],
    links: [
      ...link('event_place', near && (await venuesNear(database, near))),
      ...link('event_place', venue),
      ...link('event_place', organizer),
      ...link('event_term', tags),
      ...link('event_term', categories),
    ],
    featured: selection.featured,
    conditions: [
      ...(isByKeys ? [] : boundsOf(selection).map((bound) => otherBound(selection.clock, bound))),
      ...conditionsOf(dialect, selection),
    ],
  }
}

/** No index supports windows by the clock that is not that of the calendar; they are rare. */
function otherBound(clock: SelectionClock, { side, sign, wall }: EventBound): Sql {
  return sql(`e.${clock === 'utc' ? 'utc_' : ''}${side === 'from' ? 'start' : 'end'}_date ${sign} ?`, wall)
}

function conditionsOf(dialect: Dialect, selection: EventSelection): readonly Sql[] {
  const { statuses, private_of, search, search_protected, include, post_parent, geoloc } = selection
  const found: Sql[] = []
  if (private_of !== undefined && statuses.includes('private'))
    found.push(sql("(e.status <> 'private' OR e.author = ?)", private_of))
  if (include) found.push(dialect.isOneOf('e.id', possibleIds(include)))
  if (post_parent === 0) found.push(sql('e.post_parent = 0'))
  else if (post_parent !== undefined)
    found.push(sql('e.post_parent = ? AND e.post_parent <> 0', possibleId(post_parent)))
  if (search && !search_protected) found.push(sql("e.password = ''"))
  for (const word of search?.words ?? []) found.push(dialect.contains('e.words', folded(word)))
  for (const word of search?.without ?? []) found.push(sequence('NOT', dialect.contains('e.words', folded(word))))
  if (geoloc !== undefined) {
    const located = dialect.exists(
      sql(
        `SELECT 1 FROM ${dialect.idsIn('e.venue')} CROSS JOIN venue AS v
          WHERE v.id = i.value AND v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL`,
      ),
    )
    found.push(geoloc ? located : sequence('NOT', located))
  }
  return found
}

export function listingBucketsOf({ statuses, hidden }: Pick<EventSelection, 'statuses' | 'hidden'>): readonly string[] {
  return statuses.flatMap((status) => (hidden ? [status, listingBucketOf(status, true)] : [status]))
}

/** One bucket is compared by itself, so that its index also sorts. */
export function isInBucket(dialect: Dialect, alias: string, listing_buckets: readonly string[]): Sql {
  const [only] = listing_buckets
  return listing_buckets.length === 1 && only !== undefined
    ? sql(`${alias}.listing_bucket = ?`, only)
    : dialect.isOneOf(`${alias}.listing_bucket`, listing_buckets)
}

/** The window by the clock of the calendar. */
export function windowOf(bounds: readonly EventBound[], alias = 'e'): readonly Sql[] {
  return bounds.map(({ side, sign, key }) => sql(`${alias}.list_${side} ${sign} ?`, key))
}

/** Whether the event `e` links to one of these records; tested in the link table, which is sorted like lists. */
function linksTo(dialect: Dialect, { table, targets }: LinkFilter): Sql {
  return dialect.exists(
    sequence(
      `SELECT 1 FROM ${table} AS o WHERE`,
      dialect.isOneOf('o.target', targets),
      'AND o.listing_bucket = e.listing_bucket AND o.list_start = e.list_start AND o.list_date = e.list_date AND o.event = e.id',
    ),
  )
}

/**
 * The events that fulfil all filters but the window, as `FROM … WHERE …` of a table `e` with the columns of lists. If
 * only links are filtered, events are not read, unless `source` is given.
 */
export function filteredEvents(
  dialect: Dialect,
  { listing_buckets, links, featured, conditions }: EventFilters,
  source?: Sql,
): Sql {
  const [first, ...others] = links
  if (!first || featured !== undefined || conditions.length > 0 || source)
    return sequence(
      'FROM',
      source ?? 'event AS e',
      'WHERE',
      allOf([
        isInBucket(dialect, 'e', listing_buckets),
        ...links.map((link) => linksTo(dialect, link)),
        ...(featured === undefined ? [] : [dialect.isTrue('e.featured', featured)]),
        ...conditions,
      ]),
    )
  return sequence(
    'FROM (SELECT DISTINCT l.event AS id, l.listing_bucket, l.list_start, l.list_date, l.list_from, l.list_end',
    `FROM ${first.table} AS l WHERE`,
    allOf([dialect.isOneOf('l.target', first.targets), isInBucket(dialect, 'l', listing_buckets)]),
    ') AS e WHERE',
    allOf(others.map((link) => linksTo(dialect, link))),
  )
}

/**
 * The range of `list_start` that a window by the clock of the calendar covers, which the indexes of lists have. Bounds
 * on ends need to know whether there are long events, and events that end before they start.
 */
export async function startRangeIn(
  database: Database,
  { listing_buckets, bounds }: Pick<EventFilters, 'listing_buckets' | 'bounds'>,
  clock: SelectionClock,
): Promise<StartRange> {
  const zone_margin_days = clock === 'local' ? 0 : zones_days
  if (!bounds.some(({ side }) => side === 'end'))
    return startRangeOf(bounds, { zone_margin_days, longest: 0, isAnyBackward: false })
  const { dialect } = database
  const inBuckets = isInBucket(dialect, 'event', listing_buckets)
  const [[longest, backward] = []] = await database.tuples(
    sequence(
      `SELECT (SELECT max(list_end - list_from) FROM event${dialect.byIndex('event_by_length')} WHERE`,
      inBuckets,
      `AND list_end - list_from > ${key_month}), (SELECT 1 FROM event${dialect.byIndex('event_backward')} WHERE`,
      inBuckets,
      'AND list_end < list_from LIMIT 1)',
    ),
  )
  return startRangeOf(bounds, { zone_margin_days, longest: Number(longest), isAnyBackward: backward !== null })
}

export function within({ first, last }: StartRange): Sql {
  return sql('e.list_start BETWEEN ? AND ?', first, last)
}

/** A degree of latitude is at least this long. */
const degree_km = 110

async function venuesNear(
  database: Database,
  { lat, lng, km }: NonNullable<EventSelection['near']>,
): Promise<readonly number[]> {
  const located = await database.tuples(
    sql(
      'SELECT id, geo_lat, geo_lng FROM venue WHERE geo_lat BETWEEN ? AND ? AND geo_lng IS NOT NULL',
      lat - km / degree_km,
      lat + km / degree_km,
    ),
  )
  return located
    .map((row) => row.map(Number))
    .flatMap(([id = 0, at = 0, along = 0]) => (kmBetween(at, along, lat, lng) <= km ? [id] : []))
}

const earth_km = 6_371

/** The great-circle distance between two points, in kilometres. */
function kmBetween(lat: number, lng: number, to_lat: number, to_lng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2
  const haversine = half(to_lat - lat) + Math.cos(radians(lat)) * Math.cos(radians(to_lat)) * half(to_lng - lng)
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** One bound of a window: `list_from >= 20261119000000`. */
export interface EventBound {
  readonly side: 'from' | 'end'
  readonly sign: '>=' | '>' | '<=' | '<'
  readonly wall: WallTime
  readonly key: number
}

const sides = {
  start_date: ['from', '>='],
  starts_before: ['from', '<'],
  starts_after: ['from', '>'],
  end_date: ['end', '<='],
  ends_before: ['end', '<'],
  ends_after: ['end', '>'],
} as const satisfies Readonly<Record<DateBound, readonly [EventBound['side'], EventBound['sign']]>>

function boundsOf({ window = {} }: EventSelection): readonly EventBound[] {
  return keysOf(sides).flatMap((name): EventBound[] => {
    const wall = window[name]
    const [side, sign] = sides[name]
    return wall === undefined ? [] : [{ side, sign, wall, key: keyOf(wall) }]
  })
}

const opposite = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' } as const

/** The opposite bound, which all other events fulfil. */
export function complement(bound: EventBound): EventBound {
  return { ...bound, sign: opposite[bound.sign] }
}

/** The range of `list_start` in the window; a little larger if windows and lists use different clocks. */
export interface StartRange {
  readonly first: number
  readonly last: number
}

interface StartRangeOptions {
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
  /** The length of the longest event, as a difference of keys; it is taken as a month at least. */
  readonly longest: number
  /** Whether an event ends before it starts, as deployed services store some. */
  readonly isAnyBackward: boolean
}

/**
 * The range of `list_start` that bounds on ends imply, too: an event that ends before a time also starts before it, and
 * one that ends after a time starts no earlier than that time minus the length of the longest event. An upper bound on
 * ends is not used if an event ends before it starts.
 */
function startRangeOf(
  bounds: readonly EventBound[],
  { zone_margin_days, longest, isAnyBackward }: StartRangeOptions,
): StartRange {
  const limitsEnds = bounds.some(({ side, sign }) => side === 'end' && sign.startsWith('<')) && !isAnyBackward
  const earliest = (key: number) => monthOf(key - Math.max(key_month, longest))
  const lower = bounds
    .filter(({ sign }) => sign.startsWith('>'))
    .map(({ side, wall, key }) => shiftedKey(side === 'from' ? wall : earliest(key), -zone_margin_days))
  const upper = bounds
    .filter(({ side, sign }) => sign.startsWith('<') && (side === 'from' || limitsEnds))
    .map(({ wall }) => shiftedKey(wall, zone_margin_days))
  return { first: Math.max(0, ...lower), last: Math.min(key_max, ...upper) }
}

/** In keys such as 20270131190000: one day, and the last second of a day. */
export const key_day = 1_000_000
export const key_last_second = 235_959
/** Whether a bound includes all of its own day. */
export function coversDay({ sign, key }: EventBound): boolean {
  return (sign === '>=' && key % key_day === 0) || (sign === '<=' && key % key_day === key_last_second)
}
