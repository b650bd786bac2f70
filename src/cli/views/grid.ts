// Draws weeks as a grid: a header with the weekdays, then for each week a row with the days and rows with bars and
// timed events.
import { shortDate, shortDay, type Weekday, weekdaysFrom } from '../../base/dates/day-names.ts'
import { type Day, daysBetween, daysLater, weekOf } from '../../base/dates/days.ts'
import { daysOf } from '../../base/dates/periods.ts'
import { type Language, t } from '../../base/text/language.ts'
import { clockOf, isListedOn, lanesOf, lastsDays, touches } from '../../spec/event-parts.ts'
import { isolated } from '../output/terminal.ts'
import { blanksAfter, cut, fitted, widthOf, wrapped } from '../output/text-width.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import type { Palette } from './view-options.ts'

export interface Grid {
  readonly language: Language
  readonly palette: Palette
  /** Width of the terminal in cells. */
  readonly columns: number
  readonly week_start: Weekday
  readonly today: Day
  /** Days of another month are faint. */
  readonly month?: string
  /** Whether a rule is drawn above each week, or above the first only. */
  readonly ruled: boolean
  /** The minimum and maximum number of rows below the day numbers. */
  readonly rows: { readonly least: number; readonly most: number }
  /** The maximum number of lines of a title. */
  readonly lines_max: number
}

const margin = 4
const cell_max = 24

/** The lines of the weeks that begin on these days, with the weekdays. */
export function gridOf(weeks: readonly Day[], entries: readonly CalendarEntry[], grid: Grid): readonly string[] {
  const width = cellWidth(grid.columns)
  const rule = grid.palette.faint(
    `${'─'.repeat(margin)}${Array.from({ length: 7 }, () => '─'.repeat(width)).join('┼')}`,
  )
  const head = weekdaysFrom(grid.week_start).map((weekday) => fitted(` ${shortDay(weekday, grid.language)}`, width))
  const title = grid.palette.faint(fitted(t('Wk')[grid.language], margin))
  return [
    title + head.join(' '),
    ...weeks.flatMap((week, i) => [...(i === 0 || grid.ruled ? [rule] : []), ...weekLines(week, entries, grid, width)]),
  ].map((line) => line.trimEnd())
}

export function cellWidth(columns: number): number {
  return Math.min(Math.max(Math.floor((columns - margin - 6) / 7), 4), cell_max)
}

/** The number of the week that begins on this day: that of its Thursday, whatever its first weekday is. */
function weekNumber(week: Day): string {
  return fitted(String(weekOf(daysLater(week, 3))).padStart(2), margin)
}

function weekLines(week: Day, entries: readonly CalendarEntry[], grid: Grid, width: number): readonly string[] {
  const days = daysOf({ from: week, to: daysLater(week, 6) })
  const bar = grid.palette.faint('│')
  const numbers = grid.palette.faint(weekNumber(week)) + days.map((day) => dayNumber(day, grid, width)).join(bar)
  const rows = weekLayoutOf(days, entries, { rows_max: grid.rows.most, below_bars: grid.lines_max > 1 })
  const empty = Array.from({ length: Math.max(grid.rows.least - rows.length, 0) }, () =>
    Array.from<WeekSlot | undefined>({ length: 7 }),
  )
  return [numbers, ...[...rows, ...empty].flatMap((row) => rowLines(row, grid, width))]
}

function dayNumber(day: Day, { palette, language, today, month }: Grid, width: number): string {
  const number = String(Number(day.slice(8)))
  const label = day.endsWith('-01') && width >= 8 ? shortDate(day, language) : number
  const rest = blanksAfter(label, width - 2)
  if (day === today) return (palette.colored ? palette.today(` ${label} `) : `[${label}]`) + rest
  const outside = month !== undefined && !day.startsWith(month)
  return (outside ? palette.faint(` ${label} `) : ` ${label} `) + rest
}

/** The lines of a row; as many as its longest entry needs. */
function rowLines(row: readonly (WeekSlot | undefined)[], grid: Grid, width: number): readonly string[] {
  const texts = row.map((slot) => (slot?.kind === 'entry' ? entryLines(slot.entry, grid, width) : []))
  const height = Math.max(1, ...texts.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => lineOf(row, line, texts, grid, width))
}

function lineOf(
  row: readonly (WeekSlot | undefined)[],
  line: number,
  texts: readonly (readonly string[])[],
  grid: Grid,
  width: number,
): string {
  const { palette } = grid
  const cells: string[] = []
  for (let column = 0; column < row.length; column += 1) {
    const slot = row[column]
    const span = slot?.kind === 'bar' ? slot.span : 1
    const total = span * width + span - 1
    cells.push(
      line > 0 && slot?.kind !== 'entry'
        ? blank(span, width, palette)
        : cellOf(slot, texts[column]?.[line] ?? '', total, grid),
    )
    column += span - 1
  }
  return ' '.repeat(margin) + cells.join(palette.faint('│'))
}

function blank(span: number, width: number, palette: Palette): string {
  return Array.from({ length: span }, () => ' '.repeat(width)).join(palette.faint('│'))
}

function cellOf(slot: WeekSlot | undefined, text: string, width: number, { palette, language }: Grid): string {
  if (slot?.kind === 'bar') return barText(slot, width, palette)
  if (slot?.kind === 'more') return palette.faint(fitted(t(' +{count} more', { count: slot.count })[language], width))
  if (slot?.kind !== 'entry') return ' '.repeat(width)
  const shown = cut(text, width)
  const rest = blanksAfter(shown, width)
  if (!shown.startsWith('•')) return isolated(shown) + rest
  return palette.dot(slot.entry) + isolated(shown.slice(1)) + rest
}

function barText({ entry, before, after }: WeekSlot & { kind: 'bar' }, width: number, palette: Palette): string {
  const [open, close] = palette.colored
    ? [before ? '◂' : ' ', after ? '▸' : ' ']
    : [before ? '<' : '[', after ? '>' : ']']
  const inside = Math.max(width - 2, 0)
  const title = cut(entry.title, inside)
  const gap = inside - widthOf(title)
  const fill = palette.colored || gap < 2 ? ' '.repeat(gap) : ` ${'─'.repeat(gap - 1)}`
  return palette.bar(entry, width < 2 ? cut(open, width) : open + isolated(title) + fill + close)
}

function entryLines({ title, start }: CalendarEntry, { lines_max }: Grid, width: number): readonly string[] {
  const time = clockOf(start)
  if (lines_max > 1) return [`•${time}`, ...wrapped(title, width - 1, lines_max - 1).map((line) => ` ${line}`)]
  return [cut(`•${time} ${title}`, width)]
}

/** One cell of a row; a bar is stored in its first cell and covers those after it. */
type WeekSlot =
  | {
      readonly kind: 'bar'
      readonly entry: CalendarEntry
      readonly span: number
      readonly before: boolean
      readonly after: boolean
    }
  | { readonly kind: 'covered' }
  | { readonly kind: 'entry'; readonly entry: CalendarEntry }
  | { readonly kind: 'more'; readonly count: number }

/** One row for each line of cells, one cell for each day; undefined is empty. */
type WeekRows = readonly (readonly (WeekSlot | undefined)[])[]

/** The rows of a week; if a day has more events than `rows_max`, its last row shows the number of omitted ones. */
function weekLayoutOf(
  days: readonly Day[],
  entries: readonly CalendarEntry[],
  { rows_max, below_bars }: { readonly rows_max: number; readonly below_bars: boolean },
): WeekRows {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const here = entries.filter((entry) => touches(entry, first, last))
  const all_lanes = lanesOf(here.filter(lastsDays))
  const lanes = all_lanes.slice(0, rows_max - 1)
  const columns = days.map((day) => {
    const slots = lanes.map((lane) => barOn(day, lane, { first, last }))
    const timed = here.filter((entry) => !lastsDays(entry) && isListedOn(entry, day, first))
    const hidden = all_lanes
      .slice(rows_max - 1)
      .flat()
      .filter((entry) => touches(entry, day, day)).length
    return withEntries(slots, timed, { first_row: below_bars ? lanes.length : 0, rows_max, hidden })
  })
  const height = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) => columns.map((slots) => slots[row]))
}

/** What a lane has on a day of the week: its bar is in the cell of the first day. */
function barOn(
  day: Day,
  lane: readonly CalendarEntry[],
  { first, last }: { readonly first: Day; readonly last: Day },
): WeekSlot | undefined {
  const entry = lane.find((one) => touches(one, day, day))
  if (entry === undefined) return undefined
  const { first_day, last_day } = entry
  if (day !== first && day !== first_day) return { kind: 'covered' }
  const span = daysBetween(day, last_day < last ? last_day : last) + 1
  return { kind: 'bar', entry, span, before: first_day < first, after: last_day > last }
}

/** The column of a day with its timed events in free cells; `hidden` is the number of its bars without a row. */
function withEntries(
  bars: readonly (WeekSlot | undefined)[],
  entries: readonly CalendarEntry[],
  { first_row, rows_max, hidden }: { readonly first_row: number; readonly rows_max: number; readonly hidden: number },
): readonly (WeekSlot | undefined)[] {
  const slots = [...bars]
  const free = Array.from({ length: rows_max }, (_, i) => i).filter((i) => i >= first_row && bars[i] === undefined)
  const fits = entries.length <= free.length && hidden === 0
  const shown = fits ? entries : entries.slice(0, Math.max(free.length - 1, 0))
  shown.forEach((entry, i) => {
    slots[free[i] ?? 0] = { kind: 'entry', entry }
  })
  const count = entries.length - shown.length + hidden
  const last = free[shown.length]
  if (count > 0 && last !== undefined) slots[last] = { kind: 'more', count }
  return slots
}
