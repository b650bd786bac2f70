// What calendar programs call a zone, as a zone of the tz database.
import type ICAL from 'ical.js'
import { offsetAt, isZone } from '../../../base/dates/zoned-time.ts'
import { zone_abbreviations } from '../../../base/dates/zone-abbreviations.ts'
import { zoneOfWindows, zones_of_windows } from './windows-zones.ts'

/**
 * The zone that a name means; `component` is the VTIMEZONE of that name. undefined where the name alone does not tell.
 */
export function zoneNamed(tzid: string, component: ICAL.Component | undefined): string | undefined {
  const told = component?.getFirstPropertyValue('x-lic-location')
  const path =
    /((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific|US)\/[\w+/-]+)$/.exec(
      tzid,
    )?.[1]
  // Letters such as PST are one offset, but the zone a file describes under them may change its clocks.
  const own = component && tzid.toUpperCase() in zone_abbreviations ? '' : tzid
  const spelled = tzid.replace(/^\/+/, '').replaceAll(' ', '_')
  const candidates = [
    own,
    typeof told === 'string' ? told : '',
    path ?? '',
    zoneOfWindows(tzid) ?? '',
    ...(/[/_]/.test(spelled) ? [spelled, spelled.replace('_', '/'), spelled.replace('_', '/').replace('_', '/')] : []),
    zoneOfLabel(tzid) ?? '',
  ]
  return candidates.find((name) => name !== '' && isZone(name))
}

/** Regions without a city in the labels of Windows. */
const regions: readonly (readonly [RegExp, string])[] = [
  [/eastern time|ostküste|ostzeit/i, 'America/New_York'],
  [/central time/i, 'America/Chicago'],
  [/mountain time/i, 'America/Denver'],
  [/pacific time/i, 'America/Los_Angeles'],
  [/atlantic time/i, 'America/Halifax'],
  [/alaska/i, 'America/Anchorage'],
  [/hawaii/i, 'Pacific/Honolulu'],
  [/coordinated universal|koordinierte weltzeit/i, 'UTC'],
]
const german_cities: Readonly<Record<string, string>> = {
  wien: 'Vienna',
  brüssel: 'Brussels',
  kopenhagen: 'Copenhagen',
  warschau: 'Warsaw',
  prag: 'Prague',
  rom: 'Rome',
  athen: 'Athens',
  lissabon: 'Lisbon',
  moskau: 'Moscow',
  kairo: 'Cairo',
  bukarest: 'Bucharest',
  belgrad: 'Belgrade',
}

/**
 * `(UTC+01:00) Amsterdam, Berlin, Bern`: the zone of one of the cities with that offset in winter, of several the one
 * that stands for the label in Windows.
 */
function zoneOfLabel(label: string): string | undefined {
  const [, sign = '+', hours = '0', minutes = '0', rest] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d\d))?\)\s*(.+)$/i.exec(label) ?? []
  if (rest === undefined) return undefined
  const offset_ms = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const fits = (zone: string) => standardOffset(zone) === offset_ms
  const cities = rest
    .replace(/\(.*?\)/g, '')
    .split(/[,/]/)
    .map((city) => german_cities[city.trim().toLowerCase()] ?? city.trim().replaceAll(' ', '_'))
  const endings = cities.map((city) => `/${city.toLowerCase()}`)
  const ofCity = [...zones_of_windows, ...Intl.supportedValuesOf('timeZone')].find(
    (zone) => endings.some((ending) => zone.toLowerCase().endsWith(ending)) && fits(zone),
  )
  return ofCity ?? regions.find(([pattern, zone]) => pattern.test(rest) && fits(zone))?.[1]
}

function standardOffset(zone: string): number {
  return Math.min(offsetAt(Date.UTC(2026, 0, 15), zone), offsetAt(Date.UTC(2026, 6, 15), zone))
}
