// What a file holds, one record after another, each with the place it stands at.
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'

/** Where in which file something stands; lines count from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** A record as its format wrote it, so that it can be written back: an object, the cells of a row, or lines of text. */
export type Original = Readonly<Record<string, unknown>> | readonly string[] | string

/** One record of a file, in the interface's names. */
export interface Entry {
  readonly kind: Plural
  readonly values: Readonly<Record<string, unknown>>
  readonly place: Place
  readonly original: Original
  /** Of a spreadsheet, what each field is called in it. */
  readonly called?: ColumnNames
}

/** By field of the interface, the column as the person who made the file calls it. */
export type ColumnNames = Readonly<Record<string, string>>

/** What is wrong with one record; the others go on. */
export interface Flaw {
  readonly text: Text
  readonly hint?: Text
  /** The field as the interface names it, where the fault lies in one. */
  readonly field?: string
  readonly value?: unknown
  /** Alike in all records that have the same thing in their way, such as a name that means nothing: one remedy serves them all. */
  readonly cause?: string
  /** `history undo --force` passes over it. */
  readonly by_force?: true
}

/** A record that cannot be read. */
export interface Unreadable {
  readonly kind?: Plural
  readonly place: Place
  readonly original: Original
  readonly flaws: readonly Flaw[]
}

export type Item = Entry | Unreadable

/** A field as the file calls it: `Eintritt (cost)`, or the interface's name where nothing else was written. */
export function calledIn(entry: Pick<Entry, 'called'> | undefined, field: string): string {
  return entry?.called?.[field] ?? field
}

export function isEntry(item: Item): item is Entry {
  return 'values' in item
}

/** `venues.csv:12: …` */
export function placedText(place: Place, { en, de }: Text): Text {
  return { en: `${placeText(place)}: ${en}`, de: `${placeText(place)}: ${de}` }
}

/** `venues.csv:12` */
export function placeText({ file, line }: Place): string {
  return `${file}:${line}`
}
