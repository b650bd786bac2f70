// The forms of dates that deployed services accept beyond the documented ones, and the cities whose clocks they use
// for zones written as an offset.
import { clockReader, dateInOrder, type DateNumbers } from '../../base/dates/date-grammar.ts'
import { monthOfEnglishName, weekdayOfPrefix } from '../../base/dates/day-names.ts'
import { day_ms, instantOfUtc, isZone, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { firstMonday } from '../domain/dates/iso-date.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** Days since 1970-01-01, fixed or counted from today. */
type Days = number | ((today: number) => number)
/** The day at the beginning of a text, and the rest of the text. */
type Day = { readonly days: Days; readonly rest: string }
type Reader = (text: string) => Day | undefined

/** A local time, with its zone if one follows it. */
interface LooseMoment {
  readonly wall: WallTime
  readonly zone?: string
}

const readers: readonly Reader[] = [
  iso,
  compact,
  slashed,
  american,
  dotted,
  monthFirst,
  dayFirst,
  ordinalWeekday,
  lastDay,
  nextWeekday,
  bareTime,
]

/** The date that the text means, as a function of the current local time; undefined for texts that are not dates. */
export function looseMoment(text: string): ((now: WallTime) => LooseMoment) | undefined {
  if (text.startsWith('@') && /^@-?\d+$/.test(text)) {
    const moment = sinceEpoch(Number(text.slice(1)))
    return moment && (() => moment)
  }
  if (/^(?:\s+|[a-ik-z])$/i.test(text)) return (now) => ({ wall: now })
  for (const reader of readers) {
    const day = reader(text)
    const [, time = '', written] = zoned.exec(day?.rest ?? '') ?? []
    const seconds = secondsOf(time)
    const zone = written === undefined ? undefined : zoneOf(written)
    if (!day || seconds === undefined || (zone !== undefined && !isZone(zone))) continue
    const { days } = day
    return (now) => ({
      wall: utcWall((daysOn(days, now) * 86_400 + seconds) * 1000),
      ...(zone !== undefined && { zone }),
    })
  }
  return undefined
}

function daysOn(days: Days, now: WallTime): number {
  return typeof days === 'number' ? days : days(Math.floor(instantOfUtc(now) / day_ms))
}

/** Seconds since 1970; undefined outside the years of four digits. */
function sinceEpoch(seconds: number): LooseMoment | undefined {
  const isYear = seconds >= -62_167_219_200 && seconds <= 253_402_300_799
  return isYear ? { wall: utcWall(seconds * 1000), zone: 'UTC' } : undefined
}

function dayNumber({ year, month, day }: DateNumbers): number | undefined {
  return month >= 0 && month <= 12 && day >= 0 && day <= 31 ? rolled(year, month, day) : undefined
}

/** The day of a date that may not exist: 30 February is 1 or 2 March, month 0 is December of the year before. */
function rolled(year: number, month: number, day: number): number {
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / day_ms
}

function matched(pattern: RegExp, text: string, days: (parts: readonly string[]) => Days | undefined): Day | undefined {
  const match = pattern.exec(text)
  const found = match ? days([...match].map((part) => part ?? '')) : undefined
  return match && found !== undefined ? { days: found, rest: text.slice(match[0].length).trim() } : undefined
}

/** A time, and a zone after it. */
const zoned = /^(.*?)\s*(Z|UTC|GMT|[ECMP][SD]T|BST|CES?T|[+-]\d\d(?::?\d\d)?|[a-z]+\/[a-z_/]+)?$/is

function zoneOf(written: string): string {
  if (/^CET$/i.test(written)) return '+01:00'
  return written.includes('/') ? written : written.toUpperCase()
}

/** The time after a date in seconds: `10:00`, `10pm`, `24:00:00`, `T10:00:00`. */
function secondsOf(text: string): number | undefined {
  const bare = text.replace(/^[T,]\s*/i, '')
  if (bare === '') return 0
  const time = clockOf(bare)
  if (time === undefined) return undefined
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 3600 + minute * 60 + second
}

const clockOf = clockReader({
  names: ['en'],
  separator: ':?',
  second_separator: ':?',
  hasFraction: true,
  isLoose: true,
})

function iso(text: string): Day | undefined {
  return (
    matched(/^(\d{4})-(\d\d?)-(\d\d?)(?!\d)/, text, ([, year = '', month = '', day = '']) =>
      dayNumber(dateInOrder([year, month, day], 'ymd')),
    ) ??
    matched(/^(\d{4})-(\d{3})(?!\d)/, text, ([, year, day]) => rolled(Number(year), 1, Number(day))) ??
    matched(/^(\d{4})-(\d\d)$/, text, ([, year, month]) =>
      dayNumber({ year: Number(year), month: Number(month), day: 1 }),
    ) ??
    matched(
      /^(\d{4})-?W(\d\d)(?:-?(\d))?(?!\d)/i,
      text,
      ([, year, week, day]) => firstMonday(Number(year)) + (Number(week) - 1) * 7 + Number(day || 1) - 1,
    )
  )
}

function compact(text: string): Day | undefined {
  return matched(/^(\d{4})(\d\d)(\d\d)(?=T)/i, text, ([, year = '', month = '', day = '']) =>
    dayNumber(dateInOrder([year, month, day], 'ymd')),
  )
}

/** `2026/12/06`, with or without a slash at the end. */
function slashed(text: string): Day | undefined {
  return matched(/^(\d{4})\/(\d\d?)\/(\d\d?)(?!\d)\/?/, text, ([, year = '', month = '', day = '']) =>
    dayNumber(dateInOrder([year, month, day], 'ymd')),
  )
}

/** `12/06/2026`, `12/06/26`, and `12/06` of this year. */
function american(text: string): Day | undefined {
  return (
    matched(/^(\d\d?)\/(\d\d?)\/(\d{4}|\d\d)(?!\d)/, text, ([, month = '', day = '', year = '']) =>
      dayNumber(dateInOrder([month, day, year], 'mdy')),
    ) ??
    matched(/^(\d\d?)\/(\d\d?)(?![\d/])/, text, ([, month = '', day = '']) =>
      // The range of month and day is the same in each year.
      dayNumber(dateInOrder([month, day, '2000'], 'mdy')) === undefined
        ? undefined
        : (today) => rolled(Number(utcWall(today * day_ms).split('-')[0]), Number(month), Number(day)),
    )
  )
}

function dotted(text: string): Day | undefined {
  return matched(/^(\d\d?)[.-](\d\d?)[.-](\d{4})/, text, ([, day = '', month = '', year = '']) =>
    dayNumber(dateInOrder([day, month, year], 'dmy')),
  )
}

/** The number of a month, from 1; -1 for other words. */
function monthOf(name = ''): number {
  return monthOfEnglishName(name) ?? -1
}

function monthFirst(text: string): Day | undefined {
  return matched(/^([a-z]{3,9})[ .-]+(\d\d?)(?:st|nd|rd|th)?(?:, *|[ .-]+)(\d{4})/i, text, ([, month, day, year]) =>
    dayNumber({ year: Number(year), month: monthOf(month), day: Number(day) }),
  )
}

function dayFirst(text: string): Day | undefined {
  return matched(/^(\d\d?)(?:st|nd|rd|th)?[ .-]*([a-z]{3,9})(?:, *|[ .-]*)(\d{4})/i, text, ([, day, month, year]) =>
    dayNumber({ year: Number(year), month: monthOf(month), day: Number(day) }),
  )
}

/** The number of days until the next such weekday; 0 on that day. */
function daysUntil(weekday: number, days: number): number {
  return (weekday - ((days + 4) % 7) + 7) % 7
}

function ordinalWeekday(text: string): Day | undefined {
  return matched(
    /^(first|second|third|fourth|fifth) ([a-z]{3,9}day) of ([a-z]{3,9}) (\d{4})/i,
    text,
    ([, ordinal, weekday, month, year]) => {
      const first = dayNumber({ year: Number(year), month: monthOf(month), day: 1 })
      const which = weekdayOfPrefix(weekday ?? '')
      if (first === undefined || which === undefined) return undefined
      return first + daysUntil(which, first) + ordinals.indexOf(ordinal?.toLowerCase() ?? '') * 7
    },
  )
}

function lastDay(text: string): Day | undefined {
  return matched(/^last day of ([a-z]{3,9}) (\d{4})/i, text, ([, month, year]) =>
    monthOf(month) > 0 ? rolled(Number(year), monthOf(month) + 1, 0) : undefined,
  )
}

function nextWeekday(text: string): Day | undefined {
  return matched(/^(?:next )?([a-z]{3,9}day)/i, text, ([, weekday]) => {
    const which = weekdayOfPrefix(weekday ?? '')
    return which === undefined ? undefined : (today) => today + (daysUntil(which, today) || 7)
  })
}

function bareTime(text: string): Day | undefined {
  return /^\d\d?(:|\s*[ap]m)/i.test(text) ? { days: (today) => today, rest: text } : undefined
}

/** The city for each offset in hours. Source: interface Q19. */
const cities: Readonly<Record<string, string>> = {
  '-11': 'Pacific/Apia',
  '-10': 'Pacific/Honolulu',
  '-9': 'America/Anchorage',
  '-8': 'America/Los_Angeles',
  '-7': 'America/Denver',
  '-6': 'America/Chicago',
  '-5': 'America/New_York',
  '-4': 'America/Halifax',
  '-3.5': 'America/St_Johns',
  '-3': 'America/Sao_Paulo',
  '-1': 'Atlantic/Azores',
  '0': 'UTC',
  '1': 'Europe/Paris',
  '2': 'Europe/Helsinki',
  '3': 'Europe/Moscow',
  '4': 'Asia/Dubai',
  '5': 'Asia/Karachi',
  '5.5': 'Asia/Kolkata',
  '5.75': 'Asia/Kathmandu',
  '7': 'Asia/Krasnoyarsk',
  '8': 'Asia/Shanghai',
  '9': 'Asia/Tokyo',
  '9.5': 'Australia/Adelaide',
  '10': 'Australia/Melbourne',
  '11.5': 'Pacific/Auckland',
  '12': 'Pacific/Auckland',
}

/** The offset of names that are zones of the tz database, with daylight saving, to other programs. */
const fixed_names: Readonly<Record<string, string>> = { CET: '+01:00', MET: '+01:00', EET: '+02:00', WET: '+00:00' }

/** Ahead of UTC by 1 to 12 hours, and behind it by 1 to 12; `Z` is UTC. */
const letters_ahead = 'ABCDEFGHIKLM'
const letters_behind = 'NOPQRSTUVWXY'

/** Whether a zone is a name or a letter with a fixed offset. */
export function isAbbreviatedZone(timezone: string): boolean {
  return fixedZone(timezone) !== undefined
}

function fixedZone(timezone: string): string | undefined {
  const name = timezone.toUpperCase()
  if (name.length !== 1) return fixed_names[name]
  const [ahead, behind] = [letters_ahead.indexOf(name) + 1, letters_behind.indexOf(name) + 1]
  if (ahead === 0 && behind === 0) return name === 'Z' ? 'UTC' : undefined
  return `${ahead > 0 ? '+' : '-'}${String(ahead + behind).padStart(2, '0')}:00`
}

/**
 * The zone of the city for an offset: `UTC+2` → `Europe/Helsinki`, `UTC` without a city; the offset of an abbreviation:
 * `CET` → `+01:00`. Other zones are unchanged.
 */
export function cityZone(timezone: string): string {
  const fixed = fixedZone(timezone)
  if (fixed !== undefined) return fixed
  const match = /^UTC([+-]?)(\d{1,2})(?::?(\d\d)|(\.\d+))?$/i.exec(timezone)
  if (!match) return timezone
  const [, sign, hours, minutes, fraction] = match
  const size = Number(hours) + (minutes ? Number(minutes) / 60 : Number(fraction ?? 0))
  return cities[String(sign === '-' ? -size || 0 : size)] ?? 'UTC'
}
