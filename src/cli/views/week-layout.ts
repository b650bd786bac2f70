// Arranges the events of a week: bars in lanes across days, timed events in cells between them.
import { type Day, dayOf } from '../../base/dates/days.ts'
import { isBar, type CalendarEntry, touches } from './calendar-entry.ts'

/** One cell of a row; a bar is stored in its first cell and covers those after it. */
export type WeekSlot =
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

/** Rows of cells, one cell for each day; undefined is empty. */
export type WeekRows = readonly (readonly (WeekSlot | undefined)[])[]

/** The week as rows; if a day has more than `rows_max`, its last row shows the number of omitted events. */
export function weekLayoutOf(
  days: readonly Day[],
  entries: readonly CalendarEntry[],
  { rows_max, below_bars }: { readonly rows_max: number; readonly below_bars: boolean },
): WeekRows {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const here = entries.filter((entry) => touches(entry, first, last))
  const rows: (WeekSlot | undefined)[][] = []
  const hidden = days.map(() => 0)
  for (const entry of here.filter(isBar))
    if (!placeBar(rows, days, entry, rows_max - 1)) countHidden(hidden, days, entry)
  const first_row = below_bars ? rows.length : 0
  days.forEach((day, column) => {
    const entries = here.filter((entry) => !isBar(entry) && shownOn(entry, first) === day)
    fillColumn(rows, column, entries, { first_row, rows_max, hidden: hidden[column] ?? 0, width: days.length })
  })
  return rows
}

/** The day of an event without a bar: its first day, or the first of the week if it began earlier. */
function shownOn({ start }: CalendarEntry, first: Day): Day {
  return dayOf(start) < first ? first : dayOf(start)
}

function placeBar(
  rows: (WeekSlot | undefined)[][],
  days: readonly Day[],
  entry: CalendarEntry,
  lanes_max: number,
): boolean {
  const columns = columnsOf(days, entry)
  const [from = 0] = columns
  const free = rows.findIndex((row) => columns.every((column) => row[column] === undefined))
  const lane = free < 0 ? rows.length : free
  if (lane >= lanes_max) return false
  const row = rowAt(rows, lane, days.length)
  for (const column of columns) row[column] = { kind: 'covered' }
  row[from] = {
    kind: 'bar',
    entry,
    span: columns.length,
    before: entry.first_day < (days[0] ?? ''),
    after: entry.last_day > (days.at(-1) ?? ''),
  }
  return true
}

function columnsOf(days: readonly Day[], entry: CalendarEntry): readonly number[] {
  return days.flatMap((day, column) => (touches(entry, day, day) ? [column] : []))
}

function countHidden(hidden: number[], days: readonly Day[], entry: CalendarEntry): void {
  for (const column of columnsOf(days, entry)) hidden[column] = (hidden[column] ?? 0) + 1
}

interface Column {
  /** The first row for entries. */
  readonly first_row: number
  readonly rows_max: number
  /** Bars of this day without a lane. */
  readonly hidden: number
  readonly width: number
}

function fillColumn(
  rows: (WeekSlot | undefined)[][],
  column: number,
  entries: readonly CalendarEntry[],
  { first_row, rows_max, hidden, width }: Column,
): void {
  const free = Array.from({ length: rows_max }, (_, i) => i).filter(
    (i) => i >= first_row && rows[i]?.[column] === undefined,
  )
  const fits = entries.length <= free.length && hidden === 0
  const shown = fits ? entries : entries.slice(0, Math.max(free.length - 1, 0))
  shown.forEach((entry, i) => {
    rowAt(rows, free[i] ?? 0, width)[column] = { kind: 'entry', entry }
  })
  const count = entries.length - shown.length + hidden
  const last = free[shown.length]
  if (count > 0 && last !== undefined) rowAt(rows, last, width)[column] = { kind: 'more', count }
}

function rowAt(rows: (WeekSlot | undefined)[][], index: number, width: number): (WeekSlot | undefined)[] {
  while (rows.length <= index) rows.push(Array.from({ length: width }))
  return rows[index] ?? []
}
