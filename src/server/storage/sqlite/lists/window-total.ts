// How many events lie in a window of time, from a counter for each day and month instead of from the events.
import { key_max, shiftedKey, zones_days } from '../schema/derived.ts'
import type { ConditionBound } from './event-conditions.ts'
import type { Connection } from '../sqlite.ts'

/** In numbers such as 20270131190000 a day is this much, and its last second this much of it. */
const day = 1_000_000
const last_second = 235_959
/** A month is so many days in numbers such as 20270131, of which the last are never used. */
const month = 100
const whole_month = month * day
const sides = { from: { days: 0, months: 2 }, end: { days: 1, months: 3 } } as const

/**
 * Counts the events of one listing_bucket in a window of the usual shapes: open, from a start, until an end, or between
 * both. Those that start before the window and end after it would be taken off twice; only events longer than the
 * window can, and events longer than a day have indexes of their own.
 * Shape:  undefined for windows of other shapes, which are counted one by one.
 */
export function windowTotal(
  connection: Connection,
  listing_bucket: string,
  bounds: readonly ConditionBound[],
): number | undefined {
  const [from, ...more] = bounds.filter(({ side }) => side === 'from')
  const [until, ...others] = bounds.filter(({ side }) => side === 'end')
  if (more.length > 0 || others.length > 0) return undefined
  if (!until)
    return from
      ? countFrom(connection, listing_bucket, from)
      : connection.number(
          'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 2',
          listing_bucket,
        )
  if (!from) return countFrom(connection, listing_bucket, until)
  if (from.sign.startsWith('<') || until.sign.startsWith('>') || until.key - from.key <= day) return undefined
  const [before, beyond] = [excluded(from), excluded(until)]
  const late = countFrom(connection, listing_bucket, beyond)
  return (
    countFrom(connection, listing_bucket, from) -
    late +
    countAcross(connection, listing_bucket, { before, beyond, late })
  )
}

/** A window from before `before` to behind `beyond`; `late` are those that end after it. */
interface Across {
  readonly before: ConditionBound
  readonly beyond: ConditionBound
  readonly late: number
}

/**
 * Those that begin before the window and end after it. They are longer than the window: where that is more than a month
 * few are, and an index by length finds them; over the default window of two years, with a million events, that took
 * 0.01 ms and looking at all longer than a day 0.4.
 */
function countAcross(connection: Connection, listing_bucket: string, across: Across): number {
  if (across.late === 0) return 0
  return across.beyond.key - across.before.key > whole_month
    ? countLonger(connection, listing_bucket, across)
    : countLong(connection, listing_bucket, across)
}

function countLonger(connection: Connection, listing_bucket: string, { before, beyond }: Across): number {
  return connection.number(
    `SELECT count(*) FROM event INDEXED BY event_by_length WHERE listing_bucket = ? AND list_end - list_from >= ? AND list_from ${before.sign} ? AND list_end ${beyond.sign} ? AND list_end - list_from > ${whole_month}`,
    listing_bucket,
    beyond.key - before.key,
    before.key,
    beyond.key,
  )
}

/** The index that begins with the rarer of the two is the shorter way. */
function countLong(connection: Connection, listing_bucket: string, { before, beyond, late }: Across): number {
  const all = connection.number(
    'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = 2',
    listing_bucket,
  )
  const index = late < all / 2 ? 'event_long_by_end' : 'event_long'
  return connection.number(
    `SELECT count(*) FROM event INDEXED BY ${index} WHERE listing_bucket = ? AND list_from ${before.sign} ? AND list_end ${beyond.sign} ? AND list_end - list_from > ${day}`,
    listing_bucket,
    before.key,
    beyond.key,
  )
}

const opposite = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' } as const

/** What a bound keeps out, as a bound. */
function excluded(bound: ConditionBound): ConditionBound {
  return { ...bound, sign: opposite[bound.sign] }
}

/**
 * All on one side of a bound: whole months and days by their counters, and the day of the bound itself by its events.
 */
function countFrom(connection: Connection, listing_bucket: string, bound: ConditionBound): number {
  const { side, sign, key } = bound
  const whole = Math.floor(key / day)
  const inMonth = Math.floor(whole / month)
  const rising = sign.startsWith('<')
  const own = coversDay(bound) ? 0 : 1
  const [first, last] = rising ? [inMonth * month, whole - own] : [whole + own, inMonth * month + month - 1]
  const days = connection.number(
    'SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = ? AND span BETWEEN ? AND ?',
    listing_bucket,
    sides[side].days,
    first,
    last,
  )
  const months = connection.number(
    `SELECT coalesce(sum(n), 0) FROM event_count WHERE listing_bucket = ? AND side = ? AND span ${rising ? '<' : '>'} ?`,
    listing_bucket,
    sides[side].months,
    inMonth,
  )
  return months + days + (own && countOnDay(connection, listing_bucket, bound))
}

/** Whether a bound keeps nothing of its own day out, as those of whole days do. */
function coversDay({ sign, key }: ConditionBound): boolean {
  return (sign === '>=' && key % day === 0) || (sign === '<=' && key % day === last_second)
}

function countOnDay(connection: Connection, listing_bucket: string, { side, sign, key, wall }: ConditionBound): number {
  const first = Math.floor(key / day) * day
  const last = first + last_second
  if ((sign === '>' && key === last) || (sign === '<' && key === first)) return 0
  const [from, to] =
    side === 'from' ? [shiftedKey(wall, -1 - zones_days), shiftedKey(wall, 1 + zones_days)] : [0, key_max]
  return connection.number(
    `SELECT count(*) FROM event INDEXED BY ${side === 'from' ? 'event_by_start' : 'event_by_end'} WHERE listing_bucket = ? AND list_${side} BETWEEN ? AND ? AND list_${side} ${sign} ? AND list_start BETWEEN ? AND ?`,
    listing_bucket,
    first,
    last,
    key,
    from,
    to,
  )
}
