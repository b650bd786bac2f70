// The formats of `-o`; each printer is loaded on demand.
import type { Instant } from '../../../base/dates/zoned-time.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Format } from '../../core/choices.ts'
import type { OutcomeItem, OutputPage } from '../../core/outcome.ts'

/** How records are printed. */
export interface Layout {
  /** Dotted names, in the order to show; `fields_chosen` says that the user named them. */
  readonly fields: readonly string[]
  readonly fields_chosen: boolean
  /** One object instead of a list. */
  readonly single: boolean
  /** A first line with the names of the columns. */
  readonly header: boolean
  /** Cells that a spreadsheet would evaluate are escaped. */
  readonly csv_safe: boolean
  /** The total number of records, if known; called after the records are read. */
  readonly total?: () => number | undefined
  readonly page: OutputPage
  /** The records are of one kind, and the user chose no fields: a terminal shows its columns and cards. */
  readonly shown_as?: RecordScreen
}

/** How a terminal shows records of a kind. */
export interface RecordScreen {
  readonly plural: Plural
  /** Dates that sort. */
  readonly iso_dates: boolean
  readonly now: Instant
  /** The zone of the viewer. */
  readonly zone: string
  /** Records have pages that a browser opens. */
  readonly hasPages: boolean
}

/** Turns records into text, piece by piece. */
export type Printer = (records: AsyncIterable<OutcomeItem>, layout: Layout) => AsyncIterable<string>

const printers: Readonly<Record<Format, () => Promise<Printer>>> = {
  table: async () => (await import('./table.ts')).printTable,
  json: async () => (await import('./structured.ts')).printJson,
  ndjson: async () => (await import('./structured.ts')).printNdjson,
  csv: async () => (await import('./rows.ts')).printCsv,
  tsv: async () => (await import('./rows.ts')).printTsv,
  yaml: async () => (await import('./structured.ts')).printYaml,
  md: async () => (await import('./rows.ts')).printMarkdown,
  count: async () => (await import('./lines.ts')).printCount,
  ics: async () => (await import('./ics.ts')).printIcs,
  ids: async () => (await import('./lines.ts')).printIds,
}

export function printerOf(format: Format): Promise<Printer> {
  return printers[format]()
}
