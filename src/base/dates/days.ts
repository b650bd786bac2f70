// Calendar days without a time: day arithmetic, weekdays, week numbers, and the orders in which dates are written.
import type { Json } from '../json.ts'
import type { TimeUnit } from './date-words.ts'
import { day_ms, dayNumber, instantOfUtc, utcWall, type WallTime } from './zoned-time.ts'

/** A day as text, `YYYY-MM-DD`, which sorts by time. */
export type Day = string

/** The day of a local time. */
export function dayOf(wall: WallTime): Day {
  // Longer years, which a zone conversion can produce.
  const longer = wall.indexOf(' ', 11)
  return wall.slice(0, longer > 0 ? longer : wall.startsWith('-') ? 11 : 10)
}

/** Whether the text is a day that exists: `2027-02-30` is not. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && (text.slice(8) <= '28' || daysLater(text, 0) === text)
  )
}

/** Whether the text is a month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return text.length === 7 && isDay(`${text}-01`)
}

const wall_form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Whether a text is written as services write a date and time, although it may not exist: `2027-02-30 18:00:00`. */
export function hasWallForm(text: string): text is WallTime {
  return wall_form.test(text)
}

/** Whether a value is a date and time that exists, as services write it: `2027-03-01 18:00:00`. */
export function isWall(text: string): boolean
export function isWall(value: Json | undefined): value is WallTime
export function isWall(value: Json | undefined): boolean {
  return typeof value === 'string' && / ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) && isDay(value.slice(0, -9))
}

/** The last day of an event: one that ends at midnight ends on the day before. */
export function lastDayOf(start: WallTime, end: WallTime): Day {
  if (end <= start) return dayOf(start)
  return end.endsWith(' 00:00:00') ? daysLater(dayOf(end), -1) : dayOf(end)
}

/** The day a number of days later; earlier for a negative number. */
export function daysLater(day: Day, days: number): Day {
  return dayOf(utcWall(startOf(day) + days * day_ms))
}

/** As `daysLater`, or the last day there is: services read years of four digits only. */
export function dayNear(day: Day, days: number): Day {
  const near = daysLater(day, days)
  if (isDay(near)) return near
  return days > 0 ? '9999-12-31' : '0000-01-01'
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  const wanted = `${month}-${day.slice(8)}`
  return isDay(wanted) ? wanted : `${month}-${daysOfMonth(month)}`
}

/** The day that is this many units later; undefined for hours and minutes. */
export function unitsLater(day: Day, count: number, unit: TimeUnit | undefined): Day | undefined {
  if (unit === 'day') return daysLater(day, count)
  if (unit === 'week') return daysLater(day, count * 7)
  if (unit === 'month') return monthsLater(day, count)
  return unit === 'year' ? monthsLater(day, count * 12) : undefined
}

/** The first such weekday from this day on. */
export function weekdayFrom(day: Day, weekday: number): Day {
  return daysLater(day, (weekday - weekdayOf(day) + 7) % 7)
}

/** The number of days in a month (`YYYY-MM`). */
export function daysOfMonth(month: string): number {
  return lengthOfMonth(Number(month.slice(0, -3)), Number(month.slice(-2)))
}

/** January is 1. */
export function lengthOfMonth(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1)
}

/** The number of days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((startOf(to) - startOf(from)) / day_ms)
}

/** The weekday of a day: Monday is 1, Sunday is 7. */
export function weekdayOf(day: Day): number {
  return weekdayOfNumber(startOf(day) / day_ms) + 1
}

/** The weekday of a day since 1970-01-01: Monday is 0. */
export function weekdayOfNumber(n: number): number {
  return (((n + 3) % 7) + 7) % 7
}

/** The ISO 8601 week number: weeks begin on Monday, and the first one contains January 4. */
export function weekOf(day: Day): number {
  const thursday = daysLater(day, 4 - weekdayOf(day))
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/** The number of ISO 8601 weeks in a year: the last one contains December 28. */
export function weeksOf(year: number): number {
  return weekOf(`${yearText(year)}-12-28`)
}

/** The Monday of an ISO 8601 week, which may be counted from another year. */
export function mondayOfWeek(year: number, week: number): Day {
  const fourth = `${yearText(year)}-01-04`
  return daysLater(fourth, 1 - weekdayOf(fourth) + 7 * (week - 1))
}

/** Four digits. */
export function yearText(year: number): string {
  return String(year).padStart(4, '0')
}

function startOf(day: Day): number {
  return instantOfUtc(`${day} 00:00:00`)
}

export const date_orders = ['mdy', 'dmy', 'ymd'] as const

export type DateOrder = (typeof date_orders)[number]

/** A day that exists, or a wall time, whose day the service checks. */
export function isDayOrWall(text: string): boolean {
  return isDay(text) || hasWallForm(text)
}
