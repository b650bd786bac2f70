// A record as it would have to be sent to stay what it is: answers spell several fields differently from requests.
import { isObject, itemsOf, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { decodedEntities, textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'

/** Every documented field the record shows, in the form a write takes. */
export function sendableOf(plural: Plural, record: JsonObject): Values {
  const fields: Parameters = resources[plural].fields
  const entries = Object.keys(fields).map((field) => [field, sendableField(plural, field, record)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** One of them; undefined where the record does not show it. */
export function sendableField(plural: Plural, field: string, record: JsonObject): Json | undefined {
  const value = record[field]
  if (value === undefined || value === null) return undefined
  if (field === 'image') return imageOf(value)
  if (plural === 'events') return eventField(field, value, record)
  // The interface documents these two as text on venues.
  if (field === 'show_map' || field === 'show_map_link') return String(value)
  if (field === 'author') return Number(value)
  return value
}

function eventField(field: string, value: Json | undefined, record: JsonObject): Json | undefined {
  if (field === 'cost') return sendableCost(record)
  if (field === 'author') return Number(value)
  // A website that was never written shows as the event's own address.
  if (field === 'website') return value === record.url ? '' : value
  if (field === 'venue' || field === 'organizer' || field === 'categories' || field === 'tags') return idsOf(value)
  return value
}

function imageOf(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return ''
  return value.id ? String(value.id) : value.url
}

/** One linked record or several, as ids. */
function idsOf(value: Json | undefined): readonly Json[] {
  return objectsOf(value).flatMap(({ id }) => itemsOf(id))
}

/** What the service shows for the cost, as text. */
export function displayedCost({ cost }: Values): Json | undefined {
  return typeof cost === 'string' ? decodedEntities(textOfHtml(cost)) : cost
}

/**
 * A cost that reads the same: the text the service keeps where it says so, else one made of the amounts and the symbol.
 * Source: rules, Cost; a bare 0 is dropped by deployed services (D-325).
 */
export function sendableCost(record: Values): Json | undefined {
  const shown = displayedCost(record)
  const { cost_details } = record
  if (!isObject(cost_details) || !Array.isArray(cost_details.values) || typeof shown !== 'string' || shown === '')
    return shown
  if (isText(cost_details.text)) return cost_details.text
  const { currency_symbol, currency_position } = cost_details
  const values = cost_details.values.map(String)
  if (!values.every((value) => /^(?:\d+\.?\d*|\.\d+)$/.test(value)))
    return values.length > 1 && values.every((value) => /^\D*$/.test(value)) ? shown.split(' – ') : shown
  const symbol = typeof currency_symbol === 'string' ? currency_symbol : ''
  if (symbol === '')
    return values.length === 1 && Number(values[0]) === 0 ? '0.00' : asWritten(values, shown).join(' - ')
  const costs = asWritten(values, shown.replaceAll(symbol, '')).map((amount) =>
    currency_position === 'postfix' ? `${amount}${symbol}` : `${symbol}${amount}`,
  )
  // A comma parts the costs of a text, and one right behind an amount would belong to it.
  return costs.some((cost) => cost.includes(',')) ? costs : costs.join(currency_position === 'postfix' ? ', ' : ' , ')
}

/**
 * Whether the text the service keeps can be told from the record: deployed services show several amounts, or an amount
 * among words, and not their text.
 */
export function isCostReadable(record: Values): boolean {
  const { cost, cost_details } = record
  if (cost === '' || !isObject(cost_details) || !Array.isArray(cost_details.values) || isText(cost_details.text))
    return true
  const { values, currency_symbol, currency_position } = cost_details
  return values.length === 1 && (!currency_symbol || currency_position === 'prefix' || currency_position === 'postfix')
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
}

/** The lowest and the highest amount with the separators they are shown with. */
function asWritten(values: readonly string[], shown: string): readonly string[] {
  const ends = shown.split(' – ').map((part) => /[,.]?\d[\d.,]*/.exec(part)?.[0])
  const written = [ends[0], ...values.slice(1, -1), ...(values.length > 1 ? [ends.at(-1)] : [])]
  return values.map((value, i) =>
    written[i] !== undefined && digitsOf(written[i]) === digitsOf(value) ? written[i] : value,
  )
}

function digitsOf(amount: string): string {
  return amount.replace(/[,.]/g, '')
}
