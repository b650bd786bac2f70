// Periods as users type them: `next week`, `this weekend`, `letzten Monat`, `W49`, `2026-W49`, `next 3 days`, `2027`.
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'
import type { Weekday } from './day-names.ts'
import { unitNamed, which_words } from './date-words.ts'
import {
  type Day,
  daysBetween,
  daysLater,
  daysOfMonth,
  isMonth,
  mondayOfWeek,
  monthsLater,
  unitsLater,
  weekdayOf,
  weeksOf,
} from './days.ts'

/** Whole days, the last included. */
export interface DaySpan {
  readonly from: Day
  readonly to: Day
}

/** The days of a span, in order. */
export function daysOf({ from, to }: DaySpan): readonly Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => daysLater(from, i))
}

/** `next`, `+1`, `49` and `2026 12` in this unit: `next month`, `+1 month`, `W49`, `2026-12`. */
export function inUnit(words: string, unit: 'day' | 'week' | 'month'): string {
  const [, year, month] = /^(\d{4}) (\d{1,2})$/.exec(words) ?? []
  const [, before, name] = /^(\d{4}) (\p{L}+)$/u.exec(words) ?? []
  if (unit === 'month' && before !== undefined) return `${name} ${before}`
  if (unit === 'month' && month !== undefined) return `${year}-${month.padStart(2, '0')}`
  if (unit === 'week' && /^\d{1,2}$/.test(words)) return `W${words}`
  return /^([+-]\d+|next|last|this|previous)$/.test(words) ? `${words} ${unit}` : words
}

/** The period that words name, relative to `today`; undefined for other texts. Errors: `usage`. */
export function periodOf(words: string, today: Day, week_start: Weekday): DaySpan | undefined {
  return (
    isoWeekOf(words, today) ??
    monthInDigits(words) ??
    (/^\d{4}$/.test(words) ? yearDays(words) : undefined) ??
    daysAhead(words, today) ??
    namedPeriod(words, today, week_start)
  )
}

/** `week`, `this weekend`, `next month`, `letztes jahr`. */
function namedPeriod(words: string, today: Day, week_start: Weekday): DaySpan | undefined {
  const [, which = '', unit = ''] =
    /^(?:the |die |das )?(?:(\p{L}+) )?(week|woche|weekend|wochenende|month|monat|year|jahr)$/u.exec(words) ?? []
  const after = unit === '' ? undefined : stepsOf(which)
  if (after === undefined) return undefined
  if (unit === 'week' || unit === 'woche') return weekSpan(daysLater(today, 7 * after), week_start)
  if (unit === 'weekend' || unit === 'wochenende') {
    const saturday = daysLater(today, weekdayOf(today) === 7 ? -1 : 6 - weekdayOf(today))
    return { from: daysLater(saturday, 7 * after), to: daysLater(saturday, 7 * after + 1) }
  }
  if (unit === 'month' || unit === 'monat') return monthDays(monthsLater(`${today.slice(0, 7)}-01`, after).slice(0, 7))
  return yearDays(String(Number(today.slice(0, 4)) + after))
}

const steps = [
  [0, new RegExp(`^(${which_words.this})?$`)],
  [1, new RegExp(`^(${which_words.next}|${which_words.coming})$`)],
  [-1, new RegExp(`^(${which_words.last})$`)],
] as const

/** The number of periods after the current one; undefined for other words. */
function stepsOf(which: string): number | undefined {
  return steps.find(([, words]) => words.test(which))?.[0]
}

/** The week that contains a day. */
export function weekSpan(day: Day, week_start: Weekday): DaySpan {
  const from = daysLater(day, -((weekdayOf(day) - week_start + 7) % 7))
  return { from, to: daysLater(from, 6) }
}

/** `W49`, `KW 49`, `week 49`, `2026-W49`, `W49 2026`: without a year this week or the next of that number. */
function isoWeekOf(words: string, today: Day): DaySpan | undefined {
  const parts =
    /^(?:(?<year>\d{4})[- ]?w|(?:(?<before>\d{4}) )?(?:w|kw|week|woche) ?)(?<week>\d{1,2})(?:[ /](?<after>\d{4}))?$/.exec(
      words,
    )?.groups
  if (!parts) return undefined
  const [written, again] = [parts.year, parts.before, parts.after].filter((year) => year !== undefined)
  if (again !== undefined) return undefined
  const week = Number(parts.week)
  const iso_year = Number(daysLater(today, 4 - weekdayOf(today)).slice(0, 4))
  const years = written === undefined ? [iso_year, iso_year + 1] : [Number(written)]
  const spans = years
    .filter((year) => week > 0 && week <= weeksOf(year))
    .map((year) => weekSpan(mondayOfWeek(year, week), 1))
  const span = spans.find(({ to }) => written !== undefined || to >= today)
  if (span) return span
  const [year = iso_year] = years
  throw new CalError(
    'usage',
    t('there is no week {week}: {year} has {weeks} weeks', { week, year, weeks: weeksOf(year) }),
  )
}

/** `2026-12`, `12 2026`, `12/2026` */
function monthInDigits(words: string): DaySpan | undefined {
  if (isMonth(words)) return monthDays(words)
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])[ /](\d{4})$/.exec(words) ?? []
  return month === '' ? undefined : monthDays(`${year}-${month.padStart(2, '0')}`)
}

/** `next 3 days`, `letzte 2 wochen`: today is the first of them, or the last. */
function daysAhead(words: string, today: Day): DaySpan | undefined {
  const [, which = '', digits = '', unit = ''] = /^(?:the |die |den )?(\p{L}+) (\d{1,3}) (\p{L}+)$/u.exec(words) ?? []
  const [direction = 0, count] = [stepsOf(which), Number(digits)]
  const end = direction * count === 0 ? undefined : unitsLater(today, direction * count, unitNamed(unit))
  if (end === undefined) return undefined
  return direction > 0 ? { from: today, to: daysLater(end, -1) } : { from: daysLater(end, 1), to: today }
}

/** `month` is `YYYY-MM`. */
export function monthDays(month: string): DaySpan {
  return { from: `${month}-01`, to: `${month}-${daysOfMonth(month)}` }
}

function yearDays(year: string): DaySpan {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
