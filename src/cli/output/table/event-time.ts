// The time of an event in one time zone.
import { type Day, dayOf, daysBetween, isWall, weekdayOf } from '../../../base/dates/days.ts'
import { shortDate, shortDay } from '../../../base/dates/day-names.ts'
import { day_ms, instantOf, instantOfUtc, isZone, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { type Language, t } from '../../../base/text/language.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import { no_break } from '../text-width.ts'

/** The time of an event on the clock of one zone. */
export interface EventTime {
  readonly start: WallTime
  readonly end: WallTime
  readonly all_day: boolean
}

export interface TimeStyle {
  readonly language: Language
  /** The year of dates without a year; undefined: every date shows its year. */
  readonly year?: string
}

/** In the event's own zone; undefined without valid dates. */
export function eventTimeOf({ start_date, end_date, all_day }: OutcomeItem): EventTime | undefined {
  if (!isWall(start_date)) return undefined
  const end = isWall(end_date) && end_date > start_date ? end_date : start_date
  return { start: start_date, end, all_day: all_day === true }
}

/** The time in another zone; undefined if the event's zone is unknown, or for all-day events. */
export function eventTimeIn(record: OutcomeItem, zone: string): EventTime | undefined {
  const time = eventTimeOf(record)
  if (time === undefined || time.all_day) return undefined
  const [start, end] = instantsOf(time, record)
  return start === undefined || end === undefined
    ? undefined
    : { start: wallAt(start, zone), end: wallAt(end, zone), all_day: false }
}

/** The duration in milliseconds; days with a clock change have 23 or 25 hours. */
export function lengthOf(time: EventTime, record: OutcomeItem): number {
  const [start, end] = instantsOf(time, record)
  return start === undefined || end === undefined ? instantOfUtc(time.end) - instantOfUtc(time.start) : end - start
}

/** `Mon 23 Nov 19:00–21:00`, `Mo 23. Nov. 19:00–21:00`; with a comma before the time if every date shows its year. */
export function timeText({ start, end, all_day }: EventTime, style: TimeStyle): string {
  const [first, last] = [dayOf(start), dayOf(end)]
  const comma = style.year === undefined ? ',' : ''
  const [begins, ends] = [start.slice(11, 16), end.slice(11, 16)]
  if (all_day && first === last) return `${dayText(first, style)}${comma} ${all_day_words[style.language]}`
  if (all_day) return daysText(first, last, style)
  if (lastsDays(start, end))
    return `${dayText(first, style)}${comma} ${begins} – ${dayText(last, style)}${comma} ${ends}`
  return `${dayText(first, style)}${comma} ${hoursText({ start, end })}`
}

/** `2026-11-23 19:00–21:00`: dates that sort as text. */
export function sortableTime({ start, end, all_day }: EventTime): string {
  const [first, last] = [dayOf(start), dayOf(end)]
  if (all_day) return first === last ? first : `${first} – ${last}`
  return lastsDays(start, end) ? `${start.slice(0, 16)} – ${end.slice(0, 16)}` : `${first} ${hoursText({ start, end })}`
}

/** Makes spaces unbreakable, except after a dash and before parts without a date: `22:00–02:00 +1` stays together. */
export function gluedTime(text: string): string {
  return text.replace(/(?<!–) (?!\d\d:\d\d–|all day|ganztägig)/g, no_break)
}

/** `2 h`, `1 h 30 min`, `3 days`. */
export function lengthText(length_ms: number, language: Language): string {
  const minutes = Math.round(length_ms / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  return [days > 0 ? daysWord(days, language) : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ')
}

/** The number of days it takes place on. */
export function daysOf({ start, end }: EventTime): number {
  return daysBetween(dayOf(start), dayOf(end)) + 1
}

export function daysWord(days: number, language: Language): string {
  return (days === 1 ? t('{days} day', { days }) : t('{days} days', { days }))[language]
}

const all_day_words = t('all day')

function instantsOf({ start, end }: EventTime, { timezone, utc_start_date, utc_end_date }: OutcomeItem) {
  if (typeof timezone === 'string' && isZone(timezone)) return [instantOf(start, timezone), instantOf(end, timezone)]
  return isWall(utc_start_date) && isWall(utc_end_date)
    ? [instantOfUtc(utc_start_date), instantOfUtc(utc_end_date)]
    : [undefined, undefined]
}

/** A concert that ends after midnight is not an event of several days. */
export function lastsDays(start: WallTime, end: WallTime): boolean {
  return instantOfUtc(end) - instantOfUtc(start) >= day_ms
}

function hoursText({ start, end }: Pick<EventTime, 'start' | 'end'>): string {
  const [begins, ends] = [start.slice(11, 16), end.slice(11, 16)]
  if (start === end) return begins
  return `${begins}–${ends}${dayOf(start) === dayOf(end) ? '' : ` +${daysBetween(dayOf(start), dayOf(end))}`}`
}

function dayText(day: Day, { language, year }: TimeStyle): string {
  return `${shortDay(weekdayOf(day), language)} ${shortDate(day, language)}${yearText(day, year)}`
}

/** `Fri 4 – Sun 6 Dec`: parts that both have in common are written once. */
function daysText(first: Day, last: Day, { language, year }: TimeStyle): string {
  const weekday = shortDay(weekdayOf(first), language)
  const number = `${Number(first.slice(8))}${t('')[language]}`
  const begin =
    first.slice(0, 7) === last.slice(0, 7)
      ? `${weekday} ${number}`
      : `${weekday} ${shortDate(first, language)}${first.slice(0, 4) === last.slice(0, 4) ? '' : yearText(first, year)}`
  return `${begin} – ${dayText(last, { language, ...(year === undefined ? {} : { year }) })}`
}

function yearText(day: Day, year: string | undefined): string {
  return day.slice(0, 4) === year ? '' : ` ${day.slice(0, 4)}`
}
