// In which zone an event is written: the one its file names, or one whose clocks agree with the rules the file brings
// at every time used.
import { type Instant, offsetAt, type WallTime } from '../../../base/dates/zoned-time.ts'
import type { Text } from '../../../base/text/language.ts'
import { type IcsClock, clockOfZone, type FileClock, isFileClock } from './zone-clock.ts'
import { zones_of_windows } from './windows-zones.ts'

export interface TargetZone {
  /** undefined where times float: the calendar's site decides. */
  readonly zone: string | undefined
  /** The same moment on the clock of the zone. */
  shown(wall: WallTime): WallTime
  readonly warning?: Text
}

/** `calendar` is the zone that the calendar as a whole is in. `walls` are all times of the event on its own clock. */
export function targetZoneOf(source: IcsClock, walls: readonly WallTime[], calendar: IcsClock | undefined): TargetZone {
  if (!isFileClock(source))
    return source.zone === 'UTC' && calendar
      ? converted(source, calendar)
      : { zone: source.zone, shown: (wall) => wall }
  const zone = source.named ?? agreeing(source, walls, calendar?.zone)
  if (zone !== undefined && walls.every((wall) => isSame(source, wall, zone))) return { zone, shown: (wall) => wall }
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

function isSame(source: FileClock, wall: WallTime, zone: string): boolean {
  const instant = source.instantOf(wall)
  return source.offsetAt(instant) === offsetAt(instant, zone)
}

/** The first of several zones with the same rules. */
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

/** A zone that agrees in every half month of the years used. A zone that never changes its clocks is an offset. */
function agreeing(source: FileClock, walls: readonly WallTime[], preferred: string | undefined): string | undefined {
  const years = walls.map((wall) => wall.slice(0, 4)).sort()
  const key = `${years[0]} ${years.at(-1)} ${preferred}`
  const known = agreed.get(source) ?? new Map<string, string>()
  agreed.set(source, known)
  const before = known.get(key)
  if (before !== undefined && walls.every((wall) => isSame(source, wall, before))) return before
  const found = searched(source, walls, preferred)
  if (found !== undefined) known.set(key, found)
  return found
}

/** Most events of a file are in the same zone and the same years. */
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
    walls.every((wall) => isSame(source, wall, zone))
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
    ? {
        en: `the zone "${tzid}" of the file agrees with no known zone; times are converted to ${zone}`,
        de: `die Zone „${tzid}“ der Datei stimmt mit keiner bekannten überein; die Zeiten sind nach ${zone} umgerechnet`,
      }
    : {
        en: `the file describes the zone "${tzid}" otherwise than ${zone}; times follow the file`,
        de: `die Datei beschreibt die Zone „${tzid}“ anders als ${zone}; die Zeiten folgen der Datei`,
      }
}
