// The tools `plan_import` and `execute_import`, which executes exactly the plan that was shown. Their input is in the
// arguments, as records or text, or is a file in the allowed folder.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { CalError } from '../../../base/errors.ts'
import { readError } from '../../../base/files/file-errors.ts'
import { existingStat } from '../../../base/files/file-system.ts'
import { isObject, itemsOf, type JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import {
  executeImport,
  type ImportRequest,
  previewImport,
  type RemoteSnapshot,
  startSnapshot,
} from '../../../bulk/import.ts'
import { fileSource, type InputSource, textSource } from '../../../bulk/input/source.ts'
import type { JournalInput } from '../../../bulk/journal/journal.ts'
import { KindCounts } from '../../../bulk/journal/read-journal.ts'
import { inputOf } from '../../../bulk/journal/runs.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import { integer, string, untyped } from '../../../spec/model.ts'
import { plurals_by_need } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import { storedOptions } from '../../arguments/options.ts'
import { runPlan } from '../../bulk-run/execute-run.ts'
import { inputsOf } from '../../bulk-run/inputs.ts'
import { addStep, type PlanCounts, plannedActions, stepItem } from '../../bulk-run/plan-outcome.ts'
import { runTotals } from '../../bulk-run/report.ts'
import { runsOfService } from '../../bulk-run/run-store.ts'
import type { Session } from '../../types/session.ts'
import { noting } from '../../session/session.ts'
import { assumptionsOf, requestOf } from '../import/import.run.ts'
import { import_options } from '../bulk-commands.ts'
import { undoOf } from './record-tools.ts'
import { boundedRecord, brief_text_max, flagsOf, type Tool } from './tool.ts'

const { kind, format, on_existing, create_missing, match, date_order } = import_options
const flags = flagsOf({
  kind: { ...kind, choices: plurals_by_need },
  format,
  on_existing,
  create_missing,
  match,
  date_order,
})

const source_rows = {
  records: untyped(t('the records, as objects with the fields of their kind')),
  content: string(t('the text of a file: CSV, JSON, YAML, iCalendar')),
} as const

/** Available only with `--import-folder`. */
const file_row = {
  file: string(t('a file below the folder that the user allows')),
} as const

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
  readonly input: JournalInput
}

/** Both tools, which share the stored plans. */
export function importTools(import_folder: string | undefined): readonly Tool[] {
  const plans = new Map<string, StoredPlan>()
  return [
    {
      name: 'plan_import',
      title: t('Plan an import'),
      description: t(
        'Show what an import would create and update, without changing anything. The result contains a plan_id for execute_import. Existing records are recognized.',
      ),
      parameters: {
        ...source_rows,
        ...(import_folder === undefined ? {} : file_row),
        ...flags.parameters,
        offset: integer(t('number of steps to skip'), { default: 0 }),
      },
      schemas: {
        ...flags.schemas,
        records: { type: 'array', items: { type: 'object' } },
        offset: { minimum: 0 },
      },
      kind: 'reads',
      run: async ({ offset = 0, ...values }, session) => {
        const stored = { values, now: session.runtime.now() }
        const { id, steps } = await planned(stored, import_folder, session)
        plans.delete(id)
        plans.set(id, stored)
        for (const oldest of plans.keys()) if (plans.size > plans_max) plans.delete(oldest)
        return { plan_id: id, ...shownSteps(steps, Math.max(Number(offset), 0), session) }
      },
    },
    {
      name: 'execute_import',
      title: t('Execute an import'),
      description: t(
        'Execute the import of a plan_id from plan_import. It is refused if the calendar has changed so that the plan would differ.',
      ),
      parameters: { plan_id: string(t('the plan_id of plan_import'), { required: true }) },
      kind: 'changes',
      idempotent: true,
      run: async ({ plan_id }, session) => {
        const stored = plans.get(String(plan_id))
        if (!stored)
          throw new CalError('not_found', t('unknown plan_id'), {
            hint: t('call plan_import first; the last {plans_max} plans are kept', { plans_max }),
          })
        const plan = await planned(stored, import_folder, session)
        if (plan.id !== plan_id)
          throw new CalError(
            'refused',
            t('the calendar or the file has changed since the plan was shown; nothing was written'),
            { hint: t('call plan_import again') },
          )
        return executed(plan, session)
      },
    },
  ]
}

async function planned(
  { values, now }: StoredPlan,
  import_folder: string | undefined,
  session: Session,
): Promise<ImportPlan> {
  const { source, input, format: given } = await sourceOf(values, import_folder, session)
  requireChoices(values)
  const options = { ...storedOptions(import_options, values), ...(given ? { format: given } : {}) }
  const request = await requestOf({ inputs: inputsOf([source], options, session, now) }, options, session)
  for (const text of assumptionsOf(request, true)) await session.note(text)
  const { exchange } = await session.open()
  const before = startSnapshot(exchange, { ...request, runs: runsOfService(session), note: noting(session) })
  const steps: Step[] = []
  const hash = createHash('sha256')
  await previewImport(request, before, (step) => {
    steps.push(step)
    hash.update(`${JSON.stringify(stepItem(step, 'en'))}\n`)
  })
  return { id: hash.digest('hex').slice(0, 16), request, before, steps, input }
}

/** Errors: `usage` for a value that is not one of the choices. */
function requireChoices(values: Values): void {
  for (const [name, schema] of Object.entries(flags.schemas)) {
    const allowed = itemsOf(schema.enum)
    const value = values[name]
    if (value !== undefined && !allowed.includes(value))
      throw new CalError('usage', t('{name} needs one of {allowed}', { name, allowed: allowed.join(', ') }))
  }
}

function shownSteps(steps: readonly Step[], offset: number, { language }: Session): JsonObject {
  const counts: PlanCounts = new KindCounts()
  for (const step of steps) addStep(counts, step)
  const listed = steps.filter(({ action }) => action !== 'unchanged')
  const next = offset + steps_max
  return {
    counts: Object.fromEntries(plannedActions(counts).map((action) => [action, counts.of(action)])),
    steps: listed.slice(offset, next).map((step) => boundedRecord(stepItem(step, language), brief_text_max)),
    ...(listed.length > next ? { next_offset: next, total_steps: listed.length } : {}),
  }
}

const failures_shown_max = 20

async function executed({ request, before, steps, input }: ImportPlan, session: Session): Promise<JsonObject> {
  const failures: JsonObject[] = []
  const { counts, name } = await runPlan(
    {
      command: 'mcp execute_import',
      options: { progress: 'none' },
      stored_options: {},
      inputs: async () => [input],
      show: (onStep) => previewImport(request, before, onStep),
      expected: { count: steps.length, of: 'steps' },
      reports: 'records',
      execute: (execution) => executeImport(request, before, execution),
      onResult: (result) => {
        if (result.done !== 'failed' || failures.length >= failures_shown_max) return
        const { step, errors } = result
        failures.push({
          kind: step.kind,
          title: step.title,
          errors: errors.map(({ text }) => text[session.language]),
        })
      },
    },
    session,
  )
  return { ...runTotals(counts), ...(failures.length > 0 ? { failures } : {}), ...undoOf(name) }
}

interface GivenSource {
  readonly source: InputSource
  readonly input: JournalInput
  readonly format?: 'json'
}

/** Errors: `usage` unless exactly one of `records`, `content` and `file` is given. */
export async function sourceOf(
  { records, content, file }: Values,
  import_folder: string | undefined,
  { runtime: { cwd } }: Session,
): Promise<GivenSource> {
  const given = [records, content, file].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw new CalError(
      'usage',
      import_folder === undefined ? t('specify one of records, content') : t('specify one of records, content or file'),
    )
  if (typeof file === 'string' && import_folder !== undefined) {
    const path = allowedPath(file, resolve(cwd, import_folder))
    return { source: fileSource(path, file), input: await inputOf(path, file) }
  }
  if (records !== undefined && !itemsOf(records).every((record) => isObject(record)))
    throw new CalError('usage', t('records needs a list of objects'))
  const text = typeof content === 'string' ? content : JSON.stringify(itemsOf(records))
  const name = content === undefined ? 'records' : 'content'
  const bytes = Buffer.from(text)
  return {
    source: textSource(name, text),
    input: { name, path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ...(content === undefined ? { format: 'json' as const } : {}),
  }
}

/**
 * The real path of a file in the folder. Paths outside are rejected without accessing them, so that the result doesn't
 * reveal whether they exist.
 *
 * Errors: `usage` for a path outside the folder, also through a symbolic link, and for anything but a file.
 */
function allowedPath(file: string, folder: string): string {
  const named = resolve(folder, file)
  let path: string | undefined, root: string
  try {
    root = realpathSync(folder)
    // File names cannot contain the NUL character.
    const mayExist = (isBelow(folder, named) || isBelow(root, named)) && !named.includes('\0')
    path = mayExist ? realpathSync(named) : undefined
  } catch (cause) {
    throw readError(file, cause)
  }
  if (path === undefined || !isBelow(root, path))
    throw new CalError('usage', t('{file} is not below the folder of --import-folder', { file }))
  if (!existingStat(path).isFile()) throw new CalError('usage', t('{file} is not a file', { file }))
  return path
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && resolve(folder, below) === path
}
