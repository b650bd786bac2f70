// What the service holds already: found by key, read once, kept small.
import { isObject, type JsonObject } from '../base/json.ts'
import type { Exchange } from '../base/exchange.ts'
import { Failure } from '../base/failure.ts'
import { recordOf } from '../client/answer.ts'
import { call } from '../client/call.ts'
import { getPages, type Listing } from '../client/pages.ts'
import { wholeQuery } from '../client/whole.ts'
import type { Plural } from '../spec/model.ts'
import type { Values } from '../spec/read.ts'
import { KeyMap } from './key-map.ts'
import { keysOfRecord, type Match } from './keys.ts'

/** Up to this many records of a kind are kept; of more only the keys are, and a record is read again when it is needed. */
const records_kept_max = 20_000

/** Every status but the trash: what a caller may see of them is the service's to say. */
const visible_statuses = 'publish,future,draft,pending,private'

export class Existing {
  readonly #exchange: Exchange
  readonly #match: Match | undefined
  readonly #keys = new Map<Plural, KeyMap>()
  /** Keys that several records share, each with all of them. */
  readonly #shared = new Map<string, number[]>()
  readonly #records = new Map<Plural, Map<number, JsonObject>>()
  readonly #counts = new Map<Plural, number>()

  constructor(exchange: Exchange, match: Match | undefined) {
    this.#exchange = exchange
    this.#match = match
  }

  /** Reads all records of a kind, of every status the caller may see. */
  async load(kind: Plural, seen: (record: JsonObject) => void): Promise<void> {
    for await (const record of allRecords(this.#exchange, kind)) {
      this.add(kind, record)
      seen(record)
    }
  }

  add(kind: Plural, record: JsonObject): void {
    const id = Number(record.id)
    const keys = this.#keysOf(kind)
    for (const key of keysOfRecord(kind, record, this.#match)) {
      const first = keys.add(key, id)
      if (first === undefined || first === id) continue
      const shared = this.#shared.get(`${kind} ${key}`) ?? [first]
      if (!shared.includes(id)) this.#shared.set(`${kind} ${key}`, [...shared, id])
    }
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (count <= records_kept_max) this.#recordsOf(kind).set(id, slim(record))
  }

  count(kind: Plural): number {
    return this.#counts.get(kind) ?? 0
  }

  /** The ids of all records under the first key that any has. */
  ids(kind: Plural, keys: readonly string[]): { readonly key: string; readonly ids: readonly number[] } {
    for (const key of keys) {
      const id = this.#keysOf(kind).get(key)
      if (id !== undefined) return { key, ids: this.#shared.get(`${kind} ${key}`) ?? [id] }
    }
    return { key: keys[0] ?? '', ids: [] }
  }

  async record(kind: Plural, id: number): Promise<JsonObject> {
    return this.#recordsOf(kind).get(id) ?? recordOf(await call(this.#exchange, `${kind}.get`, { id }))
  }

  #keysOf(kind: Plural): KeyMap {
    const known = this.#keys.get(kind)
    if (known) return known
    const keys = new KeyMap()
    this.#keys.set(kind, keys)
    return keys
  }

  #recordsOf(kind: Plural): Map<number, JsonObject> {
    const known = this.#records.get(kind)
    if (known) return known
    const records = new Map<number, JsonObject>()
    this.#records.set(kind, records)
    return records
  }
}

/** All records of a kind: every page, every date, used or not, of every status the caller may ask for. */
export async function* allRecords(exchange: Exchange, kind: Plural, query: Values = {}, told: Pick<Listing, 'onShort'> = {}): AsyncIterable<JsonObject> {
  const statuses = kind === 'categories' || kind === 'tags' ? {} : await statusesOf(exchange, kind)
  for await (const { records } of getPages(exchange, { plural: kind, query: wholeQuery(kind, { ...statuses, ...query }), ahead: true, ...told })) yield* records
}

/** Visitors may ask only for what is published, and are refused for asking for more. */
async function statusesOf(exchange: Exchange, kind: Plural): Promise<Values> {
  try {
    await call(exchange, `${kind}.list`, { status: visible_statuses, per_page: 1 })
    return { status: visible_statuses }
  } catch (error) {
    if (error instanceof Failure && error.remote?.fields?.status !== undefined) return {}
    throw error
  }
}

/** Without what is derived: it is never compared. Linked records shrink to their ids. */
function slim(record: JsonObject): JsonObject {
  const { json_ld: _j, start_date_details: _s, end_date_details: _e, utc_start_date_details: _us, utc_end_date_details: _ue, global_id_lineage: _g, _links: _l, urls: _u, ...rest } = record
  return Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, slimLinks(field, value)]))
}

const links = new Set(['venue', 'organizer', 'categories', 'tags'])

function slimLinks(field: string, value: JsonObject[string]): JsonObject[string] {
  if (!links.has(field)) return value
  if (Array.isArray(value)) return value.map((item) => (isObject(item) && typeof item.id === 'number' ? { id: item.id } : item))
  return isObject(value) && typeof value.id === 'number' ? { id: value.id } : value
}
