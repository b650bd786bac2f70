// Deleted categories and tags come back as new ones: what carried them, and what lay below them, is given to the new
// ones.
import type { JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { PlanSink } from '../execute/plan-sink.ts'
import { idsOf } from '../plan/dependents.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { WriteBegin } from '../journal/journal.ts'
import type { Step } from '../plan/plan.ts'
import { type InverseStep, changedSince, titleOf } from './inverse-step.ts'
import { findRecord } from '../matching/find-record.ts'

/** Which term stands for one that was deleted. */
export class RecreatedTerms {
  readonly #ids: Map<string, number>

  /** What earlier runs brought back: `tags 5` → 9. */
  constructor(earlier: ReadonlyMap<string, number>) {
    this.#ids = new Map(earlier)
  }

  set(kind: Plural, old: number, id: number): void {
    this.#ids.set(`${kind} ${old}`, id)
  }

  /** The id itself for what was never deleted; a term may have come back more than once. */
  of(kind: Plural, id: number): number {
    const seen = new Set([id])
    let last = id
    for (
      let next = this.#ids.get(`${kind} ${id}`);
      next !== undefined && !seen.has(next);
      next = this.#ids.get(`${kind} ${next}`)
    ) {
      seen.add(next)
      last = next
    }
    return last
  }

  has(kind: Plural, old: number): boolean {
    return this.#ids.has(`${kind} ${old}`)
  }

  /** Fields of a record that name deleted terms, naming the new ones. */
  inPlaceOf(kind: Plural, values: Values): Values {
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        if (kind === 'events' && (field === 'categories' || field === 'tags'))
          return [field, idsOf(value).map((id) => this.of(field, id))]
        return [field, kind === 'categories' && field === 'parent' ? this.of(kind, Number(value) || 0) : value]
      }),
    )
  }
}

/**
 * Parents before their children. A term that is there by its id, slug or name is the one: an undo that broke off has
 * made it.
 */
export async function recreateTerms(
  deleted: readonly WriteBegin[],
  back: InverseStep,
  consume: PlanSink,
): Promise<void> {
  for (const kind of ['categories', 'tags'] as const) {
    let left = deleted.filter((one) => one.kind === kind)
    if (left.length === 0) continue
    const present = await termsOf(kind, back)
    while (left.length > 0) {
      const below = left.filter(({ before }) => left.some(({ id }) => id === before?.parent))
      const next = left.filter((one) => !below.includes(one))
      if (next.length === 0) break
      const old = new Map<number, number>()
      const steps = next.map((begin) => {
        const step = termStep(begin, present, back)
        old.set(step.n, begin.id ?? 0)
        return step
      })
      await consume(each(steps), ({ n }, record) => back.revived.set(kind, old.get(n) ?? 0, Number(record.id)))
      left = below
    }
  }
}

async function* each(steps: readonly Step[]): AsyncIterable<Step> {
  yield* steps
}

async function termsOf(kind: Plural, { exchange }: InverseStep): Promise<ReadonlyMap<number, JsonObject>> {
  const terms = new Map<number, JsonObject>()
  for await (const record of allRecords(exchange, kind)) terms.set(Number(record.id), record)
  return terms
}

function termStep(
  { kind, key, id = 0, before = {} }: WriteBegin,
  present: ReadonlyMap<number, JsonObject>,
  { revived, next }: InverseStep,
): Step {
  const values = Object.fromEntries(
    Object.entries(revived.inPlaceOf(kind, before)).filter(([, value]) => value !== '' && value !== 0),
  )
  const named = { kind, key, n: next(), title: String(before.name ?? key) }
  const terms = [...present.values()]
  const there =
    present.get(id) ??
    terms.find(({ slug }) => slug === values.slug) ??
    terms.find(({ name, parent }) => name === values.name && (Number(parent) || 0) === (values.parent ?? 0))
  return there
    ? { ...named, action: 'unchanged', id: Number(there.id) }
    : { ...named, action: 'create', values, replaces: id }
}

/** Children and events of deleted terms: those that nobody gave to others since. */
export async function* restoreAssignments(deleted: readonly WriteBegin[], back: InverseStep): AsyncIterable<Step> {
  const terms = deleted.filter(({ kind, id = 0, dependents }) => dependents && back.revived.has(kind, id))
  yield* hungBack(
    terms.filter(({ kind }) => kind === 'categories'),
    back,
  )
  for (const kind of ['categories', 'tags'] as const)
    yield* carriedAgain(
      kind,
      terms.filter((one) => one.kind === kind),
      back,
    )
}

/** A service hangs the children of a deleted category below the next one above it. */
async function* hungBack(deleted: readonly WriteBegin[], back: InverseStep): AsyncIterable<Step> {
  const parents = new Map<number, WriteBegin>()
  for (const begin of deleted)
    for (const child of begin.dependents?.children ?? [])
      if (!parents.has(child) && !back.revived.has('categories', child)) parents.set(child, begin)
  if (parents.size === 0) return
  const byId = new Map(deleted.map((begin) => [begin.id, begin] as const))
  const present = await termsOf('categories', back)
  for (const [child, begin] of parents) {
    const record = present.get(child)
    const wanted = back.revived.of('categories', begin.id ?? 0)
    if (!record || Number(record.parent) === wanted) continue
    const named = {
      kind: 'categories',
      n: back.next(),
      key: begin.key,
      title: titleOf('categories', record),
      id: child,
    } as const
    let above = begin
    for (let next = byId.get(parentOf(above)); next; next = byId.get(parentOf(above))) above = next
    if (Number(record.parent) !== parentOf(above) && !back.force)
      yield { ...named, action: 'conflict', errors: [changedSince(['parent'])] }
    else
      yield {
        ...named,
        action: 'update',
        before: record,
        changes: [{ field: 'parent', before: record.parent, after: wanted }],
      }
  }
}

function parentOf({ before }: WriteBegin): number {
  return Number(before?.parent) || 0
}

async function* carriedAgain(
  kind: 'categories' | 'tags',
  deleted: readonly WriteBegin[],
  back: InverseStep,
): AsyncIterable<Step> {
  const carried = new Map<number, readonly number[]>()
  for (const { dependents } of deleted)
    for (const { id, terms } of dependents?.events ?? []) if (!carried.has(id)) carried.set(id, terms)
  const old = new Set(deleted.map(({ id }) => id))
  const fresh = new Set(deleted.map(({ id = 0 }) => back.revived.of(kind, id)))
  for (const [id, terms] of carried) {
    const record = await findRecord(back.exchange, 'events', id)
    if (!record) continue
    const present = idsOf(record[kind])
    const wanted = terms.map((term) => back.revived.of(kind, term))
    if (isSame(present, wanted)) continue
    const named = { kind: 'events', n: back.next(), key: `id:${id}`, title: titleOf('events', record), id } as const
    if (
      back.force ||
      isSame(
        present.filter((one) => !fresh.has(one)),
        terms.filter((one) => !old.has(one)),
      )
    )
      yield { ...named, action: 'update', before: record, changes: [{ field: kind, before: present, after: wanted }] }
    else yield { ...named, action: 'conflict', errors: [changedSince([kind])] }
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return [...one].sort().join() === [...other].sort().join()
}
