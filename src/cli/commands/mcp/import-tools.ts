// The tools `plan_import` and `execute_import`, which executes exactly the plan that was shown.
import { createHash } from 'node:crypto'
import { CalError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { executeImport, type ImportRequest, previewImport } from '../../../bulk/import.ts'
import { input_formats } from '../../../bulk/input/file-formats.ts'
import type { JournalInput } from '../../../bulk/journal/journal.ts'
import type { PlanResult, Step } from '../../../bulk/plan/plan.ts'
import { type RemoteSnapshot, startSnapshot } from '../../../bulk/snapshot.ts'
import { boolean, integer, type Parameters, string, untyped } from '../../../spec/model.ts'
import { plurals_by_need } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import { storedOptions } from '../../arguments/options.ts'
import { executeRun } from '../../bulk-run/execute-run.ts'
import { inputsOf } from '../../bulk-run/inputs.ts'
import { PlanCounts, stepItem } from '../../bulk-run/plan-view.ts'
import { runsOfService } from '../../bulk-run/run-store.ts'
import type { Session } from '../../core/session.ts'
import { assumptionsOf, requestOf } from '../import/execute-import.ts'
import { import_options } from '../import/import.ts'
import { boundedRecord, brief_text_max } from './tool-result.ts'
import { sourceOf } from './import-source.ts'
import type { Tool } from './tool.ts'
import { undoOf } from './writing-tools.ts'
import { noting } from '../../run/session.ts'

const option_rows = {
  kind: string(t('kind of records, if it cannot be inferred')),
  format: string(t('format, if it cannot be inferred')),
  on_existing: string(t('what to do if a record exists but differs'), { default: 'error' }),
  create_missing: boolean(t('create missing venues, organizers, categories and tags'), { default: false }),
  match: string(t('fields that identify a record: id, slug, uid, title+start_date')),
  date_order: string(t('day and month order in dates such as 3/4/2026'), { default: 'mdy' }),
} as const

const offset_row = {
  offset: integer(t('number of steps to skip'), {
    default: 0,
  }),
} as const

const source_rows = {
  records: untyped(t('the records, as objects with the fields of their kind')),
  content: string(t('the text of a file: CSV, JSON, YAML, iCalendar')),
} as const

/** Available only with `--import-folder`. */
const file_row = {
  file: string(t('a file below the folder that the user allows')),
} as const

const schemas = {
  records: { type: 'array', items: { type: 'object' } },
  kind: { enum: plurals_by_need },
  format: { enum: input_formats },
  on_existing: { enum: import_options.on_existing.choices },
  date_order: { enum: import_options.date_order.choices },
  offset: { minimum: 0 },
} as const satisfies Tool['schemas']

const steps_max = 50
/** The number of plans that are stored; older ones are deleted. */
const plans_max = 8

interface StoredPlan {
  readonly values: Values
  /** The time of planning, which limits series without an end. Unit: milliseconds. */
  readonly now: number
}

interface ImportPlan {
  readonly id: string
  readonly request: ImportRequest
  readonly before: RemoteSnapshot
  readonly steps: readonly Step[]
  readonly inputs: readonly JournalInput[]
}

/** Both tools, which share the stored plans. */
export function importTools(import_folder: string | undefined): readonly Tool[] {
  const plans = new Map<string, StoredPlan>()
  const parameters: Parameters = {
    ...source_rows,
    ...(import_folder === undefined ? {} : file_row),
    ...option_rows,
    ...offset_row,
  }
  return [planTool(parameters, import_folder, plans), executeTool(import_folder, plans)]
}

function planTool(parameters: Parameters, import_folder: string | undefined, plans: Map<string, StoredPlan>): Tool {
  return {
    name: 'plan_import',
    title: t('Plan an import'),
    description: t(
      'Show what an import would create and update, without changing anything. The result contains a plan_id for execute_import. Existing records are recognized.',
    ),
    parameters,
    schemas,
    kind: 'reads',
    run: async ({ offset = 0, ...values }, session) => {
      const stored = { values, now: session.runtime.now() }
      const { id, steps } = await planned(stored, import_folder, session)
      plans.delete(id)
      plans.set(id, stored)
      for (const oldest of plans.keys()) if (plans.size > plans_max) plans.delete(oldest)
      return { plan_id: id, ...shownSteps(steps, Math.max(Number(offset), 0), session) }
    },
  }
}

function executeTool(import_folder: string | undefined, plans: ReadonlyMap<string, StoredPlan>): Tool {
  return {
    name: 'execute_import',
    title: t('Execute an import'),
    description: t(
      'Execute the import of a plan_id from plan_import. It is refused if the calendar has changed so that the plan would differ.',
    ),
    parameters: {
      plan_id: string(t('the plan_id of plan_import'), { required: true }),
    },
    kind: 'changes',
    idempotent: true,
    run: async ({ plan_id }, session) => {
      const stored = plans.get(String(plan_id))
      if (!stored) throw unknownPlan()
      const plan = await planned(stored, import_folder, session)
      if (plan.id !== plan_id) throw changedSincePlan()
      return executed(plan, session)
    },
  }
}

async function planned(
  { values, now }: StoredPlan,
  import_folder: string | undefined,
  session: Session,
): Promise<ImportPlan> {
  const { source, input, format } = await sourceOf(values, import_folder, session)
  const options = { ...storedOptions(import_options, checkedChoices(values)), ...(format ? { format } : {}) }
  const inputs = inputsOf([source], options, session, now)
  const request = await requestOf({ inputs }, options, session)
  for (const text of assumptionsOf(request, true)) await session.note(text)
  const { exchange } = await session.open()
  const before = startSnapshot(exchange, {
    ...request,
    runs: runsOfService(session),
    note: noting(session),
  })
  const steps: Step[] = []
  const hash = createHash('sha256')
  await previewImport(request, before, (step) => {
    steps.push(step)
    hash.update(`${JSON.stringify(stepItem(step, 'en'))}\n`)
  })
  return { id: hash.digest('hex').slice(0, 16), request, before, steps, inputs: [input] }
}

/** The values, if those of options with choices are valid. Errors: `usage`. */
function checkedChoices(values: Values): JsonObject {
  for (const [name, { enum: allowed }] of Object.entries({
    kind: schemas.kind,
    format: schemas.format,
    on_existing: schemas.on_existing,
    date_order: schemas.date_order,
  })) {
    const value = values[name]
    if (value !== undefined && !allowed.some((one) => one === value))
      throw new CalError('usage', t('{name} needs one of {allowed}', { name, allowed: allowed.join(', ') }))
  }
  return values
}

function shownSteps(steps: readonly Step[], offset: number, { language }: Session): JsonObject {
  const counts = new PlanCounts()
  for (const step of steps) counts.addStep(step)
  const listed = steps.filter(({ action }) => action !== 'unchanged')
  const next = offset + steps_max
  return {
    counts: counts.totals,
    steps: listed.slice(offset, next).map((step) => boundedRecord(stepItem(step, language), brief_text_max)),
    ...(listed.length > next ? { next_offset: next, total_steps: listed.length } : {}),
  }
}

const failures_shown_max = 20

async function executed({ request, before, steps, inputs }: ImportPlan, session: Session): Promise<JsonObject> {
  const failures: JsonObject[] = []
  const onResult = (result: PlanResult) => {
    if (result.done !== 'failed' || failures.length >= failures_shown_max) return
    const { kind, title } = result.step
    failures.push({ kind, title, errors: result.errors.map(({ text }) => text[session.language]) })
  }
  const { counts, name } = await executeRun(
    {
      command: 'mcp execute_import',
      options: { progress: 'none' },
      stored_options: {},
      inputs,
      sources: [],
      total: { count: steps.length, of: 'steps' },
      earlier: undefined,
      reports: 'records',
      execute: (execution) => executeImport(request, before, execution),
      onResult,
    },
    session,
  )
  return {
    ...counts.totals,
    ...(failures.length > 0 ? { failures } : {}),
    ...undoOf(name),
  }
}

function unknownPlan(): CalError {
  return new CalError('not_found', t('unknown plan_id'), {
    hint: t('call plan_import first; the last {plans_max} plans are kept', { plans_max }),
  })
}

function changedSincePlan(): CalError {
  return new CalError(
    'refused',
    t('the calendar or the file has changed since the plan was shown; nothing was written'),
    { hint: t('call plan_import again') },
  )
}
