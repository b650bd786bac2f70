// `cal events delete TARGET…`: into the trash, or for good where there is none.
import { deleteRecord } from '../../client/records.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Verb } from '../command.ts'
import { each } from '../each.ts'
import { confirmMany } from '../many.ts'
import { targetsOf } from '../targets.ts'
import { doneText } from './done.ts'

export function deleteOf(plural: Plural): Verb {
  return async ({ operands, values }, session) => {
    const { exchange } = await session.open()
    const targets = await targetsOf(operands, plural, session)
    await confirmMany(targets, { plural, deed: 'delete' }, session)
    const deleted = each(targets, async ({ target }) => {
      const record = await deleteRecord(exchange, plural, target, { query: values })
      return { record, done: doneText(plural, 'deleted', record) }
    }, session)
    return {
      kind: 'written', records: deleted.results, columns: resources[plural].columns,
      ...(targets.length === 1 ? { single: true } : {}), get ends() { return deleted.ends },
    }
  }
}
