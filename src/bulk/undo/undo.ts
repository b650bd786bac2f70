// Undoing a run: records it created are deleted, those it updated or deleted are restored, unless they were changed
// since.
import { getOrInsert } from '../../base/collections.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import type { PlanSink } from '../execute/execute-plan.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { Step } from '../plan/plan.ts'
import { runNames } from '../journal/runs.ts'
import { headOf, type RunWrite, writesOf } from '../journal/read-journal.ts'
import { inverseStepOf } from './inverse-step.ts'
import { inUse, RecreatedTerms, type UndoContext, type UndoOptions } from './undo-context.ts'
import { isDone, RunWrites } from './run-writes.ts'
import { recreateTerms, restoreAssignments } from './undo-terms.ts'
import { Usage } from '../plan/record-usage.ts'

/**
 * Sends the steps to the sink. After an interrupted undo, records that were already restored are left unchanged.
 * Referenced records are restored first; then everything else in reverse order, the last write first.
 */
export async function undo(options: UndoOptions, sink: PlanSink): Promise<void> {
  const written = await RunWrites.of(options.state_dir, options.run)
  let n = 0
  const context: UndoContext = {
    ...options,
    recreated: new RecreatedTerms(await recreatedBefore(options)),
    claimed: written.hasOpenCreate ? await createdRecords(options.state_dir) : new Set(),
    last_write: written.last_write,
    next: () => n++,
  }
  await recreateTerms(written.deleted_terms, context, sink)
  await sink(inverseSteps(written.deletedPlaces(), context), () => {})
  const usage = new Usage(options.exchange)
  const onRecord = (step: Step) => usage.note(step)
  // Kind by kind: which records events still use is known when the events were written.
  for (const kind of [...plurals_by_need].reverse())
    await sink(unlessUsed(kind, inverseSteps(written.ofKind(kind), context), { context, usage }), onRecord)
  await sink(restoreAssignments(written.deleted_terms, context), () => {})
}

interface UsageContext {
  readonly context: UndoContext
  readonly usage: Usage
}

/** Steps of one kind; a record in use is not deleted, nor is the parent of a category that is not deleted. */
async function* unlessUsed(
  kind: Plural,
  steps: AsyncIterable<Step>,
  { context, usage }: UsageContext,
): AsyncIterable<Step> {
  if (kind === 'events' || context.force) return yield* steps
  const all: Step[] = []
  for await (const step of steps) all.push(step)
  const deletes = all.filter(({ action }) => action === 'delete')
  if (deletes.length === 0) return yield* all
  const users = await usage.of(
    kind,
    deletes.flatMap((step) => ('id' in step && step.id !== undefined ? [step.id] : [])),
  )
  const children = kind === 'categories' ? await childrenIn(context) : new Map<number, readonly number[]>()
  // Deleted or moved elsewhere: no longer below.
  const removed = new Set(
    all.flatMap((step) =>
      step.action === 'update' && step.changes.some(({ field }) => field === 'parent') ? [step.id] : [],
    ),
  )
  for (const step of all) {
    if (step.action !== 'delete') {
      yield step
      continue
    }
    const events = users.get(step.id) ?? []
    const child_categories = (children.get(step.id) ?? []).filter((child) => !removed.has(child))
    if (events.length === 0 && child_categories.length === 0) {
      removed.add(step.id)
      yield step
    } else
      yield {
        kind,
        n: step.n,
        key: step.key,
        title: step.title,
        id: step.id,
        action: 'conflict',
        errors: [
          ...(events.length > 0 ? [inUse('events', events)] : []),
          ...(child_categories.length > 0 ? [inUse('categories', child_categories)] : []),
        ],
      }
  }
}

async function childrenIn({ exchange }: UndoContext): Promise<ReadonlyMap<number, readonly number[]>> {
  const children = new Map<number, number[]>()
  for await (const { id, parent } of allRecords(exchange, 'categories'))
    if (Number(parent) > 0) getOrInsert(children, Number(parent), () => []).push(Number(id))
  return children
}

async function* inverseSteps(written: AsyncIterable<RunWrite>, context: UndoContext): AsyncIterable<Step> {
  for await (const one of written) {
    const step = await inverseStepOf(one, context)
    if (step) yield step
  }
}

/** Terms that earlier undos created for deleted ones: `tags 5` → 9. */
async function recreatedBefore({ state_dir, run, calendar }: UndoOptions): Promise<ReadonlyMap<string, number>> {
  const recreated = new Map<string, number>()
  for (const name of [...runNames(state_dir)].reverse()) {
    const head = name === run ? undefined : await headOf(state_dir, name)
    if (typeof head?.options.undone !== 'string' || runScopeOf(head, calendar) === 'other') continue
    for await (const write of writesOf(state_dir, name)) {
      const { begin, end } = write
      if (isDone(write) && begin.replaces !== undefined && end?.id !== undefined)
        recreated.set(`${begin.kind} ${begin.replaces}`, end.id)
    }
  }
  return recreated
}

/**
 * `venues 12` of each record whose creation a journal confirms. Another run of the same file may have created it, or a
 * later part of this run, which was resumed.
 */
async function createdRecords(state_dir: string): Promise<Set<string>> {
  const created = new Set<string>()
  for (const name of runNames(state_dir)) {
    for await (const write of writesOf(state_dir, name)) {
      const { begin, end } = write
      if (isDone(write) && begin.action === 'create' && end) created.add(`${begin.kind} ${end.id}`)
    }
  }
  return created
}
