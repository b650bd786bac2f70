// The views of the calendar and the days each one shows.
import { type Day, daysLater, daysOfMonth, isDay, isMonth, monthsLater } from '../../base/dates/days.ts'
import { type DaySpan, weekSpan } from '../../base/dates/periods.ts'
import { t } from '../../base/text/language.ts'
import { PageError } from './page-error.ts'

export type ViewKind = 'month' | 'week' | 'day' | 'list'

/** A view; `date` is a day in the view, `past` selects past events. */
export type View =
  | { readonly kind: 'month' | 'week' | 'day'; readonly date: Day }
  | { readonly kind: 'list'; readonly past: boolean }

/** The days of a view; for a month, including the days that complete its first and last week. */
export function spanOf({ kind, date }: Extract<View, { date: Day }>): DaySpan {
  if (kind === 'day') return { from: date, to: date }
  if (kind === 'week') return weekSpan(date, 1)
  const month = date.slice(0, 7)
  return {
    from: weekSpan(`${month}-01`, 1).from,
    to: weekSpan(`${month}-${daysOfMonth(month)}`, 1).to,
  }
}

/** The view that contains today. */
export function currentView(kind: 'month' | 'week' | 'day', today: Day): Extract<View, { date: Day }> {
  return { kind, date: kind === 'week' ? weekSpan(today, 1).from : today }
}

/** The view before or after; undefined beyond the years that an address can have. */
export function neighborOf(view: Extract<View, { date: Day }>, step: 1 | -1): View | undefined {
  const date =
    view.kind === 'month'
      ? monthsLater(`${view.date.slice(0, 7)}-01`, step)
      : daysLater(view.date, view.kind === 'week' ? 7 * step : step)
  return isShownYear(date) ? { kind: view.kind, date } : undefined
}

/** The view of a month, `2026-11`. Errors: 400 for a month that does not exist. */
export function monthView(text: string): View {
  const date = `${text}-01`
  if (isMonth(text) && isShownYear(date)) return { kind: 'month', date }
  throw new PageError(400, t('There is no month “{text}”. A month is written as 2026-11.', { text }))
}

/** The view of a week or a day. Errors: 400 for a day that does not exist. */
export function dayView(kind: 'week' | 'day', text: string): View {
  if (isDay(text) && isShownYear(text)) return { kind, date: kind === 'week' ? weekSpan(text, 1).from : text }
  throw new PageError(400, t('There is no day “{text}”. A day is written as 2026-11-29.', { text }))
}

function isShownYear(day: Day): boolean {
  return day >= '0100-01-01' && day <= '9899-12-31'
}
