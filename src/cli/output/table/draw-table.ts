// Draws tables with cli-table3, which places the cells. Texts are wrapped and measured by our own code.
import Table from 'cli-table3'
import utils from 'cli-table3/src/utils.js'
import { withoutSequences } from '../terminal.ts'
import { gap, widthOf } from '../text-width.ts'

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
  pad: (text, width) => text + ' '.repeat(Math.max(width - widthOf(withoutSequences(text)), 0)),
} satisfies typeof utils)
