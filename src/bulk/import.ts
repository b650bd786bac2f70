// Importing: the service is read once, then the same steps are either previewed or executed.
import { withRetry } from '../client/transport/retry.ts'
import type { Plural } from '../spec/model.ts'
import { Duplicates } from './duplicates.ts'
import { type ExecuteOptions, executeSink, type PlanSink, previewSink } from './execute/execute-plan.ts'
import { runPhases, type PhaseJob, type RecordMatcher } from './execute/phases.ts'
import { recordSummaryOf } from './journal/record-summary.ts'
import type { StoredInput } from './matching/input-scan.ts'
import type { Inputs } from './matching/parsed-input.ts'
import { ReferenceIndex } from './matching/reference-index.ts'
import type { ResumedRun } from './plan/decide.ts'
import type { PlanOptions, Step } from './plan/plan.ts'
import { awaitRecords, type KindSnapshot, type RemoteSnapshot } from './snapshot.ts'

export interface ImportRequest extends PlanOptions {
  readonly inputs: Inputs
  readonly scan: StoredInput
  readonly create_missing: boolean
  readonly match?: RecordMatcher
}

/** Calls `onStep` with every step; none is executed. */
export async function previewImport(
  request: ImportRequest,
  snapshot: RemoteSnapshot,
  onStep: (step: Step) => void | Promise<void>,
): Promise<void> {
  await awaitRecords(snapshot)
  const job = jobOf(request, snapshot, undefined)
  const beforeKind = async (kind: Plural) => {
    await addRecords(job, kind, snapshot)
  }
  await runPhases({ ...job, beforeKind }, previewSink(onStep), { concurrent_kinds: false, needs_titles: true })
}

export interface ImportExecution extends ExecuteOptions {
  readonly resumed?: ResumedRun | undefined
  /** Writes the highest id of a kind before the run to the journal, unless the journal has one. */
  readonly setKnownIdMax: (kind: Plural, id: number) => Promise<void>
}

/**
 * Executes every step.
 * A kind is written as soon as all its records were read and their highest id is in the journal; other kinds may still
 * be read then. Events are last: their duplicates are detected by the total from before the first of them is written.
 */
export async function executeImport(
  request: ImportRequest,
  snapshot: RemoteSnapshot,
  { resumed, setKnownIdMax, ...execution }: ImportExecution,
): Promise<void> {
  await snapshot.first_answers
  const job = jobOf(request, snapshot, resumed)
  const duplicates = duplicatesOf(job, snapshot, execution)
  const prepared = new Map(
    [...snapshot.kinds.keys()].map((kind) => [kind, prepare(kind, { job, snapshot, duplicates })]),
  )
  // Prevents unhandled rejections if the run fails earlier.
  for (const one of prepared.values()) one.catch(() => undefined)
  const beforeKind = async (kind: Plural) => {
    const known_id_max = await prepared.get(kind)
    if (known_id_max === undefined) return
    await setKnownIdMax(kind, known_id_max)
    if (resumed) await endMissing(kind, { resumed, snapshot, execution })
  }
  const sink = executeSink(execution)
  const watched: PlanSink = (steps, onRecord) =>
    sink(steps, (step, record) => {
      duplicates.add(step, record)
      onRecord(step, record)
    })
  await runPhases({ ...job, beforeKind, beforeEvents: () => duplicates.mergeReferenced() }, watched, {
    concurrent_kinds: execution.concurrent_kinds === true,
  })
  await duplicates.mergeEvents()
}

/** Makes the service's records available to references; undefined for kinds that the input does not use. */
async function addRecords(
  { references }: ImportJob,
  kind: Plural,
  { kinds }: RemoteSnapshot,
): Promise<KindSnapshot | undefined> {
  const read = await kinds.get(kind)
  for (const record of read?.records ?? []) references.add(kind, record)
  return read
}

interface Preparation {
  readonly job: ImportJob
  readonly snapshot: RemoteSnapshot
  readonly duplicates: Duplicates
}

/** Returns the highest id of the kind before the run. */
async function prepare(kind: Plural, { job, snapshot, duplicates }: Preparation): Promise<number | undefined> {
  const read = await addRecords(job, kind, snapshot)
  if (read) await duplicates.refresh(kind, read.total)
  return read?.known_id_max
}

function duplicatesOf(
  { references, scan, inputs: { match } }: ImportJob,
  { remote }: RemoteSnapshot,
  { exchange, clock, throttle, known_id_max, journal, onResult, note }: ExecuteOptions,
): Duplicates {
  return new Duplicates({
    exchange: withRetry(exchange, clock, throttle.wait_limits),
    remote,
    references,
    scope: scan.scope,
    known_id_max,
    journal,
    onResult,
    note: (text) => note?.(text),
    clock,
    scan,
    match,
  })
}

interface Resumption {
  readonly resumed: ResumedRun
  readonly snapshot: RemoteSnapshot
  readonly execution: ExecuteOptions
}

/** Adds the journal lines missing after a crash for records created from references, which are not planned again. */
async function endMissing(
  kind: Plural,
  { resumed: { state, creates }, snapshot: { remote }, execution: { journal, onResult } }: Resumption,
): Promise<void> {
  for (const begin of state.open.values()) {
    const { begin: n, action, kind: written, key, find = {} } = begin
    if (n >= 0 || action !== 'create' || written !== kind) continue
    const [record] = creates.claim(begin, (await remote.find(kind, [key])).existing)
    if (!record) continue
    const id = Number(record.id)
    journal.note({ end: n, id, after: recordSummaryOf(kind, record) })
    await onResult({ step: { action, kind, n, key, title: key, values: find }, done: 'created', record })
  }
}

type ImportJob = Omit<PhaseJob, 'beforeKind' | 'beforeEvents'>

function jobOf(
  request: ImportRequest,
  { remote, unchanged }: RemoteSnapshot,
  resumed: ResumedRun | undefined,
): ImportJob {
  const references = new ReferenceIndex()
  for (const { kind, id } of request.scan.by_n.values()) if (id !== undefined) references.expect(kind, id)
  // A run that is resumed looks up what it may have created.
  return { ...request, remote, unchanged: resumed ? undefined : unchanged, references, resumed }
}
