// What a printer knows of the place it writes for, and what a printer is.
import type { Language } from '../../base/text/language.ts'
import type { OutcomeItem } from '../core/outcome.ts'

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
