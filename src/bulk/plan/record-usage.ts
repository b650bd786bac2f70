// Which events use a venue, organizer, category or tag, and what is lost when a term is deleted.
import type { Exchange } from '../../base/exchange.ts'
import { isObject, itemsOf, type Json, type JsonObject } from '../../base/json.ts'
import { getOrInsert, slicesOf } from '../../base/collections.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, link_fields } from '../../spec/resources.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { Step } from './plan.ts'
import type { Dependents } from '../journal/journal.ts'

type Used = Exclude<Plural, 'events'>

/** Ids in one request; deployed services use only the first of several tags (interface 16.2). */
const ids_per_request = { venues: 50, organizers: 50, categories: 50, tags: 1 } as const satisfies Readonly<
  Record<Used, number>
>
/** Concurrent requests. */
const requests_max = 4

export class Usage {
  readonly #exchange: Exchange
  /** Events that are being deleted. */
  readonly #deleted = new Set<number>()
  /** Events whose links are being changed. */
  readonly #relinked = new Map<number, Values>()
  /** The links of events that are being created. */
  readonly #created: { readonly n: number; readonly values: Values }[] = []

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /** Records a planned write of an event: its links after the step count. */
  note(step: Step): void {
    if (step.kind !== 'events') return
    if (step.action === 'create') this.#created.push({ n: step.n, values: step.values })
    if (step.action === 'delete') this.#deleted.add(step.id)
    if (step.action !== 'update') return
    const links = Object.fromEntries(step.changes.map(({ field, after }) => [field, after]))
    if (links.status === 'trash') this.#deleted.add(step.id)
    this.#relinked.set(step.id, { ...this.#relinked.get(step.id), ...links })
  }

  /** By id, the events that use the record, new ones by their numbers; events in the trash do not count. */
  async of(kind: Used, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const users = new Map<number, number[]>()
    const wanted = new Set(ids)
    for (const { n, values } of this.#created)
      for (const id of idsOf(values[link_fields[kind]])) if (wanted.has(id)) getOrInsert(users, id, () => []).push(n)
    const parts = slicesOf(ids, ids_per_request[kind])
    for (const some of slicesOf(parts, requests_max))
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
      const used = links === undefined ? linkedIn(event, field) : itemsOf(links).map(Number)
      // Events with a password do not show their links: each record is queried by itself then.
      if (used === undefined && ids.length > 1) isUnclear = true
      else
        for (const one of ids) if (used === undefined || used.includes(one)) getOrInsert(users, one, () => []).push(id)
    }
    if (isUnclear) for (const id of ids) if (!users.has(id)) await this.#add(users, kind, [id])
  }
}

function linkedIn(event: JsonObject, field: string): readonly number[] | undefined {
  return isHiddenByPassword('events', event) ? undefined : idsOf(event[field])
}

/** What loses a record when it is deleted: its events and child categories. Services do not link them again. */
export async function dependentsOf(
  exchange: Exchange,
  { kind, id }: { readonly kind: Used; readonly id: number },
): Promise<Dependents> {
  const field = link_fields[kind]
  const events: { id: number; ids: readonly number[] }[] = []
  for await (const event of allRecords(exchange, 'events', { [field]: [id] })) {
    const ids = idsOf(event[field])
    // Services also list events with a category below this one.
    if (ids.includes(id)) events.push({ id: Number(event.id), ids })
  }
  return { events, children: kind === 'categories' ? await childrenOf(exchange, id) : [] }
}

/** The ids of the categories right below one. */
async function childrenOf(exchange: Exchange, id: number): Promise<readonly number[]> {
  const children: number[] = []
  for await (const child of allRecords(exchange, 'categories', { parent: id }))
    if (Number(child.parent) === id) children.push(Number(child.id))
  return children
}

/** What a plan writes, and the records that its steps name. */
export class PlanEffects {
  /** `events 12` for each record that a step names. */
  readonly present = new Set<string>()
  readonly usage: Usage
  /** Whether a record cannot be written: it may exist without its id being known. */
  hasConflict = false

  constructor(exchange: Exchange) {
    this.usage = new Usage(exchange)
  }

  note(step: Step, id: Json | undefined = 'id' in step ? step.id : undefined): void {
    if (id !== undefined) this.present.add(`${step.kind} ${id}`)
    if (step.action === 'conflict') this.hasConflict = true
    this.usage.note(step)
  }
}

/** The ids of linked records, which are given as objects or as ids. */
export function idsOf(links: Json | undefined): readonly number[] {
  return itemsOf(links).flatMap((link) => (isObject(link) ? [Number(link.id)] : typeof link === 'number' ? [link] : []))
}
