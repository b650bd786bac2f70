// The formats of `-o`; each printer is loaded on demand.
import type { Instant } from '../../../base/dates/zoned-time.ts'
import type { Text } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Format, OutcomeItem, OutputPage } from '../../types/outcome.ts'

/** The options of a printer. */
export interface Layout {
  /** Dotted names, in order. `fields_chosen`: given by `--fields`, rather than the default. */
  readonly fields: readonly string[]
  readonly fields_chosen: boolean
  /** One object instead of a list. */
  readonly single: boolean
  /** The headings of fields; by default, their names. */
  readonly headings?: Readonly<Record<string, Text>> | undefined
  /** Print a first line with the names of the columns. */
  readonly header: boolean
  /** Escape cells that a spreadsheet would evaluate. */
  readonly csv_safe: boolean
  /** The total number of records, if known; called after the records are read. */
  readonly total?: (() => number | undefined) | undefined
  readonly page: OutputPage
  /** How tables show the records; undefined if they are of no known kind, or `--fields` is given. */
  readonly shown_as?: RecordScreen
}

/** A table with its head, for a part of a text. */
export function tableLayout(page: OutputPage, fields: readonly string[]): Layout {
  return { page, fields, fields_chosen: false, single: false, header: true, csv_safe: false }
}

/** How tables show records of one kind. */
export interface RecordScreen {
  readonly plural: Plural
  /** Dates as `YYYY-MM-DD HH:MM`. */
  readonly iso_dates: boolean
  readonly now: Instant
  /** The zone of the viewer. */
  readonly zone: string
  /** The records have web pages to link to. */
  readonly hasPages: boolean
}

/** Formats records as a stream of text. */
export type Printer = (records: AsyncIterable<OutcomeItem>, layout: Layout) => AsyncIterable<string>

const printers: Readonly<Record<Format | 'card', () => Promise<Printer>>> = {
  table: async () => (await import('../table/print-table.ts')).printTable,
  card: async () => (await import('../table/card.ts')).printCards,
  json: async () => (await import('./structured.ts')).printJson,
  ndjson: async () => (await import('./structured.ts')).printNdjson,
  csv: async () => (await import('./structured.ts')).printCsv,
  tsv: async () => (await import('./structured.ts')).printTsv,
  yaml: async () => (await import('./structured.ts')).printYaml,
  md: async () => (await import('./structured.ts')).printMarkdown,
  count: async () => (await import('./structured.ts')).printCount,
  ics: async () => (await import('./structured.ts')).printIcs,
  ids: async () => (await import('./structured.ts')).printIds,
}

/** A single record is a card instead of a table. */
export function printerOf(format: Format, { single }: Pick<Layout, 'single'>): Promise<Printer> {
  return printers[format === 'table' && single ? 'card' : format]()
}
