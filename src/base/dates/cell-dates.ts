// Dates as tables have them, one or two in a cell: with numbers or names, in the order of a column, with or without a
// time. Months and weekdays in six languages.
import { remembering } from '../bounded-cache.ts'
import {
  clockReader,
  dateInOrder,
  dayOfNumbers,
  existingDay,
  isoMomentOfPeople,
  isSpanOrOffset,
  sidesOf,
} from './date-grammar.ts'
import { monthOfPrefix, weekday_beginnings } from './day-names.ts'
import { type DateOrder, type Day, daysLater, isWall, weekdayOf } from './days.ts'

export interface WrittenMoment {
  readonly day: Day
  /** Absent if only a day is written. */
  readonly time?: string
  /** `Z`, `+02:00`; absent for a wall time. */
  readonly offset?: string
}

/**
 * `7:30:00`, `12:30`, `5:00 PM`, `5pm`, `noon`, `18 Uhr`, `18.30 Uhr`, `18 Uhr 30`, `07H00`, `19h`, `1930` as
 * `HH:MM:SS`; undefined for other texts.
 */
function timeOf(text: string): string | undefined {
  const clock = text.trim()
  return /^(?:noon|mittags?|12 mittags|midi)$/i.test(clock) ? '12:00:00' : clockOf(clock)
}

const before_times = 'um|ab|at|à|dès|ore|alle(?: ore)?|a las|om'
const after_times = 'a\\.\\s?m\\.|p\\.\\s?m\\.|uhr|uur|h'

const clockOf = clockReader({
  before: `from|${before_times}`,
  separator: '\\s?(?:[:.h]|uhr(?=\\s?\\d))\\s?',
  hasFraction: true,
  // `2 hrs` is a length.
  after: `${after_times}|(?<=\\d\\d[:.]?\\d\\d\\s*)hrs?`,
  hasJoinedDigits: true,
})

/** The end of a day. */
export const midnight = '24:00:00'

/** The time of an end: midnight is `24:00` of the day before. */
export const endTimeOf = remembering((text): string | undefined => {
  return /^(?:24(?:[:.h]?00(?::00)?)?(?:\s*(?:uhr|h))?|midnight|mitternacht|minuit)$/i.test(text.trim()) &&
    text.trim() !== '24'
    ? midnight
    : timeOf(text)
})

/**
 * `11/19/2014`, `25.11.14`, `2016-04-19`, `20160419`, `Tue, 25. 11. 2014`, `apr 19, 2016`, `19. April 2016` or
 * `19-Apr-16`; undefined for other texts, and for a weekday that is not that of the date. With dots the day always
 * comes first; a year of four digits may always come first.
 */
function dayOf(written: string, order: DateOrder): Day | undefined {
  const text = written.trim()
  const [weekday, name] = weekday_form.exec(text) ?? []
  if (weekday === undefined) return dayWithoutWeekday(text, order)
  const day = dayWithoutWeekday(text.slice(weekday.length), order)
  const named = weekday_beginnings.find(({ beginning }) => beginning === name?.toLowerCase())?.weekday
  return day !== undefined && named !== undefined && named !== weekdayOf(day) && !isSundayToo(weekday, day)
    ? undefined
    : day
}

/** `di` is also *dimanche*, and `do` is *domingo* and *domenica*. */
function isSundayToo(weekday: string, day: Day): boolean {
  return /^(?:di|do)\P{L}/iu.test(weekday) && weekdayOf(day) === 7
}

function dayWithoutWeekday(text: string, order: DateOrder): Day | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year !== '') return existingDay(dateInOrder([year, month, day], 'ymd'))
  return dayOfNumbers(text, order) ?? dayOfWords(text.toLowerCase())
}

const weekday_form = new RegExp(
  `^(${weekday_beginnings.map(({ beginning }) => beginning).join('|')})\\p{L}*\\.?,?\\s+`,
  'iu',
)

/** Whether a cell is a weekday, but not that of the day; false for other cells. */
export function isOtherWeekday(cell: string, day: Day): boolean {
  const text = `${cell.trim()} ${day}`
  return weekday_form.exec(text)?.[0].length === text.length - day.length && dayOf(text, 'ymd') === undefined
}

/** Whether the text is a date without its weekday. */
export function hasOtherWeekday(text: string, order: DateOrder): boolean {
  const rest = text.trim().replace(weekday_form, '')
  return rest !== text.trim() && momentsOf(rest, order) !== undefined
}

function dayOfWords(text: string): Day | undefined {
  const month_first = /^(\p{L}{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/u.exec(text)
  const day_first =
    /^(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?[\s-]*(?:de\s+)?(\p{L}{3,10})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d\d)$/u.exec(text)
  const [name = '', day = '', year = ''] = month_first
    ? month_first.slice(1)
    : day_first
      ? [day_first[2], day_first[1], day_first[3]]
      : []
  const month = monthOfPrefix(name)
  return month === undefined ? undefined : existingDay(dateInOrder([day, String(month), year], 'dmy'))
}

const day_and_time = new RegExp(
  `^(.*?\\d),?\\s+(?:[-–@|]\\s+)?((?:(?:${before_times})\\s+)?\\d{1,2}(?:[:.h]\\d\\d(?::\\d\\d)?)?\\s*` +
    `(?:am|pm|${after_times})?)$`,
  'i',
)

/** A date with or without a time and an offset; undefined for other texts. */
export function writtenMomentOf(written: string, order: DateOrder): WrittenMoment | undefined {
  const text = written.trim()
  // `20270313T190000`
  const iso = isoMomentOfPeople(
    text
      .replace(/\s+/g, ' ')
      .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?=(?:\d\d)?Z?$)/i, '$1-$2-$3T$4:$5')
      .replace(/^(\S{16})(?=\d\dZ?$)/i, '$1:'),
  )
  if (iso) return iso
  const day = dayOf(text, order)
  if (day !== undefined) return { day }
  const [, date = '', clock = ''] = day_and_time.exec(text) ?? []
  const [own_day, time] = [date === '' ? undefined : dayOf(date, order), timeOf(clock)]
  return own_day !== undefined && time !== undefined ? { day: own_day, time } : undefined
}

const time_suffix = new RegExp(`(?:am|pm|${after_times})$`, 'i')

/** One or two times of day, `09:00 - 10:30`; in `7 - 9 pm` both are in the evening. */
export const timesOf = remembering((text): { readonly start: string; readonly end?: string } | undefined => {
  const alone = timeOf(text)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const end = endTimeOf(to)
    const suffix = time_suffix.exec(to.trim())?.[0] ?? ''
    const alike = timeOf(`${from} ${suffix}`)
    // `11 - 1 pm` begins in the morning.
    const start = /^[ap]/i.test(suffix) && alike && end && alike < end ? alike : (timeOf(from) ?? alike)
    if (start && end) return { start, end }
  }
  return undefined
})

export interface WrittenSpan {
  readonly start: WrittenMoment
  readonly end?: WrittenMoment
}

/** One or two moments: `12.-14.3.2027`, `12.3.2027 18:00 - 20:00`; undefined for other texts. */
export function momentsOf(text: string, order: DateOrder): WrittenSpan | undefined {
  return isWall(text) ? { start: { day: text.slice(0, 10), time: text.slice(11) } } : spanOf(text, order)
}

const spanOf = remembering((text, order: DateOrder): WrittenSpan | undefined => {
  const alone = writtenMomentOf(text, order)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const last = writtenMomentOf(to, order) ?? writtenMomentOf(withMonthOf(from, to), order)
    const first = writtenMomentOf(from, order) ?? (last ? writtenMomentOf(completed(from, last.day), order) : undefined)
    if (first && last) return { start: first, end: last }
    // `Sat 12.3.2027, 18-20 Uhr`
    const end_time = first?.time === undefined ? undefined : endTimeOf(to)
    const end_day = isSpanOrOffset(text) ? first?.day : nightDay(first, end_time)
    if (first && end_time) return { start: first, end: { day: end_day ?? first.day, time: end_time } }
  }
  const [, day = '', times = ''] = /^(.*\d{4}),?\s+(?:[@|]\s+)?(.+)$/.exec(text.trim()) ?? []
  const moment = day === '' ? undefined : writtenMomentOf(day, order)
  const span = moment && moment.time === undefined ? timesOf(times) : undefined
  if (!moment || !span) return undefined
  const start = { day: moment.day, time: span.start }
  return { start, ...(span.end && { end: { day: nightDay(start, span.end) ?? start.day, time: span.end } }) }
})

/** In `March 13-15, 2027` the second day takes the month from the first. */
function withMonthOf(from: string, to: string): string {
  const [, month = ''] = /^(?:\p{L}+,\s+)?(\p{L}{3,9})\.?\s+\d{1,2}$/u.exec(from) ?? []
  return month !== '' && /^\d{1,2},?\s+\d{4}$/.test(to) ? `${month} ${to}` : to
}

/** `12.`, `12.3.`, `30. April` and `March 30` take month and year from the other day. */
function completed(text: string, day: string): string {
  const [, year = '', month = ''] = /^(\d{4})-(\d\d)/.exec(day) ?? []
  const named = /^(?:\p{L}+\.?,?\s+)?(?:\d{1,2}\.?\s+(\p{L}{3,10})|(\p{L}{3,10})\.?\s+\d{1,2})\.?$/u.exec(text.trim())
  if (named && monthOfPrefix(named[1] ?? named[2] ?? '') !== undefined) return `${text.trim()} ${year}`
  const own = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?(?:\s?(\d{1,2})\.)?$/u.exec(text.trim())
  return own ? `${own[1]}.${own[2] ?? month}.${year}` : text
}

/** From 22:00 to 2:00 is one night. A longer span is rather a mistake, and an error of its own. */
export function nightDay(start: WrittenMoment | undefined, end_time: string | undefined): string | undefined {
  const { day, time } = start ?? {}
  if (day === undefined || time === undefined || end_time === undefined || end_time >= time) return day
  return Number(end_time.slice(0, 2)) + 24 - Number(time.slice(0, 2)) <= 12 ? daysLater(day, 1) : day
}
