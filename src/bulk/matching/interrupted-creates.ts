// Creates without a result in the journal, after a crash or a lost response: the one rule which record each of them
// made, for resuming a run, for undoing it, and for the records that it owns.
import { sep } from 'node:path'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Exchange } from '../../base/exchange.ts'
import { calendarRootOf } from '../../client/address/api-root.ts'
import { fieldMismatchesOf } from '../../client/update/verify-write.ts'
import { openJournal, type WriteBegin, type WriteEnd } from '../journal/journal.ts'
import { type RunState, stateOf } from '../journal/read-journal.ts'
import { recordsOfRuns, type RunRecords } from '../journal/run-records.ts'
import { inlineOf, recordSummaryOf } from '../journal/record-summary.ts'
import { journalPath, type LockOptions, lockRun, runFolder } from '../journal/runs.ts'
import { findCreated, instantOfDate, matchesCreate } from './lookup.ts'

/** How long after its last line in the journal a write of a run may have reached the service. */
const arrival_ms_max = 60_000

/** What the journal of the run says. */
type InterruptedRun = Pick<RunState, 'head' | 'known_id_max' | 'last_write' | 'open'> &
  Partial<Pick<RunState, 'written'>>

export class InterruptedCreates {
  readonly #run: InterruptedRun
  /**
   * What runs created: another run of the same file may have created a record, or a later part of this one. Absent if
   * no result is missing.
   */
  readonly #records: Pick<RunRecords, 'hasCreated'> | undefined
  /** `venues 12`: records that an interrupted create has claimed. */
  readonly #claimed = new Set<string>()

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

  constructor(run: InterruptedRun, records: Pick<RunRecords, 'hasCreated'> | undefined) {
    this.#run = run
    this.#records = records
  }

  /** Those of the creates without a result that are meant, each with the record that it has made among those found. */
  async *found(
    isMeant: (begin: WriteBegin) => boolean,
    find: (begin: WriteBegin) => Promise<readonly JsonObject[]>,
  ): AsyncIterable<{ readonly begin: WriteBegin; readonly record: JsonObject | undefined }> {
    for (const begin of this.#run.open.values()) {
      if (begin.action !== 'create' || !isMeant(begin)) continue
      const [record] = this.claim(begin, await find(begin))
      yield { begin, record }
    }
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
          this.#records?.hasCreated(kind, Number(one.id)) !== true &&
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

const not_sent: Text = t('the run was interrupted before it')

export interface ReconcileOptions extends LockOptions {
  readonly exchange: Exchange
  readonly state_dir: string
}

/** The line that is missing after a create that has made this record. */
export function endOfCreate({ begin, kind }: WriteBegin, record: JsonObject): WriteEnd {
  return { end: begin, id: Number(record.id), after: recordSummaryOf(kind, record) }
}

/**
 * Adds the missing result of each create to the journal: the record, or that none was created (decision 7). If a record
 * may be its own, but was changed since, none is added.
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
    for await (const { begin, record } of creates.found(() => true, find)) {
      if (!record) ends.push({ end: begin.begin, failed: not_sent })
      else if (creates.isCertain(begin, record)) ends.push(endOfCreate(begin, record))
    }
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}
