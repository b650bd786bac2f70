// `cal events delete TARGET…`: into the trash, or for good where there is none.
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import { deleteRecord, getRecord } from '../../../client/api/records.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import { each } from '../../run/each.ts'
import { confirmMany } from '../../run/confirm-many.ts'
import { targetsOf } from '../../arguments/targets.ts'
import type { writing_options } from '../../arguments/options.ts'
import type { where_option } from '../shared-flags.ts'
import { successLine } from '../../output/success-line.ts'

export function deleteOf(plural: Plural): CommandAction<typeof where_option & typeof writing_options> {
  return async (input, session) => {
    const { operands, values } = input
    if (input.options.where !== undefined)
      return (await import('./where.ts')).whereSelected(plural, input, { delete: true }, session)
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
    const deleted = each(
      targets,
      async ({ target }) => {
        // A preview fails for a record that is not there, as the deletion would.
        if (input.options.dry_run === true) await getRecord(exchange, plural, target)
        const record = await deleteRecord(exchange, plural, target, { query: values })
        return { record, done: successLine(plural, 'deleted', record) }
      },
      session,
    )
    return {
      kind: 'written',
      records: deleted.results,
      columns: resources[plural].columns,
      ...(targets.length === 1 ? { single: true } : {}),
      get ends() {
        return deleted.ends
      },
    }
  }
}
