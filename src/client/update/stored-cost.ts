// The cost of an event as it is stored. Deployed services show it formatted, `CHF 20` as `CHF20`, and an update of
// another field must send it; their core interface shows the stored text.
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isList, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { answerOf, idOf } from '../api/answer.ts'
import { isParsedEqually } from './compare.ts'
import { displayedCost, isCostReadable } from './sendable.ts'

/** The record with the stored text of its cost; without it, if the record or the service does not show it. */
export async function withStoredCost(exchange: Exchange, plural: Plural, record: JsonObject): Promise<JsonObject> {
  if (plural !== 'events' || isCostReadable(record)) return record
  const text = await storedCost(exchange, record)
  return text === undefined ? record : { ...record, cost_details: { ...detailsOf(record), text } }
}

/** The same for the answer to a write, unless it shows what this service makes of the sent cost. */
export async function withWrittenCost(
  exchange: Exchange,
  plural: Plural,
  { cost }: Values,
  record: JsonObject,
): Promise<JsonObject> {
  const isSent = cost !== undefined && cost !== null && plural === 'events'
  return isSent && !isParsedEqually(cost, record) ? withStoredCost(exchange, plural, record) : record
}

/** The error of an update that sends the cost only because the service would clear it, and its text is unknown. */
export function unknownCostError(plural: Plural, record: JsonObject, changes: Values): CalError | undefined {
  if (plural !== 'events' || 'cost' in changes || isCostReadable(record)) return undefined
  const [id, shown] = [idOf(record), displayedCost(record)]
  return new CalError(
    'not_allowed',
    t(
      'the cost of event {id} is shown as "{shown}", but its stored text cannot be read, and an update would overwrite it',
      { id, shown: String(shown) },
    ),
    { hint: t('specify the cost as well') },
  )
}

/** Reads the event in the core interface. Errors: those of the connection; a refusal only means that it is unknown. */
async function storedCost(exchange: Exchange, record: JsonObject): Promise<Json | undefined> {
  const [, vendor = 'tribe'] = /(\w+)\/events\/v1\//.exec(String(record.rest_url)) ?? []
  const path = `/${vendor}_events/${idOf(record)}`
  try {
    const response = await exchange({
      method: 'GET',
      namespace: 'wp/v2',
      path,
      query: 'context=edit&_fields=id,meta',
      headers: {},
    })
    const { value } = answerOf(response)
    const cost = isObject(value) && isObject(value.meta) ? value.meta._EventCost : undefined
    return typeof cost === 'string' || isList(cost) ? cost : undefined
  } catch (error) {
    if (error instanceof CalError && error.code !== 'unreachable' && error.code !== 'interrupted') return undefined
    throw error
  }
}

function detailsOf({ cost_details }: JsonObject): JsonObject {
  return isObject(cost_details) ? cost_details : {}
}
