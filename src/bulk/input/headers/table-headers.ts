// The header row of a table, for a file of rejected rows that repeats it and for columns that are mapped.
import type { InputFormat } from '../choices.ts'
import type { InputSource } from '../source.ts'
import type { SheetRow } from '../formats/table-rows.ts'
import { skipTitleRows } from './title-rows.ts'

export interface TableHeaders {
  readonly headers: readonly string[]
  readonly delimiter: string
}

/** undefined where the format has no columns. */
export async function tableHeadersOf(
  source: InputSource,
  format: InputFormat,
  sheet?: string,
): Promise<TableHeaders | undefined> {
  if (format === 'csv' || format === 'tsv') {
    const { csvRows, delimiterIn } = await import('../formats/csv.ts')
    return { headers: await firstOf(csvRows(source)), delimiter: await delimiterIn(source) }
  }
  if (format !== 'xlsx' && format !== 'ods') return undefined
  return {
    headers: await firstOf((await import('../formats/workbook.ts')).workbookRows(source, sheet)),
    delimiter: ',',
  }
}

async function firstOf(rows: AsyncIterable<SheetRow>): Promise<readonly string[]> {
  for await (const { cells } of skipTitleRows(rows)) return cells
  return []
}
