// Which days a view shows: `today`, `next week`, `december`, `2026-12`, `fri..sun`, `+2w`, `2026-12-01..2026-12-24`.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { parseDate } from '../../base/dates/date-parser.ts'
import { instantOf, wallAt } from '../../base/dates/zoned-time.ts'
import { type Day, dayOf, daysLater, daysOfMonth, isDay, monthsLater, weekdayOf } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { weekSpan } from './month.ts'
import type { Weekday } from '../../base/dates/day-names.ts'

export interface ViewSpan {
  readonly from: Day
  readonly to: Day
}

const agenda_days = 7

/** Nothing said is a week from today. Fails with `usage` for what names no days. */
export function spanOf(text: string | undefined, here: DateContext, week_start: Weekday): ViewSpan {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return { from: today, to: daysLater(today, agenda_days - 1) }
  const word = text.trim().toLowerCase()
  const period = periodOf(word, today, week_start)
  if (period) return period
  const month = monthNamed(word, today)
  if (month !== undefined) return monthDays(month)
  if (/^\d{4}$/.test(word)) return yearDays(word)
  const [from = '', to, ...more] = word.split('..')
  if (to !== undefined && more.length === 0)
    return between(from === '' ? today : dayIn(from, here, text), to, here, text)
  const day = dayIn(word, here, text)
  return /^\+/.test(word) ? { from: today, to: daysLater(day, -1) } : { from: day, to: day }
}

/** `week`, `this weekend`, `next month`, `letztes jahr`; undefined for other words. */
function periodOf(word: string, today: Day, week_start: Weekday): ViewSpan | undefined {
  const [, which = '', unit = ''] =
    /^(?:(\p{L}+) )?(week|woche|weekend|wochenende|month|monat|year|jahr)$/u.exec(word) ?? []
  const steps = unit === '' ? undefined : stepsOf(which)
  if (steps === undefined) return undefined
  if (unit === 'week' || unit === 'woche') return weekSpan(daysLater(today, 7 * steps), week_start)
  if (unit === 'weekend' || unit === 'wochenende') {
    const saturday = daysLater(today, weekdayOf(today) === 7 ? -1 : 6 - weekdayOf(today))
    return { from: daysLater(saturday, 7 * steps), to: daysLater(saturday, 7 * steps + 1) }
  }
  if (unit === 'month' || unit === 'monat') return monthDays(monthsLater(`${today.slice(0, 7)}-01`, steps).slice(0, 7))
  return yearDays(String(Number(today.slice(0, 4)) + steps))
}

/** How many periods after this one; undefined for words that count none. */
function stepsOf(which: string): number | undefined {
  if (/^(|this|diese[rsmn]?)$/.test(which)) return 0
  if (/^(next|coming|nächste[rsmn]?|naechste[rsmn]?|kommende[rsmn]?)$/.test(which)) return 1
  return /^(last|letzte[rsmn]?|vorige[rsmn]?)$/.test(which) ? -1 : undefined
}

/**
 * The month that was named: `2026-12`, `12`, `december`, `+1mo`, a day in it; nothing said is this one. A year alone is
 * itself.
 */
export function monthOf(text: string | undefined, here: DateContext): string {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return today.slice(0, 7)
  const word = text.trim().toLowerCase()
  if (/^\d{4}$/.test(word)) return word
  const alone = /^(0?[1-9]|1[0-2])$/.test(word) ? `${today.slice(0, 4)}-${word.padStart(2, '0')}` : undefined
  const period = /month|monat/.test(word) ? periodOf(word, today, 1)?.from : undefined
  return alone ?? monthNamed(word, today) ?? (period ?? dayIn(word, here, text)).slice(0, 7)
}

/** `2026-12`, `december`, `dec 2026`, `12 2026` as `2026-12`; undefined for other words. */
function monthNamed(word: string, today: Day): string | undefined {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(word)) return word
  const [, name = '', year = today.slice(0, 4)] = /^(\p{L}+\.?)(?: (\d{4}))?$/u.exec(word) ?? []
  const [, digits = '', of_year = ''] = /^(0?[1-9]|1[0-2])[ /](\d{4})$/.exec(word) ?? []
  if (digits !== '') return `${of_year}-${digits.padStart(2, '0')}`
  const named = month_words.findIndex((names) => names.test(name.replace('.', ''))) + 1
  return named > 0 ? `${year}-${String(named).padStart(2, '0')}` : undefined
}

/** The command that shows the days that were named: a grid for a week or a month; undefined for other words. */
export function daysCommand(text: string, here: DateContext): 'agenda' | 'week' | 'month' | undefined {
  const word = text.trim().toLowerCase()
  const today = dayOf(wallAt(here.now, here.zone))
  if (monthNamed(word, today) !== undefined) return 'month'
  if (periodOf(word, today, 1)) return /week$|woche$/.test(word) ? 'week' : /mon/.test(word) ? 'month' : 'agenda'
  try {
    spanOf(text, here, 1)
    return 'agenda'
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

/** The day that was named, of a period such as `next week` the first; today where nothing was said. */
export function dayNamed(text: string | undefined, here: DateContext, week_start: Weekday = 1): Day {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return today
  return periodOf(text.trim().toLowerCase(), today, week_start)?.from ?? dayIn(text, here, text)
}

const month_words: readonly RegExp[] = [
  /^jan(uary|uar)?$/,
  /^feb(ruary|ruar)?$/,
  /^(mar(ch)?|märz?|maerz)$/,
  /^apr(il)?$/,
  /^(may|mai)$/,
  /^jun[ei]?$/,
  /^jul[yi]?$/,
  /^aug(ust)?$/,
  /^sep(t|tember)?$/,
  /^(oct(ober)?|okt(ober)?)$/,
  /^nov(ember)?$/,
  /^(dec(ember)?|dez(ember)?)$/,
]

function monthDays(month: string): ViewSpan {
  return { from: `${month}-01`, to: `${month}-${daysOfMonth(month)}` }
}

function yearDays(year: string): ViewSpan {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

function dayIn(word: string, here: DateContext, typed: string): Day {
  const day = parseDate(word, here).slice(0, 10)
  if (isDay(day)) return day
  throw new CalError(
    'usage',
    { en: `"${typed}" names no days`, de: `„${typed}“ nennt keine Tage` },
    {
      hint: {
        en: 'such as today, fri, next week, december, 2026-12-24, fri..sun, +2w',
        de: 'etwa heute, fr, nächste woche, dezember, 2026-12-24, fr..so, +2w',
      },
    },
  )
}

/** A weekday after the dots is the one that follows the first day: `fri..sun` is a weekend, also on a Saturday. */
function between(from: Day, word: string, here: DateContext, typed: string): ViewSpan {
  const to = dayIn(word, here, typed)
  if (from <= to) return { from, to }
  const next = dayIn(word, { ...here, now: instantOf(`${from} 12:00:00`, here.zone) }, typed)
  if (from <= next) return { from, to: next }
  throw new CalError('usage', { en: `"${typed}" ends before it begins`, de: `„${typed}“ endet, bevor es beginnt` })
}
