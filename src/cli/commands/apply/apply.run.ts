// `cal apply -f FILE…` and `cal diff -f FILE…`: makes a calendar match a file.
import { resolve } from 'node:path'
import { notTogether } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { executePlan } from '../../../bulk/execute/execute-plan.ts'
import { executeImport } from '../../../bulk/import.ts'
import { inputOf } from '../../../bulk/journal/runs.ts'
import type { PlanResult, Step } from '../../../bulk/plan/plan.ts'
import { PlanEffects } from '../../../bulk/plan/record-usage.ts'
import {
  type CalendarOptions,
  type CalendarRequest,
  calendarsOf,
  obsoleteSteps,
  refusePruning,
  showCalendars,
} from '../../bulk-run/calendar-request.ts'
import { executeRun, type RunOptions } from '../../bulk-run/execute-run.ts'
import { confirmPlan, planOutcome } from '../../bulk-run/plan-outcome.ts'
import type { RunTotal } from '../../bulk-run/report.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import type { apply_options, diff_options } from './apply.ts'

export const apply: CommandAction<typeof apply_options> = async ({ operands, options }, session) => {
  const calendars = await calendarsOf([...(options.file ?? []), ...operands], options, session)
  return options.dry_run === true ? differences(calendars, options, session) : applied(calendars, options, session)
}

export const diff: CommandAction<typeof diff_options> = async (input, session) => {
  const { operands, options } = input
  const isOfFile = options.file !== undefined || operands.length > 0
  if (options.to !== undefined || (!isOfFile && isCalendarName(options.from))) return diffCalendars(input, session)
  return differences(await calendarsOf([...(options.file ?? []), ...operands], options, session), options, session)
}

/** `--from` is a date if there is a file, otherwise the name of a calendar. */
function isCalendarName(from: string | undefined): boolean {
  return from !== undefined && !/^\d/.test(from)
}

/** `cal diff --from … --to …` */
async function diffCalendars(input: CommandInput<OptionsOf<typeof diff_options>>, session: Session): Promise<Outcome> {
  if (input.options.file !== undefined)
    throw notTogether(
      '-f',
      '--to',
      t('compare with a file: cal diff -f FILE; compare two calendars: cal diff --from PROFILE --to PROFILE'),
    )
  const { calendarDifferences } = await import('../copy/copy.run.ts')
  return calendarDifferences(input, session)
}

async function differences(
  calendars: CalendarRequest,
  options: OptionsOf<typeof diff_options>,
  session: Session,
): Promise<Outcome> {
  const { exchange } = await session.open()
  return planOutcome(
    (onStep) => showCalendars(calendars, { prune: options.prune === true, exchange }, onStep),
    options,
    session,
  )
}

async function applied(
  calendars: CalendarRequest,
  options: OptionsOf<typeof apply_options>,
  session: Session,
): Promise<Outcome> {
  const { exchange } = await session.open()
  const prune = options.prune === true
  const show = (onStep: (step: Step) => void | Promise<void>) => showCalendars(calendars, { prune, exchange }, onStep)
  if (prune) {
    const plan = { deletes: 0, conflicts: 0 }
    await show((step) => {
      if (step.action === 'delete') plan.deletes++
      if (step.action === 'conflict') plan.conflicts++
    })
    refusePruning(calendars, plan, options)
  }
  const total = await confirmPlan(show, session)
  return (await applyCalendars(calendars, { command: 'apply', options, total, seen: () => {} }, session)).outcome
}

export interface ApplyOptions {
  readonly command: string
  readonly options: RunOptions & Pick<CalendarOptions, 'prune'>
  readonly total: RunTotal | undefined
  readonly seen: (result: PlanResult) => void
}

/** Executes the plan of calendar files. The journal stores the owner, to which the created records belong. */
export async function applyCalendars(
  calendars: CalendarRequest,
  { command, options, total, seen }: ApplyOptions,
  session: Session,
): Promise<{ readonly outcome: Outcome }> {
  const { exchange } = await session.open()
  const { request, snapshot: before, owner, sources } = calendars
  const effects = new PlanEffects(exchange)
  let failed = false
  const inputs = await Promise.all(
    sources.filter(({ name }) => name !== '-').map(({ name }) => inputOf(resolve(session.runtime.cwd, name), name)),
  )
  return executeRun(
    {
      command,
      options,
      stored_options: { owner: owner.name },
      inputs,
      sources: [],
      total: total ?? { count: request.scan.records, of: 'records' },
      earlier: undefined,
      execute: async (carrying) => {
        await executeImport(request, before, carrying)
        // The record of a failed step may exist without its id being known: pruning would delete it.
        if (options.prune === true && !failed)
          await executePlan(obsoleteSteps(calendars, effects, exchange), {
            ...carrying,
            concurrency: 1,
          })
      },
      onResult: (result) => {
        if (result.done === 'failed') failed = true
        const id = 'record' in result ? result.record.id : 'id' in result.step ? result.step.id : undefined
        effects.note(result.step, id)
        seen(result)
      },
    },
    session,
  )
}
