// The options of a view: language, size, colours and time zone.
import type { Day } from '../../base/dates/days.ts'
import type { Weekday } from '../../base/dates/day-names.ts'
import type { Language } from '../../base/text/language.ts'
import type { Palette } from './palette.ts'

export interface ViewOptions {
  readonly language: Language
  readonly palette: Palette
  readonly columns: number
  /** Height of the terminal; undefined if the output isn't a terminal. */
  readonly lines?: number | undefined
  readonly week_start: Weekday
  readonly today: Day
  /** The zone of all times; undefined for each event's own. */
  readonly zone?: string | undefined
}
