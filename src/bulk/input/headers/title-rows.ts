// Rows above the header of a table, such as `Events 2027`: a single cell that means no column, above a row of several.
import { resources } from '../../../spec/resources.ts'
import { columnOf } from './columns.ts'
import type { SheetRow } from '../formats/table-rows.ts'

const title_rows_max = 10

/** The rows from the header on. `skipped` is told of each row above it. */
export async function* skipTitleRows(
  rows: AsyncIterable<SheetRow>,
  skipped: (row: SheetRow) => void = () => {},
): AsyncIterable<SheetRow> {
  const held: SheetRow[] = []
  let isBody = false
  for await (const row of rows) {
    if (!isBody && held.length < title_rows_max && isTitle(row)) {
      held.push(row)
      continue
    }
    if (!isBody) {
      // A table of one column has one cell in each row.
      if (filled(row).length > 1) held.splice(0).forEach(skipped)
      yield* held.splice(0)
    }
    isBody = true
    yield row
  }
  yield* held
}

function isTitle(row: SheetRow): boolean {
  const [only, other] = filled(row)
  if (only === undefined || other !== undefined) return false
  return Object.values(resources).every(({ plural }) => {
    const column = columnOf(only, plural)
    return 'dropped' in column && column.dropped === 'unknown'
  })
}

function filled({ cells }: SheetRow): readonly string[] {
  return cells.filter((cell) => cell.trim() !== '')
}
