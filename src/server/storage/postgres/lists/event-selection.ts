// Lists of events in PostgreSQL; their window, and the range of the list's order that it covers.
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../../domain/lists/selection.ts'
import { listingBucketOf, zones_days } from '../../derived.ts'
import { kmBetween } from '../../distance.ts'
import { boundsOf, startRangeOf } from '../../event-bounds.ts'
import type { PostgresConnection } from '../connection.ts'
import { eventContains } from '../event-words.ts'
import { everyOf, links, part, possibleId, possibleIds, type QueryPart } from '../query.ts'
import type { EventCounts, EventLengths } from './event-counts.ts'
import { type EventMatches, pageOfMatches } from './event-matches.ts'
import { type EventCondition, eventPage } from './event-page.ts'
import type { KnownEvents } from './page-events.ts'

interface ListedCalendar {
  readonly connection: PostgresConnection
  /** That of the calendar. */
  readonly clock: SelectionClock
  readonly counts: EventCounts
  /** Receives the events of each page, which are read in the same statement. */
  readonly known?: KnownEvents | undefined
  /** Present in transactions that only read. */
  readonly matches?: EventMatches | undefined
}

export async function selectPostgresEvents(
  calendar: ListedCalendar,
  selection: EventSelection,
  slice: ListSlice,
): Promise<FoundRecords> {
  const { connection, clock, matches } = calendar
  const { statuses, hidden } = selection
  const buckets = statuses.flatMap((status) => (hidden ? [status, listingBucketOf(status, true)] : [status]))
  const near = selection.near && part(links('venue', '&& ?'), await venuesNear(connection, selection.near))
  const others = [...linksOf(selection), ...(near ? [near] : []), ...fieldsOf(selection), ...searchOf(selection)]
  const bounds = boundsOf(selection)
  const isByKeys = bounds.length === 0 || selection.clock === clock
  if (matches && others.length > 0 && !selection.include && isByKeys) {
    const filter = everyOf([inBuckets(buckets), ...others])
    const found = await pageOfMatches({ ...calendar, matches }, { filter, bounds }, slice)
    if (found) return found
  }
  const conditionFor = (lengths: EventLengths): EventCondition => {
    const window = windowIn(selection, { clock, lengths })
    const condition = everyOf([inBuckets(buckets), ...window, ...others])
    return { condition, ...(others.length === 0 && isByKeys && { counted: { buckets, bounds } }) }
  }
  const needsLengths = selection.clock === clock && bounds.some(({ side }) => side === 'end')
  return eventPage(calendar, { buckets, lengths: needsLengths ? lengthsIn(buckets) : undefined, conditionFor }, slice)
}

/** One bucket is compared by itself, so that its index also sorts. */
function inBuckets(buckets: readonly string[]): QueryPart {
  const [only] = buckets
  return buckets.length === 1 && only !== undefined
    ? part('e.listing_bucket = ?', only)
    : part('e.listing_bucket = ANY(?)', buckets)
}

function linksOf(selection: EventSelection): readonly QueryPart[] {
  return (['venue', 'organizer', 'tags', 'categories'] as const).flatMap((column) => {
    const targets = selection[column]
    return targets ? [part(links(column, '&& ?'), possibleIds(targets))] : []
  })
}

function fieldsOf(selection: EventSelection): readonly QueryPart[] {
  const { statuses, private_of, featured, include, post_parent, geoloc } = selection
  const found: QueryPart[] = []
  if (private_of !== undefined && statuses.includes('private'))
    found.push(part("(e.status <> 'private' OR e.author = ?)", private_of))
  if (featured !== undefined) found.push(part(featured ? 'e.featured' : 'NOT e.featured'))
  if (include) found.push(part('e.id = ANY(?)', possibleIds(include)))
  if (post_parent !== undefined)
    found.push(
      post_parent === 0
        ? part('e.post_parent = 0')
        : part('e.post_parent = ? AND e.post_parent <> 0', possibleId(post_parent)),
    )
  if (geoloc !== undefined) found.push(part(`${geoloc ? '' : 'NOT '}${has_coordinates}`))
  return found
}

const has_coordinates =
  'EXISTS (SELECT FROM venue AS v WHERE v.id = ANY(e.venue) AND v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL)'

/** Every word somewhere in the fields, no unwanted one anywhere. */
function searchOf({ search, search_protected }: EventSelection): readonly QueryPart[] {
  if (!search) return []
  return [
    ...(search_protected ? [] : [part("e.password = ''")]),
    ...search.words.map(eventContains),
    ...search.without.map(eventContains).map(({ sql, values }) => ({ sql: `NOT ${sql}`, values })),
  ]
}

/** A degree of latitude is at least this long. */
const degree_km = 110

async function venuesNear(
  connection: PostgresConnection,
  { lat, lng, km }: NonNullable<EventSelection['near']>,
): Promise<readonly number[]> {
  const rows = await connection.tuples(
    'SELECT id, geo_lat, geo_lng FROM venue WHERE geo_lat BETWEEN $1 AND $2 AND geo_lng IS NOT NULL',
    lat - km / degree_km,
    lat + km / degree_km,
  )
  return rows
    .map((row) => row.map(Number))
    .flatMap(([id = 0, at = 0, along = 0]) => (kmBetween(at, along, lat, lng) <= km ? [id] : []))
}

interface ListedEvents {
  /** The clock of the calendar. */
  readonly clock: SelectionClock
  /** Of all events that can be in the list. */
  readonly lengths: EventLengths
}

/** Windows by the clock of the calendar compare numbers and have a range; others compare the dates of each event. */
function windowIn(selection: EventSelection, { clock, lengths }: ListedEvents): readonly QueryPart[] {
  const bounds = boundsOf(selection)
  if (bounds.length === 0) return []
  if (selection.clock !== clock) {
    const prefix = selection.clock === 'utc' ? 'utc_' : ''
    return bounds.map(({ side, sign, wall }) =>
      part(`e.${prefix}${side === 'from' ? 'start' : 'end'}_date ${sign} ?`, wall),
    )
  }
  // The range of `list_start` that can be in the window, which the indexes of lists have.
  const { first, last } = startRangeOf(bounds, {
    slack_days: clock === 'local' ? 0 : zones_days,
    longest: () => lengths.max,
    isAnyBackward: () => lengths.min < 0,
  })
  return [
    ...bounds.map(({ side, sign, key }) => part(`e.list_${side} ${sign} ?`, key)),
    part('e.list_start BETWEEN ? AND ?', first, last),
  ]
}

/** The lengths of the shortest and the longest event of some listing buckets, as an array. */
function lengthsIn(buckets: readonly string[]): QueryPart {
  return part(
    `(SELECT ARRAY[coalesce(min(shortest), 0), coalesce(max(longest), 0)] FROM unnest(?::text[]) AS given (bucket),
      LATERAL (SELECT min(list_end - list_from) AS shortest, max(list_end - list_from) AS longest
        FROM event WHERE listing_bucket = given.bucket) AS lengths)`,
    buckets,
  )
}
