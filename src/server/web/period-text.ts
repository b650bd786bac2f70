// Dates and times as pages show them, and for the attribute `datetime`.
import { weekOf } from '../../base/dates/days.ts'
import { fullDay, monthTitle, spanText } from '../../base/dates/day-names.ts'
import type { WallTime } from '../../base/dates/zoned-time.ts'
import { t, type Language } from '../../base/text/language.ts'
import { lastsDays, timeOnDay, timeText } from '../../spec/event-parts.ts'
import type { DatedEvent } from './records.ts'
import { spanOf, type View } from './views.ts'

/** `Sunday, 22 November 2026, 22:15–23:59`, `Sun 29 Nov – Sat 26 Dec 2026` */
export function periodText(event: DatedEvent, language: Language): string {
  const { first_day, last_day, all_day } = event
  if (first_day !== last_day && lastsDays(event)) return timeText(event, { language })
  const day = fullDay(first_day, language)
  return all_day ? day : `${day}, ${timeOnDay(event, first_day, language)}`
}

/** For the `time` element: a day, or a time with its offset. */
export function machineTime({ all_day, offset_ms }: DatedEvent, wall: WallTime): string {
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
      return (view.past ? t('Past events') : t('Upcoming events'))[language]
    case 'day':
      return fullDay(view.date, language)
    case 'week':
      // On a narrow screen, the heading breaks after the week only.
      return [t('Week {week}', { week: weekOf(view.date) })[language], spanText(spanOf(view), language)]
        .map((part) => part.replaceAll(' ', '\u00a0'))
        .join(', ')
    case 'month':
      return monthTitle(view.date.slice(0, 7), language)
  }
}
