// Clocks of an iCalendar file (a zone of the tz database, rules in the file, or floating), and the zone that an event
// is saved in.
import ICAL from 'ical.js'
import {
  type Instant,
  instantBy,
  instantOf,
  instantOfUtc,
  offsetAt,
  standardOffset,
  utcWall,
  wallAt,
  type WallTime,
} from '../../../base/dates/zoned-time.ts'
import { isRule, parseRule } from '../../recurrence/rule.ts'
import { timesOf } from '../../recurrence/times.ts'
import { zones_of_windows } from '../zone-names.ts'
import { ifReadable, rule_property } from './components.ts'
import { t, type Text } from '../../../base/text/language.ts'

export interface IcsClock {
  /** A name of the tz database; undefined for floating times and for zones that the file defines. */
  readonly zone: string | undefined
  instantOf(wall: WallTime): Instant
  wallAt(instant: Instant): WallTime
}

/** A clock by a VTIMEZONE of the file. */
export interface FileClock extends IcsClock {
  readonly tzid: string
  /** The zone of the tz database that the file's name for it means, whether their rules agree or not. */
  readonly named: string | undefined
  offsetAt(instant: Instant): number
}

/** The clock of floating times, which are compared as if in UTC. */
export const floating_clock: IcsClock = { zone: undefined, instantOf: instantOfUtc, wallAt: utcWall }

export function clockOfZone(zone: string): IcsClock {
  return { zone, instantOf: (wall) => instantOf(wall, zone), wallAt: (instant) => wallAt(instant, zone) }
}

function isFileClock(clock: IcsClock): clock is FileClock {
  return 'tzid' in clock
}

/** False for times that are skipped when the clock moves forward. */
export function isOnClock(clock: IcsClock, wall: WallTime): boolean {
  return clock.wallAt(clock.instantOf(wall)) === wall
}

/** False for the second of two instants with one time, when the clock moves back: its time would mean the first. */
function isOnceOn(clock: IcsClock, instant: Instant): boolean {
  return clock.instantOf(clock.wallAt(instant)) === instant
}

/**
 * The clock of a VTIMEZONE; undefined if it has no usable rules. Before its first change the named zone applies.
 */
export function clockOfComponent(
  component: ICAL.Component,
  tzid: string,
  named: string | undefined,
): FileClock | undefined {
  const onsets = ifReadable(() => onsetsOf(component))
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

/** Whether a VTIMEZONE has only the standard time of a zone that it names: some programs leave out the rest. */
export function lacksDaylight(component: ICAL.Component, named: string | undefined): boolean {
  const [only, other] = component.getAllSubcomponents()
  if (named === undefined || only?.name !== 'standard' || other || only.hasProperty(rule_property.rrule)) return false
  const start = only.getFirstPropertyValue('dtstart')
  const offset = offsetNamed(only, 'tzoffsetto')
  return start instanceof ICAL.Time && offset === standardOffset(year_2026, named)
}

const year_2026 = Date.UTC(2026, 0)

interface Onset {
  readonly at: Instant
  readonly from_ms: number
  readonly to_ms: number
}

/** Maximum number of clock changes: no zone has more. */
const onsets_max = 1_000
const last_onset: WallTime = '2200-12-31 00:00:00'

/** The changes of the clock; undefined if a part is missing or wrong. */
function onsetsOf(component: ICAL.Component): readonly Onset[] | undefined {
  const onsets: Onset[] = []
  for (const observance of component.getAllSubcomponents()) {
    const [from_ms, to_ms] = [offsetNamed(observance, 'tzoffsetfrom'), offsetNamed(observance, 'tzoffsetto')]
    const start = observance.getFirstPropertyValue('dtstart')
    if (from_ms === undefined || to_ms === undefined || !(start instanceof ICAL.Time)) return undefined
    const walls = changeTimes(observance, wallOfIcs(start), from_ms)
    if (!walls || walls.length > onsets_max) return undefined
    onsets.push(...walls.map((wall) => ({ at: instantOfUtc(wall) - from_ms, from_ms, to_ms })))
  }
  return onsets.sort((a, b) => a.at - b.at)
}

function offsetNamed(observance: ICAL.Component, name: string): number | undefined {
  const value = observance.getFirstPropertyValue(name)
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : undefined
}

function changeTimes(observance: ICAL.Component, start: WallTime, from_ms: number): readonly WallTime[] | undefined {
  const walls = new Set([start])
  for (const property of observance.getAllProperties('rdate'))
    for (const value of property.getValues()) if (value instanceof ICAL.Time) walls.add(wallOfIcs(value))
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

export function wallOfIcs(time: ICAL.Time): WallTime {
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = time.isDate ? '00:00:00' : `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)} ${clock}`
}

export interface TargetZone {
  /** undefined for floating times: the zone of the calendar's site applies. */
  readonly zone: string | undefined
  /** The same instant on the clock of the zone. */
  shown(wall: WallTime): WallTime
  readonly warning?: Text
}

/** The zone with the rules of a clock that the file describes; undefined if there is none. */
export function namedClock(clock: IcsClock, walls: readonly WallTime[]): IcsClock | undefined {
  if (!isFileClock(clock)) return clock
  const zone = clock.named ?? agreeing(clock, walls, undefined)
  return zone === undefined ? undefined : clockOfZone(zone)
}

/** `calendar` is the clock of the calendar's zone; `walls` are all times of the event on its own clock. */
export function targetZoneOf(source: IcsClock, walls: readonly WallTime[], calendar: IcsClock | undefined): TargetZone {
  if (!isFileClock(source))
    return source.zone === 'UTC' && calendar && walls.every((wall) => isOnceOn(calendar, source.instantOf(wall)))
      ? converted(source, calendar)
      : { zone: source.zone, shown: (wall) => wall }
  const zone = source.named ?? agreeing(source, walls, calendar?.zone)
  if (zone !== undefined && walls.every((wall) => isSameClock(source, wall, zone)))
    return { zone, shown: (wall) => wall }
  const clock = source.named === undefined ? (calendar ?? clockOfZone('UTC')) : clockOfZone(source.named)
  return { ...converted(source, clock), warning: disagreement(source, clock.zone ?? 'UTC') }
}

function converted(source: IcsClock, target: IcsClock): TargetZone {
  return {
    zone: target.zone,
    shown: (wall) =>
      target.zone === source.zone && !isFileClock(source) ? wall : target.wallAt(source.instantOf(wall)),
  }
}

function isSameClock(source: FileClock, wall: WallTime, zone: string): boolean {
  const instant = source.instantOf(wall)
  return source.offsetAt(instant) === offsetAt(instant, zone)
}

/** Preferred among zones with the same rules. */
const common_zones = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Helsinki',
  'Europe/Lisbon',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Halifax',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Australia/Sydney',
  'Pacific/Auckland',
]

/** A zone with the same offset in every half month of the years used. A zone without clock changes is an offset. */
function agreeing(source: FileClock, walls: readonly WallTime[], preferred: string | undefined): string | undefined {
  const years = walls.map((wall) => wall.slice(0, 4)).sort()
  const key = `${years[0]} ${years.at(-1)} ${preferred}`
  const known = agreed.get(source) ?? new Map<string, string>()
  agreed.set(source, known)
  const before = known.get(key)
  if (before !== undefined && walls.every((wall) => isSameClock(source, wall, before))) return before
  const found = searched(source, walls, preferred)
  if (found !== undefined) known.set(key, found)
  return found
}

/** Cached, because most events of a file have the same zone and years. */
const agreed = new WeakMap<FileClock, Map<string, string>>()

function searched(source: FileClock, walls: readonly WallTime[], preferred: string | undefined): string | undefined {
  const years = walls.map((wall) => Number(wall.slice(0, 4)))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const instants: Instant[] = []
  for (let year = first; year <= last; year++)
    for (let month = 0; month < 12; month++) instants.push(Date.UTC(year, month, 1), Date.UTC(year, month, 15))
  const offsets = instants.map((instant) => source.offsetAt(instant))
  const agrees = (zone: string) =>
    instants.every((instant, i) => offsetAt(instant, zone) === offsets[i]) &&
    walls.every((wall) => isSameClock(source, wall, zone))
  if (preferred !== undefined && agrees(preferred)) return preferred
  const [offset = 0] = offsets
  const fixed = offsetName(offset)
  if (offsets.every((one) => one === offset) && agrees(fixed)) return fixed
  return [...common_zones, ...zones_of_windows, ...Intl.supportedValuesOf('timeZone')].find(agrees)
}

/** `UTC+2`, `UTC+5.5`, as services write offsets. */
function offsetName(offset_ms: number): string {
  const hours = offset_ms / 3_600_000
  return hours === 0 ? 'UTC' : `UTC${hours < 0 ? '' : '+'}${Math.round(hours * 100) / 100}`
}

function disagreement({ tzid, named }: FileClock, zone: string): Text {
  return named === undefined
    ? t('the time zone "{tzid}" of the file does not match any known zone; times are converted to {zone}', {
        tzid,
        zone,
      })
    : t('the file defines the time zone "{tzid}" differently from {zone}; its own definition is used', { tzid, zone })
}
