// `cal month` and `cal week`: a month or a week as a grid; a year as twelve small months with a dot on days with
// events.
import {
  dayNumber,
  monthName,
  monthTitle,
  shortDate,
  shortDay,
  spanText,
  type Weekday,
  weekdaysFrom,
} from '../../base/dates/day-names.ts'
import { type Day, daysLater, daysOfMonth, weekdayOf, weekOf } from '../../base/dates/days.ts'
import { type DaySpan, daysOf, weekSpan } from '../../base/dates/periods.ts'
import { t } from '../../base/text/language.ts'
import { clockOf, isListedOn, lastsDays, touches } from '../../spec/event-parts.ts'
import { isolated } from '../output/terminal.ts'
import { cut, fitted, widthOf } from '../output/text-width.ts'
import { noEventsText } from './agenda.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { footerOf, type ViewOptions } from './view-options.ts'
import { cellWidth, type Grid, gridOf, weekNumber } from './grid.ts'

/** The first and last day that a month (`YYYY-MM`) shows. */
export function monthSpan(month: string, week_start: Weekday): { readonly from: Day; readonly to: Day } {
  const weeks = weeksOf(month, week_start)
  return { from: weeks[0] ?? `${month}-01`, to: daysLater(weeks.at(-1) ?? `${month}-01`, 6) }
}

/** The month in the tallest style that fits the terminal, or in the tallest of all if none fits. */
export function monthText(month: string, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const title = monthTitle(month, options.language)
  const weeks = weeksOf(month, options.week_start)
  if (isNarrow(options)) return narrowMonth(month, weeks, entries, options)
  const styles = (cellWidth(options.columns) < time_width ? [2, 1] : [1]).flatMap((lines_of_event) =>
    heights.map(
      ([ruled, least, most]) =>
        () =>
          gridText(title, weeks, entries, {
            ...options,
            month,
            ruled,
            rows: { least, most },
            lines_max: lines_of_event,
          }),
    ),
  )
  const within = (lines: number) => styles.find((draw) => draw().trimEnd().split('\n').length <= lines)
  return (within(Math.min(options.lines ?? lines_max, lines_max)) ?? within(lines_max) ?? styles.at(-1))?.() ?? ''
}

/** In narrower cells, the title is below the time if the terminal is high enough. */
const time_width = 14
/** A month has no more lines. */
const lines_max = 40

/** Narrower cells show no titles. */
const cell_min = 8

function isNarrow({ columns }: ViewOptions): boolean {
  return cellWidth(columns) < cell_min
}

/** A grid with dots, and the events of the month by day below; without the grid if it leaves too few lines. */
function narrowMonth(
  month: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  options: ViewOptions,
): string {
  const days = { from: `${month}-01`, to: `${month}-${daysOfMonth(month)}` }
  const here = entries.filter((entry) => touches(entry, days.from, days.to))
  const title = options.palette.title(monthTitle(month, options.language))
  const grid = ['', ...narrowWeeks(month, weeks, entries, options)]
  const below = (above: readonly string[]) => [...above, ...compactLines(days, here, options, lines_max - above.length)]
  const lines = below([title, ...grid])
  return `${(lines.length > lines_max ? below([title]) : lines).join('\n')}\n`
}

/**
 * Styles of a month, tallest first: rules between weeks, minimum and maximum number of rows per week. Rules are omitted
 * before events.
 */
const heights = [
  [true, 2, 6],
  [true, 1, 6],
  [false, 1, 6],
  [false, 1, 5],
  [false, 1, 4],
  [false, 1, 3],
  [false, 1, 2],
] as const

export function weekText(day: Day, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const { from, to } = weekSpan(day, options.week_start)
  const number = weekOf(daysLater(from, 3))
  const span = spanText({ from, to }, options.language)
  const title = t('Week {number} · {span}', { number, span })[options.language]
  if (isNarrow(options))
    return `${[options.palette.title(title), ...compactLines({ from, to }, entries, options, lines_max)].join('\n')}\n`
  return gridText(title, [from], entries, { ...options, ruled: true, rows: { least: 3, most: 40 }, lines_max: 4 })
}

function gridText(
  title: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  grid: Grid & ViewOptions,
): string {
  const days = { from: weeks[0] ?? grid.today, to: daysLater(weeks.at(-1) ?? grid.today, 6) }
  const width = 4 + 7 * cellWidth(grid.columns) + 6
  const indent = ' '.repeat(Math.max(Math.floor((width - widthOf(title)) / 2), 0))
  const lines = [
    indent + grid.palette.title(title),
    '',
    ...gridOf(weeks, entries, grid),
    ...(grid.ruled ? [''] : []),
    footerOf(days, entries, grid),
  ]
  return `${lines.join('\n')}\n`
}

function weeksOf(month: string, week_start: Weekday): readonly Day[] {
  const last = `${month}-${daysOfMonth(month)}`
  const weeks = [weekSpan(`${month}-01`, week_start).from]
  for (let next = daysLater(weeks[0] ?? last, 7); next <= last; next = daysLater(next, 7)) weeks.push(next)
  return weeks
}

const margin = 4
const cell = 5

/** The weeks that begin on these days. */
function narrowWeeks(
  month: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  options: ViewOptions,
): readonly string[] {
  const { palette, language, week_start } = options
  const head = weekdaysFrom(week_start).map((weekday) => fitted(` ${shortDay(weekday, language)}`, cell))
  return [
    palette.faint(fitted(t('Wk')[language], margin)) + head.join(''),
    ...weeks.map((week) => {
      const days = daysOf({ from: week, to: daysLater(week, 6) })
      return palette.faint(weekNumber(week)) + days.map((day) => narrowDay(day, month, entries, options)).join('')
    }),
  ].map((line) => line.trimEnd())
}

/** ` 3•+ `: the number of a day, a dot for each of two events, or a dot and a plus for more. */
function narrowDay(day: Day, month: string, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const { palette, today } = options
  const number = String(Number(day.slice(8))).padStart(2)
  // An event that ends after midnight has a dot on its first day only.
  const here = entries.filter((one) => isListedOn(one, day))
  const dots = here.slice(0, here.length > 2 ? 1 : 2).map((entry) => palette.dot(entry))
  const marks = here.length > 2 ? [...dots, '+'] : dots
  const text = day === today ? palette.today(number) : day.startsWith(month) ? number : palette.faint(number)
  return (day === today && !palette.colored ? '>' : ' ') + text + marks.join('') + ' '.repeat(cell - 3 - marks.length)
}

const month_width = 21
const gap = '   '

export function yearText(year: string, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const months = Array.from({ length: 12 }, (_, i) =>
    monthLines(`${year}-${String(i + 1).padStart(2, '0')}`, entries, options),
  )
  const across = [6, 4, 3, 2].find((count) => count * (month_width + gap.length) - gap.length <= options.columns) ?? 1
  const lines = [options.palette.title(year)]
  for (let first = 0; first < 12; first += across) lines.push('', ...sideBySide(months.slice(first, first + across)))
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  return `${lines.join('\n')}\n\n${footerOf(span, entries, options)}\n`
}

function sideBySide(months: readonly (readonly string[])[]): readonly string[] {
  const height = Math.max(...months.map((lines) => lines.length))
  return Array.from({ length: height }, (_, i) =>
    months
      .map((lines) => lines[i] ?? ' '.repeat(month_width))
      .join(gap)
      .trimEnd(),
  )
}

function monthLines(month: string, entries: readonly CalendarEntry[], options: ViewOptions): readonly string[] {
  const { language, palette, week_start } = options
  const head = weekdaysFrom(week_start)
    .map((weekday) => ` ${shortDay(weekday, language).slice(0, 2)}`)
    .join('')
  const weeks = weeksOf(month, week_start).map((week) =>
    daysOf({ from: week, to: daysLater(week, 6) })
      .map((day) => (day.startsWith(month) ? dayCell(day, entries, options) : '   '))
      .join(''),
  )
  return [palette.title(fitted(` ${monthName(month, language)}`, month_width)), palette.faint(head), ...weeks]
}

function dayCell(day: Day, entries: readonly CalendarEntry[], { palette, today }: ViewOptions): string {
  const number = String(Number(day.slice(8))).padStart(2)
  const first = entries.find((entry) => touches(entry, day, day))
  const mark = first ? palette.dot(first) : ' '
  if (day === today) return palette.colored ? mark + palette.today(number) : `>${number}`
  return mark + number
}

/** The lines of the events and the footer. The events of a day beyond those that fit are counted. */
function compactLines(
  { from, to }: DaySpan,
  entries: readonly CalendarEntry[],
  options: ViewOptions,
  lines_max: number,
): readonly string[] {
  if (entries.length === 0) return ['', noEventsText(from, to, options.language)]
  const footer = ['', ...footerOf({ from, to }, entries, options).split('\n')]
  const days = daysOf({ from, to })
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
  const number = dayNumber(day, language)
  const head = `${shortDay(weekdayOf(day), language)} ${number.padStart(dayNumber('2026-12-24', language).length)}`
  const more = entries.length - per_day
  return entries.slice(0, per_day).map((entry, i) => {
    const rest = more > 0 && i === per_day - 1 ? t(', +{more} more', { more })[language] : ''
    return entryLine(i === 0 ? head : ' '.repeat(head.length), entry, rest, options)
  })
}

/** Narrower titles say too little. */
const title_min = 8

/** `Tue  1  20:00  • Trio Tamarind`, `Wed  2  until 24 Dec • Ink on paper`; wide terminals also show the venue. */
function entryLine(head: string, entry: CalendarEntry, more: string, options: ViewOptions): string {
  const { palette, columns, language } = options
  const time = entry.all_day ? '' : clockOf(entry.start)
  const start = `${head}  ${fitted(time, 5)} ${palette.dot(entry)} `
  const room = Math.max(columns - widthOf(`${head}  12:34 • `), 8)
  const last = shortDate(entry.last_day, language)
  const until = entry.first_day === entry.last_day || !lastsDays(entry) ? '' : t(', until {last}', { last })[language]
  // On narrow terminals, the title is worth more than the last day.
  const ending = room - widthOf(until + more) < title_min ? more : until + more
  const title = cut(entry.title, Math.max(room - widthOf(ending), title_min))
  const text = `${isolated(title)}${ending}`
  const name = entry.venues[0]?.name ?? ''
  const venue = name === '' ? '' : ` · ${name}`
  const fits = more === '' && widthOf(title) + widthOf(ending) + widthOf(venue) <= room
  return start + text + (fits ? palette.faint(isolated(venue)) : '')
}
