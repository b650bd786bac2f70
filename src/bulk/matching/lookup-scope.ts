// The existing events that an input can match: by the days of its events, and by their slugs and ids.
import { type Day, daysLater } from '../../base/dates/days.ts'
import { booleanOf } from '../../spec/read.ts'
import { matchFor, type RecordMatch } from './keys.ts'
import { expectedSlugs } from './unlisted.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** Maximum number of single lookups; with more, all events are read. */
const lookups_max = 20_000
/** Margin in days: the zone in which a service compares is unknown, and its lists begin after the given day. */
const margin_days = 2

/** The events of a service that have to be read. */
export interface LookupScope {
  /** Bounds of lists that contain every event of these days, in any zone. */
  readonly days: { readonly starts_after: Day; readonly starts_before: Day } | undefined
  /** Events on any day, which are looked up one by one. */
  readonly slugs: ReadonlySet<string>
  readonly ids: ReadonlySet<number>
}

type ScopedEvent = Pick<ParsedRecord, 'values' | 'id' | 'uid'>

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

  add(record: ScopedEvent): void {
    if (this.#anywhere) return
    this.#note(record)
    if (this.#slugs.size + this.#ids.size > lookups_max) this.#anywhere = true
    // A million slugs take 110 MB.
    if (this.#anywhere) for (const names of [this.#slugs, this.#ids]) names.clear()
  }

  #note(event: ScopedEvent): void {
    const { values, id, uid } = event
    const { slug, start_date } = values
    const day = typeof start_date === 'string' ? /^\d{4}-\d\d-\d\d/.exec(start_date)?.[0] : undefined
    if (day !== undefined) {
      if (this.#first === undefined || day < this.#first) this.#first = day
      if (this.#last === undefined || day > this.#last) this.#last = day
    }
    const by =
      matchFor({ kind: 'events', ...event }, this.#match) ??
      (uid === undefined ? (typeof slug === 'string' && slug !== '' ? ['slug'] : ['start_date']) : ['uid'])
    if (by.includes('start_date') && day !== undefined) return
    if (by.includes('slug')) {
      if (typeof slug === 'string' && slug !== '') this.#slugs.add(slug)
    } else if (by.length === 1 && by[0] === 'id') {
      if (id !== undefined) this.#ids.add(id)
      if (typeof slug === 'string' && slug !== '') this.#slugs.add(slug)
    } else this.#anywhere = true
  }

  /** undefined if any event may match: by uid, or by fields that no list filters by. */
  scope(): LookupScope | undefined {
    if (this.#anywhere) return undefined
    const days =
      this.#first === undefined || this.#last === undefined
        ? undefined
        : { starts_after: daysLater(this.#first, -margin_days), starts_before: daysLater(this.#last, margin_days) }
    return { days, slugs: this.#slugs, ids: this.#ids }
  }
}

/** Events of the input that are hidden from listings. */
export class HiddenEvents {
  readonly #slugs = new Set<string>()
  readonly #ids = new Set<number>()
  readonly #byId: boolean

  constructor(match: RecordMatch | undefined) {
    this.#byId = match?.length === 1 && match[0] === 'id'
  }

  add(record: ScopedEvent): void {
    if (this.#byId && record.id !== undefined) this.#ids.add(record.id)
    else if (booleanOf(record.values.hide_from_listings) === true)
      for (const slug of expectedSlugs(record)) this.#slugs.add(slug)
  }

  get slugs(): readonly string[] {
    return [...this.#slugs]
  }

  /** With `--match id` every event of the input is expected to exist. */
  get ids(): readonly number[] {
    return [...this.#ids]
  }
}
