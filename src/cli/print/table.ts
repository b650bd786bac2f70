// Tables for people: columns as wide as their content, cut to the terminal; one record stands as a list of its fields.
import { harmless } from '../../base/text.ts'
import type { Item } from '../outcome.ts'
import { cellOf, valueAt } from './fields.ts'
import { fitted, widthOf } from './fit.ts'
import type { Layout, Page, Printer } from './page.ts'

/** Widths are found over this many rows, so that a table of any length streams. */
const measured_rows_max = 200
const column_width_min = 6
const gap = '  '
/** Fields of a record that say again what others say. */
const for_machines = /_details$|^global_id|^json_ld$|^_links$/

export const printTable: Printer = async function* (records, layout) {
  if (layout.single) {
    for await (const record of records) yield listing(record, layout)
    return
  }
  let widths: readonly number[] | undefined
  let waiting: string[][] = []
  for await (const record of records) {
    waiting.push(cells(record, layout.fields))
    if (waiting.length < measured_rows_max) continue
    const first = widths === undefined
    widths ??= widthsOf(layout, waiting)
    yield block(layout, widths, waiting, first)
    waiting = []
  }
  if (waiting.length > 0) yield block(layout, widths ?? widthsOf(layout, waiting), waiting, widths === undefined)
}

function cells(record: Item, fields: readonly string[]): string[] {
  return fields.map((field) => oneLine(cellOf(valueAt(record, field), ', ')))
}

function oneLine(text: string): string {
  return harmless(text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' '))
}

function block({ fields, page }: Layout, widths: readonly number[], rows: readonly string[][], withHead: boolean): string {
  const head = fields.map(headOf)
  const all = withHead ? [head, ...rows] : rows
  return all.map((row) => `${line(row, widths, page)}\n`).join('')
}

/** `venue.venue` is the name of the venue: `VENUE`. */
function headOf(field: string): string {
  return [...new Set(field.split('.'))].join(' ').toUpperCase().replaceAll('_', ' ')
}

function line(row: readonly string[], widths: readonly number[], { isTerminal }: Page): string {
  return row.map((cell, i) => isTerminal ? fitted(cell, widths[i] ?? 0) : filled(cell, widths[i] ?? 0)).join(gap).trimEnd()
}

/** Filled up, never cut: what goes into a pipe is whole. */
function filled(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
}

/** As wide as the widest cell; on a terminal the widest columns give way until the line fits. */
function widthsOf({ fields, page }: Layout, rows: readonly string[][]): readonly number[] {
  const widths = fields.map((field, i) => Math.max(widthOf(headOf(field)), ...rows.map((row) => widthOf(row[i] ?? ''))))
  if (!page.isTerminal) return widths
  const room = page.columns - gap.length * (fields.length - 1)
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= column_width_min) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function listing(record: Item, { fields, fields_chosen }: Layout): string {
  const names = fields_chosen ? fields : Object.keys(record).filter((name) => !for_machines.test(name))
  const lines = names.map((name) => [oneLine(name), cellOf(valueAt(record, name), ', ')] as const).filter(([, text]) => text !== '')
  const width = Math.max(0, ...lines.map(([name]) => widthOf(name)))
  return lines.map(([name, text]) => `${name.padEnd(width)}  ${harmless(text).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`).join('')
}
