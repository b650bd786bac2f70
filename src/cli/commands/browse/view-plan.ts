// `--dry-run --browse`: shows a plan in the browser.
import { CalError } from '../../../base/errors.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import type { ShownPlan, ShownStep } from '../../../server/web/pages/plan-pages.ts'
import { booleanOf, type Values } from '../../../spec/read.ts'
import { type Outcome, streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { exitOfPlan, planOutcome } from '../../bulk-run/plan-outcome.ts'
import { actionOf, countsText, noCounts, plan_columns, stepItem, stepLines } from '../../bulk-run/plan-view.ts'
import { shownPlanning } from '../../bulk-run/shown-phases.ts'
import { durationMs } from '../../arguments/flag-values.ts'
import { browse_options } from './browse.ts'
import { viewUntilEnd } from './viewing.ts'

interface PreviewOptions {
  readonly browse?: boolean
  readonly dry_run?: boolean
  readonly exit_code?: boolean
  readonly resume?: boolean
}

type ForEachStep = (onStep: (step: Step) => Promise<void>) => Promise<void>

/** Errors: `usage` for `--browse` without a plan to show. */
export function requireDryRun({ browse, dry_run, resume }: PreviewOptions): void {
  if (browse !== true) return
  if (resume === true)
    throw new CalError('usage', {
      en: '--browse and --resume cannot be used together',
      de: '--browse und --resume schließen sich gegenseitig aus',
    })
  if (dry_run !== true)
    throw new CalError(
      'usage',
      { en: '--browse needs --dry-run', de: '--browse setzt --dry-run voraus' },
      {
        hint: {
          en: 'show the plan: --dry-run --browse; the calendar itself: cal browse',
          de: 'den Plan zeigen: --dry-run --browse; den Kalender selbst: cal browse',
        },
      },
    )
}

/** Shows a plan: in the browser with `--browse`, otherwise as the outcome. */
export async function previewedPlan(
  forEachStep: ForEachStep,
  options: PreviewOptions,
  session: Session,
): Promise<Outcome> {
  return options.browse === true
    ? viewedPlan(forEachStep, options, session)
    : planOutcome(forEachStep, options, session)
}

const idle = browse_options.idle.default

async function viewedPlan(forEachStep: ForEachStep, options: PreviewOptions, session: Session): Promise<Outcome> {
  const counts = noCounts()
  const steps: Step[] = []
  await shownPlanning(
    forEachStep,
    (step) => {
      counts[actionOf(step)]++
      // Unchanged records, most of a large plan, are only in the data.
      if (step.action !== 'unchanged' || session.format !== undefined) steps.push(step)
    },
    session,
  )
  await session.note(countsText(counts))
  const { openPlanViewer } = await import('../../../server/viewer.ts')
  const { api_root } = await session.open()
  const plan: ShownPlan = { counts: countsText(counts), steps: steps.flatMap(shownStep) }
  const viewing = { opens: true, session, path: '/', idle, idle_ms: durationMs('--idle', idle) }
  await viewUntilEnd((given) => openPlanViewer(plan, { ...given, api_root }), viewing)
  return {
    kind: 'view',
    columns: plan_columns,
    render: () => '',
    records: streamOf(steps.map((step) => stepItem(step, session.language))),
    exit: exitOfPlan(counts, options),
  }
}

function shownStep(step: Step): readonly ShownStep[] {
  const state = actionOf(step)
  if (state === 'unchanged') return []
  return [{ state, lines: (language) => stepLines(step, language), ...(step.kind === 'events' && eventsOf(step)) }]
}

/** The event as it will be and, if its time changes, as it is. */
function eventsOf(step: Step): Pick<ShownStep, 'event' | 'moved_from'> {
  switch (step.action) {
    case 'create':
      return { event: withTimes({ status: 'publish', ...step.values }) }
    case 'delete':
      return { event: step.before }
    case 'update': {
      // Dropped, because it is the UTC time before the change.
      const { utc_start_date: _, ...before } = step.before
      const after = withTimes({
        ...before,
        ...Object.fromEntries(step.changes.map(({ field, after }) => [field, after])),
      })
      const moves = time_fields.some((field) => withTimes(before)[field] !== after[field])
      return { event: after, ...(moves && { moved_from: step.before }) }
    }
    default:
      return {}
  }
}

const time_fields = ['start_date', 'end_date', 'all_day'] as const

/** The values with complete times, as in responses: `2027-03-01 20:00:00`. */
function withTimes(values: Values): JsonObject {
  const start = fullTime(values.start_date, '00:00:00')
  const record = { ...values, start_date: start, end_date: fullTime(values.end_date, '23:59:59') ?? start }
  const all_day = booleanOf(values.all_day) === true
  return Object.fromEntries(
    Object.entries({ ...record, all_day }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function fullTime(value: Json | undefined, clock: string): string | undefined {
  const [, day, time, seconds] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?/.exec(String(value ?? '')) ?? []
  if (day === undefined) return undefined
  return time === undefined ? `${day} ${clock}` : `${day} ${time}${seconds ?? ':00'}`
}
