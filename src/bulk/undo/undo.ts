// Undoing a run: records it created are deleted, those it updated or deleted are restored, unless they were changed
// since. Terms are created again with new ids.
import { getOrInsert, slicesOf } from '../../base/collections.ts'
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { TemporaryValues } from '../../base/files/temporary-values.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { pagesOfAll } from '../../client/api/pages.ts'
import type { Change } from '../../client/update/compare.ts'
import { per_page_max } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isPlace, isTerm, link_fields, plurals_by_need } from '../../spec/resources.ts'
import type { PlanPhase } from '../execute/execute-plan.ts'
import type { WriteBegin } from '../journal/journal.ts'
import { type RunWrite, runStateOf, writtenBy } from '../journal/read-journal.ts'
import { compact } from '../journal/record-summary.ts'
import { earlierRuns } from '../journal/run-scope.ts'
import { existingOf } from '../matching/existing.ts'
import { type OpenCreate, openCreates } from '../matching/interrupted-creates.ts'
import { keysOf, nameKeysOf } from '../matching/keys.ts'
import { RemoteIndex } from '../matching/remote-index.ts'
import { Decisions } from '../plan/decide.ts'
import { changesNotMade, nameOfStep, type Step, titleOf, type Update, updateStep } from '../plan/plan.ts'
import { unlessUsed } from '../plan/ownership.ts'
import { idsOf, Usage } from '../plan/record-usage.ts'
import {
  changedSince,
  inUse,
  inverseStepOf,
  notCleared,
  RecreatedTerms,
  type UndoContext,
  type UndoOptions,
} from './inverse-step.ts'
import { findRecord } from '../../client/api/records.ts'

/**
 * The steps that revert a run. After an interrupted undo, records that were already restored are left unchanged.
 * Referenced records are restored first; then everything else in reverse order, the last write first.
 */
export async function* undo(options: UndoOptions): AsyncIterable<PlanPhase> {
  const written = new RunWrites()
  const state = await runStateOf(options.state_dir, options.run, written.add)
  const open_creates = new Map<number, OpenCreate>()
  const { exchange, state_dir } = options
  for await (const one of openCreates(exchange, state, { state_dir, finds_late: true }))
    open_creates.set(one.begin.begin, one)
  let n = 0
  const context: UndoContext = {
    ...options,
    recreated: new RecreatedTerms(await recreatedBefore(options)),
    open_creates,
    next: () => n++,
  }
  yield* recreateTerms(written.deleted_terms, context)
  yield { steps: inverseSteps(written.deletedPlaces(), context) }
  const usage = new Usage(options.exchange)
  const onRecord = (step: Step) => usage.note(step)
  // Kind by kind: which records events still use is known when the events were written.
  for (const kind of [...plurals_by_need].reverse()) {
    const steps = inverseSteps(written.ofKind(kind), context)
    const keeps = kind !== 'events' && !context.force
    yield { steps: keeps ? keepUsed(kind, steps, usage) : steps, onRecord }
  }
  const places_begun = Array.from(written.deletedPlaces(), ({ begin }) => begin)
  yield { steps: restoreLinks(written.deleted_terms, places_begun, context) }
}

/** A record in use is not deleted. */
async function* keepUsed(kind: Plural, steps: AsyncIterable<Step>, usage: Usage): AsyncIterable<Step> {
  const all: Step[] = []
  for await (const step of steps) all.push(step)
  for await (const { step, users } of unlessUsed(kind, all, usage)) {
    if (!users) yield step
    else {
      const used_by = { events: users.events.map(({ id }) => id), categories: users.categories }
      const errors = (['events', 'categories'] as const).flatMap((by) =>
        used_by[by].length > 0 ? [inUse(by, used_by[by])] : [],
      )
      yield { ...nameOfStep(step), ...('id' in step && { id: step.id }), action: 'conflict', errors }
    }
  }
}

async function* inverseSteps(written: Iterable<RunWrite>, context: UndoContext): AsyncIterable<Step> {
  for await (const { write, listed } of withListed(written, context.exchange)) {
    const step = await inverseStepOf(write, context, listed)
    if (step?.action === 'update') yield* await withoutKept(step, context)
    else if (step) yield step
  }
}

/** The other fields of a record are restored if the service does not clear one, which is listed. */
async function withoutKept(step: Update, { exchange, next }: UndoContext): Promise<readonly Step[]> {
  const fields = await changesNotMade(exchange, step.kind, step.changes)
  if (fields.length === 0) return [step]
  const { kind, key, title, id } = step
  const changes = step.changes.filter((change) => !fields.includes(change))
  const errors = [notCleared(fields.map(({ field }) => field))]
  const conflict: Step = { kind, n: next(), key, title, id, action: 'conflict', errors }
  return changes.length > 0 ? [{ ...step, changes }, conflict] : [conflict]
}

/** Terms that earlier undos created for deleted ones: `tags 5` → 9. */
async function recreatedBefore({ state_dir, run, calendar }: UndoOptions): Promise<ReadonlyMap<string, number>> {
  const recreated = new Map<string, number>()
  for await (const { head, writes } of earlierRuns({ state_dir, open: async () => ({ calendar }) })) {
    if (typeof head.options.undone !== 'string' || head.run === run) continue
    for await (const write of writes()) {
      const { begin, end } = write
      if (isDone(write) && begin.replaces !== undefined && end?.id !== undefined)
        recreated.set(`${begin.kind} ${begin.replaces}`, end.id)
    }
  }
  return recreated
}

/** The writes of a run by what they are undone with. */
class RunWrites {
  readonly #by_kind = new Map<Plural, WriteStack>()
  readonly #deleted_places = new WriteStack()
  readonly #deleted_terms: WriteBegin[] = []
  /** By the number of a create, what the run changed in its record afterwards. */
  readonly #completed = new Map<number, Values>()

  get deleted_terms(): readonly WriteBegin[] {
    return this.#deleted_terms
  }

  /** Deleted venues and organizers, the last one first. */
  deletedPlaces(): Iterable<RunWrite> {
    return this.#deleted_places.reversed()
  }

  /** The other writes of a kind, the last one first. */
  *ofKind(kind: Plural): Iterable<RunWrite> {
    for (const write of this.#by_kind.get(kind)?.reversed() ?? []) {
      const after = this.#completed.get(write.begin.begin)
      yield after ? withFields(write, after) : write
    }
  }

  /** Ignores writes that failed, and records that others created. */
  readonly add = (write: RunWrite): void => {
    if (!isDone(write)) return
    const { action, kind, begin: n } = write.begin
    if (write.completes) {
      // What the run created and deleted itself is not restored; if it may still exist, it is deleted.
      if (action === 'update') this.#completed.set(n, write.end?.after ?? {})
      else if (!write.end) this.#push(createOf(write.begin))
      return
    }
    if (action === 'delete' && isTerm(kind)) this.#deleted_terms.push(write.begin)
    else if (action === 'delete' && isPlace(kind)) this.#deleted_places.push(write)
    else this.#push(write)
  }

  #push(write: RunWrite): void {
    getOrInsert(this.#by_kind, write.begin.kind, () => new WriteStack()).push(write)
  }
}

/** A create, and what the run changed in its record afterwards. */
function withFields(write: RunWrite, changed: Values): RunWrite {
  if (!write.end) return write
  const { stored: _, ...end } = write.end
  return { ...write, end: { ...end, after: { ...writtenBy(write), ...changed } } }
}

/** The create of a record that the run was about to delete. */
function createOf({ before = {}, ...begin }: WriteBegin): RunWrite {
  const { begin: end, id = 0 } = begin
  return { begin: { ...begin, action: 'create' }, end: { end, id, after: compact(before) } }
}

/** Writes that are kept in memory, or stored and read together. */
const kept_max = 32

/** The last write comes first. */
class WriteStack {
  readonly #stored = new TemporaryValues<readonly RunWrite[]>()
  #stored_count = 0
  #last: RunWrite[] = []

  push(write: RunWrite): void {
    if (this.#last.length === kept_max) {
      this.#stored.set(this.#stored_count++, this.#last)
      this.#last = []
    }
    this.#last.push(write)
  }

  *reversed(): Iterable<RunWrite> {
    yield* this.#last.toReversed()
    for (let n = this.#stored_count - 1; n >= 0; n--) yield* this.#stored.get(n)?.toReversed() ?? []
  }
}

/** Whether the write was executed, as far as is known. */
function isDone({ end }: RunWrite): boolean {
  return end?.failed === undefined && end?.found === undefined
}

export interface ReadWrite {
  readonly write: RunWrite
  /** The record that the write created, as a list showed it; undefined if it must be read by itself. */
  readonly listed: JsonObject | undefined
}

/** The writes in the same order, each with its record if it is an event that was created. */
export async function* withListed(writes: Iterable<RunWrite>, exchange: Exchange): AsyncIterable<ReadWrite> {
  for (const slice of slicesOf(writes, per_page_max)) {
    const listed = await listedOf(slice.flatMap(createdEvent), exchange)
    for (const write of slice) {
      const [id] = createdEvent(write)
      yield { write, listed: id === undefined ? undefined : listed.get(id) }
    }
  }
}

function createdEvent({ begin: { action, kind }, end }: RunWrite): readonly number[] {
  return action === 'create' && kind === 'events' && end?.id !== undefined ? [end.id] : []
}

/** A service that refuses the list can still show each event. */
async function listedOf(ids: readonly number[], exchange: Exchange): Promise<ReadonlyMap<number, JsonObject>> {
  const listed = new Map<number, JsonObject>()
  if (ids.length < 2) return listed
  try {
    for await (const page of pagesOfAll(exchange, 'events', { include: ids }))
      for (const record of page) listed.set(Number(record.id), record)
  } catch (error) {
    if (!(error instanceof CalError) || error.remote === undefined) throw error
    listed.clear()
  }
  return listed
}

/** Parents before children. A term that exists by id, slug or name was created by an interrupted undo. */
async function* recreateTerms(deleted: readonly WriteBegin[], context: UndoContext): AsyncIterable<PlanPhase> {
  for (const kind of ['categories', 'tags'] as const) {
    let left = deleted.filter((one) => one.kind === kind)
    if (left.length === 0) continue
    const remote = new RemoteIndex(context.exchange)
    await remote.load(kind, { onRecord: () => {}, onMissing: () => {} })
    const decisions = new Decisions({ inputs: { match: undefined }, on_existing: 'skip', remote })
    while (left.length > 0) {
      const below = left.filter(({ before }) => left.some(({ id }) => id === before?.parent))
      const next = left.filter((one) => !below.includes(one))
      if (next.length === 0) break
      const old = new Map<number, number>()
      const steps: Step[] = []
      for (const begin of next) {
        const step = await termStep(begin, { remote, decisions }, context)
        old.set(step.n, begin.id ?? 0)
        steps.push(step)
      }
      yield {
        steps,
        onRecord: ({ n }, record) => context.recreated.set(kind, old.get(n) ?? 0, Number(record.id)),
      }
      left = below
    }
  }
}

/** The step of a deleted term: as for a row that an earlier run wrote. */
async function termStep(
  { kind, key, id = 0, before = {} }: WriteBegin,
  { remote, decisions }: { readonly remote: RemoteIndex; readonly decisions: Decisions },
  { recreated, next }: UndoContext,
): Promise<Step> {
  const row = { kind, n: next(), values: recreated.replaceIn(kind, before) }
  const keys = [...keysOf(row, undefined), ...nameKeysOf(kind, row.values)]
  const written = { kind, id, key, created: false, written: before }
  const earlier = { first: 'earlier', of: () => written, isOfOther: () => false } as const
  const { existing } = await existingOf(row, keys, { remote, earlier })
  const step = await decisions.stepOf(row, { key, existing: existing.slice(0, 1) })
  if (step.action === 'create') return { ...step, replaces: id }
  // A term of that name exists again, whatever its other fields are.
  return step.action === 'skip' ? { ...step, action: 'unchanged' } : step
}

/** Links children and events of deleted records again, unless they were linked to others since. */
async function* restoreLinks(
  deleted_terms: readonly WriteBegin[],
  deleted_places: readonly WriteBegin[],
  context: UndoContext,
): AsyncIterable<Step> {
  const deleted = [
    ...deleted_terms.filter(({ kind, id = 0 }) => context.recreated.has(kind, id)),
    ...deleted_places,
  ].filter(({ dependents }) => dependents)
  yield* restoreChildren(
    deleted.filter(({ kind }) => kind === 'categories'),
    context,
  )
  for (const kind of linked_kinds)
    yield* restoreEventLinks(
      kind,
      deleted.filter((one) => one.kind === kind),
      context,
    )
}

/** A service moves the children of a deleted category to its parent. */
async function* restoreChildren(deleted: readonly WriteBegin[], context: UndoContext): AsyncIterable<Step> {
  const parents = new Map<number, WriteBegin>()
  for (const begin of deleted)
    for (const child of begin.dependents?.children ?? [])
      if (!parents.has(child) && !context.recreated.has('categories', child)) parents.set(child, begin)
  const byId = new Map(deleted.map((begin) => [begin.id, begin] as const))
  for (const [child, begin] of parents) {
    const record = await findRecord(context.exchange, 'categories', child)
    const after = context.recreated.of('categories', begin.id ?? 0)
    if (!record || Number(record.parent) === after) continue
    // The service moved it to the first parent that was not deleted.
    let top = begin
    for (let next = byId.get(parentOf(top)); next; next = byId.get(parentOf(top))) top = next
    const change = { field: 'parent', before: record.parent, after }
    const isUnchanged = Number(record.parent) === parentOf(top)
    yield linkStep({ kind: 'categories', key: begin.key, record, change, isUnchanged }, context)
  }
}

interface RestoredLink {
  readonly kind: Plural
  readonly key: string
  readonly record: JsonObject
  readonly change: Change
  /** Whether the record was not linked to another one since. */
  readonly isUnchanged: boolean
}

function linkStep({ kind, key, record, change, isUnchanged }: RestoredLink, { next, force }: UndoContext): Step {
  const named = { kind, n: next(), key, title: titleOf(kind, record) }
  return isUnchanged || force
    ? updateStep(named, record, { changes: [change], stored: true })
    : { ...named, id: Number(record.id), action: 'conflict', errors: [changedSince([change.field])] }
}

function parentOf({ before }: WriteBegin): number {
  return Number(before?.parent) || 0
}

const linked_kinds = ['venues', 'organizers', 'categories', 'tags'] as const

async function* restoreEventLinks(
  kind: (typeof linked_kinds)[number],
  deleted: readonly WriteBegin[],
  context: UndoContext,
): AsyncIterable<Step> {
  const field = link_fields[kind]
  const ids_before = new Map<number, readonly number[]>()
  for (const { dependents } of deleted)
    for (const { id, ids } of dependents?.events ?? []) if (!ids_before.has(id)) ids_before.set(id, ids)
  const old = new Set(deleted.map(({ id }) => id))
  const restored = new Set(deleted.map(({ id = 0 }) => context.recreated.of(kind, id)))
  for (const [id, ids] of ids_before) {
    const record = await findRecord(context.exchange, 'events', id)
    if (!record) continue
    const present = idsOf(record[field])
    const after = ids.map((one) => context.recreated.of(kind, one))
    if (isSameList(present, after)) continue
    const others = ids.filter((one) => !old.has(one))
    const left = present.filter((one) => !restored.has(one))
    const change = { field, before: present, after: linkOf(kind, after) }
    // Services that delete one of several organizers empty the list.
    const isUnchanged = isSameList(left, others) || (isPlace(kind) && left.length === 0)
    yield linkStep({ kind: 'events', key: `id:${id}`, record, change, isUnchanged }, context)
  }
}

/** An event has one venue, unless its service allows several. */
function linkOf(kind: Plural, ids: readonly number[]): Json {
  const [only] = ids
  return kind === 'venues' && ids.length === 1 && only !== undefined ? only : [...ids]
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
  return [...one].sort().join() === [...other].sort().join()
}
