// A month and a week as pictures.
import { type Day, daysLater, daysOfMonth, weekOf } from '../../base/days.ts'
import type { Language } from '../../base/language.ts'
import { widthOf } from '../print/fit.ts'
import { cellWidth, type Grid, gridOf, weekStartBefore } from './grid.ts'
import { monthTitle, shortDate, type Weekday } from './names.ts'
import type { Occasion } from './occasion.ts'
import type { Palette } from './palette.ts'

/** Where and for whom a calendar is drawn. */
export interface Look {
  readonly language: Language
  readonly palette: Palette
  readonly columns: number
  readonly week_start: Weekday
  readonly today: Day
}

/** The first and last day that the picture of a month (`YYYY-MM`) shows. */
export function monthSpan(month: string, week_start: Weekday): { readonly from: Day; readonly to: Day } {
  const weeks = weeksOf(month, week_start)
  return { from: weeks[0] ?? `${month}-01`, to: daysLater(weeks.at(-1) ?? `${month}-01`, 6) }
}

export function weekSpan(day: Day, week_start: Weekday): { readonly from: Day; readonly to: Day } {
  const from = weekStartBefore(day, week_start)
  return { from, to: daysLater(from, 6) }
}

export function monthPicture(month: string, occasions: readonly Occasion[], look: Look): string {
  const grid = { ...look, month, rows: { least: 2, most: 6 }, lines_max: 1 }
  return pictureOf(monthTitle(month, look.language), weeksOf(month, look.week_start), occasions, grid)
}

export function weekPicture(day: Day, occasions: readonly Occasion[], look: Look): string {
  const { from, to } = weekSpan(day, look.week_start)
  const number = weekOf(daysLater(from, 3))
  const span = `${shortDate(from, look.language)} – ${shortDate(to, look.language)} ${to.slice(0, 4)}`
  const title = look.language === 'de' ? `Woche ${number} · ${span}` : `Week ${number} · ${span}`
  return pictureOf(title, [from], occasions, { ...look, rows: { least: 3, most: 40 }, lines_max: 4 })
}

function pictureOf(title: string, weeks: readonly Day[], occasions: readonly Occasion[], grid: Grid): string {
  const width = 4 + 7 * cellWidth(grid.columns) + 6
  const indent = ' '.repeat(Math.max(Math.floor((width - widthOf(title)) / 2), 0))
  return `${[indent + grid.palette.title(title), '', ...gridOf(weeks, occasions, grid)].join('\n')}\n`
}

function weeksOf(month: string, week_start: Weekday): readonly Day[] {
  const last = `${month}-${daysOfMonth(month)}`
  const weeks = [weekStartBefore(`${month}-01`, week_start)]
  for (let next = daysLater(weeks[0] ?? last, 7); next <= last; next = daysLater(next, 7)) weeks.push(next)
  return weeks
}
