// `cal events create`: one new record.
import { Failure } from '../../base/failure.ts'
import { recordOf } from '../../client/answer.ts'
import { call } from '../../client/call.ts'
import { refuseDuplicate } from '../../client/duplicates.ts'
import { flagOf } from '../../spec/derive.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import type { Verb } from '../command.ts'
import { doneText } from './done.ts'

export function createOf(plural: Plural): Verb {
  return async ({ values, options }, session) => {
    checkRequired(plural, values)
    const { exchange } = await session.open()
    if ((plural === 'venues' || plural === 'organizers') && options.allow_duplicate !== true) {
      await refuseDuplicate(exchange, plural, String(values[resources[plural].name]))
    }
    const record = recordOf(await call(exchange, `${plural}.create`, values))
    return { kind: 'written', single: true, columns: resources[plural].columns, records: one({ record, done: doneText(plural, 'created', record) }) }
  }
}

/** Fails with `usage`, naming every flag that is missing. */
function checkRequired(plural: Plural, values: Values): void {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && values[name] === undefined).map(flagOf)
  if (missing.length === 0) return
  const verb = missing.length === 1 ? { en: 'is', de: 'fehlt' } : { en: 'are', de: 'fehlen' }
  throw new Failure('usage', { en: `${missing.join(', ')} ${verb.en} missing`, de: `${missing.join(', ')} ${verb.de}` }, {
    hint: { en: `cal ${plural} create --help`, de: `cal ${plural} create --help` },
  })
}

async function* one<T>(item: T): AsyncIterable<T> {
  yield item
}
