// A plan as the outcome of a command, and the confirmation before a plan is executed.
import { type Language, sameText, t } from '../../base/text/language.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type InputError, locationText } from '../../bulk/input/entry.ts'
import { isWrite, type Step } from '../../bulk/plan/plan.ts'
import type { Outcome, OutcomeItem } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'
import { KindCounts } from '../../bulk/journal/read-journal.ts'
import {
  addStep,
  plan_columns,
  type PlanCounts,
  plannedActions,
  planQuestion,
  planSummary,
  stepItem,
  stepLines,
} from './plan-view.ts'
import type { RunTotal } from './report.ts'
import { shownPlanning } from './shown-phases.ts'

/** Calls `onStep` with each step of a plan. */
export type ShowSteps = (onStep: (step: Step) => void | Promise<void>) => Promise<void>

interface PlanExit {
  readonly exit_code?: boolean | undefined
  /** Records that were asked for are not in the plan, because they could not be read. */
  readonly isPartial?: boolean | undefined
}

/**
 * The steps of a plan as an outcome. The exit code is 6 if records are in conflict or missing, as when the plan is
 * executed; with `--exit-code` it is 10 if there are changes to make.
 */
export function planOutcome(forEachStep: ShowSteps, { exit_code, isPartial }: PlanExit, session: Session): Outcome {
  const counts: PlanCounts = new KindCounts()
  const steps = () =>
    pushIterator<Step>((push) =>
      shownPlanning(
        forEachStep,
        (step) => {
          addStep(counts, step)
          return push(step)
        },
        session,
      ),
    )
  return {
    kind: 'view',
    columns: plan_columns,
    render: async function* () {
      const common = new CommonErrors()
      // Events come first, although what they refer to is created before them.
      const others: Step[] = []
      const linesOf = (shown: readonly Step[]) =>
        shown.flatMap((step) => stepLines(step, session.language)).map((line) => `${line}\n`)
      for await (const step of steps()) {
        const own = common.withoutCommon(step)
        if (!own) continue
        if (own.kind === 'events' || others.length === held_max) yield* linesOf([own])
        else others.push(own)
      }
      yield* linesOf(others)
      for (const line of common.lines(session.language)) yield `${line}\n`
      await session.note(planSummary(counts))
    },
    records: itemsOf(steps, session.language),
    get exit() {
      return exitOfPlan(counts, { exit_code, isPartial })
    },
  }
}

/** Further steps of other kinds are shown in the order in which they are executed. */
const held_max = 1000

/** The exit code of a command that showed a plan with these steps. */
function exitOfPlan(counts: PlanCounts, { exit_code, isPartial }: PlanExit): 'differences' | 'some_failed' | undefined {
  const failing = counts.of('conflict', 'invalid')
  if (exit_code && counts.of('create', 'update', 'delete') + failing > 0) return 'differences'
  return failing > 0 || isPartial ? 'some_failed' : undefined
}

async function* itemsOf(steps: () => AsyncIterable<Step>, language: Language): AsyncIterable<OutcomeItem> {
  for await (const step of steps()) yield stepItem(step, language)
}

interface CommonError {
  readonly error: InputError
  /** The location of the first record with the error, or its title. */
  readonly first: string
  count: number
}

/** Errors with the same cause in several records, such as an unknown venue, are shown once. */
class CommonErrors {
  readonly #causes = new Map<string, CommonError>()

  /** The step without common errors; undefined if it has no others. */
  withoutCommon(step: Step): Step | undefined {
    if (step.action !== 'conflict') return step
    for (const [cause, error] of new Map(step.errors.map((error) => [error.cause, error])))
      if (cause !== undefined) this.#count(cause, error, step)
    const own = step.errors.filter(({ cause }) => cause === undefined)
    return own.length === 0 ? undefined : { ...step, errors: own }
  }

  lines(language: Language): readonly string[] {
    return [...this.#causes.values()]
      .flatMap(({ error: { text, hint }, first, count }) => {
        const where = count === 1 ? sameText(first) : t('{count} records, first {first}', { count, first })
        return [`! ${text[language]}: ${where[language]}`, ...(hint ? [`    ${hint[language]}`] : [])]
      })
      .map(escapeControls)
  }

  #count(cause: string, error: InputError, { entry, title }: Step): void {
    const known = this.#causes.get(cause)
    if (known) known.count++
    else this.#causes.set(cause, { error, first: entry ? locationText(entry.location) : `"${title}"`, count: 1 })
  }
}

const listed_max = 10

/**
 * Counts the steps and asks for confirmation. What loses something (deletes, updates of several records or of a plan)
 * is asked for on a terminal, and needs `--yes` elsewhere; what only creates is asked for on a terminal from two
 * records on. `check` refuses the plan before that. Returns the number of steps; undefined if there was no reason to
 * count them.
 *
 * Errors: `not_confirmed`.
 */
export async function confirmPlan(
  forEachStep: ShowSteps,
  { of, check }: { readonly of: 'plan' | 'records'; readonly check?: ((counts: PlanCounts) => void) | undefined },
  session: Session,
): Promise<RunTotal | undefined> {
  if (session.skips_confirmation && !check) return undefined
  const counts: PlanCounts = new KindCounts()
  const events: Step[] = []
  const others: Step[] = []
  await shownPlanning(
    forEachStep,
    (step) => {
      addStep(counts, step)
      const first = step.kind === 'events' ? events : others
      if (isWrite(step) && first.length < listed_max) first.push(step)
    },
    session,
  )
  check?.(counts)
  const writes = counts.of('create', 'update', 'delete')
  const loses = counts.of('delete') > 0 || counts.of('update') > (of === 'plan' ? 0 : 1)
  const { interactive } = session.settings
  if (!session.skips_confirmation && (loses || (interactive && writes > 1))) {
    const first = [...events, ...others].slice(0, listed_max)
    const [only] = writes === 1 ? first : []
    // The question names a single record; an update has more to show.
    if (only?.action !== 'delete') await showFirst(first, writes, session)
    await session.confirm(planQuestion(counts, only))
  }
  return { count: counts.of(...plannedActions(counts)), of: 'steps' }
}

async function showFirst(first: readonly Step[], writes: number, { note, language }: Session): Promise<void> {
  for (const line of first.flatMap((step) => stepLines(step, language))) await note(sameText(line))
  if (writes > listed_max) await note(t('… and {count} more', { count: writes - listed_max }))
}

/** Converts callbacks to an iterator; `push` resolves when the value has been consumed. */
async function* pushIterator<T>(
  work: (push: (value: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T, void, void> {
  let offer: ((next: { readonly value: T; readonly taken: () => void } | undefined) => void) | undefined
  let failure: unknown
  const next = () =>
    new Promise<{ readonly value: T; readonly taken: () => void } | undefined>((resolve) => {
      offer = resolve
    })
  let waiting = next()
  const finished = work((value) => new Promise((taken) => offer?.({ value, taken })))
    .catch((error) => {
      failure = error ?? new Error('rejected without a reason')
    })
    .finally(() => offer?.(undefined))
  for (let given = await waiting; given; given = await waiting) {
    waiting = next()
    yield given.value
    given.taken()
  }
  await finished
  if (failure !== undefined) throw failure
}
