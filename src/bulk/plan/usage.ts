// What still uses a venue, organizer, category or tag: deleting that would take it from records that nobody undoes.
import type { Exchange } from '../../base/exchange.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { idsOf } from './dependents.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { Step } from './plan.ts'

type Used = Exclude<Plural, 'events'>

/** The field of an event that links a kind, and the filter of that name. */
const link_fields = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'categories',
  tags: 'tags',
} as const satisfies Readonly<Record<Used, string>>

/** One request asks for so many; deployed services heed only the first of several tags (D-123). */
const ids_per_request = { venues: 50, organizers: 50, categories: 50, tags: 1 } as const satisfies Readonly<
  Record<Used, number>
>
/** Requests at the same time. */
const requests_at_once = 4

export class Usage {
  readonly #exchange: Exchange
  /** Events that are being deleted. */
  readonly #deleted = new Set<number>()
  /** Events that are being given other links. */
  readonly #relinked = new Map<number, Values>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /** An event that is deleted or changed uses what it will have then. */
  note(step: Step): void {
    if (step.kind !== 'events') return
    if (step.action === 'delete') this.#deleted.add(step.id)
    if (step.action !== 'update') return
    const links = Object.fromEntries(step.changes.map(({ field, after }) => [field, after]))
    if (links.status === 'trash') this.#deleted.add(step.id)
    this.#relinked.set(step.id, { ...this.#relinked.get(step.id), ...links })
  }

  /** By id the events that use the record; those of the trash do not count. */
  async of(kind: Used, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const users = new Map<number, number[]>()
    const parts = slicesOf(ids, ids_per_request[kind])
    for (const some of slicesOf(parts, requests_at_once))
      await Promise.all(some.map((part) => this.#add(users, kind, part)))
    return users
  }

  async #add(users: Map<number, number[]>, kind: Used, ids: readonly number[]): Promise<void> {
    const field = link_fields[kind]
    let isUnclear = false
    for await (const event of allRecords(this.#exchange, 'events', { [field]: ids })) {
      const id = Number(event.id)
      if (this.#deleted.has(id)) continue
      const links = this.#relinked.get(id)?.[field]
      const used = links === undefined ? linkedIn(event, field) : listed(links)
      // Events with a password do not show what they link: each record is asked about by itself then.
      if (used === undefined && ids.length > 1) isUnclear = true
      else
        for (const one of ids) if (used === undefined || used.includes(one)) getOrInsert(users, one, () => []).push(id)
    }
    if (isUnclear) for (const id of ids) if (!users.has(id)) await this.#add(users, kind, [id])
  }
}

function linkedIn(event: JsonObject, field: string): readonly number[] | undefined {
  return event.all_day === null ? undefined : idsOf(event[field])
}

function listed(links: Json | undefined): readonly number[] {
  return [links].flat().map(Number)
}

function slicesOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
