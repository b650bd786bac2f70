// CSV by RFC 4180: a header, then a record on each row; nested values by dotted names, lists joined by `|`.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { escapeFormulas } from './csv-safe.ts'
import { cellOf, valueAt } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

export const printCsv: Printer = async function* (records, { fields, header, csv_safe, page }) {
  const { stringify } = await import('csv-stringify/sync')
  const row = (cells: readonly string[]) =>
    stringify([[...cells]], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  if (header) yield row(fields)
  for await (const record of records) {
    const cells = fields.map((field) => escapeFormulas(cellOf(valueAt(record, field), '|'), csv_safe))
    yield row(page.isTerminal ? cells.map(escapeControls) : cells)
  }
}
