// CSV by RFC 4180: a header, then a record on each row; nested values by dotted names, lists joined by `|`.
import { harmless } from '../../base/text.ts'
import { cellOf, valueAt } from './fields.ts'
import type { Printer } from './page.ts'

export const printCsv: Printer = async function* (records, { fields, page }) {
  const { stringify } = await import('csv-stringify/sync')
  const row = (cells: readonly string[]) => stringify([[...cells]], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  yield row(fields)
  for await (const record of records) {
    const cells = fields.map((field) => cellOf(valueAt(record, field), '|'))
    yield row(page.isTerminal ? cells.map(harmless) : cells)
  }
}
