// Dates of spreadsheets: one or two in a cell, numeric or with names, and the order of day and month in a column.
import {
  clockReader,
  dateInOrder,
  dayOfNumbers,
  existingDay,
  isoMomentOf,
  monthOfPrefix,
  sidesOf,
} from '../../base/dates/date-grammar.ts'
import type { DateOrder } from '../../base/dates/date-orders.ts'
import type { Day } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { type InputLocation, locationText } from './entry.ts'

export interface WrittenMoment {
  readonly day: Day
  /** Absent if only a day is written. */
  readonly time?: string
  /** `Z`, `+02:00`; absent for a wall time. */
  readonly offset?: string
}

/**
 * `7:30:00`, `12:30`, `5:00 PM`, `5pm`, `18 Uhr`, `18.30 Uhr`, `07H00`, `19h`, `1930` as `HH:MM:SS`; undefined for
 * other texts.
 */
function timeOf(text: string): string | undefined {
  return clockOf(text.trim())
}

const clockOf = clockReader({
  before: 'um|ab|at|from',
  separator: '\\s?[:.h]\\s?',
  hasFraction: true,
  after: 'a\\.m\\.|p\\.m\\.|uhr|h|hrs?',
  hasJoinedDigits: true,
})

export const midnight = '24:00:00'

/** The time of an end: midnight is `24:00` of the day before. */
export function endTimeOf(text: string): string | undefined {
  return /^24(?:[:.h]?00(?::00)?)?(?:\s*(?:uhr|h))?$/i.test(text.trim()) && text.trim() !== '24'
    ? midnight
    : timeOf(text)
}

/**
 * `11/19/2014`, `25.11.14`, `2016-04-19`, `20160419`, `Sa, 25. 11. 2014`, `apr 19, 2016`, `19. April 2016` or
 * `19-Apr-16`; undefined for other texts. With dots the day always comes first; a year of four digits may always come
 * first.
 */
function dayOf(written: string, order: DateOrder): Day | undefined {
  const text = written.trim().replace(weekday, '')
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year !== '') return existingDay(dateInOrder([year, month, day], 'ymd'))
  return dayOfNumbers(text, order) ?? dayOfWords(text.toLowerCase())
}

const weekday = /^(?:mon?|di|mi|do|fri?|sat?|son?|sun|tue|wed|thu)\p{L}*\.?,?\s+/iu

function dayOfWords(text: string): Day | undefined {
  const month_first = /^(\p{L}{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/u.exec(text)
  const day_first = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(\p{L}{3,9})\.?,?[\s-]+(\d{4}|\d\d)$/u.exec(text)
  const [name = '', day = '', year = ''] = month_first
    ? month_first.slice(1)
    : day_first
      ? [day_first[2], day_first[1], day_first[3]]
      : []
  const month = monthOfPrefix(name)
  return month === undefined ? undefined : existingDay(dateInOrder([day, String(month), year], 'dmy'))
}

/** A date with or without a time and an offset; undefined for other texts. */
export function writtenMomentOf(written: string, order: DateOrder): WrittenMoment | undefined {
  const text = written.trim()
  const iso = isoMomentOf(text.replace(/\s+/g, ' '))
  if (iso) return iso
  const day = dayOf(text, order)
  if (day !== undefined) return { day }
  const [, date = '', clock = ''] =
    /^(.*?\d),?\s+(?:[-–@|]\s+)?((?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.h]\d\d(?::\d\d)?)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h)?)$/i.exec(
      text,
    ) ?? []
  const [own_day, time] = [date === '' ? undefined : dayOf(date, order), timeOf(clock)]
  return own_day !== undefined && time !== undefined ? { day: own_day, time } : undefined
}

/** One or two times of day, `09:00 - 10:30`; in `7 - 9 pm` both are in the evening. */
export function timesOf(text: string): { readonly start: string; readonly end?: string } | undefined {
  const alone = timeOf(text)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const end = endTimeOf(to)
    const suffix = /(?:am|pm|a\.m\.|p\.m\.|uhr|h)$/i.exec(to.trim())?.[0] ?? ''
    const alike = timeOf(`${from} ${suffix}`)
    // `11 - 1 pm` begins in the morning.
    const start = /^[ap]/i.test(suffix) && alike && end && alike < end ? alike : (timeOf(from) ?? alike)
    if (start && end) return { start, end }
  }
  return undefined
}

/** One or two moments: `12.-14.3.2027`, `12.3.2027 18:00 - 20:00`; undefined for other texts. */
export function momentsOf(
  text: string,
  order: DateOrder,
): { readonly start: WrittenMoment; readonly end?: WrittenMoment } | undefined {
  const alone = writtenMomentOf(text, order)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const last = writtenMomentOf(to, order)
    const first = writtenMomentOf(from, order) ?? (last ? writtenMomentOf(completed(from, last.day), order) : undefined)
    if (first && last) return { start: first, end: last }
    // `Sat 12.3.2027, 18-20 Uhr`
    const end_time = first?.time === undefined ? undefined : endTimeOf(to)
    if (first && end_time) return { start: first, end: { day: first.day, time: end_time } }
  }
  const [, day = '', times = ''] = /^(.*\d{4}),?\s+(?:[@|]\s+)?(.+)$/.exec(text.trim()) ?? []
  const moment = day === '' ? undefined : writtenMomentOf(day, order)
  const span = moment && moment.time === undefined ? timesOf(times) : undefined
  return moment && span
    ? {
        start: { day: moment.day, time: span.start },
        ...(span.end ? { end: { day: moment.day, time: span.end } } : {}),
      }
    : undefined
}

/** `12.` and `12.3.` take month and year from the other day. */
function completed(text: string, day: string): string {
  const [, year = '', month = ''] = /^(\d{4})-(\d\d)/.exec(day) ?? []
  const own = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?(?:\s?(\d{1,2})\.)?$/u.exec(text.trim())
  return own ? `${own[1]}.${own[2] ?? month}.${year}` : text
}

/** Collects dates while the order is assumed to be month first. */
export class DateOrderEvidence {
  #open: { readonly text: string; readonly location: InputLocation } | undefined
  #month_first = false

  /** Errors: `usage` for a date with the day first, because other dates of the table would be misread. */
  see(cell: string, location: InputLocation): void {
    const [, first = '', second = ''] = /^\D{0,12}?(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)\b/.exec(cell.trim()) ?? []
    if (first === '') return
    const [a, b] = [Number(first), Number(second)]
    if (a > 12 && a <= 31 && b >= 1 && b <= 12) throw dayFirst(cell.trim(), location)
    if (b > 12) this.#month_first = true
    else if (a !== b) this.#open ??= { text: cell.trim(), location }
  }

  /** The warning if the dates of the table do not determine which number is the month. */
  warning(): Text | undefined {
    if (this.#month_first || !this.#open) return undefined
    const { text, location } = this.#open
    return {
      en: `${locationText(location)}: "${text}" is read month first; to read the day first, use --date-order dmy`,
      de: `${locationText(location)}: „${text}“ wird als Monat/Tag gelesen; mit --date-order dmy als Tag/Monat`,
    }
  }
}

function dayFirst(text: string, location: InputLocation): CalError {
  return new CalError(
    'usage',
    {
      en: `${locationText(location)}: "${text}" starts with the day`,
      de: `${locationText(location)}: „${text}“ beginnt mit dem Tag`,
    },
    {
      hint: {
        en: 'to read all dates this way, use --date-order dmy; to reject only such rows, use --date-order mdy',
        de: '--date-order dmy liest alle Daten so, --date-order mdy lehnt nur solche Zeilen ab',
      },
    },
  )
}
