// Importing: the service is read once, then the same steps are either shown or executed.
import { withRetry } from '../client/transport/retry.ts'
import type { Plural } from '../spec/model.ts'
import { Duplicates } from './duplicates.ts'
import type { ExecuteOptions } from './execute/execute-plan.ts'
import { runPhases, type PhaseJob } from './execute/phases.ts'
import { type PlanSink, executeSink, previewSink } from './execute/plan-sink.ts'
import { recordSummaryOf } from './journal/record-summary.ts'
import type { RunState } from './journal/runs.ts'
import type { InputScan } from './matching/input-scan.ts'
import type { Inputs } from './matching/readings.ts'
import { ReferenceIndex } from './matching/reference-index.ts'
import type { PlanOptions, Step } from './plan/plan.ts'
import { completed, type KindSnapshot, type RemoteSnapshot } from './snapshot.ts'

export interface ImportRequest extends PlanOptions {
  readonly inputs: Inputs
  readonly survey: InputScan
  readonly create_missing: boolean
}

/** Calls `told` with every step and executes none. */
export async function previewImport(
  request: ImportRequest,
  snapshot: RemoteSnapshot,
  told: (step: Step) => void | Promise<void>,
): Promise<void> {
  await completed(snapshot)
  const job = jobOf(request, snapshot, undefined)
  await runPhases({ ...job, beforeKind: (kind) => addRecords(job, kind, snapshot) }, previewSink(told), {
    at_once: false,
  })
}

export interface ImportExecution extends ExecuteOptions {
  /** Of the run that is resumed. */
  readonly state: RunState | undefined
  /** Writes the highest id of a kind before the run to the journal; a kind that has one keeps it. */
  readonly setKnownIdMax: (kind: Plural, id: number) => Promise<void>
}

/**
 * Executes every step.
 * A kind is written as soon as all its records were read and their highest id is in the journal; other kinds may still
 * be read then. Events come last: their duplicates are found by counts from before the first of them is written.
 */
export async function executeImport(
  request: ImportRequest,
  snapshot: RemoteSnapshot,
  { state, setKnownIdMax, ...execution }: ImportExecution,
): Promise<void> {
  await snapshot.answered
  const job = jobOf(request, snapshot, state)
  const duplicates = duplicatesOf(job, snapshot, execution)
  const prepared = new Map(
    [...snapshot.kinds.keys()].map((kind) => [kind, prepare(kind, { job, snapshot, duplicates })]),
  )
  // A run that fails elsewhere does not get to await all of them.
  for (const one of prepared.values()) one.catch(() => undefined)
  const beforeKind = async (kind: Plural) => {
    const known_id_max = await prepared.get(kind)
    if (known_id_max === undefined) return
    await setKnownIdMax(kind, known_id_max)
    if (state) await endMissing(kind, { state, snapshot, execution })
  }
  const sink = executeSink(execution)
  const watched: PlanSink = (steps, settled) =>
    sink(steps, (step, record) => {
      duplicates.see(step, record)
      settled(step, record)
    })
  await runPhases({ ...job, beforeKind, beforeEvents: () => duplicates.mergeReferred() }, watched, {
    at_once: execution.kinds_at_once === true,
  })
  await duplicates.mergeEvents()
}

/** The records of the service that others refer to; undefined for a kind that the input does not touch. */
async function addRecords(
  { directory }: ImportJob,
  kind: Plural,
  { kinds }: RemoteSnapshot,
): Promise<KindSnapshot | undefined> {
  const read = await kinds.get(kind)
  for (const record of read?.records ?? []) directory.add(kind, record)
  return read
}

interface Preparing {
  readonly job: ImportJob
  readonly snapshot: RemoteSnapshot
  readonly duplicates: Duplicates
}

/** Returns the highest id of the kind before the run. */
async function prepare(kind: Plural, { job, snapshot, duplicates }: Preparing): Promise<number | undefined> {
  const read = await addRecords(job, kind, snapshot)
  if (read) await duplicates.refresh(kind, read.total)
  return read?.known_id_max
}

function duplicatesOf(
  { directory, survey, inputs }: ImportJob,
  { existing }: RemoteSnapshot,
  { exchange, clockwork, pace, known_id_max, journal, told, say }: ExecuteOptions,
): Duplicates {
  return new Duplicates({
    exchange: withRetry(exchange, clockwork, pace.wait_limits),
    existing,
    directory,
    near: survey.near,
    known_id_max,
    journal,
    told,
    note: (text) => say?.(text),
    clock: clockwork,
    survey,
    match: inputs.match,
  })
}

interface Resuming {
  readonly state: RunState
  readonly snapshot: RemoteSnapshot
  readonly execution: ExecuteOptions
}

/** Records that only references name are planned while they are missing: those created just before a crash end here. */
async function endMissing(kind: Plural, { state, snapshot: { existing }, execution }: Resuming): Promise<void> {
  const { journal, known_id_max, told } = execution
  for (const { begin: n, action, kind: written, key, find = {} } of state.open.values()) {
    if (n >= 0 || action !== 'create' || written !== kind) continue
    const id = existing.ids(kind, [key]).ids.find((one) => one > known_id_max(kind))
    if (id === undefined) continue
    const record = await existing.record(kind, id)
    journal.note({ end: n, id, after: recordSummaryOf(kind, record) })
    await told({ step: { action, kind, n, key, title: key, values: find }, done: 'created', record })
  }
}

type ImportJob = Omit<PhaseJob, 'beforeKind' | 'beforeEvents'>

function jobOf(request: ImportRequest, { existing }: RemoteSnapshot, state: RunState | undefined): ImportJob {
  const nothing = { has: () => false }
  return {
    ...request,
    existing,
    directory: new ReferenceIndex(),
    ended: state?.ended ?? nothing,
    open: state?.open ?? nothing,
    first_missing: (state?.lowest ?? 0) - 1,
  }
}
