// A zone of the tz database as a VTIMEZONE: its transitions from 1970 to 2037, grouped by offset and rule.
import { BoundedCache } from '../base/bounded-cache.ts'
import { day_ms, type Instant, offsetAt, utcWall, zoneAbbreviation } from '../base/dates/zoned-time.ts'
import { contentLines } from './lines.ts'

const first = Date.UTC(1970, 0, 1)
const last = Date.UTC(2038, 0, 1)
const step_ms = 14 * day_ms
const precision_ms = 60_000

interface Change {
  readonly at: Instant
  readonly from_ms: number
  readonly to_ms: number
}

const components = new BoundedCache<string, string>({ entries_max: 100 })

/** The VTIMEZONE, with its line feeds. */
export function zoneComponent(zone: string): string {
  return components.get(zone) ?? components.set(zone, computedComponent(zone))
}

function computedComponent(zone: string): string {
  const changes = changesOf(zone)
  const start: Change = { at: first, from_ms: offsetAt(first, zone), to_ms: offsetAt(first, zone) }
  const groups = grouped(
    [start, ...changes],
    ({ at, from_ms, to_ms }) => `${from_ms} ${to_ms} ${zoneAbbreviation(at + precision_ms, zone)}`,
  )
  return contentLines([
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...[...groups.values()].flatMap((group) => observance(zone, group)),
    'END:VTIMEZONE',
  ])
}

function observance(zone: string, group: readonly Change[]): readonly string[] {
  const [one] = group
  if (!one) return []
  const name = one.to_ms > standardOf(zone, one.at) ? 'DAYLIGHT' : 'STANDARD'
  const walls = group.map(({ at, from_ms }) =>
    utcWall(at + from_ms)
      .replace(/[-:]/g, '')
      .replace(' ', 'T'),
  )
  const dates = walls.slice(1)
  return [
    `BEGIN:${name}`,
    `DTSTART:${walls[0]}`,
    `TZOFFSETFROM:${offsetText(one.from_ms)}`,
    `TZOFFSETTO:${offsetText(one.to_ms)}`,
    `TZNAME:${zoneAbbreviation(one.at + precision_ms, zone)}`,
    ...dates.map((date) => `RDATE:${date}`),
    `END:${name}`,
  ]
}

/** The standard offset: the smaller one of that year. */
function standardOf(zone: string, at: Instant): number {
  const year = new Date(at).getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 15), zone), offsetAt(Date.UTC(year, 6, 15), zone))
}

function offsetText(offset_ms: number): string {
  const minutes = Math.abs(Math.round(offset_ms / 60_000))
  return `${offset_ms < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
}

function changesOf(zone: string): readonly Change[] {
  const changes: Change[] = []
  for (let at = first; at < last; at += step_ms) {
    const [from_ms, to_ms] = [offsetAt(at, zone), offsetAt(at + step_ms, zone)]
    if (from_ms !== to_ms) changes.push({ at: momentOf(zone, at, at + step_ms), from_ms, to_ms })
  }
  return changes
}

/** The instant of the transition between two instants, by bisection. */
function momentOf(zone: string, from: Instant, to: Instant): Instant {
  const before = offsetAt(from, zone)
  let [low, high] = [from, to]
  while (high - low > precision_ms) {
    const middle = low + Math.floor((high - low) / 2 / precision_ms) * precision_ms
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

function grouped(
  changes: readonly Change[],
  keyOf: (change: Change) => string,
): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const group = groups.get(keyOf(change))
    if (group) group.push(change)
    else groups.set(keyOf(change), [change])
  }
  return groups
}
