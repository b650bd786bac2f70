// Tab-separated values: one record on each line whatever it holds; tabs and line feeds inside are written `\t` and
// `\n`.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { escapeFormulas } from './csv-safe.ts'
import { cellOf, valueAt } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

export const printTsv: Printer = async function* (records, { fields, header, csv_safe, page }) {
  if (header) yield `${fields.join('\t')}\n`
  for await (const record of records) {
    const line = fields
      .map((field) => escaped(escapeFormulas(cellOf(valueAt(record, field), '|'), csv_safe)))
      .join('\t')
    yield `${page.isTerminal ? escapeControls(line) : line}\n`
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(cell: string): string {
  return cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}
