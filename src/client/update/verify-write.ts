// The fields that a service stored differently from what was sent.
import { CalError } from '../../base/errors.ts'
import { instantOf, instantOfUtc, isZone, utcWall, wallAt } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isList, isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { undoTexturize } from '../../base/text/slug.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { costText } from '../../spec/cost.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { listOf, type Values } from '../../spec/read.ts'
import { isHiddenByPassword } from '../../spec/protected-records.ts'
import { resources } from '../../spec/resources.ts'
import { answerOf, idOf } from '../api/answer.ts'
import { changesOf, isParsedEqually } from './compare.ts'
import { displayedCost, isCostReadable, sendableCost } from './sendable.ts'

/** A field whose value in the response differs from the value in the request. */
export interface FieldMismatch {
  readonly field: string
  readonly sent: Json | undefined
  readonly stored: Json | undefined
}

/** The fields whose stored value differs; how a service spells, sorts, sanitizes and renders a value does not count. */
export function fieldMismatchesOf(plural: Plural, sent: Values, record: JsonObject): readonly FieldMismatch[] {
  return changesOf(plural, sent, record)
    .filter(
      ({ field, after, before }) =>
        after !== null &&
        after !== undefined &&
        isShown(plural, field, record) &&
        !isEquivalent(plural, { field, sent: after, stored: before }, record),
    )
    .map(({ field, after, before }) => ({ field, sent: after, stored: before }))
}

/**
 * As `fieldMismatchesOf`, plus what a person would notice: lost backslashes, other instants, and costs that were stored
 * differently. What the service shows for the sent cost does not count: `VVK 12 / AK 15` is shown as `$12 – $15`.
 */
export function visibleMismatchesOf(plural: Plural, sent: Values, record: JsonObject): readonly FieldMismatch[] {
  const stored_otherwise = fieldMismatchesOf(plural, sent, record)
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
  const stored = sendableCost(record)
  return isCostStored(cost, stored, record) ? mismatches : [...mismatches, { field: 'cost', sent: cost, stored }]
}

/** Deployed services drop one level of backslashes, so that `AC\\DC` becomes `ACDC`. */
function lostBackslashes(plural: Plural, sent: Values, record: JsonObject): readonly FieldMismatch[] {
  const count = (text: string) => text.split('\\').length
  return Object.entries(sent).flatMap(([field, value]) => {
    if (typeof value !== 'string' || !value.includes('\\')) return []
    const stored = record[field]
    if (typeof stored !== 'string' || !isShown(plural, field, record)) return []
    return count(value) > count(textOfHtml(stored)) ? [{ field, sent: value, stored }] : []
  })
}

/** Deployed services convert `UTC+2` by the clock of a city with daylight saving, and `CET` without it (Q19). */
function otherInstants(sent: Values, record: JsonObject): readonly FieldMismatch[] {
  const { timezone } = record
  if (typeof timezone !== 'string' || !isZone(timezone) || record.all_day === true) return []
  return (['start_date', 'end_date'] as const).flatMap((field) => {
    const [wall, stored] = [record[field], record[`utc_${field}`]]
    const isSent = field in sent || 'timezone' in sent
    if (!isSent || !isWallTime(wall) || !isWallTime(stored) || wallAt(instantOfUtc(stored), timezone) === wall)
      return []
    return [{ field: `utc_${field}`, sent: utcWall(instantOf(wall, timezone)), stored }]
  })
}

function isWallTime(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
}

function isCostStored(sent: Json, stored: Json | undefined, record: JsonObject): boolean {
  if (isObject(record.cost_details) && 'text' in record.cost_details)
    return costText(stored).trim() === costText(sent).trim()
  return isParsedEqually(sent, record) || isSameCost(sent, String(displayedCost(record)))
}

const shown_of_protected = new Set([
  'author',
  'date',
  'date_utc',
  'title',
  'slug',
  'status',
  'timezone',
  'start_date',
  'end_date',
])

/** Events show every field, protected ones only some; venues, organizers and terms leave out empty fields. */
function isShown(plural: Plural, field: string, record: JsonObject): boolean {
  if (plural !== 'events') return true
  return field in record && (!isHiddenByPassword(plural, record) || shown_of_protected.has(field))
}

/** Whether the service treats both values as the same, by the kind of field. */
function isEquivalent(plural: Plural, { field, sent, stored }: FieldMismatch, record: JsonObject): boolean {
  const fields: Parameters = resources[plural].fields
  switch (fields[field]?.form) {
    case 'datetime':
      return isSameMoment(String(sent), String(stored))
    case 'terms':
    case 'linked':
      return hasSameLinks(listOf(sent), objectsOf(record[field]))
    case 'cost':
      return isSameCost(sent, String(displayedCost(record)))
    // A service copies the image of a URL, and the copy has another URL.
    case 'image':
      return isObject(record.image) && /^https?:/.test(String(sent))
    case 'timezone':
      return sent === ''
    default:
      return (field === 'stateprovince' && sent === '') || isSameText(String(sent), String(stored))
  }
}

/** Only the service can resolve words and instants; a draft shows a missing date as zeros. */
function isSameMoment(sent: string, stored: string): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(sent.trim()) ?? []
  if (day === undefined || stored.startsWith('0000')) return true
  return stored.startsWith(time === undefined ? day : `${day} ${time}`)
}

/** The same letters and digits; shortcodes and blocks may be rendered as anything. */
function isSameText(sent: string, stored: string): boolean {
  if (/\[\/?[a-z][^\]]*\]|<!--/i.test(sent)) return stored !== ''
  return lettersOf(sent) === lettersOf(stored)
}

/** Services replace emoticons and `(tm)` by symbols. */
function lettersOf(text: string): string {
  const plain = readable(text.replace(/(^|\s)[:;]-?[)(D](?=\s|$)/g, ' ')).replace(/\(tm\)/gi, '')
  return plain.replace(/[^\p{L}\p{N}]+/gu, '') || plain
}

/** The same records by id, name or slug, in any order. */
function hasSameLinks(sent: readonly Json[], stored: readonly Values[]): boolean {
  const targets = new Set(
    sent
      .filter((item) => item !== 0 && item !== '')
      .map((item) => stored.find((record) => isReferenceTo(item, record)) ?? item),
  )
  return targets.size === stored.length && stored.every((record) => targets.has(record))
}

function isReferenceTo(item: Json | undefined, { id, ...record }: Values): boolean {
  if (!isObject(item))
    return String(item) === String(id) || [record.name, record.slug].some((name) => readable(name) === readable(item))
  return item.id === undefined
    ? ['venue', 'organizer', 'name'].some((field) => field in item && readable(item[field]) === readable(record[field]))
    : String(item.id) === String(id)
}

/** `20 - 10` is displayed as `$10 – $20`: amounts sorted, and with a currency symbol even if none was sent. */
function isSameCost(sent: Json | undefined, stored: string): boolean {
  const text = [sent].flat().join(' - ')
  const signs = text.toLowerCase().match(/[^\d\s.,–&/-]+/g) ?? []
  return amountsOf(text) === amountsOf(stored) && signs.every((sign) => stored.toLowerCase().includes(sign))
}

function amountsOf(text: string): string {
  const amounts = text.replace(/\bfree\b/i, '0').match(/\d+(?:[.,]\d+)*/g) ?? []
  return amounts
    .map((amount) => Number(amount.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')))
    .sort((a, b) => a - b)
    .join()
}

function readable(value: Json | undefined): string {
  return undoTexturize(textOfHtml(String(value ?? '')))
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
  return isCostReadable(record) || isParsedEqually(cost, record) ? record : withStoredCost(exchange, plural, record)
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
