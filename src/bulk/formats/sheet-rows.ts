// Rows of a table as records, whatever the table was written as: CSV, or the sheet of a workbook.
import type { Item, Place } from '../entry.ts'
import type { Source } from '../source.ts'
import { itemOfRow } from './csv-row.ts'
import { type CsvReading, Sheet } from './csv-sheet.ts'

export interface SheetRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** The first row that is not empty says what the columns mean. */
export async function* itemsOfRows(source: Source, rows: AsyncIterable<SheetRow>, reading: CsvReading): AsyncIterable<Item> {
  let sheet: Sheet | undefined
  for await (const { cells, line } of rows) {
    if (!sheet) {
      sheet = new Sheet(source, cells, reading)
      continue
    }
    const place: Place = { file: source.name, line }
    const heading = sheet.headingOf(cells, line)
    yield heading ? itemOfRow({ cells, heading, order: reading.order, place }) : { place, original: cells, flaws: [sheet.noKind(cells)] }
  }
}
