// Who owns a record: the runs that created it, according to their journals. A record that no run created is never
// deleted, and one that anything else uses is kept.
import { getOrInsert } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { CalendarIdentity } from '../../client/address/api-root.ts'
import { isHiddenByPassword, plurals_by_need, resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { editedSince, isSameRecord } from '../journal/record-summary.ts'
import { recordsOfRuns, type RunRecord } from '../journal/run-records.ts'
import { reconcileJournal, type ReconcileOptions } from '../matching/interrupted-creates.ts'
import { findRecord } from '../matching/lookup.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { Delete, Step } from './plan.ts'
import type { Usage } from './record-usage.ts'

export interface Owner extends ReconcileOptions {
  readonly calendar: CalendarIdentity
  /** The calendar's name, the path of its file, or the calendar that is copied. */
  readonly name: string
}

/**
 * The records that an owner's runs wrote and none deleted since, or that an undo restored, according to the journals.
 * Only those that they created may be pruned.
 * Errors: `usage` if another process is executing one of the runs.
 */
export async function writtenBy(owner: Owner): Promise<readonly RunRecord[]> {
  const { state_dir, calendar, name } = owner
  const records = await recordsOfRuns({ state_dir, open: async () => ({ calendar }) }, { owner: name })
  for (const { run, begins } of records.interrupted)
    for (const end of await reconcileJournal(owner, run, records)) {
      const begin = begins.get(end.end)
      if (begin) records.note({ begin }, end, 'own')
    }
  return records.present()
}

/** The first number of deletes, below the numbers of records that are only referenced. */
const prune_first = -1_000_000

export interface PruneOptions {
  readonly exchange: Exchange
  /** What the plan writes: its links count, and what it deletes does not use anything. */
  readonly usage: Usage
  /** Whether a record may be deleted; all by default. */
  readonly isMeant?: (kind: Plural, record: JsonObject) => boolean
  /** Called for each record that is kept because another one uses it. */
  readonly onUsed?: (record: Pick<RunRecord, 'kind' | 'id'>) => void
  /** Called for each record that is kept because it was edited since a run wrote it; by default, edits don't count. */
  readonly onEdited?: (edited: KeptRecord) => void
}

export interface KeptRecord {
  readonly kind: Plural
  readonly record: JsonObject
  readonly fields: readonly string[]
}

/**
 * Deletes owned records that are no longer in the file, dependent records first. A record that no run created, or that
 * anything else uses, is kept, and with `onEdited` one that was edited. Records that are missing, or whose id now
 * belongs to another record, are skipped. The numbers of the steps count down from -1,000,000.
 */
export async function* pruneSteps(
  unwanted: readonly RunRecord[],
  { exchange, usage, isMeant = () => true, onUsed = () => {}, onEdited }: PruneOptions,
): AsyncIterable<Delete> {
  let n = prune_first
  for (const kind of [...plurals_by_need].reverse()) {
    const deletes: Delete[] = []
    const own = unwanted.filter((one) => one.kind === kind && one.created).toSorted((a, b) => b.id - a.id)
    for (const { id, key, written } of own) {
      const record = await findRecord(exchange, kind, id)
      if (!record || !isMeant(kind, record)) continue
      if (!isHiddenByPassword(kind, record) && !isSameRecord(kind, written, record)) continue
      const fields = onEdited ? editsIn(kind, written, record) : []
      if (fields.length > 0) {
        onEdited?.({ kind, record, fields })
        continue
      }
      const title = String(record[resources[kind].name] ?? key)
      deletes.push({ action: 'delete', kind, id, n: n--, key, title, before: record })
    }
    for await (const { step, users } of unlessUsed(kind, deletes, { exchange, usage })) {
      if (users || step.action !== 'delete') onUsed({ kind, id: 'id' in step ? Number(step.id) : 0 })
      else {
        usage.note(step)
        yield step
      }
    }
  }
}

/** Fields that change when others do, so that they don't tell whether a person edited the record. */
const following_fields = new Set(['slug', 'date', 'stateprovince'])

/** The fields that were edited since; none if the runs could not read the record. */
function editsIn(kind: Plural, written: RunRecord['written'], record: JsonObject): readonly string[] {
  if (Object.keys(written).length === 0) return []
  if (isHiddenByPassword(kind, record)) return ['password']
  return editedSince(kind, written, record).filter((field) => !following_fields.has(field))
}

/** The events and child categories that use a record. */
export interface Users {
  readonly events: readonly number[]
  readonly categories: readonly number[]
}

/**
 * The steps of one kind in order, those with `users` last: a record that an event or a child category uses must not be
 * deleted. A category is deleted after its children.
 */
export async function* unlessUsed(
  kind: Plural,
  steps: readonly Step[],
  { exchange, usage }: Pick<PruneOptions, 'exchange' | 'usage'>,
): AsyncIterable<{ readonly step: Step; readonly users?: Users }> {
  const deletes = steps.filter((step) => step.action === 'delete')
  const is_used = kind !== 'events' && deletes.length > 0
  const ids = deletes.map(({ id }) => id)
  const events = is_used ? await usage.of(kind, ids) : new Map<number, readonly number[]>()
  const children = is_used && kind === 'categories' ? await childrenIn(exchange) : new Map<number, readonly number[]>()
  // Deleted, or moved to another parent.
  const gone = new Set(
    steps.flatMap((step) =>
      step.action === 'update' && step.changes.some(({ field }) => field === 'parent') ? [step.id] : [],
    ),
  )
  const usersOf = ({ id }: Delete): Users => ({
    events: events.get(id) ?? [],
    categories: (children.get(id) ?? []).filter((child) => !gone.has(child)),
  })
  let left: readonly Step[] = steps
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const kept: Step[] = []
    for (const step of left) {
      const users = step.action === 'delete' ? usersOf(step) : undefined
      if (users && users.events.length + users.categories.length > 0) {
        kept.push(step)
        continue
      }
      if (step.action === 'delete') gone.add(step.id)
      yield { step }
    }
    left = kept
  }
  for (const step of left) if (step.action === 'delete') yield { step, users: usersOf(step) }
}

/** By category, the ids of those right below it. */
async function childrenIn(exchange: Exchange): Promise<ReadonlyMap<number, readonly number[]>> {
  const children = new Map<number, number[]>()
  for await (const { id, parent } of allRecords(exchange, 'categories'))
    if (Number(parent) > 0) getOrInsert(children, Number(parent), () => []).push(Number(id))
  return children
}
