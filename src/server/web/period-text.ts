// Dates and times as pages show them, and for the attribute `datetime`.
import { type Day, weekdayOf, weekOf } from '../../base/dates/days.ts'
import { monthTitle, shortDate, shortDay } from '../../base/dates/day-names.ts'
import { instantOfUtc, type WallTime } from '../../base/dates/zoned-time.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import type { Language } from '../../base/text/language.ts'
import type { EventView } from './records.ts'
import { spanOf, type View } from './views.ts'
import { words } from './words.ts'

/** Cached, because creating one takes a millisecond. */
const long_formats = {
  en: longFormat('en-GB'),
  de: longFormat('de-DE'),
} as const

function longFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** `Friday, 27 November 2026`, `Fri 27 Nov 2026`, `27 Nov 2026`, `Fri`, `Nov`; short forms as on a terminal. */
export function dayText(day: Day, form: 'long' | 'short' | 'bare' | 'weekday' | 'month', language: Language): string {
  const weekday = shortDay(weekdayOf(day), language)
  const date = shortDate(day, language)
  switch (form) {
    case 'long':
      return long_formats[language].format(instantOfUtc(`${day} 00:00:00`))
    case 'short':
      return `${weekday} ${date} ${day.slice(0, 4)}`
    case 'bare':
      return `${date} ${day.slice(0, 4)}`
    case 'weekday':
      return weekday
    case 'month':
      return date.replace(/^\d+\.? /, '')
  }
}

/** `19:00`, `19:00–21:00`; of an event of several days only the time on this day. */
export function timeText(event: EventView, day: Day, language: Language): string {
  const isFirst = event.first_day === day
  const isLast = event.last_day === day
  if (event.all_day || (!isFirst && !isLast)) return words.all_day[language]
  if (isFirst && isLast) {
    const [start, end] = [clockOf(event.start), clockOf(event.end)]
    return start === end ? start : `${start}–${end}`
  }
  return isFirst
    ? words.from_time[language].replace('{}', clockOf(event.start))
    : words.until_time[language].replace('{}', clockOf(event.end))
}

/** `Sunday, 22 November 2026, 22:15–23:59`, `29 Nov 2026 – 26 Dec 2026` */
export function periodText(event: EventView, language: Language): string {
  const { first_day, last_day, all_day, start, end } = event
  if (first_day === last_day) {
    const day = dayText(first_day, 'long', language)
    return all_day ? day : `${day}, ${timeText(event, first_day, language)}`
  }
  const [from, to] = [first_day, last_day].map((day) => dayText(day, 'short', language))
  return all_day ? `${from} – ${to}` : `${from}, ${clockOf(start)} – ${to}, ${clockOf(end)}`
}

export function clockOf(wall: WallTime): string {
  return wall.slice(11, 16)
}

/** For the `time` element: a day, or a time with its offset. */
export function machineTime({ all_day, offset_ms }: EventView, wall: WallTime): string {
  if (all_day) return wall.slice(0, 10)
  const minutes = Math.round(offset_ms / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${wall.slice(0, 16).replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** The title of a view: `November 2026`, `Week 48, 23 Nov – 29 Nov 2026`. */
export function viewTitle(view: View, language: Language): string {
  switch (view.kind) {
    case 'list':
      return (view.past ? words.past_events : words.upcoming_events)[language]
    case 'day':
      return dayText(view.date, 'long', language)
    case 'week':
      return `${words.week_of[language].replace('{}', String(weekOf(view.date)))}, ${spanText(spanOf(view), language)}`
    case 'month':
      return monthTitle(view.date.slice(0, 7), language)
  }
}

function spanText({ from, to }: DaySpan, language: Language): string {
  const start = dayText(from, 'bare', language)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? start.replace(/ \d{4}$/, '') : start} – ${dayText(to, 'bare', language)}`
}
