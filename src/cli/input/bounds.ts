// Bounds of lists that are typed with a time of day: services would round every bound to the end of its day.
import { instantOf, utcWall } from '../../base/datetime.ts'
import { isDay } from '../../base/days.ts'
import { booleanOf, type Values } from '../../spec/read.ts'

const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/**
 * The query with exact moments where a time of day was typed: `strict_dates`, whose times services read as UTC.
 * Bounds that are days keep what services make of a day. `--no-strict-dates` leaves the query as it is.
 */
export function exactBounds(query: Values, zone: string): Values {
  const asked = query.strict_dates === undefined ? undefined : booleanOf(query.strict_dates)
  const given = bounds.filter((name) => typeof query[name] === 'string')
  const isTimed = given.some((name) => isWall(query[name]))
  if (asked === false || given.length === 0 || (!isTimed && asked !== true)) return query
  const exact = given.map((name) => [name, inUtc(wallOf(name, String(query[name]), asked === true), zone)])
  return { ...query, ...Object.fromEntries(exact), strict_dates: true }
}

function isWall(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
}

/** A day begins at midnight where exact times were asked for; else it is rounded as services round it. */
function wallOf(name: string, text: string, strict: boolean): string {
  if (!isDay(text)) return text
  return strict || name === 'start_date' ? `${text} 00:00:00` : `${text} 23:59:59`
}

function inUtc(text: string, zone: string): string {
  return isWall(text) ? utcWall(instantOf(text, zone)) : text
}
