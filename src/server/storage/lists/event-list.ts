// Lists of events as SQL, for every engine: here `--starts-after` becomes SQL. From a selection to its filters and its
// window, a range of the keys that indexes have; from these to the source of a list, and its total.
import { keysOf } from '../../../base/collections.ts'
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import { foldForSearch } from '../../../base/text/slug.ts'
import type { DateBound } from '../../../spec/lists.ts'
import type { EventSelection, SelectionClock } from '../../domain/lists/selection.ts'
import {
  isRegular,
  key_day,
  key_max,
  key_month,
  timeKeyOf,
  listingBucketOf,
  monthOfKey,
  shiftedKey,
  zones_days,
} from '../columns.ts'
import { type LinkColumn, link_table_of, type LinkTable } from '../schema.ts'
import {
  allOf,
  type Database,
  type Dialect,
  type EventIndex,
  possibleId,
  possibleIds,
  sequence,
  type Sql,
  sql,
  valueIn,
} from '../sql.ts'

export interface ListQuery {
  /** `FROM … WHERE …` */
  readonly source: Sql
  /** The column of the id. */
  readonly id: string
  readonly order: Sql
  /** The number of all records, as an expression; counted by default. */
  readonly total?: Sql
}

export interface ListedCalendar {
  readonly database: Database
  /** The clock of the calendar. */
  readonly clock: SelectionClock
}

/** A list in the order of its index. */
export interface ListSql extends Required<ListQuery> {
  readonly window: KeyWindow
  /** Whether a copy of the list is read faster; no index has its order, and it is not a list of given ids. */
  readonly isWorthCopying: boolean
  /** `FROM … WHERE …` of the events of the list in another window, with more conditions on the event `e`. */
  sourceIn(window: KeyWindow, conditions: readonly Sql[]): Sql
}

export const list_order = 'e.list_start, e.list_date, e.id'

export async function listSqlOf({ database, clock }: ListedCalendar, selection: EventSelection): Promise<ListSql> {
  const { dialect } = database
  const filters = await filtersOf(database, selection, clock)
  const source = sourceOf(dialect, filters)
  return {
    window: filters.window,
    isWorthCopying: isFiltered(filters) && !selection.include,
    sourceIn: (window, conditions) =>
      sourceOf(dialect, { ...filters, window, conditions: [...filters.conditions, ...conditions] }),
    source,
    id: 'e.id',
    order: sql(list_order),
    total: totalOf(dialect, filters, source),
  }
}

/** Records that events link to. */
interface LinkFilter {
  readonly table: LinkTable
  readonly targets: readonly number[]
}

/** A selection, split by how its parts are evaluated. */
interface EventFilters {
  readonly listing_buckets: readonly string[]
  readonly window: KeyWindow
  readonly links: readonly LinkFilter[]
  readonly featured: boolean | undefined
  /** The index in which events are found. */
  readonly index: EventIndex
  /** Ids that include those of all events with the words of a search. */
  readonly candidates: Sql | undefined
  /** All other filters, on the event `e`. */
  readonly conditions: readonly Sql[]
}

async function filtersOf(database: Database, selection: EventSelection, clock: SelectionClock): Promise<EventFilters> {
  const { dialect } = database
  const listing_buckets = listingBucketsOf(selection)
  const filters: EventFilters = {
    listing_buckets,
    window: await windowIn(database, { listing_buckets, bounds: keyBoundsOf(selection, clock), clock }),
    links: await linkFiltersOf(database, selection),
    featured: selection.featured,
    index: indexFor(selection, listing_buckets),
    candidates: undefined,
    conditions: [
      ...(selection.clock === clock ? [] : boundsOf(selection.window).map((one) => otherBound(selection.clock, one))),
      ...conditionsOf(dialect, selection),
    ],
  }
  const { search, include, post_parent } = selection
  const candidates = include || post_parent ? undefined : dialect.candidates(search?.words.map(foldForSearch) ?? [])
  return candidates && !(await areFew(database, filters)) ? { ...filters, candidates, index: 'event_by_id' } : filters
}

/** The bounds of a selection on the keys of events, which have the clock of the calendar. */
export function keyBoundsOf({ clock, window }: EventSelection, key_clock: SelectionClock): readonly EventBound[] {
  return clock === key_clock ? boundsOf(window) : []
}

/** Whether events are filtered by more than their bucket, the window and whether they are featured. */
function isFiltered({ links, conditions }: EventFilters): boolean {
  return links.length > 0 || conditions.length > 0
}

function indexFor(
  { include, post_parent, featured }: Partial<EventSelection>,
  listing_buckets: readonly string[],
): EventIndex {
  if (include) return 'event_by_id'
  if (post_parent) return 'event_by_parent'
  if (featured) return 'event_featured'
  return listing_buckets.length === 1 ? 'event_by_bucket' : 'event_by_start'
}

async function linkFiltersOf(database: Database, selection: EventSelection): Promise<readonly LinkFilter[]> {
  const { near, categories, tags, venue, organizer } = selection
  const link = (column: LinkColumn, targets?: readonly number[]): LinkFilter[] =>
    targets ? [{ table: link_table_of[column], targets: possibleIds(targets) }] : []
  return [
    ...link('venue', near && (await venuesNear(database, near))),
    ...link('venue', venue),
    ...link('organizer', organizer),
    ...link('tags', tags),
    ...link('categories', categories),
  ]
}

/** Reading the texts of this many events takes less time than finding their words in an index. */
const few = 1_000

/** Whether few events have the links of a list and are in its window. */
async function areFew(database: Database, filters: EventFilters): Promise<boolean> {
  const index = indexFor({}, filters.listing_buckets)
  const source = sourceOf(database.dialect, { ...filters, index, featured: undefined, conditions: [] })
  return (await valueIn(database, sequence('SELECT 1', source, sql('LIMIT 1 OFFSET ?', few)))) === undefined
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
  for (const word of search?.words ?? []) found.push(dialect.contains('e.words', foldForSearch(word)))
  for (const word of search?.without ?? [])
    found.push(sequence('NOT', dialect.contains('e.words', foldForSearch(word))))
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

const list_columns = 'l.event AS id, l.listing_bucket, l.list_start, l.list_date, l.list_from, l.list_end'

/** The events of a list, as `FROM … WHERE …` of a table `e` with the columns of lists. */
function sourceOf(dialect: Dialect, filters: EventFilters): Sql {
  const { listing_buckets, window, links, featured, candidates } = filters
  const [first, ...others] = links
  const isCandidate = (id: string) => (candidates ? [sequence(`${id} IN (`, candidates, ')')] : [])
  const conditions = [
    ...(featured === undefined ? [] : [sql(featured ? 'e.featured' : 'NOT e.featured')]),
    ...others.map((link) => linksTo(dialect, link)),
    ...filters.conditions,
  ]
  if (!first)
    return sequence(
      `FROM event AS e${dialect.byIndex(filters.index)} WHERE`,
      allOf([
        isInBucket(dialect, 'e', listing_buckets),
        ...isInWindow(window, 'e'),
        ...isCandidate('e.id'),
        ...conditions,
      ]),
    )
  const readsEvents = featured !== undefined || filters.conditions.length > 0
  // An event links to a record once.
  const columns = readsEvents ? 'l.event' : `${first.targets.length === 1 ? '' : 'DISTINCT '}${list_columns}`
  const linked = sequence(
    `(SELECT ${columns} FROM ${first.table} AS l WHERE`,
    allOf([
      dialect.isOneOf('l.target', first.targets),
      isInBucket(dialect, 'l', listing_buckets),
      ...isInWindow(window, 'l'),
      ...isCandidate('l.event'),
    ]),
    ')',
  )
  return readsEvents
    ? sequence(`FROM event AS e${dialect.byIndex('event_by_id')} WHERE e.id IN`, linked, 'AND', allOf(conditions))
    : sequence('FROM', linked, 'AS e WHERE', allOf(conditions))
}

/**
 * The total of a list, as an expression. Where days have counters, events that start on days which are certainly in the
 * window are not read: only those at both ends of it, and those that are longer than a month.
 */
function totalOf(dialect: Dialect, filters: EventFilters, source: Sql): Sql {
  const counted = sequence('(SELECT count(*)', source, ')')
  const { listing_buckets, window, featured, index } = filters
  const { first_day, last_day, before, after } = certainDays(window)
  if (!dialect.hasCounters || featured || isFiltered(filters) || first_day > last_day) return counted
  // Counting those that are not featured would read each event.
  if (featured === false) return sequence(totalIf(dialect, filters, undefined), '-', totalIf(dialect, filters, true))
  const some = (name: EventIndex, ...conditions: readonly Sql[]) =>
    sequence(
      `(SELECT count(*) FROM event AS e${dialect.byIndex(name)} WHERE`,
      allOf([isInBucket(dialect, 'e', listing_buckets), ...conditions, ...isInside(window.bounds, 'e')]),
      ')',
    )
  const regular = sql(isRegular('e.'))
  return sequence(
    '(SELECT coalesce(sum(c.n), 0) FROM event_count AS c WHERE',
    allOf([isInBucket(dialect, 'c', listing_buckets), sql('c.day BETWEEN ? AND ?', first_day, last_day)]),
    ') +',
    some(index, within(before, 'e'), sql('e.list_from < ?', first_day * key_day), regular),
    '+',
    some(index, within(after, 'e'), sql('e.list_from >= ?', (last_day + 1) * key_day), regular),
    '+',
    some('event_irregular', sql(`NOT ${isRegular('e.')}`)),
  )
}

function totalIf(dialect: Dialect, filters: EventFilters, featured: true | undefined): Sql {
  const part = { ...filters, featured, ...(featured && { index: 'event_featured' as const }) }
  return totalOf(dialect, part, sourceOf(dialect, part))
}

/** The window by the clock of the calendar, and the range of `list_start` that it covers, which indexes have. */
export interface KeyWindow extends StartRangeOptions {
  readonly bounds: readonly EventBound[]
  readonly range: StartRange
}

/** The range of `list_start` in a window; a little larger if windows and lists use different clocks. */
interface StartRange {
  readonly first: number
  readonly last: number
}

/** The lengths of events are 0 if no bound needs them. */
interface StartRangeOptions {
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
  /** The length of the longest event, as a difference of keys; it is taken as a month at least. */
  readonly longest: number
  /** Negative if an event ends before it starts, as deployed services store some. */
  readonly shortest: number
}

/** One bound of a window: `list_from >= 20261119000000`. */
interface EventBound {
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

function boundsOf(window: EventSelection['window'] = {}): readonly EventBound[] {
  return keysOf(sides).flatMap((name): EventBound[] => {
    const wall = window[name]
    const [side, sign] = sides[name]
    return wall === undefined ? [] : [{ side, sign, wall, key: timeKeyOf(wall) }]
  })
}

interface WindowOptions extends Pick<KeyWindow, 'bounds'> {
  readonly listing_buckets: readonly string[]
  /** The clock of the calendar. */
  readonly clock: SelectionClock
}

/** Bounds on ends need to know the longest event, and whether there are events that end before they start. */
async function windowIn(database: Database, { listing_buckets, bounds, clock }: WindowOptions): Promise<KeyWindow> {
  const zone_margin_days = clock === 'local' ? 0 : zones_days
  const lengths = hasEnd(bounds) ? await lengthsIn(database, listing_buckets) : { longest: 0, shortest: 0 }
  const options = { zone_margin_days, ...lengths }
  return { ...options, bounds, range: startRangeOf(bounds, options) }
}

function hasEnd(bounds: readonly EventBound[]): boolean {
  return bounds.some(({ side }) => side === 'end')
}

/** The longest and the shortest irregular event; 0 if there is none. */
async function lengthsIn(database: Database, listing_buckets: readonly string[]) {
  const { dialect } = database
  const length = 'e.list_end - e.list_from'
  const [[longest, shortest] = []] = await database.tuples(
    sequence(
      `SELECT max(${length}), min(${length}) FROM event AS e${dialect.byIndex('event_irregular')} WHERE`,
      allOf([isInBucket(dialect, 'e', listing_buckets), sql(`NOT ${isRegular('e.')}`)]),
    ),
  )
  return { longest: Number(longest), shortest: Number(shortest) }
}

/**
 * The range of `list_start` that bounds on ends imply, too: an event that ends before a time also starts before it, and
 * one that ends after a time starts no earlier than that time minus the length of the longest event. An upper bound on
 * ends is not used if an event ends before it starts.
 */
function startRangeOf(
  bounds: readonly EventBound[],
  { zone_margin_days, longest, shortest }: StartRangeOptions,
): StartRange {
  const limitsEnds = bounds.some(({ side, sign }) => side === 'end' && sign.startsWith('<')) && shortest >= 0
  const earliest = (key: number) => monthOfKey(key - Math.max(key_month, longest))
  const lower = bounds
    .filter(({ sign }) => sign.startsWith('>'))
    .map(({ side, wall, key }) => shiftedKey(side === 'from' ? wall : earliest(key), -zone_margin_days))
  const upper = bounds
    .filter(({ side, sign }) => sign.startsWith('<') && (side === 'from' || limitsEnds))
    .map(({ wall }) => shiftedKey(wall, zone_margin_days))
  return { first: Math.max(0, ...lower), last: Math.min(key_max, ...upper) }
}

/** The events in the window, which `alias` has the keys of. */
export function isInWindow({ bounds, range }: KeyWindow, alias: string): readonly Sql[] {
  return bounds.length === 0 ? [] : [within(range, alias), ...isInside(bounds, alias)]
}

function isInside(bounds: readonly EventBound[], alias: string): readonly Sql[] {
  return bounds.map(({ side, sign, key }) => sql(`${alias}.list_${side} ${sign} ?`, key))
}

function within({ first, last }: StartRange, alias: string): Sql {
  return sql(`${alias}.list_start BETWEEN ? AND ?`, first, last)
}

/** The part of a window with these bounds; undefined if they reach beyond it. */
export function narrowed(window: KeyWindow, bounds: readonly EventBound[]): KeyWindow | undefined {
  const isPart = window.bounds.every((limit) => bounds.some((bound) => implies(bound, limit)))
  return isPart && (hasEnd(window.bounds) || !hasEnd(bounds))
    ? { ...window, bounds, range: startRangeOf(bounds, window) }
    : undefined
}

/** `list_from > 5` implies `list_from >= 5` and `list_from > 4`. */
function implies({ side, sign, key }: EventBound, limit: EventBound): boolean {
  if (side !== limit.side || sign.charAt(0) !== limit.sign.charAt(0)) return false
  if (key === limit.key) return sign === limit.sign || limit.sign.endsWith('=')
  return sign.startsWith('>') ? key > limit.key : key < limit.key
}

interface CertainDays {
  /** Every regular event that starts on one of these days is in the window. */
  readonly first_day: number
  readonly last_day: number
  /** The starts of the other regular events in the window. */
  readonly before: StartRange
  readonly after: StartRange
}

/** A day is the first eight digits of a key. A regular event ends at most a month after its start. */
function certainDays({ bounds, zone_margin_days }: KeyWindow): CertainDays {
  const lower = bounds.filter(({ sign }) => sign.startsWith('>'))
  const upper = bounds.filter(({ sign }) => sign.startsWith('<'))
  const dayOf = (key: number) => Math.floor(key / key_day)
  const { first, last } = startRangeOf(bounds, { zone_margin_days, longest: 0, shortest: 0 })
  return {
    first_day: Math.max(0, ...lower.map(({ key }) => dayOf(key) + 1)),
    last_day: Math.min(
      dayOf(key_max),
      ...upper.map(({ side, key }) => dayOf(side === 'from' ? key : key - key_month) - 1),
    ),
    before: { first, last: Math.max(-1, ...lower.map(({ wall }) => shiftedKey(wall, 1 + zone_margin_days))) },
    after: {
      first: Math.min(
        key_max + 1,
        ...upper.map(({ side, wall }) => shiftedKey(wall, (side === 'from' ? -1 : -32) - zone_margin_days)),
      ),
      last,
    },
  }
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

/** A degree of latitude is at least this long. */
const degree_km = 110

/** The ids of the venues around a point. */
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
