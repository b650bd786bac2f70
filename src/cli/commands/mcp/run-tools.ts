// The tools for runs: `plan_import` and `execute_import`, which executes exactly the plan that was shown; `list_runs`,
// `show_run` and `undo_run` for what wrote to this calendar. The input of an import is in the arguments, or is a file
// in the allowed folder.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { CalError, usageError } from '../../../base/errors.ts'
import { readError } from '../../../base/files/file-errors.ts'
import { existingStat } from '../../../base/files/file-system.ts'
import { isObject, itemsOf, type JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { fileSource, textSource } from '../../../bulk/input/source.ts'
import { journalTotals, KindCounts, runStateOf } from '../../../bulk/journal/read-journal.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import { integer, string, untyped } from '../../../spec/model.ts'
import { plurals_by_need } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import { storedOptions } from '../../arguments/options.ts'
import { calendarHere } from '../../session/session.ts'
import { type GivenInputs, givenInputsOf, recordedInputs } from '../../bulk-run/inputs.ts'
import { addStep, type PlanCounts, plannedActions, stepItem } from '../../bulk-run/plan-outcome.ts'
import type { OptionsOf } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { importInputs } from '../bulk/import.run.ts'
import { history_commands, import_command, import_options } from '../bulk/bulk.ts'
import { undoOf } from './record-tools.ts'
import { boundedRecord, boundedStep, brief_text_max, commandNamed, outcomeOf, type Tool } from './tool.ts'
import { chosenRun, isOfCalendar } from '../../../bulk/journal/run-scope.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import { listedRuns, runItem } from '../bulk/run-list.ts'

const source_rows = {
  records: untyped(t('the records, as objects with the fields of their kind')),
  content: string(t('the text of a file: CSV, JSON, YAML, iCalendar')),
} as const

/** Available only with `--import-folder`. */
const file_row = {
  file: string(t('a file below the folder that the user allows')),
} as const

/** The maximum number of steps or writes in a result. */
const items_max = 50
/** The number of plans that are stored; older ones are deleted. */
const plans_max = 8

interface StoredPlan {
  readonly values: Values
  /** The time of planning, which limits series without an end. Unit: milliseconds. */
  readonly now: number
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
      command: import_command,
      flags: ['kind', 'format', 'on_existing', 'create_missing', 'match', 'date_order'],
      own: {
        ...source_rows,
        ...(import_folder === undefined ? {} : file_row),
        offset: integer(t('number of steps to skip'), { default: 0, minimum: 0 }),
      },
      schemas: { kind: { enum: plurals_by_need }, records: { type: 'array', items: { type: 'object' } } },
      kind: 'reads',
      run: async ({ offset = 0, ...values }, session) => {
        const stored = { values, now: session.runtime.now() }
        const shown = new ShownPlan(Number(offset), session)
        const outcome = await imported(stored, { import_folder, shown, dry_run: true }, session)
        if (outcome.kind === 'view') for await (const _ of outcome.records);
        plans.delete(shown.id())
        plans.set(shown.id(), stored)
        for (const oldest of plans.keys()) if (plans.size > plans_max) plans.delete(oldest)
        return { plan_id: shown.id(), ...shown.result() }
      },
    },
    {
      name: 'execute_import',
      title: t('Execute an import'),
      description: t(
        'Execute the import of a plan_id from plan_import. It is refused if the calendar has changed so that the plan would differ.',
      ),
      command: import_command,
      own: { plan_id: string(t('the plan_id of plan_import'), { required: true }) },
      kind: 'changes',
      idempotent: true,
      run: async ({ plan_id }, session) => {
        const stored = plans.get(String(plan_id))
        if (!stored)
          throw new CalError('not_found', t('unknown plan_id'), {
            hint: t('call plan_import first; the last {plans_max} plans are kept', { plans_max }),
          })
        const shown = new ShownPlan(0, session)
        const check = () => {
          if (shown.id() === plan_id) return
          const text = t('the calendar or the file has changed since the plan was shown; nothing was written')
          throw new CalError('refused', text, { hint: t('call plan_import again') })
        }
        const outcome = await imported(stored, { import_folder, shown, check }, session)
        if (outcome.kind !== 'record') throw new Error('an import has a result')
        const { run, rejected: _, ...counts } = outcome.record
        return { ...counts, ...undoOf(run) }
      },
    },
  ]
}

interface ImportCall {
  readonly import_folder: string | undefined
  readonly shown: ShownPlan
  readonly dry_run?: true
  readonly check?: () => void
}

/** Runs `cal import`. */
async function imported(
  { values, now }: StoredPlan,
  { import_folder, shown, dry_run, check = () => {} }: ImportCall,
  session: Session,
): Promise<Outcome> {
  const options: OptionsOf<typeof import_options> = {
    ...storedOptions(import_options, values),
    progress: 'none',
    ...(values.records === undefined ? {} : { format: 'json' }),
    ...(dry_run ? { dry_run } : {}),
  }
  const open = () => inputsFrom(values, { import_folder, options, now }, session)
  const watch = { command: 'mcp execute_import', onStep: (step: Step) => shown.add(step), check }
  return importInputs(open, options, session, watch)
}

/** Counts the steps of a plan, keeps some of them, and identifies it. */
class ShownPlan {
  readonly #counts: PlanCounts = new KindCounts()
  readonly #hash = createHash('sha256')
  readonly #listed: JsonObject[] = []
  readonly #offset: number
  readonly #session: Session
  #total = 0
  #id: string | undefined

  constructor(offset: number, session: Session) {
    this.#offset = offset
    this.#session = session
  }

  add(step: Step): void {
    addStep(this.#counts, step)
    this.#hash.update(`${JSON.stringify(stepItem(step, 'en'))}\n`)
    if (step.action === 'unchanged') return
    if (this.#total++ < this.#offset || this.#listed.length === items_max) return
    this.#listed.push(boundedStep(step, this.#session))
  }

  id(): string {
    this.#id ??= this.#hash.digest('hex').slice(0, 16)
    return this.#id
  }

  result(): JsonObject {
    const next = this.#offset + this.#listed.length
    return {
      counts: Object.fromEntries(plannedActions(this.#counts).map((action) => [action, this.#counts.of(action)])),
      steps: this.#listed,
      ...(this.#total > next ? { next_offset: next, total_steps: this.#total } : {}),
    }
  }
}

/** Errors: `usage` unless exactly one of `records`, `content` and `file` is given. */
export async function inputsFrom(
  { records, content, file }: Values,
  {
    import_folder,
    options,
    now,
  }: Pick<ImportCall, 'import_folder'> &
    Pick<StoredPlan, 'now'> & { readonly options: OptionsOf<typeof import_options> },
  session: Session,
): Promise<GivenInputs> {
  const given = [records, content, file].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw usageError(
      import_folder === undefined ? t('specify one of records, content') : t('specify one of records, content or file'),
    )
  const here = { ...(await calendarHere(session)), now }
  // Rejected rows are reported, and not stored in the working directory.
  const close = () => {}
  if (typeof file === 'string' && import_folder !== undefined) {
    const path = allowedPath(file, resolve(session.runtime.cwd, import_folder))
    const { inputs } = givenInputsOf([fileSource(path, file)], options, session, here)
    return { close, inputs, recorded: () => recordedInputs(new Map([[file, path]])) }
  }
  if (records !== undefined && !itemsOf(records).every((record) => isObject(record)))
    throw usageError(t('records needs a list of objects'))
  const text = typeof content === 'string' ? content : JSON.stringify(itemsOf(records))
  const name = content === undefined ? 'records' : 'content'
  const bytes = Buffer.from(text)
  const recorded = { name, path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const { inputs } = givenInputsOf([textSource(name, text)], options, session, here)
  return { close, inputs, recorded: async () => [recorded] }
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
    throw usageError(t('{file} is not below the folder of --import-folder', { file }))
  if (!existingStat(path).isFile()) throw usageError(t('{file} is not a file', { file }))
  return path
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && resolve(folder, below) === path
}

const [show_command, undo_command] = [commandNamed(history_commands, 'show'), commandNamed(history_commands, 'undo')]
const run_row = { run: string(t('name of the run'), { required: true }) } as const

export const history_tools: readonly Tool[] = [
  {
    name: 'list_runs',
    title: t('List runs'),
    description: t(
      'List the recorded runs that wrote to this calendar from this machine, newest first. Each can be shown and undone.',
    ),
    command: commandNamed(history_commands, 'list'),
    own: { limit: integer(t('maximum number of runs'), { default: 20, minimum: 1 }) },
    kind: 'reads',
    run: async ({ limit = 20 }, session) => {
      const { calendar } = await session.open()
      const all = await listedRuns(session)
      const own = all.filter(({ head }) => isOfCalendar(head, calendar))
      return { total: own.length, runs: own.slice(0, Number(limit)).map(runItem) }
    },
  },
  {
    name: 'show_run',
    title: t('Show a run'),
    description: t('Show what a run wrote, with the values before and after each write.'),
    command: show_command,
    own: { ...run_row, offset: integer(t('number of writes to skip'), { default: 0, minimum: 0 }) },
    kind: 'reads',
    run: async ({ run: name, offset = 0 }, session) => {
      const state_dir = stateDirOf(session)
      const run = await chosenRun(String(name), { state_dir, open: session.open })
      const state = await runStateOf(state_dir, run)
      const outcome = await outcomeOf(show_command, { operands: [run] }, session)
      const { items, total, next_offset } = await boundedItems(outcome, Number(offset))
      return {
        run,
        command: state.head.command,
        started_utc: state.head.started,
        counts: journalTotals(state),
        total,
        writes: items,
        next_offset,
      }
    },
  },
  {
    name: 'undo_run',
    title: t('Undo a run'),
    description: t(
      'Undo what a run wrote: created records are deleted, changed and deleted ones restored. Records that were edited since are left unchanged. The undo is itself a run.',
    ),
    command: undo_command,
    flags: ['force', 'dry_run'],
    own: run_row,
    kind: 'changes',
    run: async ({ run, ...values }, session) => {
      const outcome = await outcomeOf(undo_command, { operands: [String(run)], values }, session)
      if (outcome.kind !== 'record') return { dry_run: true, steps: (await boundedItems(outcome, 0)).items }
      const { run: undo, ...counts } = outcome.record
      // Records are skipped if they were edited since.
      const complete = counts.failed === 0 && counts.skipped === 0
      return { undo_of: run, complete, ...counts, ...undoOf(undo) }
    },
  },
]

/** A part of the records of an outcome, with long texts truncated. */
async function boundedItems(outcome: Outcome, offset: number) {
  if (!('records' in outcome) || outcome.kind === 'written') throw new Error('this command has records')
  const items: JsonObject[] = []
  let total = 0
  for await (const item of outcome.records) {
    if (total >= offset && items.length < items_max) items.push(boundedRecord(item, brief_text_max))
    total++
  }
  const next = offset + items.length
  return { items, total, next_offset: next < total ? next : undefined }
}
