// CSV by RFC 4180: a header, then a record on each row; nested values by dotted names, lists joined by `|`.
import { harmless } from '../../base/text.ts'
import { cellOf, valueAt } from './fields.ts'
import type { Printer } from './page.ts'

export const printCsv: Printer = async function* (records, { fields, header, csv_safe, page }) {
  const { stringify } = await import('csv-stringify/sync')
  const row = (cells: readonly string[]) => stringify([[...cells]], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  if (header) yield row(fields)
  for await (const record of records) {
    const cells = fields.map((field) => escaped(cellOf(valueAt(record, field), '|'), csv_safe))
    yield row(page.isTerminal ? cells.map(harmless) : cells)
  }
}

/** A spreadsheet calculates what begins with one of these signs; an apostrophe in front makes it text. Numbers stay numbers. */
function escaped(cell: string, csv_safe: boolean): string {
  return csv_safe && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell) ? `'${cell}` : cell
}
