// How far into a large calendar an input reaches: the days its events name, and the slugs and ids they are matched by.
import { type Day, daysLater } from '../../base/dates/days.ts'
import type { RecordMatch } from './keys.ts'
import type { WantedRecord } from '../input/parse-entry.ts'

/** More are not asked for one by one: then matches may lie anywhere. */
const named_max = 20_000
/** Which zone a service compares in is not known, and its lists begin after the day that is named. */
const margin_days = 2

/** What to look at of a service's events. */
export interface LookupScope {
  /** Lists of events that start in between hold every event of these days, in whatever zone. */
  readonly days: { readonly starts_after: Day; readonly starts_before: Day } | undefined
  /** Events that may lie on any day, each known by its name. */
  readonly slugs: ReadonlySet<string>
  readonly ids: ReadonlySet<number>
}

export class InputRange {
  readonly #match: RecordMatch | undefined
  readonly #slugs = new Set<string>()
  readonly #ids = new Set<number>()
  #first: Day | undefined
  #last: Day | undefined
  #anywhere = false

  constructor(match: RecordMatch | undefined) {
    this.#match = match
  }

  add(wanted: Pick<WantedRecord, 'values' | 'id' | 'uid'>): void {
    if (this.#anywhere) return
    this.#note(wanted)
    if (this.#slugs.size + this.#ids.size > named_max) this.#anywhere = true
    // A million slugs would be 110 MB, kept to the end for nothing.
    if (this.#anywhere) for (const names of [this.#slugs, this.#ids]) names.clear()
  }

  #note({ values, id, uid }: Pick<WantedRecord, 'values' | 'id' | 'uid'>): void {
    const { slug, start_date } = values
    const day = typeof start_date === 'string' ? /^\d{4}-\d\d-\d\d/.exec(start_date)?.[0] : undefined
    if (day !== undefined) {
      if (this.#first === undefined || day < this.#first) this.#first = day
      if (this.#last === undefined || day > this.#last) this.#last = day
    }
    const by =
      this.#match ??
      (uid === undefined ? (typeof slug === 'string' && slug !== '' ? ['slug'] : ['start_date']) : ['uid'])
    if (by.includes('start_date') && day !== undefined) return
    if (by.includes('slug')) {
      if (typeof slug === 'string' && slug !== '') this.#slugs.add(slug)
    } else if (by.length === 1 && by[0] === 'id') {
      if (id !== undefined) this.#ids.add(id)
    } else this.#anywhere = true
  }

  /** undefined where matches may lie anywhere: by uid, or by fields that no list filters by. */
  near(): LookupScope | undefined {
    if (this.#anywhere) return undefined
    const days =
      this.#first === undefined || this.#last === undefined
        ? undefined
        : { starts_after: daysLater(this.#first, -margin_days), starts_before: daysLater(this.#last, margin_days) }
    return { days, slugs: this.#slugs, ids: this.#ids }
  }
}
