// The result of a command: data and messages, independent of the output format, and the choices of flags that determine
// it.
import type { ErrorCode } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Language, Text, Note } from '../../base/text/language.ts'
import type { PlanResult, Step } from '../../bulk/plan/plan.ts'
import type { Plural } from '../../spec/model.ts'

/** What output is rendered for: its size, language and capabilities. */
export interface OutputPage {
  readonly isTerminal: boolean
  /** Width in cells. */
  readonly columns: number
  /** Height, if it has one. */
  readonly lines?: number | undefined
  readonly language: Language
  /** Whether ANSI colors may be used. */
  readonly color: boolean
  /** Whether text may be made clickable. */
  readonly links: boolean
}

/** A record as the service sent it, unknown keys included. */
export type OutcomeItem = JsonObject

interface Ending {
  /**
   * Determines the exit code, 0 by default. Read after all output is printed, so a getter can include errors of
   * printing. A number is the exit code of another program.
   */
  readonly exit?: ErrorCode | number | undefined
  /** What the output leaves out; printed after it, on stderr, a line for each text. */
  readonly notes?: () => readonly Note[]
}

/** The kind of the records, which tables and cards show for people. */
export interface ShownAs {
  readonly plural: Plural
  /** `--iso`: dates as `YYYY-MM-DD HH:MM`. */
  readonly iso_dates?: boolean
}

/** What the data has in tables and CSV, unless `--fields` is given. */
interface Columns {
  /** By default, those of the kind; `venue.city` is nested. */
  readonly columns?: readonly string[]
  /** The headings of columns; by default, the names of the fields. */
  readonly headings?: Readonly<Record<string, Text>> | undefined
  readonly shown_as?: ShownAs
}

/** A list; printers stream it. */
export interface Records extends Ending, Columns {
  readonly kind: 'records'
  readonly records: AsyncIterable<OutcomeItem>
  /** The total number of records, known when they have been read. */
  readonly total?: (() => number | undefined) | undefined
  /** Shows only this many records after sorting; `records` yields all of them. */
  readonly limit?: number
}

/** One record. */
export interface Single extends Ending, Columns {
  readonly kind: 'record'
  readonly record: OutcomeItem
}

/** Written records: a line on stderr for each; the objects on stdout only if a format was requested. */
export interface Written extends Ending {
  readonly kind: 'written'
  readonly shown_as: ShownAs
  /** The run that wrote them; undefined if it wrote nothing. */
  readonly run: string | undefined
  readonly records: AsyncIterable<WrittenItem>
  /** A single record was requested: JSON is an object, not a list. */
  readonly single?: true
}

export interface WrittenItem {
  readonly done: Text
  readonly record: OutcomeItem
  readonly result: PlanResult
}

/** Text laid out for people (a plan, a month, an explanation) with its data: the table format prints the text. */
export interface ViewOutcome extends Ending, Columns {
  readonly kind: 'view'
  readonly render: (page: OutputPage, fields: readonly string[] | undefined) => string | AsyncIterable<string>
  /** `render` shows the fields of `--fields`; without this, they are printed as a table. */
  readonly shows_fields?: true
  readonly records: AsyncIterable<OutcomeItem>
  /** The data is one object, not a list. */
  readonly single?: true
  /** The steps that were previewed, if they are in memory. */
  readonly steps?: readonly Step[]
}

/**
 * `value` is any JSON value, printed as JSON in every format: `doc`, `index`, `api`. `text` is the result in every
 * format: help, a script, a response that isn't JSON. `done` has no output.
 */
export type Outcome =
  | Records
  | Single
  | Written
  | ViewOutcome
  | (Ending & { readonly kind: 'value'; readonly value: Json | undefined })
  | (Ending & { readonly kind: 'text'; readonly text: string })
  | (Ending & { readonly kind: 'done' })

/** Items as a stream. */
export async function* streamOf<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items
}

/** The formats of `-o`. */
export const format_names = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count', 'ics'] as const

export type Format = (typeof format_names)[number]

/** Whether records are shown to people, rather than printed as data. */
export function isTable(format: Format | undefined): format is 'table' | undefined {
  return format === undefined || format === 'table'
}

/** Names of formats in other programs. */
const other_names: Readonly<Partial<Record<Format, readonly string[]>>> = {
  csv: ['xlsx', 'xls', 'excel', 'ods', 'spreadsheet'],
  table: ['text', 'txt', 'plain', 'list', 'pretty', 'default'],
  ids: ['name', 'names', 'id'],
  ndjson: ['jsonl', 'jsonlines'],
  ics: ['ical', 'icalendar', 'vcal'],
  yaml: ['yml'],
  md: ['markdown'],
}

/** The format of a name, also of one that cal writes as another: `xlsx`. */
export function formatNamed(word: string): Format | undefined {
  return format_names.find((name) => name === word || other_names[name]?.includes(word))
}

export const progress_forms = ['auto', 'bar', 'lines', 'ndjson', 'none'] as const

export type ProgressForm = (typeof progress_forms)[number]

/** The pages of `cal help TOPIC`. */
export const topic_names = ['filters', 'dates', 'output', 'import', 'exit-codes', 'environment', 'security'] as const

export type TopicName = (typeof topic_names)[number]
