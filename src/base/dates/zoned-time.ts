// Wall times, instants and time zones. No other module converts between them.
import { BoundedCache } from '../bounded-cache.ts'
import { getOrInsert } from '../collections.ts'
import { didYouMean } from '../text/closest.ts'
import { type Text, t } from '../text/language.ts'
import { zone_abbreviations, zone_letters } from './zone-abbreviations.ts'

/** A wall time as text, `YYYY-MM-DD HH:MM:SS`, without a zone: sorts by time. */
export type WallTime = string

/** A point in time: milliseconds since 1970-01-01 00:00 UTC. */
export type Instant = number

const minute_ms = 60_000
const quarter_ms = 15 * minute_ms
export const day_ms = 24 * 60 * minute_ms
/** Offsets change only at quarter hours, so they are cached per quarter hour. */
const cached_max = 20_000

/** The instant of a wall time in UTC. */
export function instantOfUtc(wall: WallTime): Instant {
  // Longer texts have a sign or a year of more than four digits, which a zone conversion can produce.
  const longer = wall.charAt(4) === '-' ? 0 : Math.max(0, wall.length - 19)
  const number = (from: number, to: number) => Number(wall.slice(from + longer, to + longer))
  const day = dayNumber(Number(wall.slice(0, 4 + longer)), number(5, 7), number(8, 10))
  return day * day_ms + (number(11, 13) * 60 + number(14, 16)) * minute_ms + number(17, 19) * 1000
}

/** Days since 1970-01-01; a month or day after the last one is one of the next year or month. */
export function dayNumber(year: number, month: number, day: number): number {
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999; any 400 years have the same number of days.
  return Date.UTC(year + 400, month - 1, day) / day_ms - days_of_400_years
}

const days_of_400_years = 146_097

/** The wall time in UTC at an instant; fractions of a second are dropped. */
export function utcWall(instant: Instant): WallTime {
  const text = new Date(instant).toISOString()
  // Years of more than four digits begin with a sign.
  return text.length === 24
    ? `${text.slice(0, 10)} ${text.slice(11, 19)}`
    : text.slice(0, -5).replace('T', ' ').replace(/^\+0?/, '').replace(/^-00/, '-')
}

/** The wall time in a zone at an instant. */
export function wallAt(instant: Instant, zone: string): WallTime {
  return utcWall(instant + offsetAt(instant, zone))
}

/**
 * The instant of a wall time in a zone.
 * In a repeated hour it is the first occurrence; a time in a skipped hour is moved forward by the length of the gap.
 */
export function instantOf(wall: WallTime, zone: string): Instant {
  return instantBy((instant) => offsetAt(instant, zone), wall)
}

/** The same by a clock with these offsets from UTC. */
export function instantBy(offset: (instant: Instant) => number, wall: WallTime): Instant {
  const naive = instantOfUtc(wall)
  const [before, after] = [offset(naive - day_ms), offset(naive + day_ms)]
  const early = naive - Math.max(before, after)
  if (early + offset(early) === naive) return early
  const late = naive - Math.min(before, after)
  return late + offset(late) === naive ? late : naive - before
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
export function offsetAt(instant: Instant, zone: string): number {
  const fixed = fixedOffset(zone)
  if (fixed !== undefined) return fixed
  const key = Math.floor(instant / quarter_ms)
  const cached = getOrInsert(offsets, zone, () => new BoundedCache({ entries_max: cached_max }))
  return cached.get(key) ?? cached.set(key, computedOffset(key * quarter_ms, zone))
}

const offsets = new Map<string, BoundedCache<number, number>>()
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * No zone has offset changes before this time, and `Intl` does not distinguish years BC from years AD.
 */
const year_100: Instant = -59_000_000_000_000

function computedOffset(at: Instant, zone: string): number {
  const instant = Math.max(at, year_100)
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/**
 * The offset of `UTC`, `Z`, `UTC+2`, `UTC-3.5`, `UTC+05:45`, `+02:00`, `CEST`, in milliseconds; undefined for named
 * zones.
 */
export function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT') return 0
  // Cached zones are named zones, which have no fixed offset.
  if (formats.has(zone)) return undefined
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d)|\.(\d{1,2}))?$/i.exec(zone)
  if (!match) return abbreviatedOffset(zone)
  const [, sign, hours, minutes, fraction] = match
  const part = fraction ? Number(`0.${fraction}`) * 60 : Number(minutes ?? 0)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + part) * minute_ms
}

/** Of an abbreviation with one meaning. */
function abbreviatedOffset(zone: string): number | undefined {
  const minutes = zone.length <= 4 ? zone_abbreviations[zone.toUpperCase()] : undefined
  return minutes === undefined ? undefined : minutes * minute_ms
}

/** An offset in milliseconds as ISO 8601 writes it: `-05:00`. */
export function offsetText(offset_ms: number): string {
  const minutes = Math.round(offset_ms / minute_ms)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** The offset of a zone in standard time: the smaller one of that year. */
export function standardOffset(instant: Instant, zone: string): number {
  const year = new Date(instant).getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 15), zone), offsetAt(Date.UTC(year, 6, 15), zone))
}

/**
 * True for supported zones: names of the tz database in any case, offsets, and abbreviations such as `CEST`.
 */
export function isZone(zone: string): boolean {
  if (fixedOffset(zone) !== undefined) return true
  if (!/^[a-z]/i.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Whether a name means one zone: those that are written must. */
export function isOneZone(name: string): boolean {
  return isZone(name) && !zones_of_icu.has(name.toUpperCase())
}

/** Abbreviations of several zones or of none, for which `Intl` chooses one: India's for IST, that of Paris for ECT. */
const zones_of_icu: ReadonlySet<string> = new Set(
  'ACT AET AGT ART BET CNT CTT ECT IET IST MIT NET PLT PNT PRT SST VST'.split(' '),
)

/** For what is not one zone: the zone of a city, or that an abbreviation such as IST means several. */
export function zoneHint(text: string): Text | undefined {
  const near = zoneOfCity(text)
  if (near !== undefined) return didYouMean(near)
  return zones_of_icu.has(text.trim().toUpperCase())
    ? t('"{text}" can mean several time zones; use the name of one, such as Asia/Kolkata', { text })
    : undefined
}

/** `Berlin`, `new york`: the zone of the city. */
export function zoneOfCity(text: string): string | undefined {
  const ending = `/${text.trim().replaceAll(' ', '_').toLowerCase()}`
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(ending))
}

/**
 * The abbreviation of a zone at an instant: letters (`EST`, `EDT`), or an offset if there are none (`-03`, `+0545`);
 * `LMT` before clocks had whole minutes.
 * Zones written as an offset are returned as written (`UTC+2`), except that `+02:00` becomes `GMT+0200`.
 */
export function zoneAbbreviation(instant: Instant, zone: string): string {
  if (fixedOffset(zone) !== undefined) return /^[+-]\d\d:\d\d$/.test(zone) ? `GMT${zone.replace(':', '')}` : zone
  if (!isZone(zone)) return zone
  const offset = offsetAt(instant, zone)
  if (offset % minute_ms !== 0) return 'LMT'
  const letters = lettersOf(zone)?.split(' ')
  if (!letters) return offsetText(offset).replace(/:00$|:/, '')
  return letters[offset > standardOffset(instant, zone) ? 1 : 0] ?? letters[0] ?? zone
}

let letters_by_zone: Map<string, string> | undefined

function lettersOf(zone: string): string | undefined {
  letters_by_zone ??= new Map(
    Object.entries(zone_letters).flatMap(([letters, zones]) =>
      zones.split(' ').map((name) => [name.toLowerCase(), letters] as const),
    ),
  )
  return letters_by_zone.get(zone.toLowerCase())
}
