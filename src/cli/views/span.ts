// Parses the RANGE of a view: `today`, `next week`, `december`, `fri..sun`, `+2w`, `24-26 Dec`.
import type { Weekday } from '../../base/dates/day-names.ts'
import { type DateContext, readDate, type TypedContext } from '../../base/dates/written-dates.ts'
import { type Day, dayOf, daysLater, isDay } from '../../base/dates/days.ts'
import { type DaySpan, monthDays } from '../../base/dates/periods.ts'
import { wallAt } from '../../base/dates/zoned-time.ts'
import { type CalError, usageError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'

const agenda_days = 7

/** The days of a view. */
export interface ViewSpan extends DaySpan {
  /** The time from which `tonight` is, although whole days are shown: `2026-11-26 18:00:00`. */
  readonly meant_from?: string
}

/** Parses a span of days; without text, a week from today. Errors: `usage` for text that isn't a span of days. */
export async function spanOf(text: string | undefined, here: DateContext, week_start: Weekday): Promise<ViewSpan> {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return { from: today, to: daysLater(today, agenda_days - 1) }
  const words = text.trim()
  if (words.startsWith('..')) return spanOf(`${today} to ${words.slice(2)}`, here, week_start)
  const span = await daysIn(words, { ...here, week_start })
  return /^\+/.test(words) && span.to > today ? { from: today, to: daysLater(span.to, -1) } : span
}

/**
 * Parses a month: `2026-12`, `12.2026`, `12`, `december`, `+1mo`, or a day in it; without text, the current month.
 *
 * Returns `YYYY-MM`, or `YYYY` if the text is a year.
 */
export async function monthOf(text: string | undefined, here: DateContext): Promise<string> {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return today.slice(0, 7)
  const word = text.trim()
  if (/^(0?[1-9]|1[0-2])$/.test(word)) return `${today.slice(0, 4)}-${word.padStart(2, '0')}`
  const [, month = '', year] = /^(0?[1-9]|1[0-2])[./](\d{4})$/.exec(word) ?? []
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}`
  const span = await daysIn(word, here, t('use 2026-12, 12.2026 or december'))
  return isYear(span) ? span.from.slice(0, 4) : span.from.slice(0, 7)
}

/** The command that shows a span of days: a grid for a week or a month. undefined if the text isn't a span. */
export async function daysCommand(text: string, here: DateContext): Promise<'agenda' | 'week' | 'month' | undefined> {
  const days = readDate(text.trim(), here)
  if (days === undefined) return /^\.\../.test(text) ? 'agenda' : undefined
  if ('at' in days || days.isRange) return 'agenda'
  const span = wholeDays(days)
  if (isYear(span) || isMonth(span)) return 'month'
  return /w(eek|oche|)( ?\d|$)/i.test(text) && !/\d (weeks?|wochen?)$/i.test(text) ? 'week' : 'agenda'
}

/** Parses a day: the first of a period such as `next week`; without text, today. */
export async function dayNamed(text: string | undefined, here: DateContext, week_start: Weekday = 1): Promise<Day> {
  return text === undefined ? dayOf(wallAt(here.now, here.zone)) : (await daysIn(text, { ...here, week_start })).from
}

function isMonth({ from, to }: DaySpan): boolean {
  return monthDays(from.slice(0, 7)).to === to && from.endsWith('-01')
}

function isYear({ from, to }: DaySpan): boolean {
  return from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`
}

function wholeDays({ from, to }: DaySpan): DaySpan {
  return { from: dayOf(from), to: dayOf(to) }
}

const example_periods = t(
  'use, for example, today, fri, next week, W49, december, 24 Dec, fri..sun or +2w; see cal help dates',
)

async function daysIn(text: string, here: TypedContext, examples: Text = example_periods): Promise<ViewSpan> {
  const days = readDate(text, here)
  if (days && 'at' in days && !isDay(days.at) && !/^(now|jetzt)$/i.test(text)) throw timeOfDay(text, days.at)
  if (days && 'at' in days) return wholeDays({ from: days.at, to: days.at })
  if (days) return { ...wholeDays(days), ...(isDay(days.from) ? {} : { meant_from: days.from }) }
  throw usageError(t('"{text}" is not a date or period', { text }), examples)
}

/** A view shows whole days. */
function timeOfDay(text: string, at: string): CalError {
  const start = at.slice(0, 16)
  return usageError(
    t('"{text}" has a time of day, but whole days are shown', { text }),
    t('omit the time; to list events from a time on: cal events list --starts-after "{start}"', { start }),
  )
}
