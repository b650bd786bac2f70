// The records that TARGET arguments, lines of standard input or `--where` name, and the step that changes or deletes
// each of them.
import { CalError, usageError } from '../../../base/errors.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { allRecords, totalOf } from '../../../client/api/pages.ts'
import { conflictWith, type Step, titleOf, updateStep } from '../../../bulk/plan/plan.ts'
import { isHiddenByPassword, resources } from '../../../spec/resources.ts'
import { getRecord, type RecordTarget } from '../../../client/api/records.ts'
import { changesOf } from '../../../client/update/compare.ts'
import { sendableField } from '../../../client/update/sendable.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { targetMissing } from '../shared-flags.ts'
import type { CommandInput, Edits } from '../../types/command.ts'
import { noteFirst, type Session } from '../../types/session.ts'
import { filtersOf, timedFilterOf } from '../../input/dates.ts'
import { dateErrorOf, editedValues, lengthNotes } from '../../input/edits.ts'
import { withNewIds } from '../../input/names.ts'
import type { ReferenceIndex } from '../../../client/api/reference-index.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { noteLater } from '../../session/session.ts'
import { shortText } from './list-notice.ts'
import { type ReadTarget, readingEach, targetsOf } from './targets.ts'

interface TargetRecords {
  readonly records: readonly JsonObject[]
  /** The number of records that could not be read; each was reported. */
  readonly unread: number
}

type SelectingInput = CommandInput<{ readonly where?: readonly string[] }>

/** Errors: `usage` without TARGET and `--where`, and with both. */
export function requireSelection(plural: Plural, verb: string, { operands, options: { where } }: SelectingInput): void {
  if (where === undefined && operands.length === 0) throw targetMissing(plural, verb)
  if (where !== undefined && operands.length > 0) throw usageError(t('--where and TARGET cannot be used together'))
}

/**
 * The records that TARGET arguments or `--where` name, and how their run is named, stored and confirmed; `more` are
 * filters of the command itself.
 */
export async function selectedRecords(
  plural: Plural,
  verb: string,
  { operands, options: { where } }: SelectingInput,
  session: Session,
  { read, more }: { readonly read?: ReadTarget; readonly more?: Values } = {},
) {
  const command = `${plural} ${verb}`
  if (where === undefined) return { command, ...(await recordsOfTargets(plural, operands, session, read)) }
  const records = await recordsToChange(plural, where, session, more)
  return { command: `${command} --where`, records, unread: 0, stored_options: { where }, as_plan: true } as const
}

/** The records that TARGET arguments name. */
export async function recordsOfTargets(
  plural: Plural,
  operands: readonly string[],
  session: Session,
  readTarget: ReadTarget = asEditor(plural, session),
): Promise<TargetRecords> {
  const { targets } = await targetsOf(operands, plural, session)
  return readEach(targets, readTarget, session)
}

/** Reads each record once. With several targets, errors are reported and the others are read; a single one throws. */
export async function readEach(
  targets: readonly RecordTarget[],
  readTarget: ReadTarget,
  session: Session,
): Promise<TargetRecords> {
  const reading = readingEach(targets, readTarget, session)
  const records = new Map<Json | undefined, JsonObject>()
  for await (const record of reading.records) records.set(record.id, record)
  return { records: [...records.values()], unread: reading.unread }
}

/** Reads with `context=edit`, without which deployed services hide fields of protected events even from editors. */
export function asEditor(plural: Plural, session: Session, query: Values = {}): ReadTarget {
  return async (target) => {
    const { exchange } = await session.open()
    const asked = plural === 'events' ? { query: { context: 'edit', ...query } } : {}
    return getRecord(exchange, plural, target, { to_change: true, ...asked })
  }
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
  const note = noteLater(session)
  const onMissing = (came: number, total: number) => note(shortText(plural, came, total))
  const filters = { ...(await resolveFilters(plural, filtersOf(plural, where), session)), ...more }
  const { query, keeps } = timedFilterOf(filters)
  for await (const record of allRecords(exchange, plural, query, { onMissing }))
    if (keeps(record)) selected.push(record)
  return selected
}

/** As `recordsWhere`, for a command that changes them: says that none match. */
async function recordsToChange(
  plural: Plural,
  where: readonly string[],
  session: Session,
  more?: Values,
): Promise<readonly JsonObject[]> {
  const records = await recordsWhere(plural, where, session, more)
  if (records.length > 0) return records
  await session.note(t('No {titles} match.', { titles: resources[plural].titles }))
  return records
}

/** The number of records that match; reads all of them only if the service cannot count them. */
export async function countWhere(plural: Plural, where: readonly string[], session: Session): Promise<number> {
  const { exchange } = await session.open()
  const filters = await resolveFilters(plural, filtersOf(plural, where), session)
  const total = timedFilterOf(filters).isCut ? undefined : await totalOf(exchange, plural, filters)
  return total ?? (await recordsWhere(plural, where, session)).length
}

export function namedRecord(kind: Plural, record: JsonObject, n: number) {
  const id = Number(record.id)
  return { kind, n, id, key: `id:${id}`, title: titleOf(kind, record) }
}

/** What to change in each record. */
export interface RecordChange {
  readonly values: Values
  readonly edits: Edits
  /** Sends every value that isn't exactly what the record shows, also where a service would display it the same way. */
  readonly exact?: true
  readonly only_given?: true
}

/** The change with the ids of new records instead of their names. */
export function withNewNames(
  plural: Plural,
  { values, edits, ...rest }: RecordChange,
  created: ReferenceIndex,
): RecordChange {
  return {
    ...rest,
    values: withNewIds(plural, values, created),
    edits: { ...edits, add: withNewIds(plural, edits.add, created) },
  }
}

/** The step that changes a record; a conflict also if the new values cannot be computed. */
export function editedStep(kind: Plural, record: JsonObject, change: RecordChange, n: number): Step {
  const { exact, only_given } = change
  const named = namedRecord(kind, record, n)
  const edited = editedOrError(kind, record, change)
  if (edited instanceof CalError) return conflictWith(named, named.id, edited)
  const isHidden = isHiddenByPassword(kind, record) || Object.keys(record).length === 1
  const changes = isHidden && only_given ? [] : changesOf(kind, edited, record)
  const more = otherValues(kind, edited, { record, listed: changes.map(({ field }) => field), exact })
  return updateStep(named, record, { changes, more, ...(only_given ? { only_given } : {}) })
}

/** The values to send that are not among the visible changes, `listed`. */
function otherValues(
  kind: Plural,
  values: Values,
  { record, listed, exact }: { record: JsonObject; listed: readonly string[]; exact: true | undefined },
): Values {
  const isCompared = (field: string) => field !== 'password' && Object.hasOwn(resources[kind].fields, field)
  const isShown = (field: string, value: Json | undefined) =>
    isCompared(field) &&
    (!exact ||
      (Object.hasOwn(record, field) &&
        JSON.stringify(value) === JSON.stringify(sendableField(kind, field, record) ?? '')))
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !listed.includes(field) && !isShown(field, value)),
  )
}

function editedOrError(kind: Plural, record: JsonObject, { values, edits }: RecordChange): Values | CalError {
  try {
    const edited = editedValues(kind, record, values, edits)
    return (edits.shift ? undefined : dateErrorOf(record, values, edited)) ?? edited
  } catch (error) {
    if (error instanceof CalError) return error
    throw error
  }
}

const notes_max = 10

/** Notes on the first events that last longer or shorter after a move. */
export async function noteLengths(
  records: readonly JsonObject[],
  changeOf: (record: JsonObject) => RecordChange,
  session: Session,
): Promise<void> {
  const notes = records.flatMap((record) => {
    const edited = editedOrError('events', record, changeOf(record))
    return edited instanceof CalError ? [] : lengthNotes(record, edited)
  })
  await noteFirst(notes, notes_max, session)
}
