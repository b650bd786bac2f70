// Which days a view shows: `today`, `week`, `2026-12`, `fri..sun`, `+2w`, `2026-12-01..2026-12-24`.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { parseDate } from '../../base/dates/date-parser.ts'
import { instantOf, wallAt } from '../../base/dates/zoned-time.ts'
import { type Day, dayOf, daysLater, daysOfMonth, isDay } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { weekSpan } from './month.ts'
import type { Weekday } from './names.ts'

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
  if (word === 'week' || word === 'woche') return weekSpan(today, week_start)
  if (word === 'month' || word === 'monat') return monthDays(today.slice(0, 7))
  if (word === 'year' || word === 'jahr') return yearDays(today.slice(0, 4))
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(word)) return monthDays(word)
  if (/^\d{4}$/.test(word)) return yearDays(word)
  const [from = '', to, ...more] = word.split('..')
  if (to !== undefined && more.length === 0)
    return between(from === '' ? today : dayIn(from, here, text), to, here, text)
  const day = dayIn(word, here, text)
  return /^\+/.test(word) ? { from: today, to: daysLater(day, -1) } : { from: day, to: day }
}

/**
 * The month that was named: `2026-12`, `12`, `december`, `+1mo`, a day in it; nothing said is this one. A year alone is
 * itself.
 */
export function monthOf(text: string | undefined, here: DateContext): string {
  const today = dayOf(wallAt(here.now, here.zone))
  if (text === undefined) return today.slice(0, 7)
  const word = text.trim().toLowerCase()
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(word)) return word
  if (/^(0?[1-9]|1[0-2])$/.test(word)) return `${today.slice(0, 4)}-${word.padStart(2, '0')}`
  const named = month_words.findIndex((names) => names.test(word)) + 1
  return named > 0 ? `${today.slice(0, 4)}-${String(named).padStart(2, '0')}` : dayIn(word, here, text).slice(0, 7)
}

/** The day that was named; today where nothing was said. */
export function dayNamed(text: string | undefined, here: DateContext): Day {
  return text === undefined ? dayOf(wallAt(here.now, here.zone)) : dayIn(text, here, text)
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
        en: 'such as today, fri, week, 2026-12, 2026-12-24, fri..sun, +2w',
        de: 'etwa heute, fr, woche, 2026-12, 2026-12-24, fr..so, +2w',
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
