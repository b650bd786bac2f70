// Where to step into a plain list far from its beginning: found by the counters of its total instead of by walking
// there.
import { day_ms, instantOfUtc, utcWall, type WallTime } from '../../../../base/dates/zoned-time.ts'
import type { SelectionClock } from '../../../domain/lists/selection.ts'
import { allOf, type Condition, condition } from './conditions.ts'
import { keyOf, shiftedKey, zones_days } from '../schema/derived.ts'
import { type ConditionBound, windowOf } from './event-conditions.ts'
import type { Path } from './event-walk.ts'
import type { Connection } from '../sqlite.ts'
import { windowTotal } from './window-total.ts'

/** All events of the list that start before `first` are so many: `before`. */
export interface SeekPosition {
  readonly first: number
  readonly before: number
}

/**
 * The last day at whose beginning no more than `offset` events of the list lie behind.
 * Shape: undefined where the counters do not tell: a list along links, or with filters, or of a window that they cannot
 *        count.
 */
export function seekByOffset(
  connection: Connection,
  path: Path,
  { offset, clock }: { readonly offset: number; readonly clock: SelectionClock },
): SeekPosition | undefined {
  if (
    path.links ||
    path.traits.length > 0 ||
    path.probes.length > 0 ||
    path.index !== 'event_by_start' ||
    hasTimeless(connection, path)
  )
    return undefined
  const total = totalFrom(connection, path)
  if (total === undefined) return undefined
  const beforeDay = (day: number) => {
    const wall = utcWall(day * day_ms)
    const rest = totalFrom(connection, path, { side: 'from', sign: '>=', wall, key: keyOf(wall) })
    return rest === undefined ? undefined : total - rest + (clock === 'utc' ? misplaced(connection, path, wall) : 0)
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

/** Events without a time lie nowhere on the clock of the site, and somewhere in the list. */
function hasTimeless(connection: Connection, { listing_buckets }: Path): boolean {
  return listing_buckets.some(
    (listing_bucket) =>
      connection.number(
        'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 0 AND span = 0',
        listing_bucket,
      ) > 0,
  )
}

/**
 * How many events of the list start at a moment or after it; undefined where the window has no beginning of the usual
 * form, or ends within a day of it.
 */
function totalFrom(
  connection: Connection,
  { listing_buckets, bounds }: Path,
  from?: ConditionBound,
): number | undefined {
  const [given, ...more] = bounds.filter(({ side }) => side === 'from')
  if (more.length > 0 || given?.sign.startsWith('<')) return undefined
  const later = from && (!given || from.key > given.key) ? from : given
  const window = [...(later ? [later] : []), ...bounds.filter(({ side }) => side === 'end')]
  const totals = listing_buckets.map((listing_bucket) => windowTotal(connection, listing_bucket, window))
  return totals.every((total) => total !== undefined) ? totals.reduce((sum, total) => sum + total, 0) : undefined
}

/**
 * Counters go by the clock of the site, and lists by that of each event: how many more start before a moment by the one
 * than by the other.
 */
function misplaced(connection: Connection, { listing_buckets, bounds }: Path, wall: WallTime): number {
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

/** The first and last day on which events of these listing_buckets start, counted from 1970. */
function daysOf(connection: Connection, { listing_buckets }: Path): [first: number, last: number] {
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
