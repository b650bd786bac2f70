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
import { plurals_by_need, resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { openJournal, type WriteBegin, type WriteEnd } from '../journal/journal.ts'
import { type RunState, runStateOf } from '../journal/read-journal.ts'
import { recordSummaryOf } from '../journal/record-summary.ts'
import { earlierRuns, type RunsOfCalendar } from '../journal/run-scope.ts'
import { journalPath, type LockOptions, lockRun, runFolder } from '../journal/runs.ts'
import { CreateClaims, isCertain, isInTime, type IsOthers, type LostCreate } from './create-claims.ts'
import { findAllCreated, matchesCreate } from './lookup.ts'

/** How long after its last line in the journal a write of a run may have reached the service. */
const arrival_ms_max = 60_000

/** What the journal of the run says. */
type InterruptedRun = Pick<RunState, 'head' | 'known_id_max' | 'last_create' | 'open' | 'hasWritten'>

/** A create without a result in the journal. */
export interface OpenCreate {
  readonly begin: WriteBegin
  /** The record that it has made. */
  readonly record: JsonObject | undefined
  /** The line that the journal lacks; `uncertain` unless it has made the record, which was not changed since. */
  readonly end: WriteEnd
}

export interface OpenCreatesOptions {
  /** Has the journals of the other runs: one of the same file may have created a record. */
  readonly state_dir: string
  readonly kinds?: readonly Plural[]
  /** Also finds records that came after the last request can have arrived: others may have created them. */
  readonly finds_late?: true
}

/**
 * The creates of a run without a result, and the record that each of them has made: the one way to look for them, when
 * the run is resumed or undone, and for the records that it owns (decision 7).
 */
export async function* openCreates(
  exchange: Exchange,
  run: InterruptedRun,
  { state_dir, kinds = plurals_by_need, finds_late }: OpenCreatesOptions,
): AsyncIterable<OpenCreate> {
  const claims = new CreateClaims({ known_id_max: (kind) => run.known_id_max[kind] ?? 0 })
  const { head, known_id_max: known_id_max_of } = run
  const all = [...run.open.values()].filter(({ action, kind }) => action === 'create' && kinds.includes(kind))
  if (all.length === 0) return
  const calendar = { root: calendarRootOf(head.api_root, sep), id: head.calendar_id }
  const isMade = await madeByRuns({ state_dir, open: async () => ({ calendar }) })
  const isOthers: IsOthers = (kind, record) => run.hasWritten(kind, Number(record.id)) || isMade(kind, record)
  for (const kind of kinds) {
    const known_id_max = known_id_max_of[kind]
    const begins = all.filter((one) => one.kind === kind)
    const finds = begins.map(({ find = {} }) => find)
    const found = await findAllCreated(exchange, kind, finds, known_id_max ?? 0)
    for (const [i, begin] of begins.entries()) {
      const create = { kind, find: begin.find ?? {}, sent: begin.sent ?? {}, until: arrivalOf(run) }
      const claimed = finds_late ? { ...create, until: undefined } : create
      const record = claims.claim(claimed, found[i] ?? [], isOthers)
      const isProven = known_id_max !== undefined && record && isInTime(create, record) && isCertain(create, record)
      const uncertain = isProven ? {} : { uncertain: true as const }
      const end = record
        ? { end: begin.begin, id: Number(record.id), after: recordSummaryOf(kind, record), ...uncertain }
        : { end: begin.begin, failed: not_sent }
      yield { begin, record, end }
    }
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
    return { step: { kind, n, key, title }, create: { kind, find, sent, until }, id: end?.id ?? 0 }
  })
}

/** The deletes without a result of records that a run had created: second copies, or records of others too. */
export function unfinishedDeletes({ open, hasEnded }: Pick<RunState, 'open' | 'hasEnded'>): readonly WriteBegin[] {
  return [...open.values()].filter(({ begin, action }) => action === 'delete' && hasEnded(begin))
}

/**
 * What the creates of all runs of the calendar have made; with `beside` what those of other runs have made or may have
 * made that write at the same time, whose journals were changed since then by the clock of the file system.
 */
export async function madeByRuns(
  runs: RunsOfCalendar,
  beside?: { readonly name: string; readonly since_ns: bigint },
): Promise<IsOthers> {
  const made = new TemporaryKeys()
  const open: WriteBegin[] = []
  for await (const { head, writes } of earlierRuns(runs)) {
    const changed_ns = statOf(journalPath(runs.state_dir, head.run))?.mtimeNs ?? 0n
    if (beside && (head.run === beside.name || changed_ns < beside.since_ns)) continue
    for await (const { begin, end } of writes())
      if (begin.action === 'create' && !end && beside) open.push(begin)
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
): Promise<readonly WriteEnd[]> {
  const lock = await lockRun(runFolder(state_dir, run), locking)
  try {
    const state = await runStateOf(state_dir, run)
    const ends: WriteEnd[] = []
    for await (const { end } of openCreates(exchange, state, { state_dir })) ends.push(end)
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}
