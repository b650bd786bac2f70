// The dates of a row: its cells become a start and an end.
import { cell_clock, midnight } from '../../base/dates/clock-times.ts'
import { day_ms, instantOfUtc } from '../../base/dates/zoned-time.ts'
import { type DateOrder, dayOf, isDay, isWall } from '../../base/dates/days.ts'
import {
  cellDate,
  date_characters_max,
  type CellDate,
  endWithin,
  hasOtherWeekday,
  isOtherWeekday,
  wallOf,
} from '../../base/dates/written-dates.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import { whole_day_time } from '../../spec/moved-events.ts'
import { type NamedCell, type NamedCells, yesOrNo } from './cell-values.ts'
import type { InputError } from './entry.ts'
import { type Dated, lastDay } from './event-dates.ts'

/** The cells of the start or of the end. */
interface Side {
  readonly field: 'start_date' | 'end_date'
  readonly day?: NamedCell | undefined
  readonly time?: NamedCell | undefined
  /** The time is in the column of the day. */
  readonly is_of_day?: true
}

/**
 * The dates of a row. Without an end and a duration an event ends on its first day; without an end time, when it
 * starts. An end in the cell of the start counts if no other cell has one.
 */
export function rowDates(cells: NamedCells, order: DateOrder): Dated {
  const [start, end, lasts] = [sideOf(cells, 'start'), sideOf(cells, 'end'), cells.duration !== undefined]
  const has_end_day = (cells.end_date ?? cells.end_day) !== undefined
  const first = startInCells(start, order, {
    end_time: !end.time,
    end_day: !has_end_day && !lasts && (!end.time || isTimeOfDay(end.time.text)),
  })
  const last = endInCells(end, order, first)
  const end_assumed = last.end_assumed && !lasts
  const last_moment = yesOrNo(cells.all_day?.text ?? '') === true ? lastMoment(cells, first.start, last.end) : last.end
  const alone = first.start === undefined && first.errors.length === 0 ? timesAlone(start, end, order) : { errors: [] }
  const values: Record<string, Json | undefined> = { ...alone.values }
  if (first.start) values.start_date = wallOf(first.start)
  if (last_moment && !(last.end_assumed && lasts)) values.end_date = wallOf(last_moment)
  return {
    values,
    errors: [
      ...first.errors,
      ...last.errors,
      ...alone.errors,
      ...weekdayErrors(cells, first.start),
      ...wholeErrors(cells, first, last),
    ],
    ...(end_assumed ? { end_assumed } : {}),
  }
}

/**
 * An event that is marked as all-day but has times of day, or as none but has no time. Programs write whole days as
 * times too: from midnight, to midnight or the minute before, or from one end of a day to the next.
 */
function wholeErrors({ all_day }: NamedCells, { start }: Read, { end }: Read): readonly InputError[] {
  const is_whole = all_day && yesOrNo(all_day.text)
  if (is_whole === undefined || start === undefined) return []
  const { name = '', text: cell = '' } = all_day ?? {}
  const error = (text: Text, hint: Text) => [{ field: 'all_day', value: cell, text, hint }]
  if (!is_whole)
    return isDay(start)
      ? error(
          t('{name} is "{cell}", but {day} has no time of day', { name, cell, day: start }),
          t('add a start time, or leave {name} empty for an all-day event', { name }),
        )
      : []
  const times = isDaysLong(start, end) ? [] : [timeIn(start), timeIn(end)]
  const other = times.find((time) => time !== undefined && !whole_day_time.test(time))
  return other === undefined
    ? []
    : error(
        t('{name} is "{cell}", but {other} is a time of day', { name, cell, other }),
        t('remove the times, or write no in {name}', { name }),
      )
}

/** Services with another end of the day write 06:00:00 to 05:59:59. */
function isDaysLong(start: string, end: string | undefined): boolean {
  if (isDay(start) || end === undefined || isDay(end)) return false
  const ms = instantOfUtc(end.slice(0, 19)) - instantOfUtc(start.slice(0, 19))
  return ms > 0 && (ms % day_ms === 0 || (ms + 1000) % day_ms === 0)
}

/** The time of day of a moment in a cell. */
function timeIn(moment: string | undefined): string | undefined {
  return moment?.slice(11, 19) || undefined
}

/** A weekday that is not that of the start: one of them is wrong, or the date was read in the wrong order. */
function weekdayErrors({ weekday }: NamedCells, start: string | undefined): readonly InputError[] {
  const day = start === undefined ? undefined : dayOf(start)
  if (weekday === undefined || day === undefined || !isOtherWeekday(weekday.text, day)) return []
  const { name, text } = weekday
  return [
    {
      value: text,
      text: t('{name}: "{weekday}" is not the weekday of {day}', { name, weekday: text, day }),
      hint: t('correct one of them; if the dates are in another order, use cal import --date-order'),
    },
  ]
}

/**
 * Midnight at the end of a whole day is not a moment of the next one, in two columns or as Outlook writes it. Two cells
 * of days alone are both included.
 */
function lastMoment(cells: NamedCells, start = '', end?: string): string | undefined {
  if (timeIn(end) === midnight) return dayOf(end ?? '')
  const isOfOutlook = [cells.start_date, cells.end_date].every((cell) => cell?.text.endsWith('T00:00:00.0000000'))
  return isOfOutlook || (cells.start_time && cells.end_time) ? lastDay(start, end) : end
}

function sideOf(cells: NamedCells, side: 'start' | 'end'): Side {
  const field = `${side}_date` as const
  const [day, time] = [cells[field] ?? cells[`${side}_day`], cells[`${side}_time`]]
  // An end that is only a time of day is on the day of the start, and a start on that of the event that exists.
  const isTime = !time && day && isTimeOfDay(day.text) && (side === 'end' || !/^[\d.]+$/.test(day.text))
  if (isTime) return { field, time: day, is_of_day: true }
  const isHour = time && /^(?:1[3-9]|2[0-3])$/.test(time.text)
  return { field, day, time: isHour ? { ...time, text: `${time.text}:00` } : time }
}

function isTimeOfDay(cell: string): boolean {
  return !isWall(cell) && cell_clock.endOf(cell) !== undefined
}

interface Read extends Partial<CellDate>, Pick<Dated, 'end_assumed'> {
  readonly errors: readonly InputError[]
}

/** `free`: whether the cells of the start may contain the end. */
function startInCells(
  side: Side,
  order: DateOrder,
  free: { readonly end_time: boolean; readonly end_day: boolean },
): Read {
  const { day } = side
  const time = side.time && !isAllDay(side.time.text) ? side.time.text : undefined
  // Some programs write a date and time in `start_time`.
  if (!day) return { errors: [], ...cellDate(time ?? '', order) }
  const date = cellDate(day.text, order)
  if (!date || (date.end !== undefined && !free.end_day)) return { errors: [noDate(side.field, day, order)] }
  if (side.time && isOtherTime(date.start, time))
    return { start: date.start, errors: [otherTime(side.field, day, side.time)] }
  if (!side.time || time === undefined) return { errors: [], ...date }
  const times = cell_clock.timesOf(time)
  const moment = times ? undefined : cellDate(time, order)
  // A column of times may have the day, too, and that of the day the time.
  if (
    moment &&
    moment.end === undefined &&
    timeIn(moment.start) &&
    [moment.start, dayOf(moment.start)].includes(date.start)
  )
    return { errors: [], ...moment }
  if (!times || (times.end !== undefined && !free.end_time))
    return { start: dayOf(date.start), errors: [noTime(side.field, side.time)] }
  const start = `${dayOf(date.start)} ${times.start}${date.start.slice(19)}`
  if (times.end === undefined) return { errors: [], ...date, start }
  const end = date.end === undefined ? endWithin(start, times.end) : `${dayOf(date.end)} ${times.end}`
  return { start, end, errors: [] }
}

/** The times of a row without the day of its start: only an event that exists has one. */
function timesAlone(
  start: Side,
  end: Side,
  order: DateOrder,
): { readonly values?: Values; readonly errors: Dated['errors'] } {
  const times = start.time && cell_clock.timesOf(start.time.text)
  if (start.time && !times && !isAllDay(start.time.text)) return { errors: [noTime(start.field, start.time)] }
  const { time } = end
  // In a column of dates, `2027` is rather a year, and `12.05` a day.
  if (time && end.is_of_day && /^[\d.]+$/.test(time.text)) return { errors: [noDate(end.field, time, order)] }
  const last = end.day ? undefined : ((time && cell_clock.endOf(time.text)) ?? times?.end)
  return {
    values: { ...(times && { start_date: times.start }), ...(last !== undefined && { end_date: last }) },
    errors: [],
  }
}

/** True if the cell of the day has another time; midnight is how spreadsheets write a day. */
function isOtherTime(moment: string, time: string | undefined): boolean {
  const own = timeIn(moment)
  const start = time === undefined ? undefined : cell_clock.timesOf(time)?.start
  return own !== undefined && own !== '00:00:00' && (time === undefined || (start !== undefined && own !== start))
}

/** The time cell of an event that takes whole days. */
function isAllDay(time: string): boolean {
  return /^(?:all[\s-]?day|ganzt(?:ä|ae)gig|ganztags)$/i.test(time.trim())
}

function endInCells({ field, day, time }: Side, order: DateOrder, { start, end: of_start_cell }: Read): Read {
  const written = day && (cellDate(day.text, order) ?? dayUntilMidnight(day.text, order))
  if (day && (!written || written.end !== undefined)) return { errors: [noDate(field, day, order)] }
  const clock = time && cell_clock.endOf(time.text)
  if (time && clock === undefined) {
    const whole = day ? undefined : cellDate(time.text, order)
    return whole && whole.end === undefined ? { end: whole.start, errors: [] } : { errors: [noTime(field, time)] }
  }
  const own = written?.start
  const end = own ?? of_start_cell
  if (end === undefined) {
    if (start === undefined) return { errors: [] }
    return clock === undefined
      ? { end: start, errors: [], end_assumed: true }
      : { end: endWithin(start, clock), errors: [] }
  }
  const last_time = clock ?? timeIn(own) ?? timeIn(of_start_cell)
  if (last_time !== undefined) return { end: `${dayOf(end)} ${last_time}${end.slice(19)}`, errors: [] }
  // The day of a start that has a time does not say when the event ends.
  const end_assumed = own !== undefined && timeIn(start) !== undefined && own === dayOf(start ?? '')
  return { end: `${end}${start?.slice(10) ?? ''}`, errors: [], ...(end_assumed ? { end_assumed } : {}) }
}

/** `15.03.2027 24:00`, which is no start. */
function dayUntilMidnight(cell: string, order: DateOrder): CellDate | undefined {
  if (cell.length > date_characters_max) return undefined
  const words = cell.trim().split(/\s+/)
  const at = words.findIndex((_, i) => i > 0 && cell_clock.endOf(words.slice(i).join(' ')) === midnight)
  const found = at < 0 ? undefined : cellDate(words.slice(0, at).join(' '), order)
  return found && found.end === undefined && isDay(found.start) ? { start: `${found.start} ${midnight}` } : undefined
}

function noDate(field: string, { name: day_name, text: day }: NamedCell, order: DateOrder): InputError {
  return {
    field,
    value: day,
    text: t('{day_name}: "{day}" is not a date', { day_name, day }),
    hint: dateHint(day, order),
  }
}

function dateHint(day: string, order: DateOrder): Text {
  if (/^\d{5}([.,]\d+)?$/.test(day))
    return t('this may be the day number of a spreadsheet: format the column as a date and save the file again')
  if (hasOtherWeekday(day, order)) return t('the weekday does not match the date: correct one of them')
  if (order !== 'dmy' && isOtherOrder(day))
    return t('use a date such as 2026-03-01; for other orders, use cal import --date-order dmy')
  return t('use a date such as 2026-03-01 18:00 or 2026-03-01')
}

/** Whether the numbers may be a day and a month in some order. */
function isOtherOrder(text: string): boolean {
  const [, one = '', other = ''] = /(?<![\d/-])(\d{1,2})[/-](\d{1,2})(?![\d:])/.exec(text) ?? []
  const [low = 0, high = 0] = [Number(one), Number(other)].toSorted((a, b) => a - b)
  return low >= 1 && low <= 12 && high <= 31
}

function otherTime(field: string, day: NamedCell, time: NamedCell): InputError {
  return {
    field,
    value: time.text,
    text: t('{time_name}: "{time}" differs from the time in {day_name}: "{day}"', {
      time_name: time.name,
      time: time.text,
      day_name: day.name,
      day: day.text,
    }),
    hint: t('leave one of the two empty'),
  }
}

function noTime(field: string, { name: time_name, text: time }: NamedCell): InputError {
  return {
    field,
    value: time,
    text: t('{time_name}: "{time}" is not a time of day', { time_name, time }),
    hint: t('such as 18:30, 6:30 PM or all day'),
  }
}
