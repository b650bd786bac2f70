// Taking a run back: what it created is deleted, what it changed or deleted is restored, unless somebody changed it
// since.
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm, plurals_by_need } from '../../spec/resources.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import type { PlanSink } from '../execute/plan-sink.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { Step } from '../plan/plan.ts'
import { headOf, runNames } from '../journal/runs.ts'
import { type InverseStep, inUse, inverseStepOf, type UndoOptions } from './inverse-step.ts'
import { restoreAssignments, recreateTerms, RecreatedTerms } from './undo-terms.ts'
import { Usage } from '../plan/usage.ts'
import { type RunWrite, writesOf } from '../journal/run-writes.ts'

/**
 * The steps back. Begun again after it broke off, it finds what is restored already and leaves it so.
 * What others refer to is there again first; then everything else in the opposite order, the last written first.
 */
export async function undo(undoing: UndoOptions, consume: PlanSink): Promise<void> {
  const written = await doneBy(undoing.state_dir, undoing.run)
  const deleted = written.filter(({ begin }) => begin.action === 'delete').map(({ begin }) => begin)
  let n = 0
  const is_open = written.some(({ begin, end }) => begin.action === 'create' && !end)
  const last_write = written.reduce<number | undefined>(
    (last, { begin: { at } }) => (at === undefined ? last : Math.max(last ?? 0, at)),
    undefined,
  )
  const back: InverseStep = {
    ...undoing,
    revived: new RecreatedTerms(await revivedBefore(undoing)),
    others: is_open ? await createdElsewhere(undoing) : new Set(),
    last_write,
    next: () => n++,
  }
  await recreateTerms(deleted, back, consume)
  await consume(stepsBack(written.filter(isDeletedPlace), back), () => {})
  const usage = new Usage(undoing.exchange)
  const settled = (step: Step) => usage.note(step)
  const rest = written.filter((one) => !isDeletedPlace(one) && !isDeletedTerm(one))
  // Kind by kind: what events still use is known once they are done.
  for (const kind of [...plurals_by_need].reverse())
    await consume(
      unlessUsed(
        kind,
        stepsBack(
          rest.filter(({ begin }) => begin.kind === kind),
          back,
        ),
        { back, usage },
      ),
      settled,
    )
  await consume(restoreAssignments(deleted, back), () => {})
}

interface Using {
  readonly back: InverseStep
  readonly usage: Usage
}

/** Steps of one kind; what is in use is kept instead of deleted, and so is what lies above a category that is kept. */
async function* unlessUsed(kind: Plural, steps: AsyncIterable<Step>, { back, usage }: Using): AsyncIterable<Step> {
  if (kind === 'events' || back.force) return yield* steps
  const all: Step[] = []
  for await (const step of steps) all.push(step)
  const deletes = all.filter(({ action }) => action === 'delete')
  if (deletes.length === 0) return yield* all
  const users = await usage.of(
    kind,
    deletes.flatMap((step) => ('id' in step && step.id !== undefined ? [step.id] : [])),
  )
  const children = kind === 'categories' ? await childrenIn(back) : new Map<number, readonly number[]>()
  // Deleted or hung elsewhere: no longer below.
  const going = new Set(
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
    const below = (children.get(step.id) ?? []).filter((child) => !going.has(child))
    if (events.length === 0 && below.length === 0) {
      going.add(step.id)
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
          ...(below.length > 0 ? [inUse('categories', below)] : []),
        ],
      }
  }
}

async function childrenIn({ exchange }: InverseStep): Promise<ReadonlyMap<number, readonly number[]>> {
  const children = new Map<number, number[]>()
  for await (const { id, parent } of allRecords(exchange, 'categories'))
    if (Number(parent) > 0) getOrInsert(children, Number(parent), () => []).push(Number(id))
  return children
}

function isDeletedPlace({ begin: { action, kind } }: RunWrite): boolean {
  return action === 'delete' && (kind === 'venues' || kind === 'organizers')
}

function isDeletedTerm({ begin: { action, kind } }: RunWrite): boolean {
  return action === 'delete' && isTerm(kind)
}

async function* stepsBack(written: readonly RunWrite[], back: InverseStep): AsyncIterable<Step> {
  for (const one of [...written].reverse()) {
    const step = await inverseStepOf(one, back)
    if (step) yield step
  }
}

/** Terms that earlier undos created for deleted ones: `tags 5` → 9. */
async function revivedBefore({ state_dir, run, calendar }: UndoOptions): Promise<ReadonlyMap<string, number>> {
  const revived = new Map<string, number>()
  for (const name of [...runNames(state_dir)].reverse()) {
    const head = name === run ? undefined : await headOf(state_dir, name)
    if (typeof head?.options.undone !== 'string' || runScopeOf(head, calendar) === 'other') continue
    for (const {
      begin: { kind, replaces },
      end,
    } of await doneBy(state_dir, name))
      if (replaces !== undefined && end?.id !== undefined) revived.set(`${kind} ${replaces}`, end.id)
  }
  return revived
}

/** `venues 12` of each record that another run created: the same file imported anew makes what this one left open. */
async function createdElsewhere({ state_dir, run }: UndoOptions): Promise<ReadonlySet<string>> {
  const created = new Set<string>()
  for (const other of runNames(state_dir).filter((name) => name !== run)) {
    for (const {
      begin: { action, kind },
      end,
    } of await doneBy(state_dir, other))
      if (action === 'create' && end) created.add(`${kind} ${end.id}`)
  }
  return created
}

/** What failed was never there, and what was found is the work of others. */
async function doneBy(state_dir: string, run: string): Promise<readonly RunWrite[]> {
  const done: RunWrite[] = []
  for await (const write of writesOf(state_dir, run))
    if (write.end?.failed === undefined && write.end?.found === undefined) done.push(write)
  return done
}
