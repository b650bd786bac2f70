// Converts the forms of ISO 8601 to the extended format: basic format, months, weeks, days of the year, hours alone.
import { dayOf } from '../../../base/dates/days.ts'
import { day_ms, instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'

const compact = /^(\d{4})(\d\d)(\d\d)(?=T)/i
const month = /^(\d{4}-\d\d)$/
const week = /^(\d{4})-?W(\d\d)(?:-?([1-7]))?(?=T|$)/i
const ordinal = /^(\d{4})-?(\d{3})(?=T|$)/i
const compact_time = /T(\d\d)(\d\d)(\d\d)?(?=[.,Z+-]| |$)/i
const bare_hour = /T(\d\d)(?= ?(?:Z|[+-]\d)|$)/i

/**
 * Expands `20261206T190000`, `2026-12`, `2026-W49-7` and `2026-340T19`; other texts are returned unchanged. A month is
 * its first day, a week its Monday.
 */
export function toExtendedFormat(text: string): string {
  const dated = text
    .replace(compact, '$1-$2-$3')
    .replace(month, '$1-01')
    .replace(week, (whole, year, number, day = '1') => dayOfWeek(Number(year), Number(number), Number(day)) ?? whole)
    .replace(ordinal, (whole, year, day) => dayOfYear(Number(year), Number(day)) ?? whole)
  return dated
    .replace(compact_time, (_, hour, minute, second = '00') => `T${hour}:${minute}:${second}`)
    .replace(bare_hour, 'T$1:00')
}

/** The Monday of a year's first week, which contains 4 January, in days since 1970-01-01. */
export function firstMonday(year: number): number {
  const fourth = instantOfUtc(`${String(year).padStart(4, '0')}-01-04 00:00:00`) / day_ms
  return fourth - ((((fourth + 3) % 7) + 7) % 7)
}

function dayOfWeek(year: number, week_number: number, day: number): string | undefined {
  const monday = firstMonday(year) + (week_number - 1) * 7
  return week_number > 0 && monday < firstMonday(year + 1) ? dayText(monday + day - 1) : undefined
}

function dayOfYear(year: number, day: number): string | undefined {
  const text = dayText(instantOfUtc(`${String(year).padStart(4, '0')}-01-01 00:00:00`) / day_ms + day - 1)
  return day > 0 && Number(text.slice(0, 4)) === year ? text : undefined
}

function dayText(days: number): string {
  return dayOf(utcWall(days * day_ms))
}
