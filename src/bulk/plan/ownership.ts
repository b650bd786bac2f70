// Who owns a record: the runs that created it, according to their journals. A record that no run created is never
// deleted, and one that anything else uses is kept.
import { getOrInsert } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { CalendarIdentity } from '../../client/address/api-root.ts'
import { isHiddenByPassword } from '../../client/api/protected-records.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import type { JournalHead, WriteBegin, WriteEnd } from '../journal/journal.ts'
import { writesOf } from '../journal/read-journal.ts'
import { isSameRecord, type RecordSummary, shortened } from '../journal/record-summary.ts'
import { headsOf } from '../journal/run-scope.ts'
import { reconcileJournal, type ReconcileOptions } from '../matching/interrupted-creates.ts'
import { findRecord } from '../matching/lookup.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { Delete, Step } from './plan.ts'
import type { Usage } from './record-usage.ts'

export interface OwnedRecords {
  readonly kind: Plural
  readonly id: number
  readonly key: string
  /** Created by the owner's runs, rather than found and updated. */
  readonly created: boolean
  /** The fields after the last write: all non-empty fields of a created record, else those that were changed. */
  readonly written: RecordSummary
  /** Of a copy: the id in the calendar it is copied from. */
  readonly source_id?: number
}

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
export async function writtenBy(owner: Owner): Promise<readonly OwnedRecords[]> {
  const { state_dir, calendar, name } = owner
  const owned = new OwnershipLog()
  for await (const head of headsOf({ state_dir, open: async () => ({ calendar }) })) {
    const role = roleOf(head, name)
    const open = new Map<number, WriteBegin>()
    for await (const { begin, end } of writesOf(state_dir, head.run)) {
      if (end) owned.note(begin, end, role)
      else open.set(begin.begin, begin)
    }
    if (role === 'own' && open.size > 0)
      for (const end of await reconcileJournal(owner, head.run)) owned.note(open.get(end.end), end, role)
  }
  return owned.owned()
}

/** The role of a run for the file: an apply of it, an undo, or neither. */
type Role = 'own' | 'undo' | 'other'

function roleOf({ options: { owner, undone } }: JournalHead, name: string): Role {
  if (owner === name) return 'own'
  return undone === undefined ? 'other' : 'undo'
}

/** Tracks the writes of all runs in order. */
class OwnershipLog {
  readonly #owned = new Map<string, OwnedRecords>()
  /** Records that were deleted by a later run. */
  readonly #lost = new Map<string, OwnedRecords>()

  note(begin: WriteBegin | undefined, end: WriteEnd, role: Role): void {
    const { id, failed } = end
    if (!begin || id === undefined || failed !== undefined) return
    const { action, kind } = begin
    const name = `${kind} ${id}`
    if (action === 'delete') this.#lose(name)
    else if (role === 'own') this.#owned.set(name, writtenRecord(begin, end, this.#owned.get(name)))
    else if (role === 'undo') this.#regain({ kind, id, key: begin.key }, action === 'create')
  }

  owned(): readonly OwnedRecords[] {
    return [...this.#owned.values()]
  }

  #lose(name: string): void {
    const known = this.#owned.get(name)
    if (known) this.#lost.set(name, known)
    this.#owned.delete(name)
  }

  /** A record restored from the trash keeps its id; a restored term is a new one with the same key. */
  #regain(record: Pick<OwnedRecords, 'kind' | 'id' | 'key'>, anew: boolean): void {
    const name = anew
      ? [...this.#lost].find(([, { kind, key }]) => kind === record.kind && key === record.key)?.[0]
      : `${record.kind} ${record.id}`
    const lost = name === undefined ? undefined : this.#lost.get(name)
    if (name === undefined || !lost) return
    this.#lost.delete(name)
    this.#owned.set(`${record.kind} ${record.id}`, { ...lost, ...record })
  }
}

function writtenRecord(
  { action, kind, key, is, source_id }: WriteBegin,
  { id = 0, after = {} }: WriteEnd,
  known: OwnedRecords | undefined,
): OwnedRecords {
  const created = action === 'create' || known?.created === true
  const source = source_id ?? known?.source_id
  const written =
    action === 'create'
      ? after
      : Object.fromEntries(
          Object.entries({ ...known?.written, ...is, ...after }).map(([field, value]) => [field, shortened(value)]),
        )
  return { kind, id, key: known?.key ?? key, created, written, ...(source === undefined ? {} : { source_id: source }) }
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
  readonly onUsed?: (record: Pick<OwnedRecords, 'kind' | 'id'>) => void
}

/**
 * Deletes owned records that are no longer in the file, dependent records first. A record that no run created, or that
 * anything else uses, is kept. Records that are missing, or whose id now belongs to another record, are skipped. The
 * numbers of the steps count down from -1,000,000.
 */
export async function* pruneSteps(
  unwanted: readonly OwnedRecords[],
  { exchange, usage, isMeant = () => true, onUsed = () => {} }: PruneOptions,
): AsyncIterable<Delete> {
  let n = prune_first
  for (const kind of [...plurals_by_need].reverse()) {
    const deletes: Delete[] = []
    const own = unwanted.filter((one) => one.kind === kind && one.created).toSorted((a, b) => b.id - a.id)
    for (const { id, key, written } of own) {
      const record = await findRecord(exchange, kind, id)
      if (!record || !isMeant(kind, record)) continue
      if (!isHiddenByPassword(kind, record) && !isSameRecord(kind, written, record)) continue
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
