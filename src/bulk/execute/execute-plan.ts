// Executing a plan: writes run concurrently, and a record that fails never stops the others.
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { isWrite, type PlanResult, type Step, type WriteStep } from '../plan/plan.ts'
import { removeDuplicates, type ResendResult } from './half-written.ts'
import { executeJournaled, type JournaledWriteDeps } from './journaled-write.ts'

export interface ExecuteOptions extends JournaledWriteDeps {
  readonly failures: FailureBudget
  /** Maximum number of writes that have begun in the journal and not ended. */
  readonly concurrency: number
  /**
   * Kinds that do not refer to each other are written concurrently; otherwise in order, which gives the same ids each
   * time.
   */
  readonly concurrent_kinds?: boolean
  readonly onResult: (result: PlanResult) => void | Promise<void>
  /** Called for each create that was sent again because no answer came. */
  readonly onResend?: (resent: ResendResult) => void
  /** Shows a notice about the calendar to the user. */
  readonly note?: (text: Text) => void
}

/** How many records of a run may fail, over all its parts; the one after that is not begun. */
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

/** The failure budget was spent before all steps were executed. */
export class StoppedError extends Error {}

/**
 * Consumes steps and calls `onRecord` for each record that exists or will exist, with an id below 0 if it has none yet.
 */
export type PlanSink = (steps: AsyncIterable<Step>, onRecord: (step: Step, record: JsonObject) => void) => Promise<void>

/** Calls `onStep` with every step; none is executed. */
export function previewSink(onStep: (step: Step) => void | Promise<void>): PlanSink {
  return async (steps, onRecord) => {
    for await (const step of steps) {
      if (step.action === 'create' || ('id' in step && step.id !== undefined)) onRecord(step, plannedRecord(step))
      await onStep(step)
    }
  }
}

export function executeSink(execution: ExecuteOptions): PlanSink {
  return (steps, onRecord) =>
    executePlan(steps, {
      ...execution,
      onResult: async (result) => {
        const record = recordAfter(result)
        if (record) onRecord(result.step, record)
        await execution.onResult(result)
      },
    })
}

/** A planned record, as its service would show it. */
function plannedRecord(step: Step): JsonObject {
  if (step.action === 'create') return { ...step.values, id: -2 - Math.abs(step.n) * 2 - (step.n < 0 ? 1 : 0) }
  return { id: step.id ?? 0 }
}

function recordAfter(result: PlanResult): JsonObject | undefined {
  if ('record' in result && result.record) return result.record
  const { step } = result
  // A term that an event will create is known by its name alone.
  if (result.done === 'skipped' && step.action === 'create') return step.values
  return 'id' in step && step.id !== undefined ? { id: step.id } : undefined
}

/** Writes that begin in the journal before they can be sent, so that the disk and the network work at the same time. */
const ahead = 2
/**
 * Half of these go to the disk together, so that rows wait less for it than for the server; after a crash this many are
 * looked up.
 */
const begun_min = 128

/** Resolves when every step was executed. Fails with what ends a run: no connection, no right, or `StoppedError`. */
export async function executePlan(steps: AsyncIterable<Step>, execution: ExecuteOptions): Promise<void> {
  const { failures, signal, concurrency, onResend } = execution
  const gate = new BackpressureGate(Math.max(concurrency * ahead, begun_min))
  const resent: ResendResult[] = []
  const run: { failure: unknown; stopped: boolean } = { failure: undefined, stopped: false }
  const report = async (result: PlanResult) => {
    if (result.done === 'failed') failures.spend()
    await execution.onResult(result)
  }
  for await (const step of steps) {
    // No write in flight would report the interruption, and the run would count as finished.
    if (signal.aborted) run.failure ??= signal.reason
    run.stopped = failures.isSpent
    if (run.failure !== undefined || run.stopped) break
    if (!isWrite(step)) {
      await report(resultOf(step))
      continue
    }
    await gate.enter()
    const work = executeJournaled(step, execution).then(async ({ result, resent: record }) => {
      if (record && step.action === 'create') resent.push({ step, record })
      await report(result)
    })
    void work
      .catch((error) => {
        run.failure ??= error
      })
      .finally(() => gate.leave())
  }
  await gate.empty()
  if (run.failure !== undefined) throw run.failure
  for (const one of resent) {
    await removeDuplicates(one, execution)
    onResend?.(one)
  }
  if (run.stopped) throw new StoppedError()
}

function resultOf(step: Exclude<Step, WriteStep>): PlanResult {
  if (step.action === 'conflict') {
    const { errors } = step
    return { step, done: errors.every(({ by_force }) => by_force) ? 'skipped' : 'failed', errors }
  }
  return { step, done: step.action === 'skip' ? 'skipped' : 'unchanged' }
}

/**
 * Limits how many writes are in flight. When it is full it waits until half of them ended, to start the next together.
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
