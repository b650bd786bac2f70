// `cal month` and `cal week`: a month or a week as a grid; a year as twelve small months with a dot on days with
// events.
import { monthName, monthTitle, shortDay, spanText, type Weekday, weekdaysFrom } from '../../base/dates/day-names.ts'
import { type Day, daysLater, daysOfMonth, weekOf } from '../../base/dates/days.ts'
import { daysOf, weekSpan } from '../../base/dates/periods.ts'
import { t } from '../../base/text/language.ts'
import { touches } from '../../spec/event-parts.ts'
import { fitted, widthOf } from '../output/text-width.ts'
import { agendaText } from './agenda.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { footerOf, type ViewOptions } from './view-options.ts'
import { cellWidth, type Grid, gridOf } from './grid.ts'

/** The first and last day that a month (`YYYY-MM`) shows. */
export function monthSpan(month: string, week_start: Weekday): { readonly from: Day; readonly to: Day } {
  const weeks = weeksOf(month, week_start)
  return { from: weeks[0] ?? `${month}-01`, to: daysLater(weeks.at(-1) ?? `${month}-01`, 6) }
}

/** The month in the tallest style that fits the terminal, or in the lowest if none fits. */
export function monthText(month: string, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const title = monthTitle(month, options.language)
  const weeks = weeksOf(month, options.week_start)
  if (isNarrow(options)) return narrowMonth(month, entries, options)
  const lines_most = Math.min(options.lines ?? lines_max, lines_max)
  let text = ''
  for (const lines_of_event of cellWidth(options.columns) < time_width ? [2, 1] : [1])
    for (const [ruled, least, most] of heights) {
      const rows = { least, most }
      text = gridText(title, weeks, entries, { ...options, month, ruled, rows, lines_max: lines_of_event })
      if (text.trimEnd().split('\n').length <= lines_most) return text
    }
  return text
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

/** A small month with a dot on days with events, and an agenda that lists each event once. */
function narrowMonth(month: string, entries: readonly CalendarEntry[], options: ViewOptions): string {
  const days = { from: `${month}-01`, to: `${month}-${daysOfMonth(month)}` }
  const here = entries.filter((entry) => touches(entry, days.from, days.to))
  const [, ...grid] = monthLines(month, entries, options)
  const lines = [options.palette.title(monthTitle(month, options.language)), ...grid.map((line) => line.trimEnd())]
  return `${lines.join('\n')}\n\n${agendaText(days, here, options, { once: true })}`
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
  if (isNarrow(options)) return `${options.palette.title(title)}\n\n${agendaText({ from, to }, entries, options)}`
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
