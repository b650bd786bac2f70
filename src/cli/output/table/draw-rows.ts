// The columns of a table, and its rows as text.
import { dayOf, hasWallForm } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import { all_day_words, eventTimeOf, sortableTime, statusIn, timeText } from '../../../spec/event-parts.ts'
import type { Plural } from '../../../spec/model.ts'
import type { OutcomeItem, OutputPage } from '../../types/outcome.ts'
import { cellOf, name_fields, titleOf, valueAt } from '../fields.ts'
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
  /** The positions of the columns that are shown. */
  readonly shown: readonly number[]
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
  { columns, shown, widths }: Drawing,
  { isTerminal }: OutputPage,
): readonly string[] {
  return shown.map((i) => {
    const [text, column] = [cells[i] ?? '', columns[i]]
    const width = isTerminal ? (widths[i] ?? 0) : Number.POSITIVE_INFINITY
    const lines = column?.whole ? [text] : linesOf(text, width, column?.names ? name_lines_max : lines_max)
    return lines.map((line) => linked(isolated(line), column?.names ? link : undefined)).join('\n')
  })
}

/** The name next to the id; below it fields with a line of their own, and fields that share one. */
export function stackedLines(
  { cells, link }: ScreenRow,
  { columns, shown, widths }: Drawing,
  { page, shown_as }: Layout,
): readonly string[] {
  const filled = shown.flatMap((i) => {
    const [column, text] = [columns[i], cells[i] ?? '']
    return column === undefined || text === '' ? [] : [{ column, text }]
  })
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
export function flow(texts: readonly string[], width: number): readonly string[] {
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
  /** Never wrapped. */
  readonly whole?: true
  /** The minimum width of a readable column. */
  readonly width_min?: number
  /** The name of the record: the widest column, linked to its page. */
  readonly names?: true
  /** Printed once below the table if all records share it. */
  readonly shared?: true
  /** Shown with its name if there is no header. */
  readonly bare?: true
  /** On its own line if there are no columns. */
  readonly own_line?: true
}

/** The context that columns of records depend on. */
export type ColumnContext = Pick<Layout, 'page'> & RecordScreen

export function recordColumns(context: ColumnContext): readonly ScreenColumn[] {
  return columns_of[context.plural](context)
}

/** Fields as they are, with their headings or names. */
export function fieldColumns({
  fields,
  headings = {},
  page: { language },
}: Pick<Layout, 'fields' | 'headings' | 'page'>): readonly ScreenColumn[] {
  return fields.map((field) => ({
    head: headings[field]?.[language] ?? titleOf(field),
    cell: (record) => withoutSeconds(textAt(record, field)),
    ...(field === 'id' ? { whole: true } : {}),
    ...(name_fields.has(field) ? { names: true } : {}),
  }))
}

const columns_of: Readonly<Record<Plural, (context: ColumnContext) => readonly ScreenColumn[]>> = {
  events: (context) => [
    id,
    whenColumn(context),
    nameColumn('title', t('title'), context),
    shared('venue.venue', t('venue'), context),
    shared('categories.name', t('categories'), context),
    status(context),
    zoneColumn(context),
  ],
  venues: (context) => [
    id,
    nameColumn('venue', t('name'), context),
    shared('address', t('address'), context),
    shared('city', t('city'), context),
    shared('country', t('country'), context),
    status(context),
  ],
  organizers: (context) => [
    id,
    nameColumn('organizer', t('name'), context),
    shared('email', t('email'), context),
    { ...shared('phone', t('phone'), context), whole: true },
    shared('website', t('website'), context),
    status(context),
  ],
  categories: (context) => [...termColumns(context), parent(context), count(context)],
  tags: (context) => [...termColumns(context), count(context)],
}

const id: ScreenColumn = { head: 'id', cell: (record) => textAt(record, 'id'), whole: true }

function whenColumn({ page, now, zone, iso_dates }: ColumnContext): ScreenColumn {
  const { language } = page
  const year = dayOf(wallAt(now, zone)).slice(0, 4)
  return {
    head: t('when')[language],
    cell: (record) => {
      const time = eventTimeOf(record)
      if (time === undefined) return withoutSeconds(textAt(record, 'start_date'))
      return gluedTime(
        iso_dates || !page.isTerminal ? sortableTime(time) : timeText(time, { language, year }),
        language,
      )
    },
    width_min: 23,
    own_line: true,
  }
}

/** Makes spaces unbreakable, except after a dash and before parts without a date: `22:00–02:00 +1` stays together. */
export function gluedTime(text: string, language: Language): string {
  const glued = text.replace(/(?<!–) (?!\d\d:\d\d–)/g, no_break)
  const all_day = all_day_words[language].replaceAll(' ', no_break)
  return glued.endsWith(no_break + all_day) ? `${glued.slice(0, -all_day.length - 1)} ${all_day}` : glued
}

function nameColumn(field: string, head: Text, { page }: ColumnContext): ScreenColumn {
  return { head: head[page.language], cell: (record) => textAt(record, field), names: true, width_min: 16 }
}

function shared(field: string, head: Text, { page }: ColumnContext): ScreenColumn {
  return { head: head[page.language], cell: (record) => textAt(record, field), shared: true, width_min: 8 }
}

function status(context: ColumnContext): ScreenColumn {
  const { language } = context.page
  const cell = (record: OutcomeItem) => statusIn(textAt(record, 'status'), language)
  return { ...shared('status', t('status'), context), cell, whole: true }
}

/** A terminal doesn't show the viewer's own zone. */
function zoneColumn({ page, zone }: ColumnContext): ScreenColumn {
  return {
    head: t('time zone')[page.language],
    cell: (record) => (page.isTerminal && record.timezone === zone ? '' : textAt(record, 'timezone')),
    shared: true,
    width_min: 8,
  }
}

function termColumns(context: ColumnContext): readonly ScreenColumn[] {
  return [id, nameColumn('name', t('name'), context), shared('slug', t('slug'), context)]
}

function parent(context: ColumnContext): ScreenColumn {
  const column = shared('parent', t('parent'), context)
  return { ...column, cell: (record) => (record.parent === 0 ? '' : textAt(record, 'parent')), bare: true }
}

function count({ page }: ColumnContext): ScreenColumn {
  const head = t('events')[page.language]
  return { head, cell: (record) => textAt(record, 'count'), whole: true, bare: true }
}

/** Seconds take room and are nearly always zero. */
function withoutSeconds(text: string): string {
  return hasWallForm(text) ? text.slice(0, 16) : text
}

function textAt(record: OutcomeItem, field: string): string {
  return escapeControlsInLine(cellOf(valueAt(record, field), ', ').replaceAll('\t', ' '))
}
