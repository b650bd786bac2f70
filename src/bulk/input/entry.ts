// The records of a file, each with its location.
import type { Json, JsonObject } from '../../base/json.ts'
import type { DateOrder } from '../../base/dates/days.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'

export const input_formats = ['json', 'ndjson', 'csv', 'tsv', 'xlsx', 'ods', 'yaml', 'ics'] as const
export type InputFormat = (typeof input_formats)[number]

export const export_formats = ['json', 'ndjson', 'csv', 'yaml', 'ics'] as const
export type ExportFormat = (typeof export_formats)[number]

/** A line of a file; lines count from 1. */
export interface InputLocation {
  readonly file: string
  readonly line: number
}

/** A record as in its file, to be written to the file of rejected records: an object, cells, or lines of text. */
export type OriginalRow = JsonObject | readonly string[] | string

/** One record of a file, with the interface's field names. */
export interface Entry {
  readonly kind: Plural
  readonly values: JsonObject
  readonly location: InputLocation
  readonly original: OriginalRow
  /** The column names of a spreadsheet, by field. */
  readonly column_names?: ColumnNames
  /** The order of day and month in the dates of a spreadsheet. */
  readonly order?: DateOrder
  /** Cells that cannot be read; the errors of the other fields are found when the entry is parsed. */
  readonly row_errors?: readonly InputError[]
  /** The row does not say when the event ends. */
  readonly end_assumed?: true
  /** Of a format without markup: texts may be those of a record that has some. */
  readonly has_plain_texts?: true
  /** A cancelled event that its status does not hide: it is kept, but not published (decision 13). */
  readonly hidden?: true
  /** The id of a record that is copied, in the calendar it is copied from. */
  readonly source_id?: number
}

/** Column names in the file, by field of the interface. */
export type ColumnNames = Readonly<Record<string, string>>

/** An error in one record; the others are processed. */
export interface InputError {
  readonly text: Text
  readonly hint?: Text
  /** The interface's name of the field that the error is about, if any. */
  readonly field?: string
  readonly value?: Json | undefined
  /**
   * Equal for records with the same error and remedy, such as a reference to one missing venue.
   */
  readonly cause?: string
  /** The record has a field that the interface does not have. */
  readonly unknown_field?: string
  /** `history undo --force` ignores it. */
  readonly by_force?: true
}

/** A record that cannot be read. */
export interface UnreadableEntry {
  readonly kind?: Plural
  readonly location: InputLocation
  readonly original: OriginalRow
  readonly errors: readonly InputError[]
}

export type InputItem = Entry | UnreadableEntry

/** The records of a source in order, as many together as were read together: a promise for each costs too much. */
export type InputBatches = AsyncIterable<Iterable<InputItem>>

/** The name of a field in the file, `Eintritt (cost)`, or the interface's name if the file has none. */
export function columnNameIn(entry: Pick<Entry, 'column_names'> | undefined, field: string): string {
  return entry?.column_names?.[field] ?? field
}

export function isEntry(item: InputItem): item is Entry {
  return 'values' in item
}

/** `venues.csv:12: …` */
export function locatedText(location: InputLocation, text: Text): Text {
  return eachLanguage((language) => `${locationText(location)}: ${text[language]}`)
}

/** `venues.csv:12` */
export function locationText({ file, line }: InputLocation): string {
  return `${file}:${line}`
}

/** A field whose cell could not be read is not reported as missing or wrong as well. */
export function withRowErrors(
  row_errors: readonly InputError[] | undefined,
  errors: readonly InputError[],
): readonly InputError[] {
  if (row_errors === undefined) return errors
  const reported = new Set(row_errors.map(({ field }) => field))
  return [...row_errors, ...errors.filter(({ field }) => field === undefined || !reported.has(field))]
}

/** Whether a text contains NUL: services truncate it there, or replace the character. */
export function holdsNul(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('\0')
}

export const text_without_nul: Text = t('text without the control character U+0000')
