// How many events lie in a window of time, from a counter for each day instead of from the events.
import { key_max, shiftedKey, zones_days } from './derived.ts'
import type { Bound } from './event-conditions.ts'
import type { Connection } from './sqlite.ts'

/** In numbers such as 20270131190000 a day is this much, and its last second this much of it. */
const day = 1_000_000
const last_second = 235_959
const sides = { from: 0, end: 1 } as const

/**
 * Counts the events of one shelf in a window of the usual shapes: open, from a start, until an end, or between both.
 * Those that start before the window and end after it would be taken off twice; only events longer than the window can,
 * and events longer than a day have an index of their own.
 * Shape:  undefined for windows of other shapes, which are counted one by one.
 */
export function windowTotal(connection: Connection, shelf: string, bounds: readonly Bound[]): number | undefined {
  const start = bounds.filter(({ side }) => side === 'from')
  const end = bounds.filter(({ side }) => side === 'end')
  if (start.length > 1 || end.length > 1) return undefined
  const [from] = start
  const [until] = end
  const shape = { before: from && excluded(from), beyond: until && excluded(until) }
  const all = connection.number('SELECT coalesce(sum(n), 0) FROM event_day WHERE shelf = ? AND side = 0', shelf)
  const before = shape.before ? countOutside(connection, shelf, shape.before) : 0
  const beyond = shape.beyond ? countOutside(connection, shelf, shape.beyond) : 0
  if (!shape.before || !shape.beyond) return all - before - beyond
  if (!from || !until || from.sign.startsWith('<') || until.sign.startsWith('>') || until.key - from.key < day) return undefined
  const both = connection.number(
    `SELECT count(*) FROM event INDEXED BY event_long WHERE shelf = ? AND list_from ${shape.before.sign} ? AND list_end ${shape.beyond.sign} ? AND list_end - list_from > ${day}`,
    shelf, from.key, until.key,
  )
  return all - before - beyond + both
}

const opposite = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' } as const

/** What a bound keeps out, as a bound. */
function excluded(bound: Bound): Bound {
  return { ...bound, sign: opposite[bound.sign] }
}

/** Whole days by their counters, and the day of the bound itself by its events. */
function countOutside(connection: Connection, shelf: string, bound: Bound): number {
  const { side, sign, key } = bound
  const whole = Math.floor(key / day)
  const rising = sign.startsWith('<')
  const days = connection.number(
    `SELECT coalesce(sum(n), 0) FROM event_day WHERE shelf = ? AND side = ? AND day ${rising ? '<' : '>'} ?`, shelf, sides[side], whole,
  )
  return days + countOnDay(connection, shelf, bound)
}

function countOnDay(connection: Connection, shelf: string, { side, sign, key, wall }: Bound): number {
  const first = Math.floor(key / day) * day
  const last = first + last_second
  if ((sign === '>' && key === last) || (sign === '<' && key === first)) return 0
  const [from, to] = side === 'from' ? [shiftedKey(wall, -1 - zones_days), shiftedKey(wall, 1 + zones_days)] : [0, key_max]
  return connection.number(
    `SELECT count(*) FROM event WHERE shelf = ? AND list_${side} BETWEEN ? AND ? AND list_${side} ${sign} ? AND list_start BETWEEN ? AND ?`, shelf, first, last, key, from, to,
  )
}
