// Creates without a result in the journal, after a crash or a lost response: the one rule which record each of them
// made, for resuming a run, for undoing it, and for the records that it owns.
import { sep } from 'node:path'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Exchange } from '../../base/exchange.ts'
import { calendarRootOf } from '../../client/address/api-root.ts'
import { fieldMismatchesOf } from '../../client/update/verify-write.ts'
import { type JournalHead, openJournal, type WriteBegin, type WriteEnd } from '../journal/journal.ts'
import { headOf, type RunState, stateOf, writesOf } from '../journal/read-journal.ts'
import { inlineOf, recordSummaryOf } from '../journal/record-summary.ts'
import { journalPath, type LockOptions, lockRun, runFolder, runNames } from '../journal/runs.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import { findCreated, instantOfDate, matchesCreate } from './lookup.ts'

/** How long after its last line in the journal a write of a run may have reached the service. */
const arrival_ms_max = 60_000

/** What the journal of the run says. */
type InterruptedRun = Pick<RunState, 'head' | 'known_id_max' | 'last_write' | 'open'> &
  Partial<Pick<RunState, 'written'>>

export class InterruptedCreates {
  readonly #run: InterruptedRun
  /** `venues 12`: records that another write created, or that an interrupted create has claimed. */
  readonly #claimed: Set<string>

  /** Reads the journals of all runs of the calendar if the result of a create is missing. */
  static async of(state_dir: string, run: InterruptedRun): Promise<InterruptedCreates> {
    const hasOpen = [...run.open.values()].some(({ action }) => action === 'create')
    return new InterruptedCreates(run, hasOpen ? await createdRecords(state_dir, run.head) : new Set())
  }

  private constructor(run: InterruptedRun, claimed: Set<string>) {
    this.#run = run
    this.#claimed = claimed
  }

  /**
   * Those of the records that the create has made, the oldest first: they match what it sent, came after the run began
   * and before the last request can have arrived, and no other write made them. Each record is returned once.
   */
  claim(begin: WriteBegin, records: readonly JsonObject[]): readonly JsonObject[] {
    return this.claimPossible(
      begin,
      records.filter((one) => this.#isInTime(begin, one)),
    )
  }

  /** The same, with records that others may have created later. */
  claimPossible({ kind, find = {} }: WriteBegin, records: readonly JsonObject[]): readonly JsonObject[] {
    const known_id_max = this.#run.known_id_max[kind] ?? 0
    const made = records
      .filter(
        (one) =>
          Number(one.id) > known_id_max &&
          !this.#claimed.has(`${kind} ${one.id}`) &&
          this.#run.written?.get(kind)?.has(Number(one.id)) !== true &&
          matchesCreate(kind, find, one),
      )
      .sort((a, b) => Number(a.id) - Number(b.id))
    for (const { id } of made) this.#claimed.add(`${kind} ${id}`)
    return made
  }

  /** Whether the record is certainly the one that the create made: it has the values that were sent. */
  isCertain(begin: WriteBegin, record: JsonObject): boolean {
    const { kind, sent = {} } = begin
    return (
      this.#run.known_id_max[kind] !== undefined &&
      this.#isInTime(begin, record) &&
      fieldMismatchesOf(kind, inlineOf(sent), record).length === 0
    )
  }

  /** Categories and tags have no creation date. */
  #isInTime({ sent = {} }: WriteBegin, { date_utc, modified_utc }: JsonObject): boolean {
    const { last_write } = this.#run
    const created = instantOfDate('date' in sent || 'date_utc' in sent ? modified_utc : date_utc)
    return last_write === undefined || created === undefined || created <= last_write + arrival_ms_max
  }
}

/**
 * `venues 12` of each record whose creation a journal confirms. Another run of the same file may have created it, or a
 * later part of the same run. Records of other calendars have the same ids.
 */
async function createdRecords(state_dir: string, { api_root, calendar_id: id }: JournalHead): Promise<Set<string>> {
  const created = new Set<string>()
  const calendar = { root: calendarRootOf(api_root, sep), id }
  for (const name of runNames(state_dir)) {
    const head = await headOf(state_dir, name)
    if (head === undefined || runScopeOf(head, calendar) === 'other') continue
    for await (const { begin, end } of writesOf(state_dir, name))
      if (begin.action === 'create' && end?.id !== undefined && end.found === undefined && end.failed === undefined)
        created.add(`${begin.kind} ${end.id}`)
  }
  return created
}

const not_sent: Text = t('the run was interrupted before it')

export interface ReconcileOptions extends LockOptions {
  readonly exchange: Exchange
  readonly state_dir: string
}

/**
 * Adds the missing result of each create to the journal: the record, or that none was created (decision 7). If a record
 * may be its own, but was changed since, none is added.
 * Errors: `usage` if another process is executing the run.
 */
export async function reconcileJournal(
  { exchange, state_dir, ...locking }: ReconcileOptions,
  run: string,
): Promise<readonly WriteEnd[]> {
  const lock = await lockRun(runFolder(state_dir, run), locking)
  try {
    const state = await stateOf(state_dir, run)
    const creates = await InterruptedCreates.of(state_dir, state)
    const ends: WriteEnd[] = []
    for (const begin of state.open.values()) {
      const { begin: n, action, kind, find = {} } = begin
      if (action !== 'create') continue
      const found = await findCreated(exchange, kind, find, state.known_id_max[kind] ?? 0)
      const [record] = creates.claim(begin, found)
      if (!record) ends.push({ end: n, failed: not_sent })
      else if (creates.isCertain(begin, record))
        ends.push({ end: n, id: Number(record.id), after: recordSummaryOf(kind, record) })
    }
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}
