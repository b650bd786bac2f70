// Creates without a result in the journal, after a crash or a lost response: which record each of them made, for
// resuming a run, for undoing it, and for the records that it owns.
import { sep } from 'node:path'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { statOf } from '../../base/files/file-system.ts'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Exchange } from '../../base/exchange.ts'
import { calendarRootOf } from '../../client/address/api-root.ts'
import { resources } from '../../spec/resources.ts'
import { openJournal, type WriteBegin, type WriteEnd } from '../journal/journal.ts'
import { type RunState, stateOf } from '../journal/read-journal.ts'
import { recordsOfRuns, type RunRecords } from '../journal/run-records.ts'
import { inlineOf, recordSummaryOf } from '../journal/record-summary.ts'
import { earlierRuns, type RunsOfCalendar } from '../journal/run-scope.ts'
import { journalPath, type LockOptions, lockRun, runFolder } from '../journal/runs.ts'
import { CreateClaims, isCertain, isInTime, type IsOthers, type LostCreate, type SentCreate } from './create-claims.ts'
import { findCreated, matchesCreate } from './lookup.ts'

/** How long after its last line in the journal a write of a run may have reached the service. */
const arrival_ms_max = 60_000

/** What the journal of the run says. */
type InterruptedRun = Pick<RunState, 'head' | 'known_id_max' | 'last_create' | 'open'> &
  Partial<Pick<RunState, 'hasWritten'>>

/** The line that is missing in the journal after a create, and the record that it made. */
interface InterruptedEnd {
  readonly begin: WriteBegin
  readonly end: WriteEnd
  readonly record?: JsonObject
}

export class InterruptedCreates {
  readonly #run: InterruptedRun
  readonly #claims: CreateClaims
  /** Another run of the same file may have created a record, or a later part of this one. */
  readonly #isOthers: IsOthers

  /** Reads the journals of all runs of the calendar if the result of a create is missing. */
  static async of(state_dir: string, run: InterruptedRun): Promise<InterruptedCreates> {
    const hasOpen = [...run.open.values()].some(({ action }) => action === 'create')
    const { api_root, calendar_id: id } = run.head
    const calendar = { root: calendarRootOf(api_root, sep), id }
    return new InterruptedCreates(
      run,
      hasOpen ? await recordsOfRuns({ state_dir, open: async () => ({ calendar }) }) : undefined,
    )
  }

  /** `records` are what runs created; absent if no result is missing. */
  constructor(run: InterruptedRun, records: Pick<RunRecords, 'hasCreated'> | undefined) {
    this.#run = run
    this.#claims = new CreateClaims({ known_id_max: (kind) => run.known_id_max[kind] ?? 0 })
    this.#isOthers = (kind, { id }) =>
      records?.hasCreated(kind, Number(id)) === true || run.hasWritten?.(kind, Number(id)) === true
  }

  /**
   * The missing result of each create that is meant: the record that it certainly made among those found, or that none
   * was created (decision 7). If a record may be its own, but was changed since, it has none.
   */
  async *ends(
    isMeant: (begin: WriteBegin) => boolean,
    find: (begin: WriteBegin) => Promise<readonly JsonObject[]>,
  ): AsyncIterable<InterruptedEnd> {
    for (const begin of this.#run.open.values()) {
      if (begin.action !== 'create' || !isMeant(begin)) continue
      const record = this.claim(begin, await find(begin))
      const { begin: n, kind } = begin
      if (!record) yield { begin, end: { end: n, failed: not_sent } }
      else if (this.isCertain(begin, record))
        yield { begin, end: { end: n, id: Number(record.id), after: recordSummaryOf(kind, record) }, record }
    }
  }

  /** The record among these that the create has made: it came before the last request can have arrived. */
  claim(begin: WriteBegin, records: readonly JsonObject[]): JsonObject | undefined {
    return this.#claims.claim(this.#sentCreate(begin), records, this.#isOthers)
  }

  /** The same, also of records that others may have created later. */
  claimPossible(begin: WriteBegin, records: readonly JsonObject[]): JsonObject | undefined {
    return this.#claims.claim({ ...this.#sentCreate(begin), until: undefined }, records, this.#isOthers)
  }

  isCertain(begin: WriteBegin, record: JsonObject): boolean {
    const create = this.#sentCreate(begin)
    return this.#run.known_id_max[begin.kind] !== undefined && isInTime(create, record) && isCertain(create, record)
  }

  #sentCreate({ kind, find = {}, sent = {} }: WriteBegin): SentCreate {
    return { kind, find, sent, until: arrivalOf(this.#run) }
  }
}

/** When the last request of a run can have reached the service. */
export function arrivalOf({ last_create }: Pick<RunState, 'last_create'>): Instant | undefined {
  return last_create === undefined ? undefined : last_create + arrival_ms_max
}

/** The creates of a run of which a request was not answered. */
export function lostCreates({ lost, last_create }: Pick<RunState, 'lost' | 'last_create'>): readonly LostCreate[] {
  const until = arrivalOf({ last_create })
  return lost.map(({ begin: { begin: n, kind, key, find = {}, sent = {} }, end }) => {
    const title = String(find[resources[kind].name] ?? key)
    const step = { kind, n, key, title, values: { ...find, ...inlineOf(sent) }, until }
    return { step, id: end?.id ?? 0 }
  })
}

/** The deletes without a result of records that a run had created: second copies, or records of others too. */
export function unfinishedDeletes({ open, hasEnded }: Pick<RunState, 'open' | 'hasEnded'>): readonly WriteBegin[] {
  return [...open.values()].filter(({ begin, action }) => action === 'delete' && hasEnded(begin))
}

/**
 * What the creates of other runs of the calendar have made, or may have made: runs that write at the same time, whose
 * journals were changed since `since_ns`, by the clock of the file system.
 */
export async function madeByOthers(
  runs: RunsOfCalendar,
  { name, since_ns }: { readonly name: string; readonly since_ns: bigint },
): Promise<IsOthers> {
  const made = new TemporaryKeys()
  const open: WriteBegin[] = []
  for await (const { head, writes } of earlierRuns(runs)) {
    if (head.run === name || (statOf(journalPath(runs.state_dir, head.run))?.mtimeNs ?? 0n) < since_ns) continue
    for await (const { begin, end } of writes())
      if (begin.action === 'create' && !end) open.push(begin)
      else if (begin.action === 'create' && end?.id !== undefined) made.add(begin.kind, end.id)
  }
  return (kind, record) =>
    made.has(kind, Number(record.id)) ||
    open.some((begin) => begin.kind === kind && matchesCreate(kind, begin.find ?? {}, record))
}

const not_sent: Text = t('the run was interrupted before it')

export interface ReconcileOptions extends LockOptions {
  readonly exchange: Exchange
  readonly state_dir: string
}

/**
 * Adds the missing result of each create of a run to its journal.
 * Errors: `usage` if another process is executing the run.
 */
export async function reconcileJournal(
  { exchange, state_dir, ...locking }: ReconcileOptions,
  run: string,
  records: RunRecords,
): Promise<readonly WriteEnd[]> {
  const lock = await lockRun(runFolder(state_dir, run), locking)
  try {
    const state = await stateOf(state_dir, run)
    const creates = new InterruptedCreates(state, records)
    const find = ({ kind, find: values = {} }: WriteBegin) =>
      findCreated(exchange, kind, values, state.known_id_max[kind] ?? 0)
    const ends: WriteEnd[] = []
    for await (const { end } of creates.ends(() => true, find)) ends.push(end)
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}
