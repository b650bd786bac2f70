// Records as rows of columns: CSV, TSV and Markdown. Nested values have dotted column names.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { cellsOf } from '../fields.ts'
import type { Printer } from './formats.ts'

/** Quoted as in RFC 4180, with LF at line ends; lists are joined by `|`. */
export const printCsv: Printer = async function* (records, { fields, header, csv_safe, page }) {
  const { stringify } = await import('csv-stringify/sync')
  const row = (cells: readonly string[]) =>
    stringify([[...cells]], { record_delimiter: 'unix', quoted_match: /[\r\n]/ })
  if (header) yield row(fields)
  for await (const record of records) {
    const cells = cellsOf(record, fields, '|').map((cell) => escapeFormulas(cell, csv_safe))
    yield row(page.isTerminal ? cells.map(escapeControls) : cells)
  }
}

/** One line per record: tabs and line feeds in a value are written as `\t` and `\n`. */
export const printTsv: Printer = async function* (records, { fields, header, csv_safe, page }) {
  if (header) yield `${fields.join('\t')}\n`
  for await (const record of records) {
    const line = cellsOf(record, fields, '|')
      .map((cell) => escapeTabs(escapeFormulas(cell, csv_safe)))
      .join('\t')
    yield `${page.isTerminal ? escapeControls(line) : line}\n`
  }
}

export const printMarkdown: Printer = async function* (records, { fields, header, page }) {
  if (header) yield `${markdownRow(fields)}${markdownRow(fields.map(() => '---'))}`
  for await (const record of records) {
    const line = markdownRow(cellsOf(record, fields, ', '))
    yield page.isTerminal ? escapeControls(line) : line
  }
}

/** A leading apostrophe keeps spreadsheets from evaluating a cell as a formula. */
function escapeFormulas(cell: string, csv_safe: boolean): string {
  return csv_safe && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell) ? `'${cell}` : cell
}

const tab_escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escapeTabs(cell: string): string {
  return cell.replace(/[\\\t\n\r]/g, (character) => tab_escapes[character] ?? character)
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/[\\|<>`*[\]]/g, '\\$&').replace(/\s*\n\s*/g, '<br>')).join(' | ')} |\n`
}
