// Tables in a pipe or a file: columns as wide as their content; a single record is a list of its fields. What a
// terminal shows is in `../screen/`.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import { cellOf, cellsOf, valueAt } from '../fields.ts'
import { styled } from '../terminal.ts'
import { widthOf } from '../text-width.ts'
import type { Layout, Printer } from './formats.ts'

/** Widths are computed over this many rows, so that a table of any length streams. */
const measured_rows_max = 200
/** Fields of a record that repeat other fields in a form for programs. */
const for_machines = /_details$|^global_id|^json_ld$|^_links$/

export const printTable: Printer = async function* (records, layout) {
  if (layout.page.isTerminal) {
    yield* (await import('../screen/print-screen.ts')).printScreen(records, layout)
    return
  }
  if (layout.single) {
    for await (const record of records) yield listing(record, layout)
    return
  }
  // Loaded on demand: a single record needs no table.
  const { tableLines } = await import('../draw-table.ts')
  let widths: readonly number[] | undefined
  let waiting: Row[] = []
  const block = () => {
    const head = widths === undefined && layout.header ? [layout.fields.map(headOf)] : []
    widths ??= widthsOf(layout, waiting)
    const lines = tableLines([...head, ...waiting], widths)
    waiting = []
    return lines.map((line, i) => `${i < head.length ? styled(line, 'bold', layout.page) : line}\n`).join('')
  }
  for await (const record of records) {
    if (waiting.push(rowOf(record, layout)) === measured_rows_max) yield block()
  }
  if (waiting.length > 0) yield block()
}

type Row = readonly string[]

function rowOf(record: OutcomeItem, { fields }: Layout): Row {
  return cellsOf(record, fields, ', ').map((cell) => shortDate(oneLine(cell)))
}

/** Seconds are ignored: they take room and are nearly always zero. */
export function shortDate(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 16) : text
}

function oneLine(text: string): string {
  return escapeControls(text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' '))
}

function headOf(field: string): string {
  return titleOf(field).toUpperCase()
}

/** `venue.venue` is the name of the venue: `venue`. */
export function titleOf(field: string): string {
  return [...new Set(field.split('.'))].join(' ').replaceAll('_', ' ')
}

/** Fields with the name of a record. */
export const name_fields: ReadonlySet<string> = new Set(['title', 'venue', 'organizer', 'name'])

function widthsOf({ fields }: Layout, rows: readonly Row[]): readonly number[] {
  return fields.map((field, i) =>
    rows.reduce((widest, cells) => Math.max(widest, widthOf(cells[i] ?? '')), widthOf(headOf(field))),
  )
}

/** The fields that hold something, by their names. */
export function fieldsOf(
  record: OutcomeItem,
  { fields, fields_chosen }: Layout,
): readonly (readonly [string, string])[] {
  const shown = fields_chosen ? fields : Object.keys(record).filter((name) => !for_machines.test(name))
  return shown
    .map((name) => [oneLine(name), escapeControls(cellOf(valueAt(record, name), ', '))] as const)
    .filter(([, text]) => text !== '')
}

function listing(record: OutcomeItem, layout: Layout): string {
  const lines = fieldsOf(record, layout)
  const width = Math.max(0, ...lines.map(([name]) => widthOf(name)))
  return lines
    .map(([name, text]) => `${name.padEnd(width)}  ${text.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`)
    .join('')
}
