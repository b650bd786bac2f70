// The columns of a table, and its rows as text.
import { dayOf, hasWallForm } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import { all_day_words, statusText, whenText } from '../../../spec/event-parts.ts'
import type { OutcomeItem, OutputPage } from '../../types/outcome.ts'
import { cellOf, escapedLine, name_fields, titleOf, valueAt } from '../fields.ts'
import type { Layout, RecordScreen } from '../formats/formats.ts'
import { isolated, markSequence, styled } from '../terminal.ts'
import { gap, no_break, widthOf, wrapped } from '../text-width.ts'

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

/** Each field after its name; continuation lines are indented to the value. */
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
      .flatMap((line) => (whole || line === '' ? [line] : linesOf(line, room, lines_max_of_field)))
      .map((line, k) =>
        `${padded(k === 0 ? name : '', width, (shown) => styled(shown, 'faint', page))}${gap}${isolated(line)}`.trimEnd(),
      ),
  )
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

/** Padded to a width; `dress` adds sequences that have no width. */
function padded(text: string, width: number, decorate: (text: string) => string = (same) => same): string {
  const blanks = ' '.repeat(Math.max(width - widthOf(text), 0))
  return text === '' ? blanks : decorate(text) + blanks
}

function linked(text: string, link: string | undefined): string {
  return link === undefined || text === ''
    ? text
    : `${markSequence(`\u001b]8;;${link}\u001b\\`)}${text}${markSequence('\u001b]8;;\u001b\\')}`
}

export interface ScreenColumn {
  /** The name of the column, printed in capitals. */
  readonly head: string
  readonly cell: (record: OutcomeItem) => string
  /** The minimum width of a readable column. */
  readonly width_min: number
  /** The name of the record: the widest column, linked to its page. */
  readonly names: boolean
  /** Never wrapped. */
  readonly whole?: boolean
  /** Shown with its name if there is no header. */
  readonly bare?: true
  /** On its own line if there are no columns. */
  readonly own_line?: true
}

/** How tables show a field of a record; `cell` is its text by default. */
type ShownField = Partial<Omit<ScreenColumn, 'head' | 'cell'>> & {
  readonly head: Text
  readonly cell?: (record: OutcomeItem, page: OutputPage, screen: RecordScreen) => string
}

const shown_fields: Readonly<Record<string, ShownField>> = {
  title: { head: t('title') },
  start_date: { head: t('when'), cell: whenCell, width_min: 23, own_line: true },
  'venue.venue': { head: t('venue') },
  'categories.name': { head: t('categories') },
  venue: { head: t('name') },
  organizer: { head: t('name') },
  name: { head: t('name') },
  address: { head: t('address') },
  city: { head: t('city') },
  country: { head: t('country') },
  email: { head: t('email') },
  phone: { head: t('phone'), whole: true },
  website: { head: t('website') },
  slug: { head: t('slug') },
  parent: { head: t('parent'), cell: (record) => (record.parent === 0 ? '' : textAt(record, 'parent')), bare: true },
  count: { head: t('events'), whole: true, bare: true },
}

/** Fields that are part of another text: of `start_date`, or of the name (`Jazz night (draft)`). */
const fields_of_others: ReadonlySet<string> = new Set(['end_date', 'timezone', 'status'])

const name_width_min = 16
const column_width_min = 8

/** A column for each field: of known records as people read them, otherwise the fields as they are. */
export function columnsOf({ fields, headings = {}, page, shown_as }: Layout): readonly ScreenColumn[] {
  return fields
    .filter((field) => !shown_as || !fields_of_others.has(field))
    .map((field) => {
      const { head, cell, ...shown }: Partial<ShownField> = (shown_as && shown_fields[field]) ?? {}
      const names = name_fields.has(field)
      return {
        names,
        whole: field === 'id',
        width_min: names ? name_width_min : column_width_min,
        ...shown,
        head: (head ?? headings[field])?.[page.language] ?? titleOf(field),
        cell: (record) =>
          (cell && shown_as ? cell(record, page, shown_as) : withoutSeconds(textAt(record, field))) +
          (names && shown_as ? statusNote(record, page) : ''),
      }
    })
}

/** ` (draft)`; empty for a published record. */
function statusNote({ status }: OutcomeItem, { language }: OutputPage): string {
  const text = escapedLine(statusText(status, language))
  return text === '' ? '' : ` (${text})`
}

/** A terminal omits the current year and the zone of the viewer; `--iso` and a pipe have dates that sort. */
function whenCell(record: OutcomeItem, { isTerminal, language }: OutputPage, screen: RecordScreen): string {
  const { iso_dates, now, zone } = screen
  const year = dayOf(wallAt(now, zone)).slice(0, 4)
  const sortable = iso_dates || !isTerminal
  const text = whenText(record, { language, year, sortable, own_zone: isTerminal ? zone : undefined })
  return text === undefined
    ? withoutSeconds(textAt(record, 'start_date'))
    : gluedTime(escapeControlsInLine(text), language)
}

/**
 * Makes spaces unbreakable, except after a dash and before parts without a date: `22:00–02:00 +1` stays together. A
 * zone may be on its own line.
 */
export function gluedTime(text: string, language: Language): string {
  const glued = text.replace(/(?<!–) (?!\d\d:\d\d–|\()/g, no_break)
  const all_day = all_day_words[language].replaceAll(' ', no_break)
  return glued.endsWith(no_break + all_day) ? `${glued.slice(0, -all_day.length - 1)} ${all_day}` : glued
}

/** Seconds take room and are nearly always zero. */
function withoutSeconds(text: string): string {
  return hasWallForm(text) ? text.slice(0, 16) : text
}

export function textAt(record: OutcomeItem, field: string): string {
  return escapeControlsInLine(cellOf(valueAt(record, field), ', ').replaceAll('\t', ' '))
}
