// The fields that a service stored differently from what was sent.
import { CalError } from '../../base/errors.ts'
import { hasWallForm } from '../../base/dates/days.ts'
import { instantOf, instantOfUtc, isZone, utcWall, wallAt } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isList, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { displayedCost, isCostReadable, isShownCost, isStoredCost, sendableCost } from '../../spec/cost.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { answerOf, idOf } from '../api/call.ts'
import { type Change, changesOf, isShown } from './compare.ts'

/**
 * The fields whose stored value differs, plus what a person would notice: lost backslashes, other instants, and costs
 * that were stored differently. What the service shows for the sent cost does not count: `VVK 12 / AK 15` is shown as
 * `$12 – $15`.
 */
export function visibleMismatchesOf(plural: Plural, sent: Values, record: JsonObject): readonly Change[] {
  const stored_otherwise = changesOf(plural, sent, record, 'stored')
  const lost = lostBackslashes(plural, sent, record).filter(
    ({ field }) => !stored_otherwise.some((one) => one.field === field),
  )
  const mismatches = [...stored_otherwise, ...lost, ...(plural === 'events' ? otherInstants(sent, record) : [])]
  const { cost } = sent
  if (
    plural !== 'events' ||
    cost === undefined ||
    cost === null ||
    !isShown(plural, 'cost', record) ||
    mismatches.some(({ field }) => field === 'cost')
  )
    return mismatches
  return isStoredCost(cost, record)
    ? mismatches
    : [...mismatches, { field: 'cost', before: sendableCost(record), after: cost }]
}

/** Deployed services drop one level of backslashes, so that `AC\\DC` becomes `ACDC`. */
function lostBackslashes(plural: Plural, sent: Values, record: JsonObject): readonly Change[] {
  const count = (text: string) => text.split('\\').length
  return Object.entries(sent).flatMap(([field, value]) => {
    if (typeof value !== 'string' || !value.includes('\\')) return []
    const stored = record[field]
    if (typeof stored !== 'string' || !isShown(plural, field, record)) return []
    return count(value) > count(textOfHtml(stored)) ? [{ field, before: stored, after: value }] : []
  })
}

/** Deployed services convert `UTC+2` by the clock of a city with daylight saving, and `CET` without it (Q19). */
function otherInstants(sent: Values, record: JsonObject): readonly Change[] {
  const { timezone } = record
  if (typeof timezone !== 'string' || !isZone(timezone) || record.all_day === true) return []
  return (['start_date', 'end_date'] as const).flatMap((field) => {
    const [wall, stored] = [record[field], record[`utc_${field}`]]
    const isSent = field in sent || 'timezone' in sent
    if (!isSent || !isWallTime(wall) || !isWallTime(stored) || wallAt(instantOfUtc(stored), timezone) === wall)
      return []
    return [{ field: `utc_${field}`, before: stored, after: utcWall(instantOf(wall, timezone)) }]
  })
}

function isWallTime(value: Json | undefined): value is string {
  return typeof value === 'string' && hasWallForm(value) && value >= '1'
}

/** The record with the stored text of its cost; without it, if the record or the service does not show it. */
export async function withStoredCost(exchange: Exchange, plural: Plural, record: JsonObject): Promise<JsonObject> {
  if (plural !== 'events' || isCostReadable(record)) return record
  const text = await storedCost(exchange, record)
  const { cost_details } = record
  if (text === undefined) return record
  return { ...record, cost_details: { ...(isObject(cost_details) ? cost_details : {}), text } }
}

/** The same for the answer to a write, unless it shows what this service makes of the sent cost. */
export async function withWrittenCost(
  exchange: Exchange,
  plural: Plural,
  { cost }: Values,
  record: JsonObject,
): Promise<JsonObject> {
  if (cost === undefined || cost === null || plural !== 'events') return record
  return isCostReadable(record) || isShownCost(cost, record) ? record : withStoredCost(exchange, plural, record)
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
  const [, vendor = 'tribe'] = /(?<!\w)(\w+)\/events\/v1\//.exec(String(record.rest_url)) ?? []
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
