// `cal KIND update TARGET…`: changes the given fields and leaves the others unchanged.
import { CalError, usageError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { conflictWith, type Step, valuesAfter } from '../../../bulk/plan/plan.ts'
import { unknownCostError, withStoredCost } from '../../../client/update/verify-write.ts'
import { countedRecords, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps, type StepsRun } from '../../bulk-run/run-steps.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { no_edits } from '../../input/edits.ts'
import { namesIn } from '../../input/names.ts'
import type { create_missing, only_given, record_options, where_option } from '../shared-flags.ts'
import {
  asEditor,
  editedStep,
  noteLengths,
  readEach,
  type RecordChange,
  requireSelection,
  selectedRecords,
  withNewNames,
} from './selected-records.ts'
import type { ReadTarget } from './targets.ts'

type UpdateRows = Pick<typeof record_options, 'file'> &
  typeof create_missing &
  typeof writing_options &
  typeof only_given &
  typeof where_option
type UpdateInput = CommandInput<OptionsOf<UpdateRows>>

export function updateOf(plural: Plural): CommandAction<UpdateRows> {
  return async (input, session) => {
    const { options, edits = no_edits } = input
    const run = await runOf(plural, input, session)
    const { records, changeOf } = run
    if (edits.shift) await noteLengths(records, changeOf, session)
    const named = [edits.add, ...records.map((record) => changeOf(record).values)]
    return runSteps(
      {
        ...run,
        plural,
        shows_requests: options.where === undefined && !edits.shift,
        missing: options.create_missing === true ? namesIn(plural, named) : [],
        steps: (created) =>
          records.map((record, n) => {
            const change = created ? withNewNames(plural, changeOf(record), created) : changeOf(record)
            const step = editedStep(plural, record, change, n)
            // Of other records, the stored cost is read when they are written.
            return change.exact ? withHint(step) : step
          }),
      },
      options,
      session,
    )
  }
}

interface UpdateRun extends Omit<StepsRun, 'plural' | 'steps' | 'missing' | 'shows_requests'> {
  readonly records: readonly JsonObject[]
  readonly changeOf: (record: JsonObject) => RecordChange
}

async function runOf(plural: Plural, input: UpdateInput, session: Session): Promise<UpdateRun> {
  const { operands, options, edits = no_edits } = input
  const only_given = options.only_given === true
  const exact = { exact: true, ...(only_given && { only_given }) } as const
  const isEach = options.where === undefined && !edits.shift
  if (isEach && operands.length === 0 && options.file !== undefined) {
    const own = ownValues(plural, input)
    const found = await readEach(
      [...own.keys()].map((id) => ({ kind: 'id', id })),
      (target) =>
        readerOf(plural, { values: (target.kind === 'id' && own.get(target.id)) || {}, only_given }, session)(target),
      session,
    )
    const changeOf = ({ id }: JsonObject) => ({ values: own.get(Number(id)) ?? {}, edits, ...exact })
    return { command: `${plural} update`, ...found, changeOf }
  }
  requireSelection(plural, 'update', input)
  const values = givenOnce(plural, input)
  const change = { values, edits, ...(isEach && exact) }
  const selected = await selectedRecords(plural, 'update', input, session, {
    ...(isEach && { read: readerOf(plural, { values, only_given }, session) }),
  })
  const run = { ...selected, changeOf: () => change }
  if (!edits.shift) return run
  return { ...run, repeats: true, ...(!run.as_plan && { command: `${plural} update --shift`, action: 'moved' }) }
}

/** The values for all targets. Errors: `usage` for a file with several records, and if nothing is to be changed. */
function givenOnce(plural: Plural, { records = [], values, edits, operands, options }: UpdateInput): Values {
  if (records.length > 1)
    throw usageError(
      t('the file contains {records}: omit TARGET, --where and --shift, and give each record an id', {
        records: countedRecords(records.length),
      }),
    )
  if (records.length === 0 && options.file !== undefined) throw noRecord(options.file)
  const { id: _, ...change } = records[0] ?? values
  if (Object.keys(change).length === 0 && edits === undefined) throw nothingGiven(plural, operands)
  return change
}

function noRecord(file: string): CalError {
  const name = file === '-' ? t('standard input') : sameText(file)
  return usageError(t('{name} contains no record', { name }))
}

/** The values of each record of the file, by its id. Errors: `usage` for a record without an id, and for none. */
function ownValues(plural: Plural, { records = [], options }: UpdateInput): ReadonlyMap<number, Values> {
  if (records.length === 0) throw noRecord(String(options.file))
  const own = new Map<number, Values>()
  for (const { id, ...values } of records) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) {
      const shown = JSON.stringify(values[resources[plural].name] ?? values).slice(0, 60)
      throw usageError(t('a record of the file has no id: {shown}', { shown }))
    }
    own.set(id, { ...own.get(id), ...values })
  }
  return own
}

/**
 * Reads the record before an update, with its password if that is sent. With `--only-given`, a record that cannot be
 * read can be updated by its id.
 */
function readerOf(
  plural: Plural,
  { values: { password }, only_given }: { readonly values: Values; readonly only_given: boolean },
  session: Session,
): ReadTarget {
  const read = asEditor(plural, session, typeof password === 'string' && password !== '' ? { password } : {})
  return async (target) => {
    const { exchange } = await session.open()
    try {
      return await withStoredCost(exchange, plural, await read(target))
    } catch (error) {
      const isUnreadable = error instanceof CalError && (error.code === 'not_found' || error.code === 'not_allowed')
      if (only_given && isUnreadable && target.kind === 'id') return { id: target.id }
      throw error
    }
  }
}

/** The step, as a conflict with a hint at `--only-given` if the other fields cannot be preserved. */
function withHint(step: Step): Step {
  if (step.action === 'update' && !step.only_given) {
    const changed = valuesAfter(step.changes)
    const unknown = unknownCostError(step.kind, step.before, { ...changed, ...step.more })
    return unknown ? withHint(conflictWith(step, step.id, unknown)) : step
  }
  if (step.action !== 'conflict' || step.error?.code !== 'not_allowed') return step
  const { code, text, hint } = step.error
  const error = new CalError(code, text, {
    hint: t('{hint}; to send only the specified fields, use --only-given; the service may reset the others', {
      hint: (language) => String(hint?.[language]),
    }),
  })
  return { ...step, error }
}

function nothingGiven(plural: Plural, operands: readonly string[]): CalError {
  const assigned = operands.find((word) => /^[a-z_]+=/.test(word))
  if (assigned !== undefined) return new UnknownWordError('argument', assigned, { text: t('nothing to change') })
  const flag = plural === 'events' ? '--title' : '--name'
  return usageError(
    t('nothing to change'),
    t('specify a field, such as {flag}; list them: cal {plural} update --help', { flag, plural }),
  )
}
