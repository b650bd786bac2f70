// Lists as tables. On a terminal, columns fit its width, long texts are wrapped, and shared values are printed once.
// In a pipe, the same columns have one line for each record.
import type { OutcomeItem, OutputPage } from '../../types/outcome.ts'
import type { Layout, Printer } from '../formats/formats.ts'
import type { tableLines } from './draw-table.ts'
import { styled } from '../terminal.ts'
import { gap, widthOf } from '../text-width.ts'
import {
  fieldColumns,
  flow,
  recordColumns,
  roomOf,
  type ScreenColumn,
  type ScreenRow,
  stackedLines,
  wrappedCells,
} from './draw-rows.ts'

/** Widths and shared values are determined by this number of rows, so that a list of any length streams. */
const measured_rows_max = 200
const width_min = 6
/** Longer words are broken instead of widening the column. */
const word_width_max = 14

export const printTable: Printer = async function* (records, layout) {
  if (layout.single) {
    const { printCards } = await import('./card.ts')
    yield* printCards(records, layout)
    return
  }
  const { isTerminal } = layout.page
  const columns = layout.shown_as ? recordColumns({ page: layout.page, ...layout.shown_as }) : fieldColumns(layout)
  // Loaded on demand: a card needs no table.
  const drawing = { columns, layout, draw: (await import('./draw-table.ts')).tableLines }
  let section: Section | undefined
  for await (const rows of rowsOf(records, columns, layout)) {
    const shared = isTerminal ? sharedIn(columns, rows, section?.shared) : none_shared
    if (section === undefined || shared.size < section.shared.size) {
      if (section) yield `${footer(columns, section, layout.page)}\n`
      section = sectionOf(columns, rows, { shared, layout })
      if (layout.header && !section.stacked) yield headLine(section, drawing)
    }
    yield blockText(rows, section, drawing)
  }
  if (section) yield footer(columns, section, layout.page)
}

const none_shared: Section['shared'] = new Map()

/** Rows under one head. */
interface Section {
  /** Values that all rows share, by the position of their column. */
  readonly shared: ReadonlyMap<number, string>
  /** The positions of the columns that are shown. */
  readonly shown: readonly number[]
  /** By position. */
  readonly widths: readonly number[]
  /** The terminal is too narrow for columns. */
  readonly stacked: boolean
}

async function* rowsOf(
  records: AsyncIterable<OutcomeItem>,
  columns: readonly ScreenColumn[],
  { page, shown_as }: Layout,
): AsyncIterable<readonly ScreenRow[]> {
  let rows: ScreenRow[] = []
  for await (const record of records) {
    const { url } = record
    const clickable = page.links && shown_as?.hasPages !== false
    const link = clickable && typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) ? url : undefined
    rows.push({ cells: columns.map(({ cell }) => cell(record)), link })
    if (rows.length < measured_rows_max) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** The values that these rows share, among those shared before; a single row shares only empty cells. */
function sharedIn(
  columns: readonly ScreenColumn[],
  rows: readonly ScreenRow[],
  before: ReadonlyMap<number, string> | undefined,
): ReadonlyMap<number, string> {
  const value = (i: number) => before?.get(i) ?? rows[0]?.cells[i] ?? ''
  const isShared = (i: number) =>
    (before === undefined ? rows.length > 1 || value(i) === '' : before.has(i)) &&
    rows.every(({ cells }) => cells[i] === value(i))
  return new Map(columns.flatMap(({ shared }, i) => (shared && isShared(i) ? [[i, value(i)] as const] : [])))
}

function sectionOf(
  columns: readonly ScreenColumn[],
  rows: readonly ScreenRow[],
  { shared, layout }: { readonly shared: Section['shared']; readonly layout: Layout },
): Section {
  const shown = columns.map((_, i) => i).filter((i) => !shared.has(i))
  return { shared, shown, ...widthsOf(columns, rows, { shown, room: roomOf(layout.page) }) }
}

/** The width of the widest cell; if the terminal is narrower, the widest columns are reduced, names and times last. */
function widthsOf(
  columns: readonly ScreenColumn[],
  rows: readonly ScreenRow[],
  { shown, room }: { readonly shown: readonly number[]; readonly room: number },
): Pick<Section, 'widths' | 'stacked'> {
  const widths = columns.map(({ head }, i) =>
    rows.reduce((widest, { cells }) => Math.max(widest, widthOf(cells[i] ?? '')), widthOf(head)),
  )
  const least = columns.map((column, i) => leastWidth(column, widths[i] ?? 0, rows, i))
  const free = room - gap.length * (shown.length - 1)
  const taken = (of: readonly number[]) => shown.reduce((sum, i) => sum + (of[i] ?? 0), 0)
  if (taken(least) > free) return { widths, stacked: true }
  for (let over = taken(widths) - free; over > 0; over -= 1) {
    const size = (i: number) =>
      (widths[i] ?? 0) > (least[i] ?? 0) ? (widths[i] ?? 0) / (columns[i]?.names || columns[i]?.own_line ? 2 : 1) : 0
    const widest = shown.reduce((best, i) => (size(i) > size(best) ? i : best), shown[0] ?? 0)
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return { widths, stacked: false }
}

/** The minimum width of a column for its header and its words; numbers and dates are not wrapped. */
function leastWidth(column: ScreenColumn, width: number, rows: readonly ScreenRow[], i: number): number {
  if (column.whole || rows.every(({ cells }) => /^[\d.: -]{0,20}$/.test(cells[i] ?? ''))) return width
  const word = rows.reduce((longest, { cells }) => Math.max(longest, longestWord(cells[i] ?? '')), widthOf(column.head))
  return Math.min(width, Math.max(column.width_min ?? width_min, Math.min(word, word_width_max)))
}

function longestWord(text: string): number {
  return text.split(' ').reduce((longest, word) => Math.max(longest, widthOf(word)), 0)
}

interface Drawing {
  readonly columns: readonly ScreenColumn[]
  readonly layout: Layout
  readonly draw: typeof tableLines
}

function headLine(section: Section, { columns, layout, draw }: Drawing): string {
  const head = section.shown.map((i) => (columns[i]?.head ?? '').toUpperCase())
  return draw([head], shownWidths(section))
    .map((line) => `${styled(line, 'bold', layout.page)}\n`)
    .join('')
}

function blockText(rows: readonly ScreenRow[], section: Section, { columns, layout, draw }: Drawing): string {
  const place = { columns, ...section }
  const lines = section.stacked
    ? rows.flatMap((row) => stackedLines(row, place, layout))
    : draw(
        rows.map((row) => wrappedCells(row, place, layout.page)),
        shownWidths(section),
      )
  return lines.map((line) => `${line}\n`).join('')
}

function shownWidths({ shown, widths }: Section): readonly number[] {
  return shown.map((i) => widths[i] ?? 0)
}

/** `status: publish · venue: Blue Cellar`; values that are empty in all rows are left out. */
function footer(columns: readonly ScreenColumn[], { shared }: Section, page: OutputPage): string {
  const words = [...shared].flatMap(([i, value]) => (value === '' ? [] : [`${columns[i]?.head}: ${value}`]))
  return flow(words, page.columns)
    .map((line) => `${styled(line, 'faint', page)}\n`)
    .join('')
}
