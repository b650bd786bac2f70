// Who owns a record: the runs that created it, according to their journals. A record that no run created is never
// deleted, and one that anything else uses is kept.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { CalendarIdentity } from '../../client/address/api-root.ts'
import { isHiddenByPassword, plurals_by_need, resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { derived_fields, editedSince, isSameRecord } from '../journal/record-summary.ts'
import { recordsOfRuns, type RunRecord } from '../journal/run-records.ts'
import { reconcileJournal, type ReconcileOptions } from '../matching/interrupted-creates.ts'
import { type Delete, deleteStep, type Step } from './plan.ts'
import type { Usage, Users } from './record-usage.ts'
import { findRecord } from '../../client/api/records.ts'

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
  const records = await recordsOfRuns(
    { state_dir, open: async () => ({ calendar }) },
    ({ options }) => options.owner === name,
  )
  for (const { run, begins } of records.interrupted)
    for (const end of await reconcileJournal(owner, run)) {
      const begin = begins.get(end.end)
      if (begin) records.note({ begin }, end, 'own')
    }
  return records.present()
}

/**
 * Whether a record is still as the runs wrote it; `other` if its id now belongs to another record. If a password hides
 * its fields, it is the one that was edited.
 */
export type Ownership =
  | { readonly is: 'own' }
  | { readonly is: 'other' }
  | { readonly is: 'edited'; readonly fields: readonly string[] }

/** The one rule for what a prune, a copy, an undo or a resumed run may delete, together with `unlessUsed`. */
export function ownershipOf(
  { kind, written, updated }: Pick<RunRecord, 'kind' | 'written' | 'updated'>,
  record: JsonObject,
): Ownership {
  const isHidden = isHiddenByPassword(kind, record)
  if (!isHidden && !isSameRecord(kind, written, record)) return { is: 'other' }
  // The runs could not read it.
  if (Object.keys(written).length === 0) return { is: 'own' }
  const isPublishedByTime = written.status === 'future' && record.status === 'publish'
  const isEdit = (field: string) =>
    !(updated && derived_fields.includes(field)) && !(field === 'status' && isPublishedByTime)
  const fields = isHidden ? ['password'] : editedSince(kind, written, record).filter(isEdit)
  return fields.length > 0 ? { is: 'edited', fields } : { is: 'own' }
}

/** The first number of deletes, below the numbers of records that are only referenced. */
const prune_first = -1_000_000

export interface PruneOptions {
  readonly exchange: Exchange
  /** What the plan writes: its links count, and what it deletes does not use anything. */
  readonly usage: Usage
  /** Whether a record may be deleted; all by default. */
  readonly isMeant?: (kind: Plural, record: JsonObject) => boolean
  /** Called for each record that is kept although it is no longer in the file. */
  readonly onKept: (kept: KeptRecord) => void
}

export interface KeptRecord {
  readonly kind: Plural
  readonly record: JsonObject
  /** Why: something uses it, it was edited, or an interrupted run may have created it. */
  readonly because: 'used' | 'edited' | 'uncertain'
  /** Those that were edited. */
  readonly fields?: readonly string[]
}

/**
 * Deletes owned records that are no longer in the file, dependent records first. A record that no run created, that was
 * edited, or that anything else uses, is kept. Records that are missing, or whose id now belongs to another record, are
 * skipped. The numbers of the steps count down from -1,000,000.
 */
export async function* pruneSteps(
  unwanted: readonly RunRecord[],
  { exchange, usage, isMeant = () => true, onKept }: PruneOptions,
): AsyncIterable<Delete> {
  let n = prune_first
  for (const kind of [...plurals_by_need].reverse()) {
    const deletes: Delete[] = []
    const own = unwanted.filter((one) => one.kind === kind && (one.created || one.uncertain))
    for (const one of own.toSorted((a, b) => b.id - a.id)) {
      const { id, key, uncertain } = one
      const record = await findRecord(exchange, kind, id)
      if (!record || !isMeant(kind, record)) continue
      const ownership = ownershipOf(one, record)
      if (ownership.is === 'other') continue
      if (uncertain || ownership.is === 'edited') {
        onKept({ kind, record, ...(uncertain ? { because: 'uncertain' } : { because: 'edited', ...ownership }) })
        continue
      }
      const title = String(record[resources[kind].name] ?? key)
      deletes.push(deleteStep({ kind, n: n--, key, title }, record))
    }
    for await (const { step, users } of unlessUsed(kind, deletes, usage)) {
      if (users) onKept({ kind, record: step.before, because: 'used' })
      else {
        usage.note(step)
        yield step
      }
    }
  }
}

/**
 * The steps of one kind in order, deletes of used records last, with their `users`: these records must not be deleted.
 * A category is deleted after its children.
 */
export async function* unlessUsed<S extends Step>(
  kind: Plural,
  steps: readonly S[],
  usage: Usage,
): AsyncIterable<{ readonly step: S; readonly users?: Users }> {
  for (const step of steps) if (step.action === 'update') usage.note(step)
  const ids = steps.flatMap((step) => (step.action === 'delete' ? [step.id] : []))
  const users = kind === 'events' || ids.length === 0 ? no_users : await usage.of(kind, ids)
  const deleted = new Set<number>()
  const usersOf = (step: S): Users | undefined => {
    const all = step.action === 'delete' ? users.get(step.id) : undefined
    const categories = all?.categories.filter((child) => !deleted.has(child)) ?? []
    return all && (all.isLinked || all.events.length + categories.length > 0) ? { ...all, categories } : undefined
  }
  let left = steps
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const kept: S[] = []
    for (const step of left) {
      if (usersOf(step)) {
        kept.push(step)
        continue
      }
      if (step.action === 'delete') deleted.add(step.id)
      yield { step }
    }
    left = kept
  }
  for (const step of left) {
    const by = usersOf(step)
    yield { step, ...(by && { users: by }) }
  }
}

const no_users: ReadonlyMap<number, Users> = new Map()
