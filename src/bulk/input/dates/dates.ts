// Dates and times as people and spreadsheets write them, as the interface writes them.
import { isDay } from '../../../base/dates/days.ts'
import { hourOf } from '../../../base/dates/date-parser.ts'
import type { DateOrder } from '../choices.ts'

const month_names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const german_months: Readonly<Record<string, number>> = { jän: 1, mär: 3, mai: 5, okt: 10, dez: 12 }

/**
 * `11/19/2014`, `25.11.14`, `2016-04-19`, `20160419`, `Sa, 25. 11. 2014`, `apr 19, 2016`, `19. April 2016`, `19-Apr-16`
 * as `YYYY-MM-DD`; undefined for anything else. Dots always mean day first; what stands between slashes is the order's
 * to say, unless the year comes first.
 */
function dayOf(written: string, order: DateOrder): string | undefined {
  const text = written.trim().replace(weekday, '')
  const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (digits) return checked(Number(digits[1]), Number(digits[2]), Number(digits[3]))
  const numbers = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})$/.exec(text)
  if (numbers) {
    const [, first = '', separator, second = '', third = ''] = numbers
    if (first.length === 4) return checked(Number(first), Number(second), Number(third))
    if (first.length > 2 || ![2, 4].includes(third.length)) return undefined
    if (order === 'ymd' && separator !== '.') return checked(yearOf(first), Number(second), Number(third))
    const dayFirst = separator === '.' || order === 'dmy'
    return dayFirst
      ? checked(yearOf(third), Number(second), Number(first))
      : checked(yearOf(third), Number(first), Number(second))
  }
  return dayOfWords(text.toLowerCase())
}

const weekday = /^(?:mon?|di|mi|do|fri?|sat?|son?|sun|tue|wed|thu)\p{L}*\.?,?\s+/iu

function dayOfWords(text: string): string | undefined {
  const named = /^(\p{L}{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/u.exec(text)
  if (named) return checked(Number(named[3]), monthOf(named[1] ?? ''), Number(named[2]))
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(\p{L}{3,9})\.?,?[\s-]+(\d{4}|\d\d)$/u.exec(text)
  return dayFirst ? checked(yearOf(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1])) : undefined
}

function monthOf(word: string): number {
  const start = word.slice(0, 3)
  return month_names.indexOf(start) + 1 || (german_months[start] ?? 0)
}

/** Two digits: from 70 on the last century. */
function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length === 4 ? year : year + (year < 70 ? 2000 : 1900)
}

function checked(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : undefined
}

/**
 * `7:30:00`, `12:30`, `5:00 PM`, `5pm`, `18 Uhr`, `18.30 Uhr`, `07H00`, `19h`, `1930` as `HH:MM:SS`; undefined for
 * anything else.
 */
export function timeOf(text: string): string | undefined {
  const match =
    /^(?:(?:um|ab|at|from)\s+)?(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?::(\d{2})(?:\.\d+)?)?|(?<=^\d\d)(\d\d))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h|hrs?)?$/i.exec(
      text.trim(),
    )
  if (!match) return undefined
  const [, hours = '', behind, seconds = '00', joined, half] = match
  const minutes = behind ?? joined
  if (minutes === undefined && half === undefined) return undefined
  const hour = hourOf(Number(hours), half?.toLowerCase().replaceAll('.', ''))
  if (hour === undefined || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return undefined
  return [String(hour).padStart(2, '0'), minutes ?? '00', seconds].join(':')
}

export interface WrittenMoment {
  readonly day: string
  /** Absent where only a day was written. */
  readonly time?: string
  /** `Z`, `+02:00`; absent for a wall clock. */
  readonly offset?: string
}

/** A date with or without a time and an offset; undefined where it is neither ISO nor one of the forms above. */
export function writtenMomentOf(text: string, order: DateOrder): WrittenMoment | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text.trim())
  if (iso) {
    const day = dayOf(iso[1] ?? '', order)
    const time = iso[2] === undefined ? undefined : timeOf(iso[2])
    if (!day || (iso[2] !== undefined && !time)) return undefined
    return { day, ...(time ? { time } : {}), ...(iso[3] ? { offset: iso[3].toUpperCase() } : {}) }
  }
  const plain = dayOf(text, order)
  if (plain) return { day: plain }
  const parts =
    /^(.*?\d),?\s+(?:[-–@|]\s+)?((?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.h]\d\d(?::\d\d)?)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h)?)$/i.exec(
      text.trim(),
    )
  const day = parts ? dayOf(parts[1] ?? '', order) : undefined
  const time = parts ? timeOf(parts[2] ?? '') : undefined
  return day && time ? { day, time } : undefined
}
