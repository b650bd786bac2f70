// The result of a command: data and messages, independent of the output format.
import type { ErrorCode } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Language, Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'

/** The place that output is written to. */
export interface OutputPage {
  readonly isTerminal: boolean
  /** Width in cells. */
  readonly columns: number
  /** Height, where it has one. */
  readonly lines?: number | undefined
  readonly language: Language
  /** Whether ANSI colours may be used. */
  readonly color: boolean
  /** Whether text may be made clickable. */
  readonly links: boolean
}

/** A record as the service sent it, unknown keys included. */
export type OutcomeItem = JsonObject

interface Ending {
  /**
   * 0 where absent; read when everything is shown, so a getter may tell what happened meanwhile. A number is another
   * program's exit code.
   */
  readonly ends?: ErrorCode | number | undefined
}

/** Records of a kind, for the columns and cards of a terminal. */
export interface ShownAs {
  readonly plural: Plural
  /** `--iso`: dates that sort. */
  readonly iso_dates?: boolean
}

/** A list; printers stream it. */
export interface Records extends Ending {
  readonly kind: 'records'
  readonly records: AsyncIterable<OutcomeItem>
  /** The columns of tables and CSV where the user names none; `venue.city` reaches inside. */
  readonly columns: readonly string[]
  readonly shown_as?: ShownAs
  /** How many there are in all, known when the records are read. */
  readonly total?: () => number | undefined
  /** The records are complete; this many of them are shown after sorting. */
  readonly limit?: number
  /** The list is only a part: printed after it, on stderr. */
  readonly note?: () => Text | undefined
}

/** One record. */
export interface Single extends Ending {
  readonly kind: 'record'
  readonly record: OutcomeItem
  readonly columns: readonly string[]
  readonly shown_as?: ShownAs
}

/** Something was written: a line on stderr for each, the objects on stdout only where a format was asked for. */
export interface Written extends Ending {
  readonly kind: 'written'
  readonly records: AsyncIterable<{ readonly done: Text; readonly record: OutcomeItem }>
  /** Exactly one was asked for: JSON is an object, not a list. */
  readonly single?: true
  readonly columns: readonly string[]
}

/**
 * A picture for people (a plan, a month, an explanation) over data for machines: the table format shows the picture.
 */
export interface ViewOutcome extends Ending {
  readonly kind: 'view'
  readonly picture: (page: OutputPage, fields: readonly string[] | undefined) => string | AsyncIterable<string>
  /** The picture shows the fields that the user chose; without this they are shown as a table. */
  readonly shows_fields?: true
  readonly records: AsyncIterable<OutcomeItem>
  readonly columns: readonly string[]
  /** The data is one object, not a list. */
  readonly single?: true
}

/** Any JSON value, shown as JSON in every format: `doc`, `index`, `api`. */
export interface ValueOutcome extends Ending {
  readonly kind: 'value'
  readonly value: Json | undefined
}

/** Text that is the result, in every format: help, a script, an answer that is no JSON. */
export interface Words extends Ending {
  readonly kind: 'words'
  readonly words: string
}

/** Nothing to show. */
export interface Done extends Ending {
  readonly kind: 'done'
}

export type Outcome = Records | Single | Written | ViewOutcome | ValueOutcome | Words | Done

/** Items as a stream. */
export async function* streamOf<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items
}
