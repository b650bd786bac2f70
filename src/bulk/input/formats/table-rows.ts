// Rows of a table as records, whatever the table was written as: CSV, or the sheet of a workbook.
import type { Text } from '../../../base/text/language.ts'
import { targetOf } from '../headers/columns.ts'
import { DateOrderEvidence } from '../dates/date-order.ts'
import { type InputItem, type InputLocation, locationText } from '../entry.ts'
import type { InputSource } from '../source.ts'
import { type TableColumn, itemOfRow } from './table-row.ts'
import { type SheetOptions, Sheet } from '../headers/sheet-header.ts'
import { skipTitleRows } from '../headers/title-rows.ts'

export interface SheetRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** The first row of several cells says what the columns mean. */
export async function* itemsOfRows(
  source: InputSource,
  rows: AsyncIterable<SheetRow>,
  reading: SheetOptions,
): AsyncIterable<InputItem> {
  const evidence = reading.order_assumed === true ? new DateOrderEvidence() : undefined
  let sheet: Sheet | undefined
  const skipped = ({ cells, line }: SheetRow) => reading.note(titleText({ file: source.name, line }, cells))
  for await (const { cells, line } of skipTitleRows(rows, skipped)) {
    if (!sheet) {
      sheet = new Sheet(source, cells, reading)
      continue
    }
    const place: InputLocation = { file: source.name, line }
    const heading = sheet.headingOf(cells, line)
    if (heading && evidence) for (const cell of datesIn(cells, heading)) evidence.see(cell, place)
    yield heading
      ? itemOfRow({ cells, heading, order: reading.order, place })
      : { place, original: cells, flaws: [sheet.noKind(cells)] }
  }
  const warning = evidence?.warning()
  if (warning) reading.note(warning)
}

function titleText(place: InputLocation, cells: readonly string[]): Text {
  const title = cells.find((cell) => cell.trim() !== '') ?? ''
  return {
    en: `${locationText(place)}: "${title}" stands above the columns and is left out`,
    de: `${locationText(place)}: „${title}“ steht über den Spalten und wird ausgelassen`,
  }
}

const date_columns = new Set(['start_date', 'end_date', 'start_day', 'end_day', 'date'])

function datesIn(cells: readonly string[], { columns }: TableColumn): readonly string[] {
  return cells.filter((_, i) => {
    const column = columns[i]
    return column !== undefined && date_columns.has(targetOf(column) ?? '')
  })
}
