// Deleted categories and tags are created again with new ids; their events and child categories are assigned to these.
import type { JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import type { PlanSink } from '../execute/execute-plan.ts'
import { idsOf } from '../plan/record-usage.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { WriteBegin } from '../journal/journal.ts'
import { type Step, titleOf } from '../plan/plan.ts'
import { changedSince, type UndoContext } from './undo-context.ts'
import { findRecord } from '../matching/lookup.ts'

/** Parents before children. A term that exists by id, slug or name was created by an interrupted undo. */
export async function recreateTerms(
  deleted: readonly WriteBegin[],
  context: UndoContext,
  sink: PlanSink,
): Promise<void> {
  for (const kind of ['categories', 'tags'] as const) {
    let left = deleted.filter((one) => one.kind === kind)
    if (left.length === 0) continue
    const present = await termsOf(kind, context)
    while (left.length > 0) {
      const below = left.filter(({ before }) => left.some(({ id }) => id === before?.parent))
      const next = left.filter((one) => !below.includes(one))
      if (next.length === 0) break
      const old = new Map<number, number>()
      const steps = next.map((begin) => {
        const step = termStep(begin, present, context)
        old.set(step.n, begin.id ?? 0)
        return step
      })
      await sink(each(steps), ({ n }, record) => context.recreated.set(kind, old.get(n) ?? 0, Number(record.id)))
      left = below
    }
  }
}

async function* each(steps: readonly Step[]): AsyncIterable<Step> {
  yield* steps
}

async function termsOf(kind: Plural, { exchange }: UndoContext): Promise<ReadonlyMap<number, JsonObject>> {
  const terms = new Map<number, JsonObject>()
  for await (const record of allRecords(exchange, kind)) terms.set(Number(record.id), record)
  return terms
}

function termStep(
  { kind, key, id = 0, before = {} }: WriteBegin,
  present: ReadonlyMap<number, JsonObject>,
  { recreated, next }: UndoContext,
): Step {
  const values = Object.fromEntries(
    Object.entries(recreated.replaceIn(kind, before)).filter(([, value]) => value !== '' && value !== 0),
  )
  const named = { kind, key, n: next(), title: String(before.name ?? key) }
  const terms = [...present.values()]
  const existing =
    present.get(id) ??
    terms.find(({ slug }) => slug === values.slug) ??
    terms.find(({ name, parent }) => name === values.name && (Number(parent) || 0) === (values.parent ?? 0))
  return existing
    ? { ...named, action: 'unchanged', id: Number(existing.id) }
    : { ...named, action: 'create', values, replaces: id }
}

/** Restores children and events of deleted terms, unless they were assigned to other terms since. */
export async function* restoreAssignments(deleted: readonly WriteBegin[], context: UndoContext): AsyncIterable<Step> {
  const terms = deleted.filter(({ kind, id = 0, dependents }) => dependents && context.recreated.has(kind, id))
  yield* restoreChildren(
    terms.filter(({ kind }) => kind === 'categories'),
    context,
  )
  for (const kind of ['categories', 'tags'] as const)
    yield* restoreEventTerms(
      kind,
      terms.filter((one) => one.kind === kind),
      context,
    )
}

/** A service moves the children of a deleted category to its parent. */
async function* restoreChildren(deleted: readonly WriteBegin[], context: UndoContext): AsyncIterable<Step> {
  const parents = new Map<number, WriteBegin>()
  for (const begin of deleted)
    for (const child of begin.dependents?.children ?? [])
      if (!parents.has(child) && !context.recreated.has('categories', child)) parents.set(child, begin)
  if (parents.size === 0) return
  const byId = new Map(deleted.map((begin) => [begin.id, begin] as const))
  const present = await termsOf('categories', context)
  for (const [child, begin] of parents) {
    const record = present.get(child)
    const parent = context.recreated.of('categories', begin.id ?? 0)
    if (!record || Number(record.parent) === parent) continue
    const named = {
      kind: 'categories',
      n: context.next(),
      key: begin.key,
      title: titleOf('categories', record),
      id: child,
    } as const
    // The service moved it to the first parent that was not deleted.
    let top = begin
    for (let next = byId.get(parentOf(top)); next; next = byId.get(parentOf(top))) top = next
    if (Number(record.parent) !== parentOf(top) && !context.force)
      yield { ...named, action: 'conflict', errors: [changedSince(['parent'])] }
    else
      yield {
        ...named,
        action: 'update',
        before: record,
        changes: [{ field: 'parent', before: record.parent, after: parent }],
      }
  }
}

function parentOf({ before }: WriteBegin): number {
  return Number(before?.parent) || 0
}

async function* restoreEventTerms(
  kind: 'categories' | 'tags',
  deleted: readonly WriteBegin[],
  context: UndoContext,
): AsyncIterable<Step> {
  const terms_before = new Map<number, readonly number[]>()
  for (const { dependents } of deleted)
    for (const { id, terms } of dependents?.events ?? []) if (!terms_before.has(id)) terms_before.set(id, terms)
  const old = new Set(deleted.map(({ id }) => id))
  const recreated = new Set(deleted.map(({ id = 0 }) => context.recreated.of(kind, id)))
  for (const [id, terms] of terms_before) {
    const record = await findRecord(context.exchange, 'events', id)
    if (!record) continue
    const present = idsOf(record[kind])
    const after = terms.map((term) => context.recreated.of(kind, term))
    if (isSame(present, after)) continue
    const named = { kind: 'events', n: context.next(), key: `id:${id}`, title: titleOf('events', record), id } as const
    if (
      context.force ||
      isSame(
        present.filter((one) => !recreated.has(one)),
        terms.filter((one) => !old.has(one)),
      )
    )
      yield { ...named, action: 'update', before: record, changes: [{ field: kind, before: present, after }] }
    else yield { ...named, action: 'conflict', errors: [changedSince([kind])] }
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return [...one].sort().join() === [...other].sort().join()
}
