// The filters of a list of events, as SQL conditions on the event `e` or its link `l`.
import type { SelectionClock, EventSelection } from '../../../domain/lists/selection.ts'
import { type Condition, condition, hasRow, listed } from './conditions.ts'
import { key_month, listingBucketOf, zones_days } from '../../derived.ts'
import { boundsOf, type EventBound, type StartRange, startRangeOf } from '../../event-bounds.ts'
import { far_zone } from '../schema.ts'
import type { Connection } from '../sqlite.ts'
import { folded } from '../../search-text.ts'

/** The table that a condition reads: an event `e` or its link `l`, which have the same list columns. */
export type Alias = 'e' | 'l'

/** The conditions for a window by the site's clock. */
export function windowOf(bounds: readonly EventBound[], alias: Alias): readonly Condition[] {
  return bounds.map(({ side, sign, key }) => condition(`${alias}.list_${side} ${sign} ?`, key))
}

/**
 * The maximum offset of real zones from UTC. With a million events on a site in UTC, each additional day reads 270 more
 * rows before the first page.
 */
const near_days = 1

/** Whether any event has a zone twenty hours or more from UTC, such as `UTC+99`. */
function isFar(connection: Connection, listing_bucket: string): boolean {
  return (
    connection.value(
      `SELECT 1 FROM event INDEXED BY event_far WHERE listing_bucket = ? AND ${far_zone}`,
      listing_bucket,
    ) !== undefined
  )
}

/** The part of the list's order that a window by the site's clock covers. */
export function startRangeIn(
  connection: Connection,
  {
    clock,
    listing_buckets,
    bounds,
  }: {
    readonly clock: SelectionClock
    readonly listing_buckets: readonly string[]
    readonly bounds: readonly EventBound[]
  },
): StartRange {
  const slack_days =
    clock === 'local'
      ? 0
      : listing_buckets.some((listing_bucket) => isFar(connection, listing_bucket))
        ? zones_days
        : near_days
  const isBackward = (listing_bucket: string) =>
    connection.value(
      'SELECT 1 FROM event INDEXED BY event_backward WHERE listing_bucket = ? AND list_end < list_from',
      listing_bucket,
    ) !== undefined
  return startRangeOf(bounds, {
    slack_days,
    longest: () => Math.max(0, ...listing_buckets.map((listing_bucket) => lengthMax(connection, listing_bucket))),
    isAnyBackward: () => listing_buckets.some(isBackward),
  })
}

/** The length of the longest event; at least a month, so that the index only has to hold longer ones. */
function lengthMax(connection: Connection, listing_bucket: string): number {
  return connection.number(
    `SELECT coalesce(max(list_end - list_from), ${key_month}) FROM event INDEXED BY event_by_length WHERE ` +
      `listing_bucket = ? AND list_end - list_from > ${key_month}`,
    listing_bucket,
  )
}

/** The condition for a range of the list's order. */
export function within({ first, last }: StartRange, alias: Alias): Condition {
  return condition(`${alias}.list_start BETWEEN ? AND ?`, first, last)
}

/** The window by the clock that is not the site's. No index supports it; this case is rare. */
export function otherWindowOf(selection: EventSelection): readonly Condition[] {
  const prefix = selection.clock === 'utc' ? 'utc_' : ''
  return boundsOf(selection).map(({ side, sign, wall }) =>
    condition(`e.${prefix}${side === 'from' ? 'start' : 'end'}_date ${sign} ?`, wall),
  )
}

export function listingBucketsOf({ statuses, hidden }: Pick<EventSelection, 'statuses' | 'hidden'>): readonly string[] {
  return statuses.flatMap((status) => (hidden ? [status, listingBucketOf(status, true)] : [status]))
}

/** The columns of an event that contain ids of linked records. */
const link_columns = ['venue', 'organizer', 'tags', 'categories'] as const
export type LinkColumn = (typeof link_columns)[number]

export function linkTable(column: LinkColumn): 'event_place' | 'event_term' {
  return column === 'venue' || column === 'organizer' ? 'event_place' : 'event_term'
}

/**
 * Whether an event links to one of these targets. In this form SQLite reads the event's ids instead of the targets'
 * events.
 */
export function linked(column: LinkColumn, targets: readonly number[]): Condition {
  return condition(
    hasRow(`SELECT 1 FROM json_each(e.${column}) WHERE value IN (SELECT value FROM json_each(?))`),
    listed(targets),
  )
}

/** A condition on an event or a link that is tested on another index, without reading the event. */
export type IndexCondition = (alias: Alias) => Condition

/** The same as `linked`, tested on the link tables: reading the events took 30 times as long with a million of them. */
export function linkedAt({ column, targets }: LinkFilter): IndexCondition {
  return (alias) =>
    condition(
      hasRow(
        `SELECT 1 FROM ${linkTable(column)} AS o WHERE o.target IN (SELECT value FROM json_each(?)) AND ` +
          sameListPosition('o', 'event', alias),
      ),
      listed(targets),
    )
}

/** Tested on the index of featured events, for scans along another index. */
export function featuredAt(featured: boolean): IndexCondition {
  return (alias) => {
    const isFeatured = hasRow(
      `SELECT 1 FROM event AS f INDEXED BY event_featured WHERE f.featured = 1 AND ${sameListPosition('f', 'id', alias)}`,
    )
    return condition(featured ? isFeatured : `NOT ${isFeatured}`)
  }
}

function sameListPosition(other: string, id: string, alias: Alias): string {
  const columns = ['listing_bucket', 'list_start', 'list_date'].map(
    (column) => `${other}.${column} = ${alias}.${column}`,
  )
  return [...columns, `${other}.${id} = ${alias}.${alias === 'e' ? 'id' : 'event'}`].join(' AND ')
}

export function includedIn(ids: readonly number[]): Condition {
  return condition('e.id IN (SELECT value FROM json_each(?))', listed(ids))
}

/** Whether an event has this parent. For none, events with a parent are excluded, because few have one. */
export function childOf(parent: number): Condition {
  return parent === 0
    ? condition('e.id NOT IN (SELECT id FROM event INDEXED BY event_by_parent WHERE post_parent <> 0)')
    : condition('e.post_parent = ? AND e.post_parent <> 0', parent)
}

/** The filters that have to read each event: all but window, listing bucket, links and featured. */
export function rowConditionsOf({
  private_of,
  search,
  search_protected,
  geoloc,
}: EventSelection): readonly Condition[] {
  const found: Condition[] = []
  if (private_of !== undefined) found.push(condition("(e.status <> 'private' OR e.author = ?)", private_of))
  if (search && !search_protected) found.push(condition("e.password = ''"))
  if (geoloc !== undefined) found.push(condition(`${has_coordinates} IS ${geoloc ? 'NOT NULL' : 'NULL'}`))
  for (const word of search?.words ?? []) found.push(condition('instr(e.words, ?) > 0', folded(word)))
  for (const word of search?.without ?? []) found.push(condition('instr(e.words, ?) = 0', folded(word)))
  return found
}

const has_coordinates =
  '(SELECT 1 FROM json_each(e.venue) AS v CROSS JOIN venue ON venue.id = v.value WHERE geo_lat IS NOT NULL AND geo_lng IS NOT NULL LIMIT 1)'

export interface LinkFilter {
  readonly column: LinkColumn
  readonly targets: readonly number[]
}

/** The filters on links. A distance becomes a filter on the venues within it. */
export function linkFiltersOf(connection: Connection, selection: EventSelection): readonly LinkFilter[] {
  const named = link_columns.flatMap((column): LinkFilter[] => {
    const targets = selection[column]
    return targets ? [{ column, targets }] : []
  })
  return selection.near ? [{ column: 'venue', targets: venuesNear(connection, selection.near) }, ...named] : named
}

/** A degree of latitude is at least this long. */
const degree_km = 110

function venuesNear(connection: Connection, { lat, lng, km }: NonNullable<EventSelection['near']>): readonly number[] {
  return connection.ids(
    'SELECT id FROM venue WHERE geo_lat BETWEEN ? AND ? AND geo_lng IS NOT NULL AND km_between(geo_lat, geo_lng, ?, ?) <= ?',
    lat - km / degree_km,
    lat + km / degree_km,
    lat,
    lng,
    km,
  )
}
