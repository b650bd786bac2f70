// `cal KIND update TARGET…`: changes the given fields and leaves the others unchanged.
import { CalError } from '../../../base/errors.ts'
import type { Exchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { sameText } from '../../../base/text/language.ts'
import { titleOf, type Update } from '../../../bulk/plan/plan.ts'
import { idOf, recordOf } from '../../../client/api/answer.ts'
import { call } from '../../../client/api/call.ts'
import { blankRecordError, isBlank } from '../../../client/api/protected-records.ts'
import { getRecord, idOfTarget, rereadIfBlank } from '../../../client/api/records.ts'
import type { RecordTarget } from '../../../client/api/target.ts'
import { changesOf as differencesOf } from '../../../client/update/compare.ts'
import { publishedPlacesOf } from '../../../client/update/published-places.ts'
import { unknownCostError, withStoredCost, withWrittenCost } from '../../../client/update/stored-cost.ts'
import { updateSafely } from '../../../client/update/update.ts'
import { visibleMismatchesOf } from '../../../client/update/verify-write.ts'
import { flagOf } from '../../../spec/derived-names.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import type { writing_options } from '../../arguments/options.ts'
import { type NamedTarget, targetsOf } from '../../arguments/targets.ts'
import { endingWith, type SingleWrites, singleWrites, undoNote, unrecorded } from '../../bulk-run/single-writes.ts'
import type { CommandAction, CommandInput, Edits, OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { dependsOnRecord, editedValues, no_edits } from '../../input/edits.ts'
import { type Action, successLine, warnOf, publishedText } from '../../output/write-messages.ts'
import { confirmMany } from '../../run/confirm-many.ts'
import { forEachItem } from '../../run/for-each-item.ts'
import type { create_missing, only_given, record_options, where_option } from '../shared-flags.ts'
import { creatorFor } from './create.run.ts'

type UpdateRows = Pick<typeof record_options, 'file'> &
  typeof create_missing &
  typeof writing_options &
  typeof only_given &
  typeof where_option
type UpdateInput = CommandInput<OptionsOf<UpdateRows>>

export function updateOf(plural: Plural): CommandAction<UpdateRows> {
  return async (input, session) => {
    if (input.options.where !== undefined) return whereOf(plural, input, session)
    if (input.edits?.shift) return shiftOf(plural, input, session)
    const { exchange } = await session.open()
    const changes = await changesOf(plural, input, session)
    await confirmMany(changes, { plural, action: 'update' }, session)
    const { edits = no_edits, options } = input
    const writes = options.dry_run === true ? unrecorded : singleWrites(`${plural} update`, session)
    const withNew = await creatorFor(plural, options, session, writes)
    const created = { add: await withNew(edits.add), remove: edits.remove }
    const send = options.only_given === true ? sendOnly : sendSafely
    const changed = forEachItem(
      changes,
      async ({ target, values }) => {
        const { record, action } = await send({
          exchange,
          plural,
          target,
          values: await withNew(values),
          edits: created,
          session,
          writes,
        })
        return { record, done: successLine(plural, action, record, session.settings) }
      },
      session,
    )
    return {
      kind: 'written',
      records: endingWith(changed.results, writes, changes.length > 1 ? undoNote(options, session) : undefined),
      columns: resources[plural].columns,
      ...(changes.length === 1 ? { single: true } : {}),
      get exit() {
        return changed.exit
      },
    }
  }
}

async function whereOf(plural: Plural, input: UpdateInput, session: Session): Promise<Outcome> {
  const { id: _, ...change } = onlyRecord(input)
  if (Object.keys(change).length === 0 && input.edits === undefined) throw nothingGiven(plural)
  return (await import('./where-flag.ts')).whereSelected(
    plural,
    input,
    { change, edits: input.edits ?? no_edits },
    session,
  )
}

/** Errors: `usage` for a file with several records, which are updated by their own ids. */
function onlyRecord({ records = [], values }: UpdateInput): Values {
  if (records.length > 1) throw severalRecords(records.length)
  return records[0] ?? values
}

function severalRecords(count: number): CalError {
  return new CalError('usage', {
    en: `the file contains ${count} records: omit TARGET, --where and --shift, and give each record an id`,
    de: `die Datei enthält ${count} Einträge; ohne ZIEL, --where und --shift muss jeder eine id enthalten`,
  })
}

async function shiftOf(plural: Plural, input: UpdateInput, session: Session): Promise<Outcome> {
  if (input.operands.length === 0) throw targetMissing(plural)
  const { id: _, ...change } = onlyRecord(input)
  const { shiftTargets } = await import('./planned/shift.run.ts')
  return shiftTargets(plural, input, { change, edits: input.edits ?? no_edits }, session)
}

/** The values for each target; without TARGET, each record of the file has an id. */
async function changesOf(
  plural: Plural,
  { operands, values, records = [values], options, edits }: UpdateInput,
  session: Session,
): Promise<readonly (NamedTarget & { readonly values: Values })[]> {
  if (operands.length === 0 && options.file !== undefined) return records.map((record) => ownTarget(plural, record))
  if (operands.length === 0) throw targetMissing(plural)
  if (records.length > 1) throw severalRecords(records.length)
  const { id: _, ...change } = records[0] ?? {}
  if (Object.keys(change).length === 0 && edits === undefined) throw nothingGiven(plural)
  return (await targetsOf(operands, plural, session)).map((named) => ({ ...named, values: change }))
}

function targetMissing(plural: Plural): CalError {
  return new CalError(
    'usage',
    {
      en: 'TARGET is missing: specify the record to update',
      de: 'ZIEL fehlt: welcher Eintrag geändert werden soll',
    },
    { hint: sameText(`cal ${plural} update --help`) },
  )
}

function ownTarget(plural: Plural, { id, ...values }: Values): NamedTarget & { readonly values: Values } {
  if (typeof id === 'number' && Number.isSafeInteger(id))
    return { typed: String(id), target: { kind: 'id', id }, values }
  throw new CalError('usage', {
    en: `a record of the file has no id: ${JSON.stringify(values[resources[plural].name] ?? values).slice(0, 60)}`,
    de: `ein Eintrag der Datei hat keine id: ${JSON.stringify(values[resources[plural].name] ?? values).slice(0, 60)}`,
  })
}

interface Change {
  readonly exchange: Exchange
  readonly plural: Plural
  readonly target: RecordTarget
  readonly values: Values
  readonly edits: Edits
  readonly session: Session
  readonly writes: SingleWrites
}

interface Sent {
  readonly record: JsonObject
  readonly action: Action
}

/**
 * Sends only the given fields, and values computed from the record. By id, because deployed services confuse a new slug
 * with a slug in the path.
 */
async function sendOnly(change: Change): Promise<Sent> {
  const { exchange, plural, target, values: change_values, edits, session, writes } = change
  const before = dependsOnRecord(change_values, edits)
    ? await getRecord(exchange, plural, target, readAsEditor(plural, change_values))
    : undefined
  if (before && isBlank(plural, before)) throw blankRecordError(plural, before)
  const values = before ? await editedFor(before, change) : change_values
  if (before && Object.keys(values).length === 0) return { record: before, action: 'left' }
  const id = before ? idOf(before) : await idOfTarget(exchange, plural, target)
  const known = before ?? (writes === unrecorded ? undefined : await findRecordOrNone(exchange, plural, id))
  if (known) await warnOfPublished(plural, known, values, session)
  const { record } = await writes.write(known && updateStep(plural, known, values), async () => ({
    record: await rereadIfBlank(
      exchange,
      plural,
      recordOf(await call(exchange, `${plural}.update`, { ...values, id })),
    ),
  }))
  if (!isBlank(plural, record))
    await warnOf(
      record,
      { mismatches: visibleMismatchesOf(plural, values, await withWrittenCost(exchange, plural, values, record)) },
      session,
    )
  return { record, action: 'updated' }
}

async function sendSafely(change: Change): Promise<Sent> {
  const { exchange, plural, target, session, writes } = change
  const before = await withStoredCost(
    exchange,
    plural,
    await getRecord(exchange, plural, target, readAsEditor(plural, change.values)),
  )
  if (isBlank(plural, before)) throw withOnlyGiven(blankRecordError(plural, before))
  const values = await editedFor(before, change)
  if (Object.keys(values).length === 0) return { record: before, action: 'left' }
  const unknown = unknownCostError(plural, before, values)
  if (unknown) throw withOnlyGiven(unknown)
  await warnOfPublished(plural, before, values, session)
  const { record, ...mismatches } = await writes.write(updateStep(plural, before, values), () =>
    updateSafely(exchange, plural, before, values),
  )
  await warnOf(record, mismatches, session)
  return { record, action: 'updated' }
}

async function warnOfPublished(plural: Plural, before: JsonObject, values: Values, { note }: Session): Promise<void> {
  if (plural !== 'events') return
  for (const place of publishedPlacesOf(before, values)) {
    const published = publishedText(place)
    await note({ en: `warning: this update ${published.en}`, de: `Warnung: Diese Änderung ${published.de}` })
  }
}

/** The record for the journal; undefined if it cannot be read, which doesn't prevent the update. */
async function findRecordOrNone(exchange: Exchange, plural: Plural, id: number): Promise<JsonObject | undefined> {
  try {
    const record = await getRecord(exchange, plural, { kind: 'id', id }, readAsEditor(plural, {}))
    return isBlank(plural, record) ? undefined : withStoredCost(exchange, plural, record)
  } catch (error) {
    if (error instanceof CalError && (error.code === 'not_found' || error.code === 'not_allowed')) return undefined
    throw error
  }
}

/** The step for the journal; undefined if it changes no field that can be read. */
function updateStep(kind: Plural, before: JsonObject, values: Values): Update | undefined {
  const id = idOf(before)
  const changes = differencesOf(kind, values, before)
  if (changes.length === 0) return undefined
  return { kind, n: 0, id, key: `id:${id}`, title: titleOf(kind, before), action: 'update', before, changes }
}

async function editedFor(
  before: JsonObject,
  { plural, values: change_values, edits, session }: Change,
): Promise<Values> {
  const { values, notes } = editedValues(plural, before, change_values, edits)
  for (const note of notes) await session.note(note)
  return values
}

/** With `context=edit`, or with its password, deployed services return a protected event with all fields. */
function readAsEditor(plural: Plural, { password }: Values): { readonly query?: Values } {
  if (plural !== 'events') return {}
  return { query: { context: 'edit', ...(typeof password === 'string' && password !== '' && { password }) } }
}

function withOnlyGiven({ code, text, hint }: CalError): CalError {
  return new CalError(code, text, {
    hint: {
      en: `${hint?.en}; to send only the specified fields, use --only-given; the service may reset the others`,
      de: `${hint?.de}; --only-given sendet nur die angegebenen Felder, der Dienst setzt die anderen womöglich zurück`,
    },
  })
}

function nothingGiven(plural: Plural): CalError {
  const flag = flagOf(resources[plural].name)
  return new CalError(
    'usage',
    { en: 'nothing to change', de: 'nichts zu ändern' },
    {
      hint: {
        en: `specify a field, such as ${flag}; list them: cal ${plural} update --help`,
        de: `eine Option wie ${flag} angeben; cal ${plural} update --help zeigt alle`,
      },
    },
  )
}
