// Reads all events of a selection in list order. For a selective query, one index finds a small superset of them first.
import type { EventSelection, SelectionClock } from '../../../domain/lists/selection.ts'
import { matchOf, trigramsOf } from '../../search-text.ts'
import { postsWithTrigrams } from '../trigrams.ts'
import type { Connection, SqlValue } from '../sqlite.ts'
import { allOf, type Condition, condition, idsUpTo, listed } from './conditions.ts'
import { boundsOf, type EventBound } from '../../event-bounds.ts'
import {
  childOf,
  includedIn,
  linked,
  type LinkFilter,
  linkFiltersOf,
  linkTable,
  listingBucketsOf,
  otherWindowOf,
  rowConditionsOf,
  windowOf,
} from './event-conditions.ts'
import { isIn, numbersIn, type ShortList, shortListIn, shortListOf } from './short-list.ts'

const list_order = 'e.list_start, e.list_date, e.id'

/** A selection, split by how its parts are evaluated. */
export interface SplitSelection {
  readonly selection: EventSelection
  /** The window by the site's clock; a window by the other clock is in `window`. */
  readonly bounds: readonly EventBound[]
  readonly window: readonly Condition[]
  readonly links: readonly LinkFilter[]
}

export function queryOf(connection: Connection, selection: EventSelection, clock: SelectionClock): SplitSelection {
  const links = linkFiltersOf(connection, selection)
  return selection.clock === clock
    ? { selection, bounds: boundsOf(selection), window: [], links }
    : { selection, bounds: [], window: otherWindowOf(selection), links }
}

/** The list of a selective query; undefined if it has to be scanned. */
export function shortList(connection: Connection, query: SplitSelection): ShortList | undefined {
  const candidates = candidatesOf(connection, query)
  return candidates && shortListOf(rowsOf(connection, query, [...new Set(candidates)]))
}

/** The events among `candidates` that the query selects, regardless of its bounds, in list order. */
export function rowsOf(
  connection: Connection,
  query: SplitSelection,
  candidates: readonly number[],
): readonly SqlValue[][] {
  const { sql, values } = allOf(conditionsOf({ ...query, bounds: [] }))
  const from = 'json_each(?) AS candidate CROSS JOIN event AS e ON e.id = candidate.value'
  return connection.tuples(
    `SELECT e.id, e.list_from, e.list_end, e.list_start, e.list_date FROM ${from} WHERE ${sql} ORDER BY ${list_order}`,
    listed(candidates),
    ...values,
  )
}

/** With more events, one list would need most of the memory of the cache. */
const events_max = 1_500_000

/**
 * The whole list of a query whose total has to be counted event by event: a frequent word took 0.3 to 3.8 s after each
 * write to a million events. Undefined for other queries.
 */
export function wholeList(connection: Connection, query: SplitSelection): ShortList | undefined {
  const { selection, links } = query
  const readsEvents = selection.search !== undefined || selection.geoloc !== undefined
  const [first, other] = links
  const isOfMany = links.some(({ targets }) => targets.length > 1)
  if ((!readsEvents && !isOfMany) || connection.number(count_of_all) > events_max) return undefined
  const hasMore = query.window.length > 0 || rowConditionsOf(selection).length > 0 || idsOf(selection).length > 0
  return first && !other && !hasMore && selection.featured === undefined
    ? linkedList(connection, selection, first)
    : testedList(connection, query)
}

const count_of_all = 'SELECT coalesce(sum(n), 0) FROM event_count WHERE side = 2'

/** The list of one filter on links, read from the link table alone. */
function linkedList(connection: Connection, selection: EventSelection, { column, targets }: LinkFilter): ShortList {
  return shortListOf(
    connection.tuples(
      `SELECT DISTINCT event, list_from, list_end, list_start, list_date FROM ${linkTable(column)}
       WHERE target IN (SELECT value FROM json_each(?)) AND listing_bucket IN (SELECT value FROM json_each(?))
       ORDER BY list_start, list_date, event`,
      listed(targets),
      listed(listingBucketsOf(selection)),
    ),
  )
}

/**
 * Tests events in the order of the file, and takes their order from the index: with a million events, testing them in
 * list order takes 3.2 s of CPU, and this takes 1.
 */
function testedList(connection: Connection, query: SplitSelection): ShortList {
  const { sql, values } = allOf(conditionsOf({ ...query, bounds: [] }))
  const matching = numbersIn(
    String(
      connection.value(
        `SELECT group_concat(id, ' ') FROM (SELECT e.id AS id FROM event AS e NOT INDEXED WHERE ${sql} ORDER BY e.id)`,
        ...values,
      ) ?? '',
    ),
  )
  const buckets = listingBucketsOf(query.selection)
  if (buckets.length === 0) return shortListOf([])
  const branches = buckets.map(
    () =>
      'SELECT id, list_from, list_end, list_start, list_date FROM event INDEXED BY event_by_start WHERE listing_bucket = ?',
  )
  const ordered = connection.value(
    `SELECT group_concat(id || ' ' || list_from || ' ' || list_end, ' ')
     FROM (${branches.join(' UNION ALL ')} ORDER BY list_start, list_date, id)`,
    ...buckets,
  )
  return shortListIn(String(ordered ?? ''), (id) => isIn(matching, id))
}

/** All conditions of a selection, for any event. */
function conditionsOf({ selection, bounds, window, links }: SplitSelection): readonly Condition[] {
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
    ...featuredConditionsOf(selection),
    ...rowConditionsOf(selection),
  ]
}

function featuredConditionsOf({ featured }: EventSelection): readonly Condition[] {
  return featured === undefined ? [] : [condition(featured ? 'e.featured = 1' : 'e.featured <> 1')]
}

export function idsOf({ include, post_parent }: EventSelection): readonly Condition[] {
  return [...(include ? [includedIn(include)] : []), ...(post_parent === undefined ? [] : [childOf(post_parent)])]
}

/** Up to this many, checking each event is cheaper than scanning the list in order. */
const candidates_max = 2_000
/** A search may have more candidates if they are less than half of all events. */
const search_candidates_max = 200_000

/** With more targets, a list is not scanned along its links. */
const targets_max = 12

interface CandidateQuery {
  readonly selection: EventSelection
  readonly links: readonly LinkFilter[]
}

/** Ids that include every match; undefined if no filter is selective enough. */
function candidatesOf(connection: Connection, { selection, links }: CandidateQuery): readonly number[] | undefined {
  const { include, post_parent } = selection
  const search = searchQuery(selection)
  const sets = [
    ...(include ? [include] : []),
    ...(search ? (idsUpTo(connection, search, candidates_max) ?? []) : []),
    ...(post_parent
      ? (idsUpTo(
          connection,
          condition('SELECT id FROM event WHERE post_parent = ? AND post_parent <> 0', post_parent),
          candidates_max,
        ) ?? [])
      : []),
    ...(needsLinkQueries(selection, links)
      ? links.flatMap((link) => idsUpTo(connection, linkQuery(link), candidates_max) ?? [])
      : []),
  ]
  if (sets.length > 0) return sets.reduce((a, b) => (b.length < a.length ? b : a))
  return search && idsUpTo(connection, search, Math.min(search_candidates_max, connection.number(half_of_all)))?.[0]
}

const half_of_all = 'SELECT coalesce(sum(n), 0) / 2 FROM event_count WHERE side = 2'

function searchQuery({ search }: EventSelection): Condition | undefined {
  const trigrams = search?.words.flatMap((word) => trigramsOf(word) ?? []) ?? []
  return trigrams.length > 0 ? condition(postsWithTrigrams('event'), matchOf(trigrams)) : undefined
}

/**
 * Link tables are sorted like lists and answer most filters without reading events. Candidates are only needed for
 * filters that read events, and for links with too many targets to scan along.
 */
function needsLinkQueries({ search, geoloc, post_parent }: EventSelection, links: readonly LinkFilter[]): boolean {
  return (
    links.some(({ targets }) => targets.length > targets_max) ||
    search !== undefined ||
    geoloc !== undefined ||
    post_parent !== undefined
  )
}

function linkQuery({ column, targets }: LinkFilter): Condition {
  return condition(
    `SELECT event AS id FROM ${linkTable(column)} WHERE target IN (SELECT value FROM json_each(?))`,
    listed(targets),
  )
}
