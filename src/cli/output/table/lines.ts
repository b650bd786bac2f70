// The lines of a row: its cells wrapped to the widths of the columns, or its fields below each other.
import type { OutputPage } from '../../types/outcome.ts'
import type { Layout } from '../formats/formats.ts'
import { isolated, markSequence, styled } from '../terminal.ts'
import { blanksAfter, gap, no_break, widthOf, wrapped } from '../text-width.ts'
import type { ScreenColumn } from './columns.ts'

export interface ScreenRow {
  readonly cells: readonly string[]
  /** The address of the record's page, if its name is a link. */
  readonly link: string | undefined
}

interface Drawing {
  readonly columns: readonly ScreenColumn[]
  readonly widths: readonly number[]
}

/** The maximum number of lines of a text, and of a name. */
const lines_max = 4
const name_lines_max = 20
/** Longer lines are hard to read. */
const text_width_max = 100

/** The width of a line. Lines in a pipe have no end. */
export function roomOf({ isTerminal, columns }: OutputPage): number {
  return isTerminal ? columns : Number.POSITIVE_INFINITY
}

/** The width of a line of text. */
export function textWidthOf(page: OutputPage, indent = 0): number {
  return page.isTerminal ? Math.max(Math.min(page.columns - indent, text_width_max), 12) : Number.POSITIVE_INFINITY
}

/** The cells of a row, wrapped to lines. */
export function wrappedCells(
  { cells, link }: ScreenRow,
  { columns, widths }: Drawing,
  { isTerminal }: OutputPage,
): readonly string[] {
  return columns.map(({ whole, names }, i) => {
    const text = cells[i] ?? ''
    const width = isTerminal ? (widths[i] ?? 0) : Number.POSITIVE_INFINITY
    const lines = whole ? [text] : linesOf(text, width, names ? name_lines_max : lines_max)
    return lines.map((line) => linked(isolated(line), names ? link : undefined)).join('\n')
  })
}

/** The name next to the id; below it fields with a line of their own, and fields that share one. */
export function stackedLines(
  { cells, link }: ScreenRow,
  { columns, widths }: Drawing,
  { page, shown_as }: Layout,
): readonly string[] {
  const filled = columns.map((column, i) => ({ column, text: cells[i] ?? '' })).filter(({ text }) => text !== '')
  if (!shown_as) {
    const fields = filled.map(({ column, text }) => ({ name: column.head, text }))
    return [...fieldLines(fields, page, lines_max), '']
  }
  const [id, ...rest] = filled
  const indent = ' '.repeat((widths[0] ?? 0) + gap.length)
  const width = Math.max(page.columns - indent.length, 12)
  const names = rest.filter(({ column }) => column.names)
  const own = rest.filter(({ column }) => column.own_line)
  const others = rest.filter(({ column }) => !column.names && !column.own_line)
  const lines = [
    ...names.flatMap(({ text }) =>
      linesOf(text, width, name_lines_max).map((line) => styled(linked(isolated(line), link), 'bold', page)),
    ),
    ...own.flatMap(({ text }) => linesOf(text, width, lines_max).map(isolated)),
    ...flow(
      others.map(({ column, text }) => (column.bare ? `${column.head}: ${text}` : text)),
      width,
    ),
  ]
  return [
    `${padded(id?.text ?? '', widths[0] ?? 0)}${gap}${lines[0] ?? ''}`,
    ...lines.slice(1).map((line) => indent + line),
  ]
}

interface Field {
  readonly name: string
  readonly text: string
  /** Addresses are not wrapped, so that they can be copied. */
  readonly whole?: boolean
}

/** Each field after its name; continuation lines are indented to the value, and to the text after an arrow. */
export function fieldLines(
  fields: readonly Field[],
  page: OutputPage,
  lines_max_of_field = Number.POSITIVE_INFINITY,
): readonly string[] {
  const width = fields.reduce((most, { name }) => Math.max(most, widthOf(name)), 0)
  const room = textWidthOf(page, width + gap.length)
  return fields.flatMap(({ name, text, whole }) =>
    text
      .split('\n')
      .flatMap((line) => {
        if (whole || line === '') return [line]
        const arrow = line.startsWith('→ ') ? '→ ' : ''
        const parts = linesOf(line.slice(arrow.length), room - arrow.length, lines_max_of_field)
        return parts.map((part, k) => (k === 0 ? arrow : ' '.repeat(arrow.length)) + part)
      })
      .map((line, k) =>
        `${padded(k === 0 ? name : '', width, (shown) => styled(shown, 'faint', page))}${gap}${isolated(line)}`.trimEnd(),
      ),
  )
}

/** The fields as text that is wrapped in a pipe too, as help is. */
export function fieldText(fields: readonly Field[], page: OutputPage, indent = ''): string {
  const lines = fieldLines(fields, { ...page, isTerminal: true, columns: page.columns - indent.length })
  return lines.map((line) => `${indent}${line}\n`).join('')
}

function linesOf(text: string, width: number, lines_max_of_field: number): readonly string[] {
  const lines = widthOf(text) <= width ? [text] : wrapped(text, width, lines_max_of_field)
  return lines.map((line) => line.replaceAll(no_break, ' '))
}

/** Joins texts by dots, wrapped to lines. */
function flow(texts: readonly string[], width: number): readonly string[] {
  const lines: { text: string; width: number }[] = []
  for (const text of texts) {
    const size = widthOf(text)
    const last = lines.at(-1)
    if (last && last.width + dot.length + size <= width) {
      last.text += dot + isolated(text)
      last.width += dot.length + size
    } else
      for (const part of linesOf(text, width, lines_max)) lines.push({ text: isolated(part), width: widthOf(part) })
  }
  return lines.map(({ text }) => text)
}

const dot = ' · '

/** Padded to a width; `decorate` adds sequences that have no width. */
function padded(text: string, width: number, decorate: (text: string) => string = (same) => same): string {
  const blanks = blanksAfter(text, width)
  return text === '' ? blanks : decorate(text) + blanks
}

function linked(text: string, link: string | undefined): string {
  return link === undefined || text === ''
    ? text
    : `${markSequence(`\u001b]8;;${link}\u001b\\`)}${text}${markSequence('\u001b]8;;\u001b\\')}`
}
