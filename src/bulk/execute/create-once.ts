// A single create whose answer may be lost: it is looked up by what finds it again, and never sent twice.
import { instantOfUtc } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { recordOf } from '../../client/api/answer.ts'
import { call } from '../../client/api/call.ts'
import { isAnswerLost } from '../../client/transport/network-errors.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { createdBy, findable } from '../matching/lookup.ts'

/** How far a service's clock may be from ours. */
const clock_skew_ms_max = 300_000

interface Service {
  readonly exchange: Exchange
  now(): number
}

export interface CreateResult {
  readonly record: JsonObject
  /** The answer was lost, and this was found afterwards. */
  readonly found: boolean
}

/**
 * The new record.
 * Fails:  as the create failed, where nothing new like it is there; the hint says that it was looked for.
 * Source: cli contract 2.7; D-405.
 */
export async function createOnce(plural: Plural, values: Values, { exchange, now }: Service): Promise<CreateResult> {
  const since = now() - clock_skew_ms_max
  try {
    return { record: recordOf(await call(exchange, `${plural}.create`, values)), found: false }
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    const candidates = await lookedUp(plural, values, exchange)
    const dates_itself = values.date !== undefined || values.date_utc !== undefined
    const record = candidates
      ?.filter((one) => dates_itself || isNew(one, since))
      .sort((a, b) => Number(b.id) - Number(a.id))[0]
    if (record) return { record, found: true }
    throw candidates ? notThere(error) : error
  }
}

/** undefined where the service cannot be asked. */
async function lookedUp(
  plural: Plural,
  values: Values,
  exchange: Exchange,
): Promise<readonly JsonObject[] | undefined> {
  try {
    return await createdBy(exchange, plural, findable(plural, values), 0)
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

/**
 * Categories and tags tell no time, and services refuse a name that was there before. A publication date that was sent
 * says nothing either: it counts as the change.
 */
function isNew({ modified_utc, date_utc }: JsonObject, since: number): boolean {
  const changed = modified_utc ?? date_utc
  return typeof changed !== 'string' || instantOfUtc(changed) >= since
}

/** A failure with words of the service keeps its own hint. */
function notThere(error: CalError): CalError {
  const { code, text, cause, remote } = error
  if (remote) return error
  return new CalError(code, text, {
    cause,
    hint: {
      en: 'it was looked for and is not there: the same command again makes it',
      de: 'es wurde danach gesucht und nichts gefunden: derselbe Befehl noch einmal legt es an',
    },
  })
}
