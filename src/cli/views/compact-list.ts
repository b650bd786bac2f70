// Events as a list with one line each, for months and weeks on narrow terminals: an event of several days once.
import { shortDate, shortDay } from '../../base/dates/day-names.ts'
import { type Day, daysBetween, daysLater, weekdayOf } from '../../base/dates/days.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import { t } from '../../base/text/language.ts'
import { isolated } from '../output/terminal.ts'
import { cut, fitted, widthOf } from '../output/text-width.ts'
import { noEventsText } from './agenda.ts'
import { type CalendarEntry, isBar } from './calendar-entry.ts'
import { footerOf } from './footer.ts'
import type { ViewOptions } from './view-options.ts'

/** The lines of the events and the footer. The events of a day beyond those that fit are counted. */
export function compactLines(
  { from, to }: DaySpan,
  entries: readonly CalendarEntry[],
  options: ViewOptions,
  lines_max: number,
): readonly string[] {
  if (entries.length === 0) return ['', noEventsText(from, to, options.language)]
  const footer = ['', ...footerOf({ from, to }, entries, options).split('\n')]
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => daysLater(from, i))
    .map((day) => ({ day, here: entries.filter(({ first_day }) => (first_day < from ? from : first_day) === day) }))
    .filter(({ here }) => here.length > 0)
  const most = Math.max(...days.map(({ here }) => here.length))
  const list = (per_day: number) => days.flatMap(({ day, here }) => dayLines(day, here, per_day, options))
  let per_day = most
  while (per_day > 1 && list(per_day).length + footer.length + 1 > lines_max) per_day -= 1
  return ['', ...list(per_day), ...footer]
}

function dayLines(
  day: Day,
  entries: readonly CalendarEntry[],
  per_day: number,
  options: ViewOptions,
): readonly string[] {
  const { language } = options
  const number = String(Number(day.slice(8))).padStart(2)
  const head = `${shortDay(weekdayOf(day), language)} ${number}${t('')[language]}`
  const more = entries.length - per_day
  return entries.slice(0, per_day).map((entry, i) => {
    const rest = more > 0 && i === per_day - 1 ? t(', +{more} more', { more })[language] : ''
    return entryLine(i === 0 ? head : ' '.repeat(head.length), entry, rest, options)
  })
}

/** `Tue  1  20:00  • Trio Tamarind`, `Wed  2  until 24 Dec • Ink on paper`; wide terminals also show the venue. */
function entryLine(head: string, entry: CalendarEntry, more: string, options: ViewOptions): string {
  const { palette, columns, language } = options
  const time = entry.all_day ? '' : entry.start.slice(11, 16)
  const start = `${head}  ${fitted(time, 5)} ${palette.dot(entry)} `
  const room = Math.max(columns - widthOf(`${head}  12:34 • `), 8)
  const last = shortDate(entry.last_day, language)
  const until = entry.first_day === entry.last_day || !isBar(entry) ? '' : t(', until {last}', { last })[language]
  const ending = until + more
  const title = cut(entry.title, Math.max(room - widthOf(ending), 4))
  const text = `${isolated(title)}${ending}`
  const venue = entry.venue === '' ? '' : ` · ${entry.venue}`
  const fits = more === '' && widthOf(title) + widthOf(ending) + widthOf(venue) <= room
  return start + text + (fits ? palette.faint(isolated(venue)) : '')
}
