// `cal apply -f FILE…` and `cal diff -f FILE…`: makes a calendar match a file.
import { resolve } from 'node:path'
import { notTogether, usageError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { inputOf } from '../../../bulk/journal/runs.ts'
import type { PlanResult } from '../../../bulk/plan/plan.ts'
import {
  type CalendarOptions,
  type CalendarRequest,
  calendarsOf,
  refusePruning,
} from '../../bulk-run/calendar-request.ts'
import { type PlannedRun, runPlan } from '../../bulk-run/execute-run.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import type { apply_options, diff_options } from './bulk.ts'

export const apply: CommandAction<typeof apply_options> = async ({ operands, options }, session) => {
  const calendars = await calendarsOf([...(options.file ?? []), ...operands], options, session)
  return applyCalendars(calendars, { command: 'apply', options }, session)
}

const what_diff_compares = t(
  'compare with a file: cal diff -f FILE; compare two calendars: cal diff --from PROFILE --to PROFILE',
)

export const diff: CommandAction<typeof diff_options> = async (input, session) => {
  const { operands, options } = input
  const isOfFile = options.file !== undefined || operands.length > 0
  if (operands.every((word) => /^\d+$/.test(word)) && operands.length > 0)
    throw usageError(
      t('cal diff compares a file with a calendar, not records'),
      t('to see the records: {line}', { line: `cal events get ${operands.join(' ')}` }),
    )
  if (options.to !== undefined || (!isOfFile && isCalendarName(options.from))) return diffCalendars(input, session)
  if (!isOfFile) throw usageError(t('no calendar file specified'), what_diff_compares)
  const calendars = await calendarsOf([...(options.file ?? []), ...operands], options, session)
  return applyCalendars(calendars, { command: 'diff', options: { ...options, dry_run: true } }, session)
}

/** `--from` is a date if there is a file, otherwise the name of a calendar. */
function isCalendarName(from: string | undefined): boolean {
  return from !== undefined && !/^\d/.test(from)
}

/** `cal diff --from … --to …` */
async function diffCalendars(input: CommandInput<OptionsOf<typeof diff_options>>, session: Session): Promise<Outcome> {
  if (input.options.file !== undefined) throw notTogether('-f', '--to', what_diff_compares)
  const { calendarDifferences } = await import('./copy.run.ts')
  return calendarDifferences(input, session)
}

export interface ApplyOptions extends Pick<PlannedRun, 'command' | 'conclude'> {
  readonly options: PlannedRun['options'] & Pick<CalendarOptions, 'prune' | 'max_delete'>
  readonly onResult?: (result: PlanResult) => void
}

/** Executes the plan of calendar files. The journal stores the owner, to which the created records belong. */
export async function applyCalendars(
  calendars: CalendarRequest,
  { command, options, onResult, conclude }: ApplyOptions,
  session: Session,
): Promise<Outcome> {
  const { plan, scan, owner, sources } = calendars
  const files = sources.filter(({ name }) => name !== '-')
  const { outcome } = await runPlan(
    {
      command,
      options,
      stored_options: { owner: owner.name },
      inputs: () => Promise.all(files.map(({ name }) => inputOf(resolve(session.runtime.cwd, name), name))),
      show: () => plan.preview(),
      ...(options.prune ? { check: (counts) => refusePruning(calendars, counts, options) } : {}),
      expected: { count: scan.records, of: 'records' },
      remakes: true,
      execute: (execution) => plan.execute(execution),
      ...(onResult ? { onResult } : {}),
      ...(conclude ? { conclude } : {}),
    },
    session,
  )
  return outcome
}
