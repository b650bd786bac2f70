// `cal events get TARGET…`: one record, or several.
import { getRecord } from '../../client/records.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Verb } from '../command.ts'
import { each } from '../each.ts'
import { targetsOf } from '../targets.ts'

export function getOf(plural: Plural): Verb {
  return async ({ operands, values }, session) => {
    const { exchange } = await session.open()
    const targets = await targetsOf(operands, plural, session)
    const get = ({ target }: (typeof targets)[number]) => getRecord(exchange, plural, target, { query: values })
    const { columns } = resources[plural]
    const [only] = targets
    if (only && targets.length === 1) return { kind: 'record', record: await get(only), columns }
    const gotten = each(targets, get, session)
    return { kind: 'records', records: gotten.results, columns, get ends() { return gotten.ends } }
  }
}
