// What a file holds, one record after another, each with the place it stands at.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'

/** Where in which file something stands; lines count from 1. */
export interface InputLocation {
  readonly file: string
  readonly line: number
}

/** A record as its format wrote it, so that it can be written back: an object, the cells of a row, or lines of text. */
export type OriginalRow = JsonObject | readonly string[] | string

/** One record of a file, in the interface's names. */
export interface Entry {
  readonly kind: Plural
  readonly values: JsonObject
  readonly location: InputLocation
  readonly original: OriginalRow
  /** Of a spreadsheet, what each field is called in it. */
  readonly column_names?: ColumnNames
}

/** By field of the interface, the column as the person who made the file calls it. */
export type ColumnNames = Readonly<Record<string, string>>

/** What is wrong with one record; the others go on. */
export interface InputError {
  readonly text: Text
  readonly hint?: Text
  /** The field as the interface names it, where the fault lies in one. */
  readonly field?: string
  readonly value?: Json | undefined
  /**
   * Alike in all records that have the same thing in their way, such as a name that means nothing: one remedy serves
   * them all.
   */
  readonly cause?: string
  /** `history undo --force` passes over it. */
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

/** A field as the file calls it: `Eintritt (cost)`, or the interface's name where nothing else was written. */
export function columnNameIn(entry: Pick<Entry, 'column_names'> | undefined, field: string): string {
  return entry?.column_names?.[field] ?? field
}

export function isEntry(item: InputItem): item is Entry {
  return 'values' in item
}

/** `venues.csv:12: …` */
export function locatedText(location: InputLocation, { en, de }: Text): Text {
  return { en: `${locationText(location)}: ${en}`, de: `${locationText(location)}: ${de}` }
}

/** `venues.csv:12` */
export function locationText({ file, line }: InputLocation): string {
  return `${file}:${line}`
}
