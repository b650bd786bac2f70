// The formats of `-o`: each is one file, loaded when it is asked for.
import type { Format } from '../../core/choices.ts'
import type { OutcomeItem, OutputPage } from '../../core/outcome.ts'

/** How records are to be shown. */
export interface Layout {
  /** Dotted names, in the order to show; `fields_chosen` says that the user named them. */
  readonly fields: readonly string[]
  readonly fields_chosen: boolean
  /** One object instead of a list. */
  readonly single: boolean
  /** A first line with the names of the columns. */
  readonly header: boolean
  /** Cells that a spreadsheet would calculate are escaped. */
  readonly csv_safe: boolean
  /** How many there are beside what came, as far as is known; asked when the records are read. */
  readonly total?: () => number | undefined
  readonly page: OutputPage
}

/** A format: records in, text out, a piece at a time. */
export type Printer = (records: AsyncIterable<OutcomeItem>, layout: Layout) => AsyncIterable<string>

const printers: Readonly<Record<Format, () => Promise<Printer>>> = {
  table: async () => (await import('./table.ts')).printTable,
  json: async () => (await import('./json.ts')).printJson,
  ndjson: async () => (await import('./json.ts')).printNdjson,
  csv: async () => (await import('./csv.ts')).printCsv,
  tsv: async () => (await import('./tsv.ts')).printTsv,
  yaml: async () => (await import('./yaml.ts')).printYaml,
  md: async () => (await import('./markdown.ts')).printMd,
  count: async () => (await import('../fields/count.ts')).printCount,
  ics: async () => (await import('./ics.ts')).printIcs,
  ids: async () => (await import('./ids.ts')).printIds,
}

export function printerOf(format: Format): Promise<Printer> {
  return printers[format]()
}
