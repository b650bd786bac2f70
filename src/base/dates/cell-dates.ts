// Dates as tables have them, one or two in a cell: with numbers or names, in the order of a column, with or without a
// time. Months and weekdays in six languages.
import { remembering } from '../bounded-cache.ts'
import { cell_day_and_time, cellEndTime, cellTime, cellTimes, isNight } from './clock-times.ts'
import { cell_days, existingDayIn, sidesOf } from './date-grammar.ts'
import { monthOfPrefix, weekday_beginnings } from './date-words.ts'
import { type DateOrder, type Day, daysLater, isDayOrWall, isWall, weekdayOf } from './days.ts'
import { isoMomentOfPeople, isSpanOrOffset } from './machine-dates.ts'
import { type DateContext, parseDate } from './typed-dates.ts'

export interface WrittenMoment {
  readonly day: Day
  /** Absent if only a day is written. */
  readonly time?: string
  /** `Z`, `+02:00`; absent for a wall time. */
  readonly offset?: string
}

/**
 * `11/19/2014`, `25.11.14`, `2016-04-19`, `20160419`, `Tue, 25. 11. 2014`, `apr 19, 2016`, `19. April 2016` or
 * `19-Apr-16`; undefined for other texts, and for a weekday that is not that of the date. With dots the day always
 * comes first; a year of four digits may always come first.
 */
function dayOf(written: string, order: DateOrder): Day | undefined {
  const text = written.trim()
  const [weekday, name] = weekday_form.exec(text) ?? []
  if (weekday === undefined) return existingDayIn(text, cell_days, order)
  const day = existingDayIn(text.slice(weekday.length), cell_days, order)
  const named = weekday_beginnings.find(({ beginning }) => beginning === name?.toLowerCase())?.weekday
  return day !== undefined && named !== undefined && named !== weekdayOf(day) && !isSundayToo(weekday, day)
    ? undefined
    : day
}

/** `di` is also *dimanche*, and `do` is *domingo* and *domenica*. */
function isSundayToo(weekday: string, day: Day): boolean {
  return /^(?:di|do)\P{L}/iu.test(weekday) && weekdayOf(day) === 7
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

/** A date with or without a time and an offset; undefined for other texts. */
export function writtenMomentOf(written: string, order: DateOrder): WrittenMoment | undefined {
  const text = written.trim()
  const iso = isoMomentOfPeople(text.replace(/\s+/g, ' '), 'basic')
  if (iso) return iso
  const day = dayOf(text, order)
  if (day !== undefined) return { day }
  const [, date = '', clock = ''] = cell_day_and_time.exec(text) ?? []
  const [own_day, time] = [date === '' ? undefined : dayOf(date, order), cellTime(clock)]
  return own_day !== undefined && time !== undefined ? { day: own_day, time } : undefined
}

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
    const end_time = first?.time === undefined ? undefined : cellEndTime(to)
    const end_day = isSpanOrOffset(text) ? first?.day : nightDay(first, end_time)
    if (first && end_time) return { start: first, end: { day: end_day ?? first.day, time: end_time } }
  }
  const [, day = '', times = ''] = /^(.*\d{4}),?\s+(?:[@|]\s+)?(\S.*)$/.exec(text.trim()) ?? []
  const moment = day === '' ? undefined : writtenMomentOf(day, order)
  const span = moment && moment.time === undefined ? cellTimes(times) : undefined
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
  return isNight(time, end_time) ? daysLater(day, 1) : day
}

/** How dates are read in records that are not rows of a table: without an order, both readings count. */
export interface RecordDates {
  readonly here: DateContext
  readonly order?: DateOrder | undefined
}

/** The days or wall times that the text may mean. */
export function datesMeantBy(value: string, { here, order }: RecordDates): readonly string[] {
  const moment = parseDate(value, here)
  if (isDayOrWall(moment)) return [moment]
  const orders = order === undefined ? (['mdy', 'dmy'] as const) : [order]
  const written = orders.flatMap((one) => writtenMomentOf(value, one) ?? [])
  return [...new Set(written.map(({ day, time }) => (time ? `${day} ${time}` : day)))]
}
