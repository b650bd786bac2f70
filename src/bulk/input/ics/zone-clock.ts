// Clocks of a calendar file: a zone of the tz database, the rules that the file brings for one, or none at all.
import ICAL from 'ical.js'
import {
  day_ms,
  type Instant,
  instantOf,
  instantOfUtc,
  offsetAt,
  utcWall,
  type WallTime,
  wallAt,
} from '../../../base/dates/zoned-time.ts'
import { isRule, parseRule } from '../../recurrence/rule.ts'
import { timesOf } from '../../recurrence/times.ts'
import { rule_property } from './component-text.ts'

export interface IcsClock {
  /** The zone by its name in the tz database; undefined for times that float, and for rules of the file's own. */
  readonly zone: string | undefined
  instantOf(wall: WallTime): Instant
  wallAt(instant: Instant): WallTime
}

/** A clock whose offsets the file gives. */
export interface FileClock extends IcsClock {
  readonly tzid: string
  /** The zone of the tz database that the file's name for it means, whether their rules agree or not. */
  readonly named: string | undefined
  offsetAt(instant: Instant): number
}

/** Times that float: compared as if they hung in UTC. */
export const floating_clock: IcsClock = { zone: undefined, instantOf: instantOfUtc, wallAt: utcWall }

export function clockOfZone(zone: string): IcsClock {
  return { zone, instantOf: (wall) => instantOf(wall, zone), wallAt: (instant) => wallAt(instant, zone) }
}

export function isFileClock(clock: IcsClock): clock is FileClock {
  return 'tzid' in clock
}

/** False for times that a clock skips when it is set forward. */
export function isOnClock(clock: IcsClock, wall: WallTime): boolean {
  return clock.wallAt(clock.instantOf(wall)) === wall
}

/**
 * The clock of a VTIMEZONE; undefined where it says nothing that can be followed. Before its first change the named
 * zone counts.
 */
export function clockOfComponent(
  component: ICAL.Component,
  tzid: string,
  named: string | undefined,
): FileClock | undefined {
  const onsets = onsetsOf(component)
  const [first] = onsets ?? []
  if (!onsets || !first) return undefined
  const offset = (instant: Instant): number => {
    if (instant < first.at) return named === undefined ? first.from_ms : offsetAt(instant, named)
    return onsets.findLast(({ at }) => at <= instant)?.to_ms ?? first.to_ms
  }
  return {
    zone: undefined,
    tzid,
    named,
    offsetAt: offset,
    instantOf: (wall) => instantBy(offset, wall),
    wallAt: (instant) => utcWall(instant + offset(instant)),
  }
}

/** As `instantOf` of named zones: the first of a repeated hour; in a skipped one the clock moves on by the gap. */
function instantBy(offset: (instant: Instant) => number, wall: WallTime): Instant {
  const naive = instantOfUtc(wall)
  const [before, after] = [offset(naive - day_ms), offset(naive + day_ms)]
  const early = naive - Math.max(before, after)
  if (early + offset(early) === naive) return early
  const late = naive - Math.min(before, after)
  return late + offset(late) === naive ? late : naive - before
}

interface Onset {
  readonly at: Instant
  readonly from_ms: number
  readonly to_ms: number
}

/** No zone changes its clocks more often. */
const onsets_max = 1_000
const last_onset: WallTime = '2200-12-31 00:00:00'

/** When the clocks change, and to what; undefined where a part is missing or is no rule. */
function onsetsOf(component: ICAL.Component): readonly Onset[] | undefined {
  const onsets: Onset[] = []
  for (const observance of component.getAllSubcomponents()) {
    const [from_ms, to_ms] = [offsetNamed(observance, 'tzoffsetfrom'), offsetNamed(observance, 'tzoffsetto')]
    const start = observance.getFirstPropertyValue('dtstart')
    if (from_ms === undefined || to_ms === undefined || !(start instanceof ICAL.Time)) return undefined
    const walls = changesOf(observance, wallOf(start), from_ms)
    if (!walls || walls.length > onsets_max) return undefined
    onsets.push(...walls.map((wall) => ({ at: instantOfUtc(wall) - from_ms, from_ms, to_ms })))
  }
  return onsets.sort((a, b) => a.at - b.at)
}

function offsetNamed(observance: ICAL.Component, name: string): number | undefined {
  const value = observance.getFirstPropertyValue(name)
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : undefined
}

function changesOf(observance: ICAL.Component, start: WallTime, from_ms: number): readonly WallTime[] | undefined {
  const walls = new Set([start])
  for (const property of observance.getAllProperties('rdate'))
    for (const value of property.getValues()) if (value instanceof ICAL.Time) walls.add(wallOf(value))
  for (const property of observance.getAllProperties(rule_property.rrule)) {
    const rule = parseRule(String(property.getFirstValue()))
    if (!isRule(rule)) return undefined
    const { until, count } = rule
    const to =
      until === undefined
        ? last_onset
        : until.utc
          ? utcWall(instantOfUtc(until.at) + from_ms)
          : until.at.padEnd(19, ' 23:59:59')
    let found = 0
    for (const wall of timesOf({ rule, start, all_day: false, from: start, to: to < last_onset ? to : last_onset })) {
      if (++found > Math.min(count ?? onsets_max + 1, onsets_max + 1)) break
      walls.add(wall)
    }
  }
  return [...walls]
}

export function wallOf(time: ICAL.Time): WallTime {
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = time.isDate ? '00:00:00' : `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)} ${clock}`
}
