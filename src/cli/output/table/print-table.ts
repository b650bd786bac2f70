// Lists as tables. On a terminal, columns fit its width and long texts are wrapped. In a pipe, the same columns have
// one line for each record.
import Table from 'cli-table3'
import utils from 'cli-table3/src/utils.js'
import type { OutcomeItem } from '../../types/outcome.ts'
import type { Layout, Printer } from '../formats/formats.ts'
import { styled, withoutSequences } from '../terminal.ts'
import { blanksAfter, gap, widthOf } from '../text-width.ts'
import { columnsOf, type ScreenColumn } from './columns.ts'
import { roomOf, type ScreenRow, stackedLines, wrappedCells } from './lines.ts'

/** Widths are determined by this number of rows, so that a list of any length streams. */
const measured_rows_max = 200
/** Longer words are broken instead of widening the column. */
const word_width_max = 14

export const printTable: Printer = async function* (records, layout) {
  const columns = columnsOf(layout)
  let fitted: Widths | undefined
  for await (const rows of rowsOf(records, columns, layout)) {
    const isFirst = fitted === undefined
    fitted ??= widthsOf(columns, rows, roomOf(layout.page))
    const { widths, stacked } = fitted
    const drawing = { columns, widths }
    if (isFirst && layout.header && !stacked) {
      const head = tableLines([columns.map(({ head: name }) => name.toUpperCase())], widths)
      yield linesText(head.map((line) => styled(line, 'bold', layout.page)))
    }
    yield linesText(
      stacked
        ? rows.flatMap((row) => stackedLines(row, drawing, layout))
        : tableLines(
            rows.map((row) => wrappedCells(row, drawing, layout.page)),
            widths,
          ),
    )
  }
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
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

interface Widths {
  readonly widths: readonly number[]
  /** The terminal is too narrow for columns. */
  readonly stacked: boolean
}

/**
 * The width of the widest cell. If the terminal is narrower, the widest columns are reduced, names and times last, to
 * the width of their words; if that is still too much, words are broken.
 */
function widthsOf(columns: readonly ScreenColumn[], rows: readonly ScreenRow[], room: number): Widths {
  const free = room - gap.length * (columns.length - 1)
  const all = columns.map(({ head }, i) => widest(rows, i, widthOf, widthOf(head)))
  const ofWords = (wordWidth: (text: string) => number) =>
    columns.map((column, i) => leastWidth(column, all[i] ?? 0, rows, i, wordWidth))
  const unbroken = ofWords(longestWord)
  const broken = ofWords(() => 0)
  if (total(broken) > free) return { widths: all, stacked: true }
  const [widths, least] = total(unbroken) > free ? [unbroken, broken] : [all, unbroken]
  for (let over = total(widths) - free; over > 0; over -= 1) {
    const size = (i: number) =>
      (widths[i] ?? 0) > (least[i] ?? 0) ? (widths[i] ?? 0) / (columns[i]?.names || columns[i]?.own_line ? 2 : 1) : 0
    const reduced = columns.reduce((best, _, i) => (size(i) > size(best) ? i : best), 0)
    widths[reduced] = (widths[reduced] ?? 0) - 1
  }
  return { widths, stacked: false }
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

function widest(rows: readonly ScreenRow[], i: number, measure: (text: string) => number, least: number): number {
  return rows.reduce((most, { cells }) => Math.max(most, measure(cells[i] ?? '')), least)
}

/** The minimum width of a column for its header and its words; numbers and dates are not wrapped. */
function leastWidth(
  { head, whole, width_min }: ScreenColumn,
  width: number,
  rows: readonly ScreenRow[],
  i: number,
  wordWidth: (text: string) => number,
): number {
  if (whole || rows.every(({ cells }) => /^[\d.: -]{0,20}$/.test(cells[i] ?? ''))) return width
  const word = Math.min(widest(rows, i, wordWidth, widthOf(head)), word_width_max)
  return Math.min(width, Math.max(width_min, word))
}

function longestWord(text: string): number {
  return text.split(' ').reduce((longest, word) => Math.max(longest, widthOf(word)), 0)
}

/**
 * The lines of a table without borders. The lines of a cell fit its column. For cli-table3 the whole table is one row
 * (decision 26).
 */
export function tableLines(rows: readonly (readonly string[])[], widths: readonly number[]): readonly string[] {
  const columns = widths.map((): string[] => [])
  for (const row of rows) {
    const cells = row.map((cell) => cell.split('\n'))
    const height = cells.reduce((most, { length }) => Math.max(most, length), 1)
    for (const [i, lines] of columns.entries()) for (let k = 0; k < height; k++) lines.push(cells[i]?.[k] ?? '')
  }
  const table = new Table({ chars, style, colWidths: [...widths] })
  table.push(columns.map((lines) => lines.join('\n')))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

const borders = ['top', 'bottom'].flatMap((side) => ['', '-left', '-mid', '-right'].map((corner) => side + corner))
const chars = { ...Object.fromEntries([...borders, 'left', 'right'].map((name) => [name, ''])), middle: gap }
const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }

/**
 * The library truncates the whole text of a cell for each of its lines, for a debug message, and counts marks and
 * isolates as cells. Our columns have fixed widths, and our lines fit and contain their own colors. This can go when
 * the library accepts a function that measures.
 */
Object.assign(utils, {
  strlen: () => 0,
  truncate: (text) => text,
  colorizeLines: (lines) => lines,
  pad: (text, width) => text + blanksAfter(withoutSequences(text), width),
} satisfies typeof utils)
