// What a calendar file calls its zones, as zones of the tz database, and its times as wall clocks in them.
import ICAL from 'ical.js'
import { instantOf, instantOfUtc, isZone, type Wall, wallAt } from '../../base/datetime.ts'
import { zone_abbreviations } from '../../base/zone-abbreviations.ts'
import { zoneOfWindows } from './windows-zones.ts'

/** A time of a calendar file, before its event's zone is known. */
export interface IcsTime {
  readonly wall: Wall
  readonly all_day: boolean
  /** The zone's name in the file; `UTC`; undefined for times that float. */
  readonly tzid: string | undefined
  readonly time: ICAL.Time
}

export interface Zones {
  /** Named by the calendar for times that float or are in UTC: `X-WR-TIMEZONE`. */
  readonly calendar: string | undefined
  readonly by_tzid: ReadonlyMap<string, ICAL.Component>
}

/** The tz name of a zone of the file; undefined where nothing tells it. */
function zoneOfTzid(tzid: string, { by_tzid }: Zones): string | undefined {
  const component = by_tzid.get(tzid)
  const told = component?.getFirstPropertyValue('x-lic-location')
  const path = /((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific|US)\/[\w+/-]+)$/.exec(tzid)?.[1]
  // Letters such as PST are one offset, but the zone a file describes under them may change its clocks.
  const own = component && tzid.toUpperCase() in zone_abbreviations ? '' : tzid
  const candidates = [own, typeof told === 'string' ? told : '', path ?? '', zoneOfWindows(tzid) ?? '']
  return candidates.find((name) => name !== '' && isZone(name))
}

export function icsTimeOf(property: ICAL.Property, value: ICAL.Time): IcsTime {
  const tzid = property.getFirstParameter('tzid')
  const utc = value.zone === ICAL.Timezone.utcTimezone
  return { wall: wallOf(value), all_day: value.isDate, tzid: utc ? 'UTC' : tzid || undefined, time: value }
}

export function wallOf(time: ICAL.Time): Wall {
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = time.isDate ? '00:00:00' : `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)} ${clock}`
}

/** The zone an event is shown in: its own, the calendar's for times in UTC, none for times that float. */
export function zoneOfEvent({ tzid, all_day }: IcsTime, zones: Zones): string | undefined {
  const calendar = zones.calendar === undefined ? undefined : zoneOfTzid(zones.calendar, zones)
  if (all_day || tzid === undefined) return calendar
  if (tzid === 'UTC') return calendar ?? 'UTC'
  return zoneOfTzid(tzid, zones) ?? (zones.by_tzid.has(tzid) ? (calendar ?? 'UTC') : undefined)
}

/** The same moment on the clock of the event's zone. */
export function wallIn(ics: IcsTime, zone: string | undefined, zones: Zones): Wall {
  if (ics.all_day || ics.tzid === undefined || zone === undefined) return ics.wall
  if (ics.tzid === 'UTC') return wallAt(instantOfUtc(ics.wall), zone)
  const own = zoneOfTzid(ics.tzid, zones)
  if (own === zone) return ics.wall
  return wallAt(own === undefined ? instantByFile(ics, zones) : instantOf(ics.wall, own), zone)
}

/** By the rules the file brings for a zone nobody else knows. */
function instantByFile({ time, tzid, wall }: IcsTime, { by_tzid }: Zones): number {
  const component = by_tzid.get(tzid ?? '')
  if (!component) return instantOfUtc(wall)
  const zone = new ICAL.Timezone({ component, tzid: tzid ?? '' })
  return instantOfUtc(wall) - zone.utcOffset(time) * 1000
}
