// The words for units of time, as dates, durations, shifts and periods take them.
import { keysOf } from '../collections.ts'
import { type Day, daysLater, monthsLater } from './days.ts'

interface UnitWords {
  readonly letters: string
  readonly words: string
}

const unit_words = {
  minute: { letters: 'm', words: 'minutes?|minuten?|mins?\\.?' },
  hour: { letters: 'h', words: 'hrs?|hours?|std\\.?|stunden?|heures?' },
  day: { letters: 'd|t', words: 'days?|tag(?:en?)?|jours?' },
  week: { letters: 'w', words: 'wks?|weeks?|wochen?' },
  month: { letters: 'mo', words: 'months?|monat(?:en?)?' },
  year: { letters: 'y|j', words: 'years?|jahr(?:en?)?' },
} as const satisfies Readonly<Record<string, UnitWords>>

export type TimeUnit = keyof typeof unit_words

/** A regular expression for the words of units: `hours`, `Std.`, but not `h`. */
export function unitWords(...of: readonly TimeUnit[]): string {
  return of.map((unit) => unit_words[unit].words).join('|')
}

/** The same, and for their letters. */
export function unitForm(...of: readonly TimeUnit[]): string {
  return [unitWords(...of), ...of.map((unit) => unit_words[unit].letters)].join('|')
}

const forms = keysOf(unit_words).map((unit) => ({ unit, form: new RegExp(`^(?:${unitForm(unit)})$`, 'i') }))

/** `Stunden`, `hrs`, `h` → `hour`; undefined for other words. */
export function unitNamed(word: string): TimeUnit | undefined {
  return forms.find(({ form }) => form.test(word))?.unit
}

/** The day that is this many units later; undefined for hours and minutes. */
export function unitsLater(day: Day, count: number, unit: TimeUnit | undefined): Day | undefined {
  if (unit === 'day') return daysLater(day, count)
  if (unit === 'week') return daysLater(day, count * 7)
  if (unit === 'month') return monthsLater(day, count)
  return unit === 'year' ? monthsLater(day, count * 12) : undefined
}
