// Lists of events as SQL, for every engine: here `--starts-after` becomes SQL.
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { keysOf } from '../../../base/collections.ts'
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import type { DateBound } from '../../../spec/lists.ts'
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../domain/lists/selection.ts'
import { isRegular } from '../columns.ts'
import { foldForSearch, key_day, key_max, key_month, keyOf, monthOfKey, shiftedKey, zones_days } from '../derived.ts'
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
import { isInBucket, listingBucketsOf, type ListQuery, selectPage, venuesNear } from './list-queries.ts'

interface ListedCalendar {
  readonly database: Database
  /** That of the calendar. */
  readonly clock: SelectionClock
  /** Changes with every write. With it, lists are kept until the next write. */
  version?(): string
}

type Select = (selection: EventSelection, slice: ListSlice) => Promise<FoundRecords>

/** The number of lists that are kept, and of the numbers in all of them: 72 MB. */
const lists_max = 500
const numbers_max = 9_000_000
/** The number of page ends of each. */
const ends_max = 64

export function eventLists(calendar: ListedCalendar): Select {
  const { database, version } = calendar
  if (!version) return async (selection, slice) => selectPage(database, await listOf(calendar, selection), slice)
  const kept = new BoundedCache<string, KeptList>({
    entries_max: lists_max,
    weight_max: numbers_max,
    weigh: (list) => ('events' in list ? list.events.length : 1),
  })
  return async (selection, slice) => {
    kept.useGeneration(version())
    const { window, ...filters } = selection
    const isByKeys = selection.clock === calendar.clock
    const times = timesIn(isByKeys ? boundsOf(window) : [])
    const key = JSON.stringify(selection)
    // Of the lists with the same filters, one is kept.
    const filters_key = `filters ${isByKeys ? JSON.stringify(filters) : key}`
    const wider = kept.get(filters_key)
    const isPart = wider && 'events' in wider && includes(wider.times, times)
    const known = isPart ? wider : kept.get(key)
    const list = known ?? (await keptList(calendar, selection, times))
    if (!known) kept.set('events' in list ? filters_key : key, list)
    return 'events' in list ? pageWithin(list, times, slice) : continuedPage(database, list, slice)
  }
}

/**
 * Of a list with filters, which no index has in its order, all events in its window; lists with the same filters and a
 * window inside are parts of it. Of any other list the total, and the last events of pages by the offset of the next
 * page, so that a list which is read to its end is read once.
 */
type KeptList = FilteredList | (EventList & { readonly ends: BoundedCache<number, number> })

interface FilteredList {
  readonly times: EventTimes
  /** Three numbers of each event: its id, `list_from` and `list_end`. */
  readonly events: Float64Array
}

async function keptList(calendar: ListedCalendar, selection: EventSelection, times: EventTimes): Promise<KeptList> {
  const { database } = calendar
  const list = await listOf(calendar, selection)
  if (isFiltered(list.filters)) {
    const columns = `SELECT ${list.id}, e.list_from, e.list_end`
    const rows = await database.tuples(sequence(columns, list.source, 'ORDER BY', list.order))
    return { times, events: Float64Array.from(rows.flat(), Number) }
  }
  const total = Number(await valueIn(database, sequence('SELECT', list.total)))
  return { ...list, total: sql('?', total), ends: new BoundedCache({ entries_max: ends_max }) }
}

/** The page, read from the end of the nearest page before it. */
async function continuedPage(
  database: Database,
  { filters, ends, ...list }: Exclude<KeptList, FilteredList>,
  { offset, limit }: ListSlice,
): Promise<FoundRecords> {
  const start = [...ends.keys()].reduce((best, end) => (end <= offset && end > best ? end : best), 0)
  const last = ends.get(start)
  const source = last === undefined ? list.source : await sourceAfter(database, filters, last)
  const found = await selectPage(database, { ...list, source }, { offset: offset - start, limit })
  const end = found.ids.at(-1)
  if (end !== undefined) ends.set(offset + found.ids.length, end)
  return found
}

/** The page of the events of a list that are in a window inside its own. */
function pageWithin({ events }: FilteredList, times: EventTimes, { offset, limit }: ListSlice): FoundRecords {
  const { from, end } = times
  const ids: number[] = []
  let total = 0
  for (let i = 0; i < events.length; i += 3) {
    const [starts = 0, ends = 0] = [events[i + 1], events[i + 2]]
    if (starts < from.first || starts > from.last || ends < end.first || ends > end.last) continue
    if (total >= offset && ids.length < limit) ids.push(Number(events[i]))
    total += 1
  }
  return { ids, total }
}

/** The events of a list after this one; `first` is the start at which the index is read. */
async function sourceAfter(database: Database, filters: EventFilters, id: number): Promise<Sql> {
  const first = Number(await valueIn(database, sql('SELECT list_start FROM event WHERE id = ?', id)))
  const window = { ...filters.window, range: { ...filters.window.range, first } }
  const after = sql(`(${list_order}) > (SELECT list_start, list_date, id FROM event WHERE id = ?)`, id)
  return sourceOf(database.dialect, { ...filters, window, conditions: [after] })
}

const list_order = 'e.list_start, e.list_date, e.id'

interface EventList extends Required<ListQuery> {
  readonly filters: EventFilters
}

async function listOf({ database, clock }: ListedCalendar, selection: EventSelection): Promise<EventList> {
  const filters = await filtersOf(database, selection, clock)
  const source = sourceOf(database.dialect, filters)
  return { filters, source, id: 'e.id', order: sql(list_order), total: totalOf(database.dialect, filters, source) }
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

/** The window by the clock of the calendar, and the range of `list_start` that it covers, which indexes have. */
interface KeyWindow {
  readonly bounds: readonly EventBound[]
  readonly range: StartRange
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
}

async function filtersOf(database: Database, selection: EventSelection, clock: SelectionClock): Promise<EventFilters> {
  const { dialect } = database
  const bounds = boundsOf(selection.window)
  const isByKeys = selection.clock === clock
  const listing_buckets = listingBucketsOf(selection)
  const filters: EventFilters = {
    listing_buckets,
    window: await windowIn(database, { listing_buckets, bounds: isByKeys ? bounds : [], clock }),
    links: await linksOf(database, selection),
    featured: selection.featured,
    index: indexFor(selection, listing_buckets),
    candidates: undefined,
    conditions: [
      ...(isByKeys ? [] : bounds.map((bound) => otherBound(selection.clock, bound))),
      ...conditionsOf(dialect, selection),
    ],
  }
  const { search, include, post_parent } = selection
  const candidates = include || post_parent ? undefined : dialect.candidates(search?.words.map(foldForSearch) ?? [])
  return candidates && !(await areFew(database, filters)) ? { ...filters, candidates, index: 'event_by_id' } : filters
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

async function linksOf(database: Database, selection: EventSelection): Promise<readonly LinkFilter[]> {
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

/** The events in the window, which `alias` has the keys of. */
function isInWindow({ bounds, range }: KeyWindow, alias: string): readonly Sql[] {
  return bounds.length === 0 ? [] : [within(range, alias), ...isInside(bounds, alias)]
}

function isInside(bounds: readonly EventBound[], alias: string): readonly Sql[] {
  return bounds.map(({ side, sign, key }) => sql(`${alias}.list_${side} ${sign} ?`, key))
}

function within({ first, last }: StartRange, alias: string): Sql {
  return sql(`${alias}.list_start BETWEEN ? AND ?`, first, last)
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

/** Bounds on ends need to know the longest event, and whether there are events that end before they start. */
async function windowIn(
  database: Database,
  {
    listing_buckets,
    bounds,
    clock,
  }: Pick<EventFilters, 'listing_buckets'> & Pick<KeyWindow, 'bounds'> & Pick<ListedCalendar, 'clock'>,
): Promise<KeyWindow> {
  const zone_margin_days = clock === 'local' ? 0 : zones_days
  const lengths = bounds.some(({ side }) => side === 'end')
    ? await lengthsIn(database, listing_buckets)
    : { longest: 0, shortest: 0 }
  return { bounds, zone_margin_days, range: startRangeOf(bounds, { zone_margin_days, ...lengths }) }
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
    return wall === undefined ? [] : [{ side, sign, wall, key: keyOf(wall) }]
  })
}

/** The range of `list_start` in the window; a little larger if windows and lists use different clocks. */
interface StartRange {
  readonly first: number
  readonly last: number
}

interface StartRangeOptions {
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
  /** The length of the longest event, as a difference of keys; it is taken as a month at least. */
  readonly longest: number
  /** Negative if an event ends before it starts, as deployed services store some. */
  readonly shortest: number
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

/** The first and the last key of the starts and of the ends in a window. */
type EventTimes = Readonly<Record<EventBound['side'], { readonly first: number; readonly last: number }>>

function timesIn(bounds: readonly EventBound[]): EventTimes {
  const of = (side: EventBound['side']) => {
    const keys = (sign: '>' | '<', before: number) =>
      bounds
        .filter((bound) => bound.side === side && bound.sign.startsWith(sign))
        .map((bound) => (bound.sign === sign ? bound.key + before : bound.key))
    return { first: Math.max(...keys('>', 1)), last: Math.min(...keys('<', -1)) }
  }
  return { from: of('from'), end: of('end') }
}

/** Whether a window includes another one. */
function includes(wider: EventTimes, times: EventTimes): boolean {
  return keysOf(times).every((side) => wider[side].first <= times[side].first && wider[side].last >= times[side].last)
}
