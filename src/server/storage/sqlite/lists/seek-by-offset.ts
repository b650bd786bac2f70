// Finds the start of a page at a large offset from counters, instead of by scanning the list.
import { day_ms, instantOfUtc, utcWall, type WallTime } from '../../../../base/dates/zoned-time.ts'
import type { SelectionClock } from '../../../domain/lists/selection.ts'
import { allOf, type Condition, condition } from './conditions.ts'
import { keyOf, shiftedKey, zones_days } from '../../derived.ts'
import type { EventBound } from '../../event-bounds.ts'
import { windowOf } from './event-conditions.ts'
import type { ScanPath } from './event-scan.ts'
import type { Connection } from '../sqlite.ts'
import { windowTotal } from './window-total.ts'

/** A position in a list: `first` is a key, `before` the number of events in the list that start before it. */
export interface SeekPosition {
  readonly first: number
  readonly before: number
}

/**
 * The last day before which the list has at most `offset` events.
 *
 * Shape:  undefined for lists that the counters do not cover: along links, with filters, or with other windows than
 *         those of `windowTotal`.
 */
export function seekByOffset(
  connection: Connection,
  path: ScanPath,
  { offset, clock }: { readonly offset: number; readonly clock: SelectionClock },
): SeekPosition | undefined {
  if (
    path.links ||
    path.row_conditions.length > 0 ||
    path.index_conditions.length > 0 ||
    path.index !== 'event_by_start' ||
    hasUndated(connection, path)
  )
    return undefined
  const total = totalFrom(connection, path)
  if (total === undefined) return undefined
  const beforeDay = (day: number) => {
    const wall = utcWall(day * day_ms)
    const rest = totalFrom(connection, path, { side: 'from', sign: '>=', wall, key: keyOf(wall) })
    return rest === undefined
      ? undefined
      : total - rest + (clock === 'utc' ? clockDifference(connection, path, wall) : 0)
  }
  let [low, high] = daysOf(connection, path)
  let found: SeekPosition | undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const before = beforeDay(middle)
    if (before !== undefined && before <= offset) {
      found = { first: keyOf(utcWall(middle * day_ms)), before }
      low = middle + 1
    } else high = middle
  }
  return found
}

/** Whether there are events without dates, which are in the list but not in the counters by day. */
function hasUndated(connection: Connection, { listing_buckets }: ScanPath): boolean {
  return listing_buckets.some(
    (listing_bucket) =>
      connection.number(
        'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 0 AND span = 0',
        listing_bucket,
      ) > 0,
  )
}

/** How many events of the list start at or after a time; undefined for windows that the counters do not cover. */
function totalFrom(
  connection: Connection,
  { listing_buckets, bounds }: ScanPath,
  from?: EventBound,
): number | undefined {
  const [given, ...more] = bounds.filter(({ side }) => side === 'from')
  if (more.length > 0 || given?.sign.startsWith('<')) return undefined
  const later = from && (!given || from.key > given.key) ? from : given
  const window = [...(later ? [later] : []), ...bounds.filter(({ side }) => side === 'end')]
  const totals = listing_buckets.map((listing_bucket) => windowTotal(connection, listing_bucket, window))
  return totals.every((total) => total !== undefined) ? totals.reduce((sum, total) => sum + total, 0) : undefined
}

/**
 * How many more events start before a time by their own clock, which determines list order, than by the site's clock,
 * which counters use.
 */
function clockDifference(connection: Connection, { listing_buckets, bounds }: ScanPath, wall: WallTime): number {
  const [early, key, late] = [shiftedKey(wall, -zones_days), keyOf(wall), shiftedKey(wall, zones_days)]
  const count = (listing_bucket: string, ...more: readonly Condition[]) => {
    const { sql, values } = allOf([
      condition('e.listing_bucket = ?', listing_bucket),
      ...more,
      ...windowOf(bounds, 'e'),
    ])
    return connection.number(`SELECT count(*) FROM event AS e INDEXED BY event_by_start WHERE ${sql}`, ...values)
  }
  return listing_buckets.reduce(
    (sum, listing_bucket) =>
      sum +
      count(listing_bucket, condition('e.list_start >= ? AND e.list_start < ? AND e.list_from >= ?', early, key, key)) -
      count(listing_bucket, condition('e.list_start BETWEEN ? AND ? AND e.list_from < ?', key, late, key)),
    0,
  )
}

/** The first and last day on which events of these listing buckets start, as days since 1970. */
function daysOf(connection: Connection, { listing_buckets }: ScanPath): [first: number, last: number] {
  const ends = listing_buckets.flatMap((listing_bucket) =>
    ['min', 'max'].map((end) =>
      connection.number(
        `SELECT coalesce(${end}(span), 0) FROM event_count WHERE listing_bucket = ? AND side = 0 AND span > 0`,
        listing_bucket,
      ),
    ),
  )
  const known = ends.filter((day) => day > 0).map((day) => Math.floor(instantOfUtc(wallOfDay(day)) / day_ms))
  return known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known) + 1]
}

function wallOfDay(day: number): WallTime {
  const text = String(day).padStart(8, '0')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)} 00:00:00`
}
