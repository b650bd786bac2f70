// Tables for people: columns as wide as their content, cut to the terminal; a single record is a list of its fields.
// Drawn here rather than by cli-table3, which takes 13 µs for each cell even in small blocks: `events list --all` of
// 10,000 events took 1.9 s of CPU with it and takes 1.1 s.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import type { OutcomeItem, OutputPage } from '../../core/outcome.ts'
import { cellOf, cellsOf, valueAt } from '../fields/fields.ts'
import { cut, widthOf } from '../text-width.ts'
import { keepStyle } from '../terminal.ts'
import type { Layout, Printer } from './formats.ts'

/** Widths are computed over this many rows, so that a table of any length streams. */
const measured_rows_max = 200
const column_width_min = 6
const gap = '  '
/** Fields of a record that repeat other fields in a form for programs. */
const for_machines = /_details$|^global_id|^json_ld$|^_links$/

export const printTable: Printer = async function* (records, layout) {
  if (layout.single) {
    for await (const record of records) yield listing(record, layout)
    return
  }
  let widths: readonly number[] | undefined
  let waiting: Row[] = []
  for await (const record of records) {
    waiting.push(rowOf(record, layout))
    if (waiting.length < measured_rows_max) continue
    const first = widths === undefined
    widths ??= widthsOf(layout, waiting)
    yield block(layout, widths, waiting, first)
    waiting = []
  }
  if (waiting.length > 0) yield block(layout, widths ?? widthsOf(layout, waiting), waiting, widths === undefined)
}

interface Row {
  readonly cells: readonly string[]
  /** The address of the record's page, where its name may be made clickable. */
  readonly link: string | undefined
}

function rowOf(record: OutcomeItem, { fields, page }: Layout): Row {
  const { url } = record
  const link = page.links && typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) ? url : undefined
  return { cells: cellsOf(record, fields, ', ').map((cell) => shortDate(oneLine(cell))), link }
}

/** Seconds are left out: they take room and are nearly always zero. */
function shortDate(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 16) : text
}

function oneLine(text: string): string {
  return escapeControls(text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' '))
}

function block(
  { fields, header, page }: Layout,
  widths: readonly number[],
  rows: readonly Row[],
  first: boolean,
): string {
  const head = fields.map(headOf)
  const lines = rows.map(({ cells, link }) =>
    line(
      cells,
      widths,
      page,
      link === undefined ? undefined : { column: fields.findIndex((field) => names.has(field)), link },
    ),
  )
  const top = line(head, widths, page, undefined)
  return [
    ...(first && header ? [page.color ? `${keepStyle('\u001b[1m')}${top}${keepStyle('\u001b[22m')}` : top] : []),
    ...lines,
  ]
    .map((text) => `${text}\n`)
    .join('')
}

/** `venue.venue` is the name of the venue: `VENUE`. */
function headOf(field: string): string {
  return [...new Set(field.split('.'))].join(' ').toUpperCase().replaceAll('_', ' ')
}

const names: ReadonlySet<string> = new Set(['title', 'venue', 'organizer', 'name'])

function line(
  cells: readonly string[],
  widths: readonly number[],
  { isTerminal }: OutputPage,
  linked: { readonly column: number; readonly link: string } | undefined,
): string {
  const parts = cells.map((cell, i) => {
    const text = isTerminal ? cut(cell, widths[i] ?? 0) : cell
    const shown =
      i === linked?.column
        ? `${keepStyle(`\u001b]8;;${linked.link}\u001b\\`)}${text}${keepStyle('\u001b]8;;\u001b\\')}`
        : text
    return shown + ' '.repeat(Math.max((widths[i] ?? 0) - widthOf(text), 0))
  })
  return parts.join(gap).trimEnd()
}

/**
 * As wide as the widest cell; on a terminal the widest columns are narrowed until the line fits, dates and numbers
 * last.
 */
function widthsOf({ fields, page }: Layout, rows: readonly Row[]): readonly number[] {
  const widths = fields.map((field, i) =>
    Math.max(widthOf(headOf(field)), ...rows.map(({ cells }) => widthOf(cells[i] ?? ''))),
  )
  if (!page.isTerminal) return widths
  const all = fields.map((_, i) => i)
  const room = page.columns - gap.length * (fields.length - 1)
  return narrowed(
    narrowed(
      widths,
      all.filter((i) => !rows.every(({ cells }) => /^[\d.: -]*$/.test(cells[i] ?? ''))),
      room,
    ),
    all,
    room,
  )
}

function narrowed(widths: readonly number[], columns: readonly number[], room: number): readonly number[] {
  const result = [...widths]
  while (result.reduce((sum, width) => sum + width, 0) > room) {
    const widest = columns.reduce((best, i) => ((result[i] ?? 0) > (result[best] ?? 0) ? i : best), columns[0] ?? 0)
    if (columns.length === 0 || (result[widest] ?? 0) <= column_width_min) break
    result[widest] = (result[widest] ?? 0) - 1
  }
  return result
}

function listing(record: OutcomeItem, { fields, fields_chosen }: Layout): string {
  const shown = fields_chosen ? fields : Object.keys(record).filter((name) => !for_machines.test(name))
  const lines = shown
    .map((name) => [oneLine(name), cellOf(valueAt(record, name), ', ')] as const)
    .filter(([, text]) => text !== '')
  const width = Math.max(0, ...lines.map(([name]) => widthOf(name)))
  return lines
    .map(
      ([name, text]) =>
        `${name.padEnd(width)}  ${escapeControls(text).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`,
    )
    .join('')
}
