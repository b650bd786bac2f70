// Names of time zones that are not those of the tz database: of Windows, of its labels, and of calendar programs.
import windows from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { remembering } from '../../base/bounded-cache.ts'
import { zone_abbreviations } from '../../base/dates/zone-abbreviations.ts'
import { isOneZone, standardOffset } from '../../base/dates/zoned-time.ts'

/** The zone that a name means; undefined for unknown names. */
export const zoneOfName = remembering((name): string | undefined => [name, ...spellingsOf(name)].find(isOneZone))

/**
 * The zone of a name that an iCalendar file describes; `location` is what it says itself. An abbreviation such as PST
 * is one offset, but a zone that a file defines by that name may change its clocks.
 */
export function zoneOfDescribed(name: string, location: string): string | undefined {
  const own = name.toUpperCase() in zone_abbreviations ? '' : name
  return [own, location, ...spellingsOf(name)].find(isOneZone)
}

function spellingsOf(name: string): readonly string[] {
  const path =
    /((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific|US)\/[\w+/-]+)$/.exec(
      name,
    )?.[1]
  const spelled = name.replace(/^\/+/, '').replaceAll(' ', '_')
  return [
    path ?? '',
    windows_zones.get(name.trim().toLowerCase()) ?? '',
    ...(/[/_]/.test(spelled) ? [spelled, spelled.replace('_', '/'), spelled.replace('_', '/').replace('_', '/')] : []),
    zoneOfLabel(name) ?? '',
  ].filter((spelling) => spelling !== '')
}

/** Regions in the labels of Windows that are not cities. */
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

/** Cities that German Windows spells differently, in labels without another city that decides the zone. */
const german_cities = new Map([
  ['warschau', 'Warsaw'],
  ['athen', 'Athens'],
  ['bukarest', 'Bucharest'],
  ['moskau', 'Moscow'],
  ['kairo', 'Cairo'],
])

const year_2026 = Date.UTC(2026, 0)

/**
 * `(UTC+01:00) Amsterdam, Berlin, Bern`: the zone of one of the cities with that standard offset, preferably one that
 * Windows uses.
 */
function zoneOfLabel(label: string): string | undefined {
  const [, sign = '+', hours = '0', minutes = '0', rest] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d\d))?\)\s*(\S.*)$/i.exec(label) ?? []
  // Calendar programs also use such a label without its offset: `Eastern Time (US & Canada)`.
  if (rest === undefined) return / \(US & Canada\)$/i.test(label) ? regionOf(label) : undefined
  const offset_ms = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const fits = (zone: string) => standardOffset(year_2026, zone) === offset_ms
  const cities = rest
    .replace(/\(.{0,200}?\)/g, '')
    .split(/[,/]/)
    .map((city) => german_cities.get(city.trim().toLowerCase()) ?? city.trim().replaceAll(' ', '_'))
  const endings = cities.map((city) => `/${city.toLowerCase()}`)
  const ofCity = [...zones_of_windows, ...Intl.supportedValuesOf('timeZone')].find(
    (zone) => endings.some((ending) => zone.toLowerCase().endsWith(ending)) && fits(zone),
  )
  return ofCity ?? regionOf(rest, fits)
}

function regionOf(label: string, fits: (zone: string) => boolean = () => true): string | undefined {
  return regions.find(([pattern, zone]) => pattern.test(label) && fits(zone))?.[1]
}

/** The CLDR keeps the names that zones had first; these are the present ones. */
const renamed: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The zone of each Windows name, in lower case, where no territory is given. */
const windows_zones: ReadonlyMap<string, string> = new Map([
  ...windows.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone: { _other: name, _type: zone } }) => [name.toLowerCase(), renamed[zone] ?? zone] as const),
  ['tzone://microsoft/utc', 'UTC'],
])

/** The zones of the Windows names, without duplicates. */
export const zones_of_windows: readonly string[] = [...new Set(windows_zones.values())]
