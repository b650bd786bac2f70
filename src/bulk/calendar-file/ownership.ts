// The records that earlier runs of `apply` or `copy` created for a calendar file or another calendar: only those may be
// pruned.
import type { Exchange } from '../../base/exchange.ts'
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import type { JsonObject } from '../../base/json.ts'
import { isBlank } from '../../client/api/protected-records.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import { isSameRecord, type RecordSummary, shortened } from '../journal/record-summary.ts'
import type { WriteBegin, WriteEnd, JournalHead } from '../journal/journal.ts'
import type { Delete } from '../plan/plan.ts'
import { childrenOf, type Usage } from '../plan/record-usage.ts'
import { runNames } from '../journal/runs.ts'
import { headOf, writesOf } from '../journal/read-journal.ts'
import { reconcileJournal, type ReconcileOptions, findRecord } from '../matching/lookup.ts'
import { isInWindow, type RepeatWindow } from './repeat.ts'

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
 * According to the journals: created by an apply of this name and not deleted since, or restored by an undo.
 * Errors: `usage` if another process is applying it.
 */
export async function ownedBy(owner: Owner): Promise<readonly OwnedRecords[]> {
  return (await writtenBy(owner)).filter(({ created }) => created)
}

/** As `ownedBy`, including records that its runs only updated. */
export async function writtenBy(owner: Owner): Promise<readonly OwnedRecords[]> {
  const { state_dir, calendar, name } = owner
  const owned = new OwnershipLog()
  for (const run of [...runNames(state_dir)].reverse()) {
    const head = await headOf(state_dir, run)
    if (!head || runScopeOf(head, calendar) !== 'own') continue
    const role = roleOf(head, name)
    const open = new Map<number, WriteBegin>()
    for await (const { begin, end } of writesOf(state_dir, run)) {
      if (end) owned.note(begin, end, role)
      else open.set(begin.begin, begin)
    }
    if (role === 'own' && open.size > 0)
      for (const end of await reconcileJournal(owner, run)) owned.note(open.get(end.end), end, role)
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

export interface PruneOptions extends RepeatWindow {
  /** What the plan writes: its links count, and what it deletes does not use anything. */
  readonly usage: Usage
  /** Called for each record that is kept because another one uses it. */
  readonly onUsed?: (record: OwnedRecords) => void
}

/**
 * Deletes owned records that are no longer in the file, dependent records first. A record that anything else uses is
 * kept. Records that are missing, or whose id now belongs to another record, are skipped. With a window, only events
 * that start in it are deleted. The numbers of the steps count down from -1,000,000.
 */
export async function* pruneSteps(
  exchange: Exchange,
  unwanted: readonly OwnedRecords[],
  { usage, onUsed, ...window }: PruneOptions,
): AsyncIterable<Delete> {
  let n = prune_first
  for (const kind of [...plurals_by_need].reverse()) {
    const records = unwanted.filter((one) => one.kind === kind).toSorted((a, b) => b.id - a.id)
    const ids = records.map(({ id }) => id)
    const users = kind === 'events' ? undefined : await usage.of(kind, ids)
    const deleted = new Set<number>()
    for (const one of records) {
      const { id, key, written } = one
      const children = kind === 'categories' && users?.has(id) !== true ? await childrenOf(exchange, id) : []
      if (users?.has(id) || children.some((child) => !deleted.has(child))) {
        onUsed?.(one)
        continue
      }
      const record = await findRecord(exchange, kind, id)
      if (!record || !isMeant(kind, record, window)) continue
      if (!isBlank(kind, record) && !isSameRecord(kind, written, record)) continue
      const title = String(record[resources[kind].name] ?? key)
      const step: Delete = { action: 'delete', kind, id, n: n--, key, title, before: record }
      deleted.add(id)
      usage.note(step)
      yield step
    }
  }
}

function isMeant(kind: Plural, { start_date }: JsonObject, window: RepeatWindow): boolean {
  if (window.from === undefined && window.until === undefined) return true
  return kind === 'events' && isInWindow(String(start_date), window)
}
