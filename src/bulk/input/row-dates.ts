// Start and end of an event from the cells of a row: one column each, separate columns for day and time, or one cell.
import type { Json, JsonObject } from '../../base/json.ts'
import { daysLater } from '../../base/dates/days.ts'
import type { DateOrder } from '../../base/dates/date-orders.ts'
import { t } from '../../base/text/language.ts'
import type { ColumnPart } from './headers/headers.ts'

import type { InputError } from './entry.ts'
import { endTimeOf, hasOtherWeekday, midnight, momentsOf, timesOf, type WrittenMoment } from './written-dates.ts'
import { yesOrNo } from './yes-or-no.ts'

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
export function withRowDates(cells: DateCells, order: DateOrder): Dated {
  const { values, parts } = cells
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
  return {
    field,
    day: values[field] ?? parts[day],
    day_name: names[field] ?? names[day] ?? field,
    time: parts[time],
    time_name: names[time] ?? field,
  }
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
        : t('a day that exists, with its year, such as 2026-03-01'),
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
