// Records of the input that `--match` cannot match, and the note about them before anything is written.
import type { Text } from '../../base/text/language.ts'
import { locationText } from '../input/entry.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import { canMatch, matchFor, type RecordMatch } from './keys.ts'

/** Counts the records without a value for `--match`, of the kinds that have its fields. */
export class MatchAssumption {
  readonly #match: RecordMatch | undefined
  #first: string | undefined
  #count = 0

  constructor(match: RecordMatch | undefined) {
    this.#match = match
  }

  see(record: ParsedRecord): void {
    if (!this.#match?.every((field) => canMatch(record.kind, field)) || matchFor(record, this.#match)) return
    this.#first ??= locationText(record.entry.location)
    this.#count++
  }

  text(): Text | undefined {
    if (!this.#match || this.#first === undefined) return undefined
    const match = this.#match.join('+')
    const first = this.#first
    return this.#count === 1
      ? {
          en: `warning: 1 record has no ${match} (first: ${first}) and is matched as without --match`,
          de: `Warnung: 1 Eintrag hat keinen Wert für ${match} (zuerst: ${first}); zugeordnet wird wie ohne --match`,
        }
      : {
          en: `warning: ${this.#count} records have no ${match} (first: ${first}) and are matched as without --match`,
          de: `Warnung: ${this.#count} Einträge haben keinen Wert für ${match} (zuerst: ${first}); zugeordnet wird wie ohne --match`,
        }
  }
}
