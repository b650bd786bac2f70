// `cal KIND delete TARGET…`: moves records to the trash; categories and tags, which have none, are deleted.
import { CalError } from '../../../base/errors.ts'
import type { Exchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { sameText } from '../../../base/text/language.ts'
import { type Delete, titleOf } from '../../../bulk/plan/plan.ts'
import { idOf } from '../../../client/api/answer.ts'
import { deleteRecord, getRecord } from '../../../client/api/records.ts'
import type { RecordTarget } from '../../../client/api/target.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import { endingWith, singleWrites, undoNote, unrecorded } from '../../bulk-run/single-writes.ts'
import { forEachItem } from '../../run/for-each-item.ts'
import { confirmMany } from '../../run/confirm-many.ts'
import { targetsOf } from '../../arguments/targets.ts'
import type { writing_options } from '../../arguments/options.ts'
import type { where_option } from '../shared-flags.ts'
import { successLine } from '../../output/write-messages.ts'

export function deleteOf(plural: Plural): CommandAction<typeof where_option & typeof writing_options> {
  return async (input, session) => {
    const { operands, values } = input
    if (input.options.where !== undefined)
      return (await import('./where-flag.ts')).whereSelected(plural, input, { delete: true }, session)
    if (operands.length === 0)
      throw new CalError(
        'usage',
        {
          en: 'TARGET is missing: specify the record to delete',
          de: 'ZIEL fehlt: welcher Eintrag gelöscht werden soll',
        },
        { hint: sameText(`cal ${plural} delete --help`) },
      )
    const { exchange } = await session.open()
    const targets = await targetsOf(operands, plural, session)
    await confirmMany(targets, { plural, action: 'delete' }, session)
    const dry_run = input.options.dry_run === true
    const writes = dry_run ? unrecorded : singleWrites(`${plural} delete`, session)
    const deleted = forEachItem(
      targets,
      async ({ target }) => {
        // With --dry-run, a record that doesn't exist is an error, as it would be in a run.
        const before = await (dry_run ? getRecord(exchange, plural, target) : readForUndo(exchange, plural, target))
        const { record } = await writes.write(before && deleteStep(plural, before), async () => ({
          record: await deleteRecord(exchange, plural, before ? { kind: 'id', id: idOf(before) } : target, {
            query: values,
          }),
        }))
        return { record, done: successLine(plural, 'deleted', record, session.settings) }
      },
      session,
    )
    return {
      kind: 'written',
      records: endingWith(deleted.results, writes, undoNote(input.options, session)),
      columns: resources[plural].columns,
      ...(targets.length === 1 ? { single: true } : {}),
      get exit() {
        return deleted.exit
      },
    }
  }
}

/** The record for the journal; undefined if it cannot be read, which doesn't prevent its deletion. */
async function readForUndo(exchange: Exchange, plural: Plural, target: RecordTarget): Promise<JsonObject | undefined> {
  try {
    return await getRecord(exchange, plural, target, plural === 'events' ? { query: { context: 'edit' } } : {})
  } catch (error) {
    if (error instanceof CalError && (error.code === 'not_found' || error.code === 'not_allowed')) return undefined
    throw error
  }
}

function deleteStep(kind: Plural, before: JsonObject): Delete {
  const id = idOf(before)
  return { kind, n: 0, id, key: `id:${id}`, title: titleOf(kind, before), action: 'delete', before }
}
