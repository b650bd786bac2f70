// Executing a plan: writes run concurrently, and a record that fails never stops the others.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import type { WriteBegin } from '../journal/journal.ts'
import type { RunState } from '../journal/read-journal.ts'
import { compact } from '../journal/record-summary.ts'
import { type ClaimOptions, CreateClaims, isAlike } from '../matching/create-claims.ts'
import { lostCreates } from '../matching/interrupted-creates.ts'
import { findCreated, lookupFieldsOf } from '../matching/lookup.ts'
import { deleteStep, isWrite, type PlanResult, type Step, titleOf, valuesAfter, type WriteStep } from '../plan/plan.ts'
import { ownershipOf, unlessUsed } from '../plan/ownership.ts'
import { Usage } from '../plan/record-usage.ts'
import { leftBehind, leftCopyText, leftDeleteText } from './half-written.ts'
import { executeStep, type JournaledWriteDeps } from './execute-write.ts'
import type { ConfirmedSteps } from './confirmed-steps.ts'
import { Throttle, type ThrottleOptions } from './throttle.ts'
import { findRecord } from '../../client/api/records.ts'

export interface ExecuteOptions extends JournaledWriteDeps {
  readonly failures: FailureBudget
  /** Maximum number of writes that have begun in the journal and not ended. */
  readonly concurrency: number
  /**
   * Whether kinds that do not refer to each other are written concurrently; writing in order gives the same ids each
   * time.
   */
  readonly concurrent_kinds?: boolean
  readonly onResult: (result: PlanResult) => void | Promise<void>
  /** Absent if no plan was shown. */
  readonly confirmed?: ConfirmedSteps | undefined
  /** Shows a notice about the calendar to the user. */
  readonly note?: (text: Text) => void
}

/** The execution of a run. */
export interface RunExecution extends ExecuteOptions {
  /** Writes the highest id of a kind before the run to the journal, unless the journal has one. */
  readonly setKnownIdMax: (kind: Plural, id: number) => Promise<void>
}

export interface ExecutionSettings
  extends Omit<ExecuteOptions, 'throttle' | 'creates' | 'failures' | 'concurrency' | 'concurrent_kinds'>,
    Pick<ClaimOptions, 'others'> {
  readonly level: Omit<ThrottleOptions, 'clock'>
  readonly failures_max: number
  /** The run that is continued. */
  readonly earlier?: RunState | undefined
}

export function executionOf({ level, failures_max, earlier, others, ...settings }: ExecutionSettings): RunExecution {
  const { clock, journal } = settings
  const known_id_max = new Map(Object.entries(earlier?.known_id_max ?? {}))
  return {
    ...settings,
    concurrency: level.concurrency_max ?? level.concurrency,
    concurrent_kinds: level.concurrency_max !== undefined && failures_max === Number.POSITIVE_INFINITY,
    throttle: new Throttle({ ...level, clock }),
    creates: new CreateClaims({
      known_id_max: (kind) => known_id_max.get(kind) ?? 0,
      others,
      lost: earlier ? lostCreates(earlier) : [],
    }),
    setKnownIdMax: async (kind, id) => {
      if (known_id_max.has(kind)) return
      known_id_max.set(kind, id)
      await journal.write({ known_id_max: { [kind]: id } })
    },
    failures: new FailureBudget(failures_max),
  }
}

/** Maximum number of records of a run that may fail, over all its parts; then no further write is started. */
export class FailureBudget {
  #left: number

  constructor(failures_max: number) {
    this.#left = failures_max
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  spend(): void {
    this.#left--
  }
}

/** The maximum number of failures was reached before all steps were executed. */
export class StoppedError extends Error {}

export type Steps = AsyncIterable<Step> | Iterable<Step>

/** Steps that can be executed at the same time: those of the next phase depend on their results. */
export interface PlanPhase {
  readonly steps: Steps
  /** Called for each record that exists or will exist; a negative id means not yet created. */
  readonly onRecord?: OnRecord
  /** Called for each record that can not be written, and does not exist. */
  readonly onRejected?: (step: Step) => void
}

type OnRecord = (step: Step, record: JsonObject) => void

/** The steps of all phases; none is executed. */
export async function* plannedSteps(phases: AsyncIterable<PlanPhase>): AsyncIterable<Step> {
  for await (const { steps, onRecord, onRejected } of phases)
    for await (const step of steps) {
      if (step.action === 'create' || ('id' in step && step.id !== undefined)) onRecord?.(step, plannedRecord(step))
      else onRejected?.(step)
      yield step
    }
}

/** Executes each phase before the next one is planned. `onWritten` is called as the `onRecord` of every phase. */
export async function executePhases(
  phases: AsyncIterable<PlanPhase>,
  execution: ExecuteOptions,
  onWritten: OnRecord = () => {},
): Promise<void> {
  for await (const { steps, onRecord, onRejected } of phases)
    await executePlan(steps, {
      ...execution,
      onResult: async (result) => {
        const record = recordAfter(result)
        if (record) for (const note of [onWritten, onRecord]) note?.(stepAfter(result), record)
        else onRejected?.(result.step)
        await execution.onResult(result)
      },
    })
}

/** A planned record in the form of a response. */
export function plannedRecord(step: Step): JsonObject {
  if (step.action === 'create') return { ...step.values, id: -2 - Math.abs(step.n) * 2 - (step.n < 0 ? 1 : 0) }
  const written = step.action === 'update' && step.kind !== 'events'
  return { ...(written ? { ...step.before, ...valuesAfter(step.changes) } : {}), id: step.id ?? 0 }
}

/** A write that failed has changed nothing. */
function stepAfter({ step, done }: PlanResult): Step {
  return done === 'failed' && (step.action === 'update' || step.action === 'delete')
    ? { ...step, action: 'unchanged' }
    : step
}

function recordAfter(result: PlanResult): JsonObject | undefined {
  if ('record' in result && result.record) return result.record
  const { step } = result
  // A term that an event will create has no id, only a name.
  if (result.done === 'skipped' && step.action === 'create') return step.values
  return 'id' in step && step.id !== undefined ? { id: step.id } : undefined
}

/** Writes that are journaled before they can be sent, so that disk and network I/O overlap. */
const ahead = 2
/**
 * Half of these are flushed together, so that flushing takes less time than sending; after a crash up to this many
 * creates are looked up.
 */
const begun_min = 128

/** Resolves when every step was executed. Errors: those that end a run (connection, authorization), `StoppedError`. */
export async function executePlan(steps: Steps, execution: ExecuteOptions): Promise<void> {
  const { failures, signal, concurrency, confirmed } = execution
  const gate = new BackpressureGate(Math.max(concurrency * ahead, begun_min))
  const run: { failure: unknown; stopped: boolean } = { failure: undefined, stopped: false }
  const report = async (result: PlanResult) => {
    if (result.done === 'failed') failures.spend()
    await execution.onResult(result)
  }
  const write = async (step: WriteStep) => {
    const refusal = await confirmed?.refusalOf(step, execution)
    await report(refusal ?? (await executeStep(step, execution)))
  }
  for await (const step of steps) {
    // Without a write in flight nothing else reports the interruption, and the run would count as finished.
    if (signal.aborted) run.failure ??= signal.reason
    run.stopped = failures.isSpent
    if (run.failure !== undefined || run.stopped) break
    if (!isWrite(step)) {
      await report(resultOf(step))
      continue
    }
    await gate.enter()
    write(step).then(
      () => gate.leave(),
      (error) => {
        run.failure ??= error
        gate.leave()
      },
    )
  }
  await gate.empty()
  if (run.failure !== undefined) throw run.failure
  if (run.stopped) throw new StoppedError()
}

/** Executes a step that follows from what the run wrote: not confirmed, and not stopped by records that failed. */
export async function cleanUp(step: Step, execution: ExecuteOptions): Promise<PlanResult> {
  const results: PlanResult[] = []
  const onResult = (result: PlanResult) => {
    results.push(result)
  }
  const failures = new FailureBudget(Number.POSITIVE_INFINITY)
  await executePlan([step], { ...execution, confirmed: undefined, failures, onResult })
  const [result] = results
  if (!result) throw new Error('a step has no result')
  return result
}

/**
 * After all steps of a run: completes the deletes of an earlier part of it, deletes second copies of its records, and
 * names what else its lost requests may have left behind.
 */
export async function finishCreates(execution: ExecuteOptions, begun: readonly WriteBegin[]): Promise<void> {
  const { reading, creates, note = () => {} } = execution
  await completeDeletes(begun, execution)
  if (creates.lost.length === 0) return
  const { deletes, warnings } = await leftBehind({ exchange: reading, creates })
  for (const copy of deletes) {
    const own = creates.lost.find(({ step: { kind, n } }) => kind === copy.kind && n === copy.n)
    if ((await cleanUp(copy, execution)).done === 'failed')
      note(leftCopyText(copy.kind, copy.title, { own: copy.id, other: own?.id ?? 0 }))
  }
  for (const text of warnings) note(text)
}

/** Deletes that a kill interrupted: of second copies, and of records that another run had created too. */
async function completeDeletes(begun: readonly WriteBegin[], execution: ExecuteOptions): Promise<void> {
  for (const { begin: n, kind, key, id = 0, before = {} } of begun) {
    const record = await findRecord(execution.reading, kind, id)
    if (!record) {
      execution.journal.note({ end: n, id })
      continue
    }
    const title = titleOf(kind, record)
    const isOwn = ownershipOf({ kind, written: compact(before) }, record).is === 'own'
    const isFree = isOwn && (await hasOther(execution.reading, kind, record))
    const step = deleteStep({ kind, n, key, title }, record)
    for await (const { users } of unlessUsed(kind, [step], new Usage(execution.reading)))
      if (users || !isFree || (await cleanUp(step, execution)).done === 'failed')
        execution.note?.(leftDeleteText(kind, title, id))
  }
}

/** Whether an equal record still exists, so that deleting this one loses nothing. */
async function hasOther(exchange: Exchange, kind: Plural, record: JsonObject): Promise<boolean> {
  const { slug: _, ...fields } = lookupFieldsOf(kind, record)
  const found = await findCreated(exchange, kind, fields, 0)
  return found.some((one) => one.id !== record.id && isAlike(kind, one, record))
}

function resultOf(step: Exclude<Step, WriteStep>): PlanResult {
  if (step.action === 'conflict') {
    const { errors } = step
    return { step, done: errors.every(({ by_force }) => by_force) ? 'skipped' : 'failed', errors }
  }
  return { step, done: step.action === 'skip' ? 'skipped' : 'unchanged' }
}

/**
 * Limits the writes in flight. At the limit it waits until half of them have ended, and then starts a batch.
 */
class BackpressureGate {
  readonly #size: number
  #inside = 0
  #waiting: (() => void) | undefined

  constructor(size: number) {
    this.#size = size
  }

  async enter(): Promise<void> {
    if (this.#inside >= this.#size) while (this.#inside > this.#size / 2) await this.#change()
    this.#inside++
  }

  leave(): void {
    this.#inside--
    this.#waiting?.()
  }

  async empty(): Promise<void> {
    while (this.#inside > 0) await this.#change()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }
}
