// The records of the service, read once, indexed by key, and kept in a small form.
import { type Day, dayOf, dayNear, isDay } from '../../base/dates/days.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Exchange } from '../../base/exchange.ts'
import { getOrInsert, slicesOf } from '../../base/collections.ts'
import { TemporaryKeys, TemporaryValues } from '../../base/files/temporary-values.ts'
import { type Listing, pagesOfAll, totalOf } from '../../client/api/pages.ts'
import { ifFound, not_shown } from '../../client/api/call.ts'
import { getRecord } from '../../client/api/records.ts'
import { pagesOf, per_page_max } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import type { ComparedRow, InputTable, KeyedRow } from './input-table.ts'
import {
  firstKeyOf,
  isInstantKey,
  isRenumberedKey,
  keysOfRecord,
  matchFor,
  type RecordMatch,
  slugKey,
  uidKeyOf,
} from './keys.ts'
import { event_reference_fields } from './references.ts'
import { eventsAt, expectedSlugs } from './unlisted.ts'

export interface RemoteIndexOptions {
  readonly query?: Values
  readonly onRecord: (record: JsonObject) => void
  readonly onMissing: NonNullable<Listing['onMissing']>
  readonly onTotal?: NonNullable<Listing['onTotal']>
}

/** The keys of an input, by which it knows the records that its rows mean. */
export type KeyedRows = Pick<InputTable, 'find' | 'has'>

/** Records are looked up for themselves. */
const no_rows: KeyedRows = { find: () => new Map(), has: () => false }

/**
 * The rows of an input that is matched by their keys alone: keys of events that no row has are not kept, nor are events
 * that all rows with their keys equal, which need not be planned.
 */
export interface ListedRows {
  readonly rows: InputTable
  /** Events whose uid no row has are also found by the keys that no row has. */
  readonly has_uids: boolean
  /** Any event can be found by its instant, in whatever zone it is. */
  readonly has_instants: boolean
}

/** The existing records that match a record of the input, and the key by which they do. */
export interface KeyMatch {
  readonly key: string
  readonly existing: readonly JsonObject[]
}

export class RemoteIndex {
  readonly exchange: Exchange
  readonly #match: RecordMatch | undefined
  readonly #rows: KeyedRows
  /** Undefined: all keys and records are kept. */
  #listed: ListedRows | undefined
  #isEqual: ((row: ComparedRow, event: JsonObject) => boolean) | undefined
  readonly #keys = new Map<Plural, TemporaryKeys>()
  readonly #records = new Map<Plural, TemporaryValues<JsonObject>>()

  constructor(exchange: Exchange, match?: RecordMatch, rows = no_rows, listed?: ListedRows) {
    this.exchange = exchange
    this.#match = match
    this.#rows = rows
    // Besides their ids, rows have other keys.
    this.#listed = match?.includes('id') ? undefined : listed
  }

  /** Events that are added are compared with the rows that have their keys. */
  compareWith(isEqual: (row: ComparedRow, event: JsonObject) => boolean): void {
    this.#isEqual = isEqual
  }

  /** From now on, all keys and records are kept. */
  keepAll(): void {
    this.#listed = undefined
  }

  /** Reads the records of a kind that a query selects, with every status that the caller may see. */
  async load(kind: Plural, { query, onRecord, ...listing }: RemoteIndexOptions): Promise<void> {
    for await (const page of pagesOfAll(this.exchange, kind, query, listing)) {
      this.add(kind, page)
      page.forEach(onRecord)
    }
  }

  /**
   * Reads the events an input can match: by days, ids and slugs, or all if that takes fewer requests. Lists may omit
   * those of some ids.
   */
  async loadScope({ days, slugs, ids }: LookupScope, options: RemoteIndexOptions): Promise<void> {
    if (days) await this.load('events', { ...options, query: days })
    // Often the events of these days are all that the input names.
    const missing = this.#without([...slugs], slugKey)
    const unknown = this.#without([...ids], (id) => `id:${id}`)
    const slices = [...slicesOf(unknown, per_page_max)]
    const requests = missing.length + slices.length
    if (requests === 0) return
    const total = await totalOf(this.exchange, 'events')
    if (total === undefined || requests >= pagesOf(total)) return this.load('events', options)
    for (const slice of slices) await this.load('events', { ...options, query: { include: slice } })
    for await (const record of eventsAt(this.exchange, missing)) {
      this.add('events', [record])
      options.onRecord(record)
    }
  }

  /** Adds the records of a page. */
  add(kind: Plural, records: readonly JsonObject[]): void {
    const keyed = records.map((record) => ({ record, keys: keysOfRecord(kind, record, this.#match) }))
    const kept = kind === 'events' && this.#listed ? this.#neededOf(keyed, this.#listed) : keyed
    const pairs = kept.flatMap(({ record, keys }) => keys.map((key) => [key, Number(record.id)] as const))
    if (pairs.length > 0) this.#keysOf(kind).addAll(pairs)
    for (const { record } of kept) this.#recordsOf(kind).set(Number(record.id), slim(record))
  }

  /** The events that are kept, with the keys that are. */
  #neededOf(events: readonly KeyedRecord[], { rows, has_uids, has_instants }: ListedRows): readonly KeyedRecord[] {
    const found = rows.rowsOf(events.flatMap(({ keys }) => keys.map(firstKeyOf)))
    return events.flatMap(({ record, keys: all }) => {
      const needsAll = has_instants || (has_uids && !found.has(uidKeyOf(record) ?? ''))
      // A key without the number at the end of a slug counts only if no row has the slug itself.
      const isOwnSlug = found.has(slugKey(String(record.slug)))
      const keys = isOwnSlug && !needsAll ? all.filter((key) => !isRenumberedKey(key)) : all
      const own = keys.flatMap((key) => found.get(firstKeyOf(key)) ?? [])
      const isEqual = this.#isEqual !== undefined && this.#compare(record, own, rows)
      if (isEqual && !needsAll) return []
      return [{ record, keys: needsAll ? keys : keys.filter((key) => found.has(firstKeyOf(key))) }]
    })
  }

  /** Whether rows have keys of an event, and all of them equal it and match no other one. */
  #compare(event: JsonObject, own: readonly KeyedRow[], rows: InputTable): boolean {
    const id = Number(event.id)
    const isEqual =
      own.length > 0 && own.every(({ n, record }) => rows.isOpenFor(n, id) && this.#isEqual?.(record(), event) === true)
    for (const { n, key } of own) {
      const other = rows.equalId(n)
      // Both are kept. The other one is read again.
      if (other !== undefined && other !== id) this.#keysOf('events').add(key, other)
      rows.setCompared(n, isEqual ? id : undefined)
    }
    return isEqual
  }

  /** Removes a record that was deleted. */
  remove(kind: Plural, id: number): void {
    const record = this.#recordsOf(kind).get(id)
    for (const key of record ? keysOfRecord(kind, record, this.#match) : []) this.#keysOf(kind).delete(key, id)
    this.#recordsOf(kind).delete(id)
  }

  /** All records that may match, with the first of the keys that any of them has. */
  async find(
    kind: Plural,
    keys: readonly string[],
    mayMatch: (record: JsonObject) => boolean = () => true,
  ): Promise<KeyMatch> {
    const exact = keys.find(isInstantKey)
    for (const key of exact === undefined ? keys : [exact, ...keys]) {
      const ids = this.#keysOf(kind).get(key)
      if (ids.length === 0) continue
      const candidates = await Promise.all(ids.map((id) => this.record(kind, id)))
      const existing = candidates.filter((record) => {
        const own = keysOfRecord(kind, record, this.#match)
        // The same wall time of another zone is that of another event.
        const isAtOtherTime = exact !== undefined && key !== exact && own.some(isInstantKey)
        const isOfRow = isRenumberedKey(key) && this.#hasRow(record)
        return own.includes(key) && !isAtOtherTime && !isOfRow && mayMatch(record)
      })
      if (existing.length > 0) return { key, existing }
    }
    return { key: keys[0] ?? '', existing: [] }
  }

  /** Whether another row than this one has a key of a record. */
  isOfOtherRow({ kind, n }: Pick<ParsedRecord, 'kind' | 'n'>, record: JsonObject): boolean {
    const rows = this.#rows.find(kind, keysOfRecord(kind, record, undefined))
    return [...rows.values()].some((other) => other !== n)
  }

  /** Whether a row has the slug of an event. */
  #hasRow({ slug }: JsonObject): boolean {
    return this.#rows.has('events', slugKey(String(slug)))
  }

  /** Whether a row has the uid that an event was created with. */
  hasUidOf(event: JsonObject): boolean {
    const key = uidKeyOf(event)
    return key !== undefined && this.#rows.has('events', key)
  }

  /** Whether an event has the key. */
  hasEvent(key: string): boolean {
    const events = this.#recordsOf('events')
    const isKept = this.#keysOf('events')
      .get(key)
      .some((id) => {
        const event = events.get(id)
        return !event || this.#isKeyOf(key, 'events', event)
      })
    return isKept || this.#listed?.rows.equalKeys([key]).has(key) === true
  }

  /** What events can be named by, without those whose key one has. */
  #without<N>(names: readonly N[], keyOf: (name: N) => string): readonly N[] {
    const equal = this.#listed?.rows.equalKeys(names.map(keyOf))
    return names.filter((name) => !equal?.has(keyOf(name)) && !this.hasEvent(keyOf(name)))
  }

  /** A record that was read again can have other keys than before. */
  #isKeyOf(key: string, kind: Plural, record: JsonObject): boolean {
    return keysOfRecord(kind, record, this.#match).includes(key)
  }

  /** For each key that several records share, their ids. */
  shared(kind: Plural): readonly (readonly number[])[] {
    return this.#keysOf(kind).shared()
  }

  /** The record with an id, also if the input cannot match it; undefined if the service shows none. */
  recordOfId(kind: Plural, id: number): Promise<JsonObject | undefined> {
    return ifFound(this.record(kind, id), not_shown)
  }

  async record(kind: Plural, id: number): Promise<JsonObject> {
    return this.#recordsOf(kind).get(id) ?? getRecord(this.exchange, kind, { kind: 'id', id })
  }

  #keysOf(kind: Plural): TemporaryKeys {
    return getOrInsert(this.#keys, kind, () => new TemporaryKeys())
  }

  #recordsOf(kind: Plural): TemporaryValues<JsonObject> {
    return getOrInsert(this.#records, kind, () => new TemporaryValues())
  }
}

interface KeyedRecord {
  readonly record: JsonObject
  readonly keys: readonly string[]
}

/** Fields that are never compared, and `__proto__`. */
const derived_fields = new Set([
  '__proto__',
  'json_ld',
  'start_date_details',
  'end_date_details',
  'utc_start_date_details',
  'utc_end_date_details',
  'global_id_lineage',
  '_links',
  'urls',
])

/** Without derived fields; linked records as their ids, with names and statuses of drafts, which a plan names. */
function slim(record: JsonObject): JsonObject {
  const slimmed: Record<string, JsonObject[string]> = {}
  for (const field of Object.keys(record))
    if (!derived_fields.has(field)) slimmed[field] = slimLinks(field, record[field])
  return slimmed
}

function slimLinks(field: string, value: JsonObject[string]): JsonObject[string] {
  if (!event_reference_fields.includes(field)) return value
  return Array.isArray(value) ? value.map((item) => slimLink(field, item)) : slimLink(field, value ?? null)
}

function slimLink(field: string, item: Json): Json {
  if (!isObject(item) || typeof item.id !== 'number') return item
  const { id, status, [field]: name } = item
  return typeof status === 'string' && status !== 'publish' ? { id, status, [field]: name } : { id }
}

/** Maximum number of events that are looked up; with more, all events are read. */
const lookups_max = 20_000

/** Margin in days: the zone in which a service compares is unknown, and its lists begin after the given day. */
const margin_days = 2

/** The events of a service that have to be read. */
export interface LookupScope {
  /** Bounds of lists that contain every event of these days, in any zone. */
  readonly days: { readonly starts_after: Day; readonly starts_before: Day } | undefined
  /** Events on any day, which are looked up. */
  readonly slugs: ReadonlySet<string>
  readonly ids: ReadonlySet<number>
}

type ScopedEvent = Pick<ParsedRecord, 'values' | 'id' | 'uid'>

/** Events of the input that lists may omit. */
export interface HiddenEvents {
  readonly slugs: ReadonlySet<string>
  /** With `--match id` every event of the input is expected to exist. */
  readonly ids: ReadonlySet<number>
}

/** Collects which events of a service an input can match. */
export class InputRange {
  readonly hidden = { slugs: new Set<string>(), ids: new Set<number>() }
  readonly #match: RecordMatch | undefined
  readonly #slugs = new Set<string>()
  readonly #ids = new Set<number>()
  #first_day: Day | undefined
  #last_day: Day | undefined
  #anywhere = false

  constructor(match: RecordMatch | undefined) {
    this.#match = match
  }

  get first_day(): Day | undefined {
    return this.#first_day
  }

  add(event: ScopedEvent): void {
    const day = dayIn(event.values.start_date)
    if (day !== undefined) {
      if (this.#first_day === undefined || day < this.#first_day) this.#first_day = day
      if (this.#last_day === undefined || day > this.#last_day) this.#last_day = day
    }
    this.#noteHidden(event)
    if (this.#anywhere) return
    this.#note(event, day)
    if (this.#slugs.size + this.#ids.size > lookups_max) this.#anywhere = true
    // A million slugs take 110 MB.
    if (this.#anywhere) for (const names of [this.#slugs, this.#ids]) names.clear()
  }

  #noteHidden(event: ScopedEvent): void {
    const { slugs, ids } = this.hidden
    const isById = this.#match?.length === 1 && this.#match[0] === 'id'
    if (isById && event.id !== undefined) ids.add(event.id)
    else if (booleanOf(event.values.hide_from_listings) === true)
      for (const slug of expectedSlugs(event)) slugs.add(slug)
  }

  #note(event: ScopedEvent, day: Day | undefined): void {
    const { values, id, uid } = event
    const { slug } = values
    const by =
      matchFor({ kind: 'events', ...event }, this.#match) ??
      (uid === undefined ? (typeof slug === 'string' && slug !== '' ? ['slug'] : ['start_date']) : ['uid'])
    if (by.includes('start_date') && day !== undefined) return
    if (by.includes('slug')) {
      if (typeof slug === 'string' && slug !== '') this.#slugs.add(slug)
    } else if (by.length === 1 && by[0] === 'id') {
      if (id !== undefined) this.#ids.add(id)
    } else this.#anywhere = true
  }

  /** undefined if any event may match: by uid, or by fields that no list filters by. */
  scope(): LookupScope | undefined {
    if (this.#anywhere) return undefined
    const [first, last] = [this.#first_day, this.#last_day]
    const days =
      first === undefined || last === undefined
        ? undefined
        : { starts_after: dayNear(first, -margin_days), starts_before: dayNear(last, margin_days) }
    return { days, slugs: this.#slugs, ids: this.#ids }
  }
}

/** The day at the beginning of a date; undefined for other values. */
export function dayIn(date: Values[string]): Day | undefined {
  const day = typeof date === 'string' ? dayOf(date) : ''
  return isDay(day) ? day : undefined
}
