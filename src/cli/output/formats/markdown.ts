// A Markdown table.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { cellOf, valueAt } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

export const printMd: Printer = async function* (records, { fields, header, page }) {
  if (header) yield `${row(fields)}${row(fields.map(() => '---'))}`
  for await (const record of records) {
    const line = row(fields.map((field) => cellOf(valueAt(record, field), ', ')))
    yield page.isTerminal ? escapeControls(line) : line
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/[\\|<>`*[\]]/g, '\\$&').replace(/\s*\n\s*/g, '<br>')).join(' | ')} |\n`
}
