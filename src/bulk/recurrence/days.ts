// The days that a recurrence rule selects: each condition tests one day, independent of the iteration.
import { day_ms } from '../../base/dates/zoned-time.ts'
import type { Rule } from './rule.ts'

export interface DayFacts {
  /** Days since 1970-01-01. */
  readonly n: number
  readonly year: number
  readonly month: number
  readonly day: number
  /** Monday is 0. */
  readonly weekday: number
}

const days_of_400_years = 146_097

export function dayNumber(year: number, month: number, day: number): number {
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  return Date.UTC(year + 400, month - 1, day) / day_ms - days_of_400_years
}

export function factsOf(n: number): DayFacts {
  const date = new Date(n * day_ms)
  return {
    n,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOf(n),
  }
}

function weekdayOf(n: number): number {
  return (((n + 3) % 7) + 7) % 7
}

export function isTaken(facts: DayFacts, rule: Rule): boolean {
  const { by } = rule
  return (
    (by.month.length === 0 || by.month.includes(facts.month)) &&
    isMonthDay(facts, by.month_day) &&
    isYearDay(facts, by.year_day) &&
    isWeekday(facts, rule) &&
    isWeek(facts, rule)
  )
}

function isMonthDay({ year, month, day }: DayFacts, wanted: readonly number[]): boolean {
  return wanted.length === 0 || wanted.includes(day) || wanted.includes(day - 1 - lengthOfMonth(year, month))
}

function isYearDay({ n, year }: DayFacts, wanted: readonly number[]): boolean {
  return (
    wanted.length === 0 ||
    wanted.includes(n - dayNumber(year, 1, 1) + 1) ||
    wanted.includes(n - dayNumber(year + 1, 1, 1))
  )
}

/** A number counts within the month, or within the year if the rule has no months. */
function isWeekday(facts: DayFacts, { days, freq, by }: Rule): boolean {
  if (days.length === 0) return true
  const in_year = freq === 'YEARLY' && by.month.length === 0
  return days.some(({ nth, weekday }) => weekday === facts.weekday && (nth === 0 || isNth(nth, facts, in_year)))
}

function isNth(nth: number, { n, year, month, day }: DayFacts, in_year: boolean): boolean {
  const before = in_year ? n - dayNumber(year, 1, 1) : day - 1
  const after = in_year ? dayNumber(year + 1, 1, 1) - 1 - n : lengthOfMonth(year, month) - day
  return nth > 0 ? Math.floor(before / 7) + 1 === nth : -Math.floor(after / 7) - 1 === nth
}

/** The ISO 8601 week with any first day: a week belongs to the year of its fourth day. */
function isWeek({ n, weekday }: DayFacts, { by, week_start }: Rule): boolean {
  if (by.week.length === 0) return true
  const fourth = n - ((weekday - week_start + 7) % 7) + 3
  const { year } = factsOf(fourth)
  const week = Math.floor((fourth - dayNumber(year, 1, 1)) / 7) + 1
  const weeks = week + Math.floor((dayNumber(year + 1, 1, 1) - 1 - fourth) / 7)
  return by.week.includes(week) || by.week.includes(week - weeks - 1)
}

export function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
