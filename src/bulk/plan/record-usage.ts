// Which events use a venue, organizer, category or tag, and what is lost when a term is deleted.
import type { Exchange } from '../../base/exchange.ts'
import { isObject, itemsOf, type Json, type JsonObject } from '../../base/json.ts'
import { getOrInsert, slicesOf } from '../../base/collections.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, link_fields } from '../../spec/resources.ts'
import { allRecords } from '../../client/api/pages.ts'
import { type PlanResult, type Step, valuesAfter } from './plan.ts'
import type { Dependents } from '../journal/journal.ts'

type Used = Exclude<Plural, 'events'>

/** Ids in one request; deployed services use only the first of several tags (interface 16.2). */
const ids_per_request = { venues: 50, organizers: 50, categories: 50, tags: 1 } as const satisfies Readonly<
  Record<Used, number>
>
/** Concurrent requests. */
const requests_max = 4

/** What uses a record. */
export interface Users {
  readonly events: readonly LinkedEvent[]
  /** The categories right below a category. */
  readonly categories: readonly number[]
  /** Whether the plan creates a record that uses it. */
  readonly isLinked: boolean
}

export interface LinkedEvent {
  readonly id: number
  /** All its records of the kind; undefined if a password hides them. */
  readonly ids: readonly number[] | undefined
}

/** What a plan writes of the records that use others. */
class PlannedWrites {
  readonly deleted = new Set<number>()
  /** The new values of changed fields. */
  readonly changed = new Map<number, Values>()
  readonly created: Values[] = []
}

export class Usage {
  readonly #exchange: Exchange
  readonly #planned = { events: new PlannedWrites(), categories: new PlannedWrites() }

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /** Records a planned write of an event or category: its links after the step count. */
  note(step: Step): void {
    if (step.kind !== 'events' && step.kind !== 'categories') return
    const { deleted, changed, created } = this.#planned[step.kind]
    if (step.action === 'create') created.push(step.values)
    if (step.action === 'delete') deleted.add(step.id)
    if (step.action !== 'update') return
    const values = valuesAfter(step.changes)
    if (values.status === 'trash') deleted.add(step.id)
    changed.set(step.id, { ...changed.get(step.id), ...values })
  }

  /** By id, the users of those records that have any. */
  async of(kind: Used, ids: readonly number[]): Promise<ReadonlyMap<number, Users>> {
    const events = await this.eventsOf(kind, ids)
    const categories = kind === 'categories' ? await this.#childrenOf(ids) : no_ids
    const linked = new Set(this.#planned.events.created.flatMap((values) => idsOf(values[link_fields[kind]])))
    if (kind === 'categories') for (const { parent } of this.#planned.categories.created) linked.add(Number(parent))
    const users = new Map<number, Users>()
    for (const id of ids)
      if (events.has(id) || categories.has(id) || linked.has(id))
        users.set(id, { events: events.get(id) ?? [], categories: categories.get(id) ?? [], isLinked: linked.has(id) })
    return users
  }

  /** By id, the existing events that use the record; events in the trash do not count. */
  async eventsOf(kind: Used, ids: readonly number[]): Promise<ReadonlyMap<number, readonly LinkedEvent[]>> {
    const users = new Map<number, LinkedEvent[]>()
    const parts = slicesOf(ids, ids_per_request[kind])
    for (const some of slicesOf(parts, requests_max))
      await Promise.all(some.map((part) => this.#add(users, kind, part)))
    return users
  }

  async #add(users: Map<number, LinkedEvent[]>, kind: Used, ids: readonly number[]): Promise<void> {
    const field = link_fields[kind]
    let isUnclear = false
    for await (const event of allRecords(this.#exchange, 'events', { [field]: ids })) {
      const id = Number(event.id)
      if (this.#planned.events.deleted.has(id)) continue
      const links = this.#planned.events.changed.get(id)?.[field]
      const used = links === undefined ? linkedIn(event, field) : itemsOf(links).map(Number)
      // Events with a password do not show their links: each record is queried by itself then.
      if (used === undefined && ids.length > 1) isUnclear = true
      else
        for (const one of ids)
          if (used === undefined || used.includes(one)) getOrInsert(users, one, () => []).push({ id, ids: used })
    }
    if (isUnclear) for (const id of ids) if (!users.has(id)) await this.#add(users, kind, [id])
  }

  /** Also the categories that the plan moves below one of these. */
  async #childrenOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const { deleted, changed } = this.#planned.categories
    const parents = new Map<number, number>()
    for await (const child of allRecords(this.#exchange, 'categories', ids.length === 1 ? { parent: ids[0] } : {}))
      if (ids.includes(Number(child.parent))) parents.set(Number(child.id), Number(child.parent))
    for (const [id, { parent }] of changed) if (parent !== undefined) parents.set(id, Number(parent))
    const children = new Map<number, number[]>()
    for (const [id, parent] of parents) if (!deleted.has(id)) getOrInsert(children, parent, () => []).push(id)
    return children
  }
}

const no_ids: ReadonlyMap<number, readonly number[]> = new Map()

function linkedIn(event: JsonObject, field: string): readonly number[] | undefined {
  return isHiddenByPassword('events', event) ? undefined : idsOf(event[field])
}

/** What loses a record when it is deleted: its events and child categories. Services do not link them again. */
export async function dependentsOf(
  exchange: Exchange,
  { kind, id }: { readonly kind: Used; readonly id: number },
): Promise<Dependents> {
  const { events = [], categories = [] } = (await new Usage(exchange).of(kind, [id])).get(id) ?? {}
  return { events: events.flatMap(({ id: event, ids }) => (ids ? [{ id: event, ids }] : [])), children: categories }
}

/** What a plan writes, and the records that its steps name. */
export class PlanEffects {
  /** `events 12` for each record that a step names. */
  readonly present = new Set<string>()
  readonly usage: Usage
  /** Whether a record cannot be written, or could not: it may exist without its id being known. */
  isUnclear = false

  constructor(exchange: Exchange) {
    this.usage = new Usage(exchange)
  }

  /** Adds a step; one that was executed with the id of its record. */
  note(step: Step, id: Json | undefined = 'id' in step ? step.id : undefined): void {
    if (id !== undefined) this.present.add(`${step.kind} ${id}`)
    if (step.action === 'conflict') this.isUnclear = true
    this.usage.note(step)
  }

  /** Adds the result of a step: a write that failed changed nothing. */
  noteResult(result: PlanResult): void {
    const { step } = result
    if (result.done !== 'failed') this.note(step, 'record' in result ? result.record?.id : undefined)
    else {
      this.isUnclear = true
      if ('id' in step && step.id !== undefined) this.present.add(`${step.kind} ${step.id}`)
    }
  }
}

/** The ids of linked records, which are given as objects or as ids. */
export function idsOf(links: Json | undefined): readonly number[] {
  return itemsOf(links).flatMap((link) => (isObject(link) ? [Number(link.id)] : typeof link === 'number' ? [link] : []))
}
