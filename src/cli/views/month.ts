// A month or a week as a text graphic; a year as twelve small months, in which days with events have a dot.
import { monthName, monthTitle, shortDate, shortDay, type Weekday, weekdaysFrom } from '../../base/dates/day-names.ts'
import { type Day, daysLater, daysOfMonth, weekdayOf, weekOf } from '../../base/dates/days.ts'
import { weekSpan } from '../../base/dates/periods.ts'
import { fitted, widthOf } from '../output/text-width.ts'
import { agendaPicture } from './agenda.ts'
import { type CalendarEntry, isBar, touches } from './calendar-entry.ts'
import { footerOf } from './footer.ts'
import { cellWidth, type Grid, gridOf, weekStartBefore } from './grid.ts'
import type { ViewOptions } from './view-options.ts'

/** The first and last day that a month (`YYYY-MM`) shows. */
export function monthSpan(month: string, week_start: Weekday): { readonly from: Day; readonly to: Day } {
  const weeks = weeksOf(month, week_start)
  return { from: weeks[0] ?? `${month}-01`, to: daysLater(weeks.at(-1) ?? `${month}-01`, 6) }
}

/** The most spacious style that fits the height of the terminal, or the most spacious of all if none fits. */
export function monthPicture(month: string, entries: readonly CalendarEntry[], look: ViewOptions): string {
  const title = monthTitle(month, look.language)
  const weeks = weeksOf(month, look.week_start)
  if (isNarrow(look)) return narrowMonth(month, weeks, entries, look)
  const pictures = heights.map(
    ([ruled, least, most]) =>
      () =>
        pictureOf(title, weeks, entries, { ...look, month, ruled, rows: { least, most }, lines_max: 1 }),
  )
  const fits = pictures.find((draw) => draw().split('\n').length <= (look.lines ?? Number.POSITIVE_INFINITY))
  return (fits ?? pictures[0])?.() ?? ''
}

/** Narrower cells show no titles. */
const cell_min = 8

function isNarrow({ columns }: ViewOptions): boolean {
  return cellWidth(columns) < cell_min
}

/** A grid with dots, and the events of the month by day below. */
function narrowMonth(
  month: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  look: ViewOptions,
): string {
  const days = { from: `${month}-01`, to: `${month}-${daysOfMonth(month)}` }
  const here = entries.filter((entry) => touches(entry, days.from, days.to))
  const title = look.palette.title(monthTitle(month, look.language))
  const grid = [title, '', ...narrowWeeks(month, weeks, entries, look)].join('\n')
  return `${grid}\n\n${agendaPicture(days, here, look)}`
}

/**
 * Styles of a month, most spacious first: rules between weeks, and the minimum and maximum number of rows. Rules are
 * removed before events.
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

export function weekPicture(day: Day, entries: readonly CalendarEntry[], look: ViewOptions): string {
  const { from, to } = weekSpan(day, look.week_start)
  const number = weekOf(daysLater(from, 3))
  const span = `${shortDate(from, look.language)} – ${shortDate(to, look.language)} ${to.slice(0, 4)}`
  const title = look.language === 'de' ? `Woche ${number} · ${span}` : `Week ${number} · ${span}`
  if (isNarrow(look)) return `${look.palette.title(title)}\n\n${agendaPicture({ from, to }, entries, look)}`
  return pictureOf(title, [from], entries, { ...look, ruled: true, rows: { least: 3, most: 40 }, lines_max: 4 })
}

function pictureOf(
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
  const weeks = [weekStartBefore(`${month}-01`, week_start)]
  for (let next = daysLater(weeks[0] ?? last, 7); next <= last; next = daysLater(next, 7)) weeks.push(next)
  return weeks
}

const margin = 4
const cell = 5
const dots_max = 3

/** The weeks that begin on these days, two lines each. */
function narrowWeeks(
  month: string,
  weeks: readonly Day[],
  entries: readonly CalendarEntry[],
  look: ViewOptions,
): readonly string[] {
  const { palette, language, week_start } = look
  const head = weekdaysFrom(week_start).map((weekday) => fitted(` ${shortDay(weekday, language)}`, cell))
  return [
    palette.faint(fitted(language === 'de' ? 'KW' : 'Wk', margin)) + head.join(''),
    ...weeks.flatMap((week) => {
      const days = Array.from({ length: 7 }, (_, i) => daysLater(week, i))
      const number = String(weekOf(days.find((day) => weekdayOf(day) === 4) ?? week)).padStart(2)
      return [
        palette.faint(fitted(number, margin)) + days.map((day) => numberCell(day, month, look)).join(''),
        ' '.repeat(margin) + days.map((day) => dotsCell(day, entries, look)).join(''),
      ]
    }),
  ].map((line) => line.trimEnd())
}

function numberCell(day: Day, month: string, { palette, today }: ViewOptions): string {
  const number = String(Number(day.slice(8))).padStart(2)
  if (day === today) return (palette.colored ? palette.today(` ${number} `) : `[${number}]`) + ' '.repeat(cell - 4)
  const text = fitted(` ${number}`, cell)
  return day.startsWith(month) ? text : palette.faint(text)
}

/** Dots for the events, then a plus if there are more. */
function dotsCell(day: Day, entries: readonly CalendarEntry[], { palette }: ViewOptions): string {
  // Events after midnight count on their first day.
  const here = entries.filter((one) => (isBar(one) ? touches(one, day, day) : one.first_day === day))
  const dots = here.slice(0, dots_max).map((entry) => palette.dot(entry))
  const more = here.length > dots_max ? '+' : ''
  return ` ${dots.join('')}${more}${' '.repeat(cell - 1 - dots.length - more.length)}`
}

const month_width = 21
const gap = '   '

export function yearPicture(year: string, entries: readonly CalendarEntry[], look: ViewOptions): string {
  const months = Array.from({ length: 12 }, (_, i) =>
    monthLines(`${year}-${String(i + 1).padStart(2, '0')}`, entries, look),
  )
  const across = [6, 4, 3, 2].find((count) => count * (month_width + gap.length) - gap.length <= look.columns) ?? 1
  const lines = [look.palette.title(year)]
  for (let first = 0; first < 12; first += across) lines.push('', ...sideBySide(months.slice(first, first + across)))
  const span = { from: `${year}-01-01`, to: `${year}-12-31` }
  return `${lines.join('\n')}\n\n${footerOf(span, entries, look)}\n`
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

function monthLines(month: string, entries: readonly CalendarEntry[], look: ViewOptions): readonly string[] {
  const { language, palette, week_start } = look
  const last = `${month}-${daysOfMonth(month)}`
  const head = weekdaysFrom(week_start)
    .map((weekday) => ` ${shortDay(weekday, language).slice(0, 2)}`)
    .join('')
  const lines = [palette.title(fitted(` ${monthName(month, language)}`, month_width)), palette.faint(head)]
  for (let week = weekStartBefore(`${month}-01`, week_start); week <= last; week = daysLater(week, 7))
    lines.push(
      Array.from({ length: 7 }, (_, i) => daysLater(week, i))
        .map((day) => (day.startsWith(month) ? dayCell(day, entries, look) : '   '))
        .join(''),
    )
  return lines
}

function dayCell(day: Day, entries: readonly CalendarEntry[], { palette, today }: ViewOptions): string {
  const number = String(Number(day.slice(8))).padStart(2)
  const first = entries.find((entry) => touches(entry, day, day))
  const mark = first ? palette.dot(first) : ' '
  if (day === today) return palette.colored ? mark + palette.today(number) : `>${number}`
  return mark + number
}
