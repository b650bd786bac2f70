// Dates of spreadsheets: one or two in a cell, numeric or with names, and the order of day and month in a column.
import {
  clockReader,
  dateInOrder,
  dayOfNumbers,
  existingDay,
  isoMomentOfPeople,
  isSpanOrOffset,
  monthOfPrefix,
  sidesOf,
} from '../../base/dates/date-grammar.ts'
import { type DateOrder, type Day, daysLater, weekdayOf } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import { yesOrNo } from './cell-values.ts'
import { type InputError, type InputLocation, locationText } from './entry.ts'
import type { ColumnPart } from './headers/headers.ts'

interface WrittenMoment {
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

const before_times = 'um|ab|at|à|dès|alle|a las|om'

const clockOf = clockReader({
  before: `from|${before_times}`,
  separator: '\\s?(?:[:.h]|uhr(?=\\s?\\d))\\s?',
  hasFraction: true,
  after: 'a\\.m\\.|p\\.m\\.|uhr|h|hrs?',
  hasJoinedDigits: true,
})

const midnight = '24:00:00'

/** The time of an end: midnight is `24:00` of the day before. */
function endTimeOf(text: string): string | undefined {
  return /^(?:24(?:[:.h]?00(?::00)?)?(?:\s*(?:uhr|h))?|midnight|mitternacht|minuit)$/i.test(text.trim()) &&
    text.trim() !== '24'
    ? midnight
    : timeOf(text)
}

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
  const named = weekdays.find(({ beginning }) => beginning === name?.toLowerCase())?.weekday
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

/** The beginnings of weekdays, Monday first; those of months are longer. */
const weekdays = [
  'mo lun maandag',
  'tue di mardi martes martedì martedi',
  'wed mi mer wo',
  'thu do jue jeu gio',
  'fr ven vie vr',
  'sa sá za',
  'sun so zo dim dom',
]
  .flatMap((line, i) => line.split(' ').map((beginning) => ({ beginning, weekday: i + 1 })))
  // `dim` before `di`
  .sort((a, b) => b.beginning.length - a.beginning.length)

const weekday_form = new RegExp(`^(${weekdays.map(({ beginning }) => beginning).join('|')})\\p{L}*\\.?,?\\s+`, 'iu')

/** Whether the text is a date without its weekday. */
function hasOtherWeekday(text: string, order: DateOrder): boolean {
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
  const month = monthOf(name)
  return month === undefined ? undefined : existingDay(dateInOrder([day, String(month), year], 'dmy'))
}

/** The beginnings of months in French, Spanish, Italian and Dutch, without accents, if English has others. */
const further_months: Readonly<Record<string, number>> = {
  ...{ ene: 1, gen: 1, fev: 2, maa: 3, avr: 4, abr: 4, mag: 5, mei: 5, juin: 6, giu: 6, juil: 7, lug: 7 },
  ...{ aou: 8, ago: 8, set: 9, ott: 10, dic: 12 },
}

function monthOf(name: string): number | undefined {
  const word = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    monthOfPrefix(name) ?? further_months[word.slice(0, 3)] ?? further_months[word.slice(0, 4)] ?? monthOfPrefix(word)
  )
}

const day_and_time = new RegExp(
  `^(.*?\\d),?\\s+(?:[-–@|]\\s+)?((?:(?:${before_times})\\s+)?\\d{1,2}(?:[:.h]\\d\\d(?::\\d\\d)?)?\\s*` +
    '(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|h)?)$',
  'i',
)

/** A date with or without a time and an offset; undefined for other texts. */
export function writtenMomentOf(written: string, order: DateOrder): WrittenMoment | undefined {
  const text = written.trim()
  const iso = isoMomentOfPeople(
    text.replace(/\s+/g, ' ').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(?=Z?$)/i, basicAsExtended),
  )
  if (iso) return iso
  const day = dayOf(text, order)
  if (day !== undefined) return { day }
  const [, date = '', clock = ''] = day_and_time.exec(text) ?? []
  const [own_day, time] = [date === '' ? undefined : dayOf(date, order), timeOf(clock)]
  return own_day !== undefined && time !== undefined ? { day: own_day, time } : undefined
}

/** `20270313T190000` */
function basicAsExtended(
  _: string,
  year: string,
  month: string,
  day: string,
  hour: string,
  minute: string,
  second = '00',
) {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/** One or two times of day, `09:00 - 10:30`; in `7 - 9 pm` both are in the evening. */
function timesOf(text: string): { readonly start: string; readonly end?: string } | undefined {
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
function momentsOf(
  text: string,
  order: DateOrder,
): { readonly start: WrittenMoment; readonly end?: WrittenMoment } | undefined {
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
}

/** In `March 13-15, 2027` the second day takes the month from the first. */
function withMonthOf(from: string, to: string): string {
  const [, month = ''] = /^(?:\p{L}+,\s+)?(\p{L}{3,9})\.?\s+\d{1,2}$/u.exec(from) ?? []
  return month !== '' && /^\d{1,2},?\s+\d{4}$/.test(to) ? `${month} ${to}` : to
}

/** `12.`, `12.3.`, `30. April` and `March 30` take month and year from the other day. */
function completed(text: string, day: string): string {
  const [, year = '', month = ''] = /^(\d{4})-(\d\d)/.exec(day) ?? []
  const named = /^(?:\p{L}+\.?,?\s+)?(?:\d{1,2}\.?\s+(\p{L}{3,10})|(\p{L}{3,10})\.?\s+\d{1,2})\.?$/u.exec(text.trim())
  if (named && monthOf(named[1] ?? named[2] ?? '') !== undefined) return `${text.trim()} ${year}`
  const own = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?(?:\s?(\d{1,2})\.)?$/u.exec(text.trim())
  return own ? `${own[1]}.${own[2] ?? month}.${year}` : text
}

/** Collects dates while the order of day and month is assumed. */
export class DateOrderEvidence {
  readonly #isDayFirst: boolean
  #open: { readonly text: string; readonly location: InputLocation } | undefined
  #settled = false

  constructor(order: DateOrder = 'mdy') {
    this.#isDayFirst = order === 'dmy'
  }

  /** Errors: `usage` for a date in the other order, because other dates of the table would be misread. */
  see(cell: string, location: InputLocation): void {
    const [, first = '', second = ''] = /^\D{0,12}?(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)\b/.exec(cell.trim()) ?? []
    if (first === '') return
    const [month, day] = this.#isDayFirst ? [Number(second), Number(first)] : [Number(first), Number(second)]
    if (month > 12 && month <= 31 && day >= 1 && day <= 12) throw otherOrder(cell.trim(), location, this.#isDayFirst)
    if (day > 12) this.#settled = true
    else if (month !== day) this.#open ??= { text: cell.trim(), location }
  }

  /** The warning if the dates of the table do not determine which number is the month. */
  warning(): Text | undefined {
    if (this.#settled || !this.#open) return undefined
    const { text, location } = this.#open
    if (this.#isDayFirst)
      return t('{location}: "{text}" is read day first; to read the month first, use --date-order mdy', {
        location: locationText(location),
        text,
      })
    return t('{location}: "{text}" is read month first; to read the day first, use --date-order dmy', {
      location: locationText(location),
      text,
    })
  }
}

function otherOrder(text: string, location: InputLocation, isDayFirst: boolean): CalError {
  const part = isDayFirst ? t('month') : t('day')
  const [written, assumed] = isDayFirst ? ['mdy', 'dmy'] : ['dmy', 'mdy']
  return new CalError(
    'usage',
    t('{location}: "{text}" starts with the {part}', { location: locationText(location), text, part }),
    {
      hint: t(
        'to read all dates this way, use --date-order {written}; to reject only such rows, use --date-order {assumed}',
        { written, assumed },
      ),
    },
  )
}

export type DateParts = Partial<Record<ColumnPart, string>>

export interface DateCells {
  readonly values: JsonObject
  readonly parts: DateParts
  /** Column names by field or part, for messages. */
  readonly names: Readonly<Record<string, string>>
}

interface Dated {
  readonly values: Record<string, Json | undefined>
  readonly errors: readonly InputError[]
}

/** The cells of the start or of the end. */
interface Side {
  readonly field: 'start_date' | 'end_date'
  readonly day: Json | undefined
  readonly day_name: string
  readonly time: string | undefined
  readonly time_name: string
}

/**
 * Without an end and a duration an event ends on its first day; without an end time, when it starts. An end in the cell
 * of the start counts if no other cell has one.
 */
export function withRowDates({ values: given, ...rest_cells }: DateCells, order: DateOrder): Dated {
  const values = withOffsets(given)
  const cells = { ...rest_cells, values }
  const { parts } = cells
  const { start_date: _s, end_date: _e, ...rest } = values
  const ends = { day: values.end_date ?? parts.end_day, time: parts.end_time, lasts: values.duration !== undefined }
  const end = sideOf(cells, 'end')
  const first = startOf(sideOf(cells, 'start'), order, {
    end_time: end.time === undefined && !ends.lasts,
    end_day: end.day === undefined && !ends.lasts && (end.time === undefined || endTimeOf(end.time) !== undefined),
  })
  const last = endOf(end, order, first)
  const last_moment = isWhole(values) ? lastDay(first.start, last.end, parts) : last.end
  const lasts = ends.lasts && ends.time === undefined && ends.day === undefined
  return {
    values: {
      ...rest,
      ...(first.start ? { start_date: textOf(first.start) } : {}),
      ...(last_moment && !lasts ? { end_date: textOf(last_moment) } : {}),
    },
    errors: [...first.errors, ...last.errors],
  }
}

/** Dates that both end with the same `-05:00` have that offset: one of them alone could be a span. */
export function withOffsets<V extends Values>(values: V): V {
  const { start_date, end_date } = values
  const isEither = (date: Json | undefined): date is string => typeof date === 'string' && isSpanOrOffset(date)
  if (!isEither(start_date) || !isEither(end_date) || start_date.trim().slice(-6) !== end_date.trim().slice(-6))
    return values
  const exact = (date: string) => date.trim().replace(/\s+/, 'T')
  return { ...values, start_date: exact(start_date), end_date: exact(end_date) }
}

function isWhole({ all_day }: JsonObject): boolean {
  return typeof all_day === 'string' && yesOrNo(all_day) === true
}

/** Of whole days that end at midnight, as in Outlook's files, the last one is the day before. */
function lastDay(
  start: WrittenMoment | undefined,
  end: WrittenMoment | undefined,
  { start_time, end_time }: DateParts,
): WrittenMoment | undefined {
  if (end?.time === midnight) return { day: end.day }
  const isAtMidnight = start?.time === '00:00:00' && end?.time === '00:00:00' && start.day < end.day
  return isAtMidnight && start_time !== undefined && end_time !== undefined ? { day: daysLater(end.day, -1) } : end
}

function sideOf({ values, parts, names }: DateCells, side: 'start' | 'end'): Side {
  const [field, day, time] = [`${side}_date`, `${side}_day`, `${side}_time`] as const
  const text = values[field] ?? parts[day]
  const day_name = names[field] ?? names[day] ?? field
  // An end that is only a time of day is on the day of the start.
  if (side === 'end' && parts[time] === undefined && typeof text === 'string' && endTimeOf(text) !== undefined)
    return { field, day: undefined, day_name, time: text, time_name: day_name }
  return { field, day: text, day_name, time: parts[time], time_name: names[time] ?? field }
}

interface Read {
  readonly start?: WrittenMoment
  readonly end?: WrittenMoment
  readonly errors: readonly InputError[]
}

/** `free`: whether the cells of the start may contain the end. */
function startOf(side: Side, order: DateOrder, free: { readonly end_time: boolean; readonly end_day: boolean }): Read {
  const { day } = side
  const time = side.time === undefined || isAllDay(side.time) ? undefined : side.time
  // Some programs write a date and time in `start_time`.
  const moments =
    typeof day === 'string' ? momentsOf(day, order) : time === undefined ? undefined : momentsOf(time, order)
  if (typeof day !== 'string') return moments ? { errors: [], start: moments.start } : { errors: [] }
  if (!moments || (moments.end && !free.end_day)) return { errors: [noDate(side, order)] }
  if (side.time !== undefined && isOtherTime(moments.start, time))
    return { start: moments.start, errors: [otherTime(side)] }
  if (time === undefined) return { ...moments, errors: [] }
  const times = timesOf(time)
  if (!times || (times.end !== undefined && !free.end_time))
    return { start: { day: moments.start.day }, errors: [noTime(side)] }
  const start = { ...moments.start, time: times.start }
  const end =
    times.end === undefined
      ? moments.end
      : { day: moments.end?.day ?? nightDay(start, times.end) ?? start.day, time: times.end }
  return { start, ...(end && { end }), errors: [] }
}

/** True if the cell of the day has another time; midnight is how spreadsheets write a day. */
function isOtherTime({ time: own }: WrittenMoment, time: string | undefined): boolean {
  const start = time === undefined ? undefined : timesOf(time)?.start
  return own !== undefined && own !== '00:00:00' && (time === undefined || (start !== undefined && own !== start))
}

/** The time cell of an event that takes whole days. */
function isAllDay(time: string): boolean {
  return /^(?:all[\s-]?day|ganzt(?:ä|ae)gig|ganztags)$/i.test(time.trim())
}

function endOf(side: Side, order: DateOrder, { start, end: of_start_cell }: Read): Read {
  const { time } = side
  const moment = typeof side.day === 'string' ? momentsOf(side.day, order) : undefined
  if (typeof side.day === 'string' && (!moment || moment.end)) return { errors: [noDate(side, order)] }
  const clock = time === undefined ? undefined : endTimeOf(time)
  const whole =
    typeof side.day !== 'string' && time !== undefined && clock === undefined ? momentsOf(time, order) : undefined
  if (whole && !whole.end) return { end: whole.start, errors: [] }
  if (time !== undefined && clock === undefined) return { errors: [noTime(side)] }
  const day = moment?.start.day ?? of_start_cell?.day ?? nightDay(start, clock ?? of_start_cell?.time)
  if (day === undefined) return { errors: [] }
  const own = clock ?? moment?.start.time ?? of_start_cell?.time
  if (own === undefined) return { end: { ...start, day }, errors: [] }
  return {
    end: { day, time: own, ...(moment?.start.offset === undefined ? {} : { offset: moment.start.offset }) },
    errors: [],
  }
}

/** From 22:00 to 2:00 is one night. A longer span is rather a mistake, and an error of its own. */
function nightDay(start: WrittenMoment | undefined, end_time: string | undefined): string | undefined {
  const { day, time } = start ?? {}
  if (day === undefined || time === undefined || end_time === undefined || end_time >= time) return day
  return Number(end_time.slice(0, 2)) + 24 - Number(time.slice(0, 2)) <= 12 ? daysLater(day, 1) : day
}

function textOf({ day, time, offset }: WrittenMoment): string {
  if (time === midnight) return `${daysLater(day, 1)} 00:00:00${offset ?? ''}`
  return time === undefined ? day : `${day} ${time}${offset ?? ''}`
}

function noDate({ field, day, day_name }: Side, order: DateOrder): InputError {
  const text = t('{day_name}: "{day}" is not a date', { day_name, day: String(day) })
  if (/^\d{5}([.,]\d+)?$/.test(String(day)))
    return {
      field,
      value: day,
      text,
      hint: t('this may be the day number of a spreadsheet: format the column as a date and save the file again'),
    }
  if (hasOtherWeekday(String(day), order))
    return {
      field,
      value: day,
      text,
      hint: t('the weekday does not match the date: correct one of them'),
    }
  return {
    field,
    value: day,
    text,
    hint: isOtherOrder(String(day))
      ? t('use a date such as 2026-03-01; for other orders, add --date-order dmy')
      : /\d\[[^\]]+\]$/.test(String(day).trim())
        ? t('write the zone into a column of its own, named timezone')
        : t('use a day that exists, with its year, such as 2026-03-01'),
  }
}

/** Whether the numbers may be a day and a month in some order. */
function isOtherOrder(text: string): boolean {
  const [, one = '', other = ''] = /(?<![\d/-])(\d{1,2})[/-](\d{1,2})(?![\d:])/.exec(text) ?? []
  const [low = 0, high = 0] = [Number(one), Number(other)].toSorted((a, b) => a - b)
  return low >= 1 && low <= 12 && high <= 31
}

function otherTime({ field, day, day_name, time, time_name }: Side): InputError {
  return {
    field,
    value: time,
    text: t('{time_name}: "{time}" differs from the time in {day_name}: "{day}"', {
      time_name,
      time: String(time),
      day_name,
      day: String(day),
    }),
    hint: t('leave one of the two empty'),
  }
}

function noTime({ field, time, time_name }: Side): InputError {
  return {
    field,
    value: time,
    text: t('{time_name}: "{time}" is not a time of day', { time_name, time: String(time) }),
    hint: t('such as 18:30, 6:30 PM or all day'),
  }
}
