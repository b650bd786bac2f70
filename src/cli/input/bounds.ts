// Date filters with a time of day, which services round to whole days.
import { instantOf, utcWall } from '../../base/dates/zoned-time.ts'
import { dayOf, daysLater, isDay } from '../../base/dates/days.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { booleanOf, type Values } from '../../spec/read.ts'

const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const
type Bound = (typeof bounds)[number]

/**
 * The query with exact moments in UTC and `strict_dates`, with which services don't round. A bound without a time means
 * midnight if the query has `strict_dates`, otherwise the start or the end of the day, as services round it.
 */
export function inUtc(query: Values, zone: string): Values {
  const midnight = asksExact(query)
  const exact = bounds
    .filter((name) => typeof query[name] === 'string')
    .map((name) => [name, utcOf(wallOf(name, String(query[name]), midnight), zone)])
  return exact.length === 0 ? query : { ...query, ...Object.fromEntries(exact), strict_dates: true }
}

export function asksExact({ strict_dates }: Values): boolean {
  return strict_dates !== undefined && booleanOf(strict_dates) === true
}

/** A query by whole days that returns at least the events wanted, and the filter for its records. */
export interface TimedFilter {
  readonly query: Values
  keeps(record: JsonObject): boolean
}

/**
 * Compares times of day as lists show them, in the zone of each event.
 *
 * undefined if no bound has a time of day, or with `strict_dates`.
 */
export function timedFilterOf(query: Values): TimedFilter | undefined {
  const timed = bounds.filter((name) => isWall(query[name]))
  if (timed.length === 0 || query.strict_dates !== undefined) return undefined
  const days = timed.map((name) => [name, widenedDay(name, dayOf(String(query[name])))])
  return {
    query: { ...query, ...Object.fromEntries(days) },
    keeps: (record) => timed.every((name) => isWithin(name, record, String(query[name]))),
  }
}

/** One more day on either side, because services compare the UTC times of events with the local days of a query. */
function widenedDay(name: Bound, day: string): string {
  if (name === 'start_date' || name.endsWith('_after')) return daysLater(day, -2)
  return day >= '9999-12-31' ? day : daysLater(day, 1)
}

function isWithin(name: Bound, { start_date, end_date }: JsonObject, bound: string): boolean {
  const clock = String(name === 'start_date' || name.startsWith('starts') ? start_date : end_date)
  switch (name) {
    case 'start_date':
      return clock >= bound
    case 'end_date':
      return clock <= bound
    case 'starts_before':
    case 'ends_before':
      return clock < bound
    default:
      return clock > bound
  }
}

function isWall(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
}

function wallOf(name: Bound, text: string, midnight: boolean): string {
  if (!isDay(text)) return text
  return midnight || name === 'start_date' ? `${text} 00:00:00` : `${text} 23:59:59`
}

function utcOf(text: string, zone: string): string {
  return isWall(text) ? utcWall(instantOf(text, zone)) : text
}
