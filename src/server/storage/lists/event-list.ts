// Lists of events as SQL, for every engine: here `--starts-after` becomes SQL. From a selection to its filters, from
// filters to the source of a list, and its total.
import { foldForSearch } from '../../../base/text/slug.ts'
import type { EventSelection, SelectionClock } from '../../domain/lists/selection.ts'
import { isRegular } from '../columns.ts'
import { key_day } from '../derived.ts'
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
import {
  boundsOf,
  certainDays,
  type EventBound,
  isInside,
  isInWindow,
  type KeyWindow,
  windowIn,
  within,
} from './event-window.ts'
import { isInBucket, listingBucketsOf, type ListQuery, venuesNear } from './list-queries.ts'

export interface ListedCalendar {
  readonly database: Database
  /** That of the calendar. */
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

export async function listOf({ database, clock }: ListedCalendar, selection: EventSelection): Promise<ListSql> {
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
    links: await linksOf(database, selection),
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
