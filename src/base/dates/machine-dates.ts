// Dates that programs write: ISO 8601, HTTP headers and certificates.
import { iso_days } from './date-grammar.ts'
import { dayMatches, dayMeant, wallOn } from './written-days.ts'
import { type ClockTime, midnight } from './clock-times.ts'
import { type Day, isDay } from './days.ts'
import type { Instant, WallTime } from './zoned-time.ts'
import { t, type Text } from '../text/language.ts'

export interface IsoMoment {
  readonly day: Day
  /** Absent if only a day is written. */
  readonly time?: ClockTime
  /** The moment of both: midnight without a time, and on the next day for 24:00. */
  readonly wall: WallTime
  /** The digits of a fraction of a second, which `time` leaves out. */
  readonly fraction?: string
  /** `Z`, `+02`, `+0200` or `+02:00`; absent for a wall time. */
  readonly offset?: string
}

const extended_time = String.raw`[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?`
const basic_time = String.raw`T(\d\d)(?:(\d\d)(\d\d)?(?:[.,](\d+))?)?`
const offset_form = String.raw`Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?`
const iso_time = new RegExp(`^(?:(?:${extended_time}|${basic_time})(?: ?(${offset_form}))?)?$`, 'i')

/**
 * ISO 8601, also with a space for the `T`; undefined for other texts, and for days and times that do not exist.
 */
export function isoMomentOf(text: string, forms: keyof typeof iso_days = 'extended'): IsoMoment | undefined {
  for (const { groups, rest } of dayMatches(text, iso_days[forms])) {
    const day = dayMeant(groups, iso_days[forms], { today: '' })
    const parts = day === undefined ? null : iso_time.exec(rest)
    if (day === undefined || parts === null) continue
    const [hour, minute = '00', second = '00', fraction] =
      parts[1] === undefined ? parts.slice(5, 9) : parts.slice(1, 5)
    const offset = parts[9]?.toUpperCase()
    if (hour === undefined) return { day, wall: wallOn(day) }
    if (hour > '23' || minute > '59' || second > '59') return undefined
    const exact = { ...(fraction !== undefined && { fraction }), ...(offset !== undefined && { offset }) }
    const time = `${hour}:${minute}:${second}`
    return { day, time, wall: wallOn(day, time), ...exact }
  }
  return undefined
}

/** `2026-12-14 10:00-12:00`: an end or an offset. With a `T` or with seconds it is an offset. */
export function isSpanOrOffset(text: string): boolean {
  if (text.length < 22) return false
  const written = text.trim()
  return isDay(written.slice(0, 10)) && /^\s+\d\d:\d\d ?-\d\d:\d\d$/.test(written.slice(10))
}

/**
 * As `isoMomentOf`, for texts of people, whose days may end at 24:00; undefined if the last part may be an end, and for
 * an offset of no zone.
 */
export function isoMomentOfPeople(text: string): IsoMoment | undefined {
  const written = text.replace(digits_alone, '$1T$2')
  const begun = written.replace(end_of_day, '00:00:00')
  const moment = isSpanOrOffset(text) ? undefined : isoMomentOf(begun, 'basic')
  if (Number(moment?.offset?.slice(1, 3) ?? 0) > offset_hours_max) return undefined
  return moment && begun !== written ? { ...moment, time: midnight, wall: wallOn(moment.day, midnight) } : moment
}

/** `202703011900`, `20270301190000` */
const digits_alone = /^(\d{8})(\d{4}(?:\d\d)?)$/
const end_of_day = /(?<=^[\d-]{8,10}[T ])24:00(?::00)?(?=$|[Z +-])/i

/** Of Kiritimati */
const offset_hours_max = 14

/** Whether the text is a date with an offset, which is the same instant in every zone. */
export function hasUtcOffset(text: string): boolean {
  return isoMomentOfPeople(text.trim().replace(/\s+/g, ' '))?.offset !== undefined
}

/**
 * The part of a date that does not exist, such as `month 13` of 2026-13-01; undefined for dates that exist, and for
 * other texts.
 */
export function nonexistent(text: string): Text | undefined {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]\s*(\d{1,2}):(\d\d)(?::(\d\d))?.*)?$/.exec(
      text.trim().replace(end_of_day, '00:00'),
    ) ?? []
  if (year === '') return undefined
  if (Number(month) < 1 || Number(month) > 12) return t('month {month}', { month })
  if (!isDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)) return t('day {day}', { day })
  if (Number(hour) > 23) return t('hour {hour}', { hour })
  if (Number(minute) > 59) return t('minute {minute}', { minute })
  return Number(second) > 59 ? t('second {second}', { second }) : undefined
}

/** Seconds since 1970, which services read: `1798761600`, `@1798761600`. Longer numbers are dates, or milliseconds. */
export function isTimestamp(text: string): boolean {
  return /^@?\d{9,11}$/.test(text.trim())
}

/** The instant of such a text. */
export function instantOfTimestamp(text: string): Instant {
  return Number(text.trim().replace('@', '')) * 1000
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`; undefined for any other text. */
export function instantOfHttpDate(text: string): Instant | undefined {
  const instant = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
