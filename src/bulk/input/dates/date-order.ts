// Evidence of the order of dates in a table: `25/11/2027` has the day first, `3/4/2027` is ambiguous.
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { type InputLocation, locationText } from '../entry.ts'

/** Collects dates while the order is assumed to be month first. */
export class DateOrderEvidence {
  #open: { readonly text: string; readonly location: InputLocation } | undefined
  #month_first = false

  /** Errors: `usage` for a date with the day first: the other dates of the table would be read wrongly. */
  see(cell: string, location: InputLocation): void {
    const [, first = '', second = ''] = /^\D{0,12}?(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)\b/.exec(cell.trim()) ?? []
    if (first === '') return
    const [a, b] = [Number(first), Number(second)]
    if (a > 12 && a <= 31 && b >= 1 && b <= 12) throw dayFirst(cell.trim(), location)
    if (b > 12) this.#month_first = true
    else if (a !== b) this.#open ??= { text: cell.trim(), location }
  }

  /** The warning if no date of the table shows which number is the month. */
  warning(): Text | undefined {
    if (this.#month_first || !this.#open) return undefined
    const { text, location } = this.#open
    return {
      en: `${locationText(location)}: "${text}" is read month first; --date-order dmy reads the day first`,
      de: `${locationText(location)}: „${text}“ wird mit dem Monat zuerst gelesen; --date-order dmy liest den Tag zuerst`,
    }
  }
}

function dayFirst(text: string, location: InputLocation): CalError {
  return new CalError(
    'usage',
    {
      en: `${locationText(location)}: "${text}" begins with the day`,
      de: `${locationText(location)}: „${text}“ beginnt mit dem Tag`,
    },
    {
      hint: {
        en: '--date-order dmy reads all dates this way; --date-order mdy rejects only such rows',
        de: '--date-order dmy liest alle Daten so, --date-order mdy lehnt nur solche Zeilen ab',
      },
    },
  )
}
