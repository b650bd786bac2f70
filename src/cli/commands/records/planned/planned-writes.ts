// Reads the records that TARGET arguments name, and writes to them in one run: with plan, confirmation, journal and
// undo.
import { CalError, type ErrorCode } from '../../../../base/errors.ts'
import type { Json, JsonObject } from '../../../../base/json.ts'
import type { Text } from '../../../../base/text/language.ts'
import { executePlan } from '../../../../bulk/execute/execute-plan.ts'
import { isWrite, type PlanResult, type Step } from '../../../../bulk/plan/plan.ts'
import { getRecord } from '../../../../client/api/records.ts'
import type { RecordTarget } from '../../../../client/api/target.ts'
import type { Plural } from '../../../../spec/model.ts'
import { resources } from '../../../../spec/resources.ts'
import { targetsOf } from '../../../arguments/targets.ts'
import { executeRun } from '../../../bulk-run/execute-run.ts'
import { confirmPlan, planOutcome } from '../../../bulk-run/plan-outcome.ts'
import { countsText } from '../../../bulk-run/report.ts'
import { undoHint } from '../../../bulk-run/single-writes.ts'
import { type Outcome, streamOf, type Written } from '../../../core/outcome.ts'
import type { Session } from '../../../core/session.ts'
import { successLine } from '../../../output/write-messages.ts'

export interface TargetRecords {
  readonly records: readonly JsonObject[]
  /** The number of records that could not be read; each was reported. */
  readonly unread: number
}

type ReadTarget = (target: RecordTarget) => Promise<JsonObject>

/** Reads each record once. With several targets, errors are reported and the others are read; a single one throws. */
export async function recordsOfTargets(
  plural: Plural,
  operands: readonly string[],
  session: Session,
  readTarget: ReadTarget = asEditor(plural, session),
): Promise<TargetRecords> {
  const targets = await targetsOf(operands, plural, session)
  const records = new Map<Json | undefined, JsonObject>()
  let unread = 0
  for (const { target } of targets) {
    try {
      const record = await readTarget(target)
      records.set(record.id, record)
    } catch (error) {
      if (!(error instanceof CalError) || targets.length === 1 || session.runtime.signal.aborted) throw error
      unread++
      await session.reportError(error)
    }
  }
  return { records: [...records.values()], unread }
}

/** Reads with `context=edit`, without which deployed services hide fields of protected events even from editors. */
export function asEditor(plural: Plural, session: Session): ReadTarget {
  return async (target) => {
    const { exchange } = await session.open()
    return getRecord(exchange, plural, target, plural === 'events' ? { query: { context: 'edit' } } : {})
  }
}

interface PlannedSteps {
  readonly plural: Plural
  /** The name that `cal history list` shows: `events restore`. */
  readonly command: string
  /** The steps; `n` is the position. */
  readonly steps: readonly Step[]
  /** The records of the steps, in the same order; undefined for steps that create records. */
  readonly records?: readonly JsonObject[]
  /** Returns the steps to execute after the confirmation, with records created for missing names. */
  readonly confirmed?: () => Promise<readonly Step[]>
  /** Records up to this id existed before the run, even if they look the same. */
  readonly known_id?: number
  /** Rerunning the command would write a second time. */
  readonly repeats?: true
  /** The number of targets that could not be read. */
  readonly unread: number
  /** `always`: every change is confirmed; `many`: only changes to several records. */
  readonly asks: 'always' | 'many'
  /** The message for a written record; by default `Updated event 15 …`. */
  readonly doneText?: (step: Step, record: JsonObject) => Text
  /** The message for a record that was left unchanged. */
  readonly leftText?: (step: Step, record: JsonObject) => Text
}

/**
 * Executes the steps, or shows the plan with `--dry-run`. Errors: with a single record, its error; others are reported.
 */
export async function executeSteps(
  planned: PlannedSteps,
  { dry_run }: { readonly dry_run?: boolean },
  session: Session,
): Promise<Outcome> {
  const { steps, unread, plural } = planned
  const show = async (onStep: (step: Step) => void | Promise<void>) => {
    for (const step of steps) await onStep(step)
  }
  const [only] = steps
  const isSingle = steps.length + unread === 1
  if (steps.length === 0) return { kind: 'done', ...(unread > 0 ? { exit: 'some_failed' } : {}) }
  if (isSingle && only?.action === 'conflict') throw conflictError(only.errors[0])
  if (dry_run === true) return withUnread(planOutcome(show, {}, session), unread)
  const writes = steps.filter(isWrite).length
  if (writes > 0 && (!isSingle || planned.asks === 'always')) await confirmPlan(show, session)
  const confirmed = (await planned.confirmed?.()) ?? steps
  const results: PlanResult[] = []
  const {
    counts: tally,
    name,
    wrote,
  } = await executeRun(
    {
      command: planned.command,
      options: {},
      stored_options: {},
      inputs: [],
      sources: [],
      total: { count: steps.length, of: 'steps' },
      earlier: undefined,
      reports: 'errors',
      ...(planned.repeats ? { repeats: true } : {}),
      execute: async (execution) => {
        if (planned.known_id !== undefined) await execution.setKnownIdMax(plural, planned.known_id)
        await executePlan(streamOf(confirmed), execution)
      },
      onResult: (result) => {
        results.push(result)
      },
    },
    session,
  )
  const exit = exitOf(results, { unread, isSingle })
  return {
    kind: 'written',
    records: writtenOf(planned, results, {
      session,
      after: isSingle
        ? wrote
          ? undoHint(name)
          : undefined
        : countsText(tally, wrote ? name : undefined, session.settings),
    }),
    columns: resources[plural].columns,
    ...(isSingle ? { single: true } : {}),
    ...(exit ? { exit } : {}),
  }
}

function conflictError(error: Extract<Step, { action: 'conflict' }>['errors'][number] | undefined): CalError {
  const { text = { en: 'conflict', de: 'Konflikt' }, hint } = error ?? {}
  return new CalError('refused', text, hint ? { hint } : {})
}

/** The exit code of a preview is that of the run. */
function withUnread(outcome: Outcome, unread: number): Outcome {
  if (unread === 0) return outcome
  return {
    ...outcome,
    get exit() {
      return 'some_failed' as const
    },
  }
}

function exitOf(
  results: readonly PlanResult[],
  { unread, isSingle }: { readonly unread: number; readonly isSingle: boolean },
): ErrorCode | undefined {
  const failed = results.find(({ done }) => done === 'failed')
  if (isSingle && failed?.done === 'failed') return failed.code ?? 'refused'
  return failed || unread > 0 ? 'some_failed' : undefined
}

async function* writtenOf(
  { plural, steps, records = [], doneText, leftText }: PlannedSteps,
  results: readonly PlanResult[],
  { session, after }: { readonly session: Session; readonly after: Text | undefined },
): Written['records'] {
  const by_step = new Map(results.map((result) => [result.step.n, result]))
  for (const step of steps) {
    const result = by_step.get(step.n)
    if (!result || result.done === 'failed') continue
    const record = ('record' in result ? result.record : undefined) ?? records[step.n]
    if (!record) continue
    if (result.done === 'unchanged' || result.done === 'skipped')
      yield { record, done: leftText?.(step, record) ?? successLine(plural, 'left', record, session.settings) }
    else yield { record, done: doneText?.(step, record) ?? successLine(plural, result.done, record, session.settings) }
  }
  if (after) await session.note(after)
}
