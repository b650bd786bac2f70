// `--where`: updates or deletes all records that match filters, as a run with plan, journal and undo.
import { CalError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { executePlan } from '../../../bulk/execute/execute-plan.ts'
import { allRecords, totalOf } from '../../../bulk/matching/remote-index.ts'
import { type Step, titleOf } from '../../../bulk/plan/plan.ts'
import { changesOf } from '../../../client/update/compare.ts'
import { blankRecordText, isBlank } from '../../../client/api/protected-records.ts'
import { type Values, read } from '../../../spec/read.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import type { CommandInput, Edits, OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import { pairsOf } from '../../arguments/flag-values.ts'
import type { Session } from '../../core/session.ts'
import { timedFilterOf } from '../../input/bounds.ts'
import { type Edited, editedValues } from '../../input/edits.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { namedKind, partsOf } from '../../arguments/name-fields.ts'
import { impossibleValues } from '../../arguments/impossible-values.ts'
import { acceptingNames } from '../../arguments/parse-arguments.ts'
import { creatorFor } from './create.run.ts'
import { confirmPlan, planOutcome } from '../../bulk-run/plan-outcome.ts'
import type { writing_options } from '../../arguments/options.ts'
import type { create_missing, where_option } from '../shared-flags.ts'
import { shortText } from './list-notice.ts'
import { executeRun } from '../../bulk-run/execute-run.ts'
import { noting } from '../../run/session.ts'

export interface WhereChange {
  readonly change: Values
  readonly edits: Edits
}

/** What to do with each record: delete it, or change values. */
export type WhereAction = { readonly delete: true } | WhereChange

type WhereOptions = OptionsOf<typeof where_option & typeof create_missing & typeof writing_options>

export async function whereSelected(
  plural: Plural,
  input: CommandInput<WhereOptions>,
  action: WhereAction,
  session: Session,
): Promise<Outcome> {
  const { operands, options } = input
  if (operands.length > 0)
    throw new CalError('usage', {
      en: '--where and TARGET cannot be used together',
      de: '--where und ZIEL schließen sich gegenseitig aus',
    })
  const selected = await recordsWhere(plural, options.where, session)
  if ('change' in action) await noteReadings(plural, selected, action, session)
  const steps = async function* (done: WhereAction): AsyncIterable<Step> {
    for (const [n, record] of selected.entries()) yield stepOf(plural, record, { n, action: done })
  }
  const show = async (onStep: (step: Step) => void | Promise<void>) => {
    for await (const step of steps(action)) await onStep(step)
  }
  if (options.dry_run === true) return planOutcome(show, {}, session)
  const total = await confirmPlan(show, session)
  const confirmed = 'delete' in action ? action : await withNew(plural, action, options, session)
  const { outcome } = await executeRun(
    {
      command: `${plural} ${'delete' in action ? 'delete' : 'update'} --where`,
      options: {},
      stored_options: { ...(options.where && { where: options.where }) },
      inputs: [],
      sources: [],
      total: total ?? { count: selected.length, of: 'steps' },
      earlier: undefined,
      ...('change' in action && action.edits.shift ? { repeats: true } : {}),
      execute: (carrying) => executePlan(steps(confirmed), carrying),
    },
    session,
  )
  return outcome
}

/**
 * All records that match `--where`; `more` are filters of the command itself. All pages are read first, because they
 * shift while records are deleted.
 */
export async function recordsWhere(
  plural: Plural,
  where: readonly string[] = [],
  session: Session,
  more: Values = {},
): Promise<readonly JsonObject[]> {
  const { exchange } = await session.open()
  const selected: JsonObject[] = []
  const note = noting(session)
  const onMissing = (came: number, total: number) => note(shortText(plural, came, total))
  const filters = { ...(await resolveFilters(plural, filtersOf(plural, where), session)), ...more }
  const cutting = plural === 'events' ? timedFilterOf(filters) : undefined
  for await (const record of allRecords(exchange, plural, cutting?.query ?? filters, { onMissing }))
    if (cutting?.keeps(record) ?? true) selected.push(record)
  return selected
}

/** The number of records that match; reads all of them only if the service cannot count them. */
export async function countWhere(plural: Plural, where: readonly string[], session: Session): Promise<number> {
  const { exchange } = await session.open()
  const filters = await resolveFilters(plural, filtersOf(plural, where), session)
  const isCut = plural === 'events' && timedFilterOf(filters) !== undefined
  const total = isCut ? undefined : await totalOf(exchange, plural, filters)
  return total ?? (await recordsWhere(plural, where, session)).length
}

/** The step that updates or deletes a record; a conflict if the new values cannot be computed. */
export function stepOf(
  kind: Plural,
  record: JsonObject,
  { n, action }: { readonly n: number; readonly action: WhereAction },
): Step {
  const id = Number(record.id)
  const named = { kind, n, id, key: `id:${id}`, title: titleOf(kind, record) }
  if ('delete' in action) return { ...named, action: 'delete', before: record }
  const edited = editedOrError(kind, record, action)
  if (edited instanceof CalError)
    return {
      ...named,
      action: 'conflict',
      errors: [{ text: edited.text, ...(edited.hint ? { hint: edited.hint } : {}) }],
    }
  const changes = changesOf(kind, edited.values, record)
  if (changes.length > 0 && isBlank(kind, record))
    return { ...named, action: 'conflict', errors: [blankRecordText(kind, record)] }
  return changes.length === 0
    ? { ...named, action: 'unchanged' }
    : { ...named, action: 'update', before: record, changes }
}

function editedOrError(kind: Plural, record: JsonObject, { change, edits }: WhereChange): Edited | CalError {
  try {
    return editedValues(kind, record, change, edits)
  } catch (error) {
    if (error instanceof CalError) return error
    throw error
  }
}

const notes_max = 10

/** Prints how times were read and effects of daylight saving time, for the first records. */
export async function noteReadings(
  kind: Plural,
  records: readonly JsonObject[],
  action: WhereChange,
  session: Session,
): Promise<void> {
  const notes = records.flatMap((record) => {
    const edited = editedOrError(kind, record, action)
    return edited instanceof CalError ? [] : edited.notes
  })
  for (const note of notes.slice(0, notes_max)) await session.note(note)
  const more = notes.length - notes_max
  if (more > 0) await session.note({ en: `… and ${more} more`, de: `… und noch ${more}` })
}

/** The change, with records created for missing names. */
export async function withNew(
  plural: Plural,
  { change, edits }: WhereChange,
  options: WhereOptions,
  session: Session,
): Promise<WhereChange> {
  const create = await creatorFor(plural, options, session)
  return { change: await create(change), edits: { ...edits, add: await create(edits.add) } }
}

/** Parses `--where NAME=VALUE`, repeated or joined by `&`. Errors: `usage` for unknown filters and invalid values. */
export function filtersOf(plural: Plural, where: readonly string[] = []): Values {
  const { page: _page, per_page: _per_page, ...parameters }: Parameters = resources[plural].query
  const pairs = where.flatMap((text) => text.split(/&(?=-{0,2}[\w-]+=)/))
  const given = pairsOf(
    '--where',
    pairs.map((pair) =>
      pair
        .trim()
        .replace(/^--/, '')
        .replace(/^[\w-]+(?==)/, (name) => name.replaceAll('-', '_')),
    ),
  )
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined) throw unknownFilter(unknown, Object.keys(parameters))
  const lists = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      namedKind(name, parameters) === undefined ? value : [value].flat().flatMap(partsOf),
    ]),
  )
  const { values, problems } = read(acceptingNames(parameters), lists)
  const [problem] = [...problems, ...impossibleValues({ parameters, resource: plural, effect: 'reads' }, values)]
  if (problem)
    throw new CalError('usage', {
      en: `--where ${problem.name} needs ${problem.expected.en}, not "${problem.value}"`,
      de: `--where ${problem.name} erwartet ${problem.expected.de}, nicht „${problem.value}“`,
    })
  return values
}

function unknownFilter(name: string, names: readonly string[]): CalError {
  const near = closest(name, names)
  return new CalError(
    'usage',
    { en: `--where: unknown filter "${name}"`, de: `--where: unbekannter Filter „${name}“` },
    {
      hint:
        near === undefined
          ? { en: `one of ${names.join(', ')}`, de: `möglich sind ${names.join(', ')}` }
          : didYouMean(near),
    },
  )
}
