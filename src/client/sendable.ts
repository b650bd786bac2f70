// A record as it would have to be sent to stay what it is: answers spell several fields differently from requests.
import { isObject, type JsonObject } from '../base/json.ts'
import { decodedEntities, plainText } from '../base/text.ts'
import type { Parameters, Plural } from '../spec/model.ts'
import { resources } from '../spec/resources.ts'
import type { Values } from '../spec/read.ts'

/** Every documented field the record shows, in the form a write takes. */
export function sendableOf(plural: Plural, record: JsonObject): Values {
  const fields: Parameters = resources[plural].fields
  const entries = Object.keys(fields).map((field) => [field, sendableField(plural, field, record)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** One of them; undefined where the record does not show it. */
export function sendableField(plural: Plural, field: string, record: JsonObject): unknown {
  const value = record[field]
  if (value === undefined || value === null) return undefined
  if (field === 'image') return imageOf(value)
  if (plural === 'events') return eventField(field, value, record)
  // The interface documents these two as text on venues.
  if (field === 'show_map' || field === 'show_map_link') return String(value)
  if (field === 'author') return Number(value)
  return value
}

function eventField(field: string, value: unknown, record: JsonObject): unknown {
  if (field === 'cost') return costOf(record)
  if (field === 'author') return Number(value)
  // A website that was never written shows as the event's own address.
  if (field === 'website') return value === record.url ? '' : value
  if (field === 'venue' || field === 'organizer' || field === 'categories' || field === 'tags') return idsOf(value)
  return value
}

function imageOf(value: unknown): unknown {
  if (!isObject(value)) return ''
  return value.id ? String(value.id) : value.url
}

/** One linked record or several, as ids. */
function idsOf(value: unknown): readonly unknown[] {
  return [value].flat().filter(isObject).map(({ id }) => id)
}

/** `$10 – $20` as services read it: from its amounts, because the shown text is made for display. */
export function costOf({ cost, cost_details }: Values): unknown {
  const text = typeof cost === 'string' ? decodedEntities(plainText(cost)) : cost
  if (!isObject(cost_details) || !Array.isArray(cost_details.values) || text === '') return text
  const { values, currency_symbol = '', currency_position } = cost_details
  if (!values.every((amount) => /^\d+([.,]\d+)?$/.test(String(amount)))) return text
  // The word would be another entry, and a bare 0 is dropped by deployed services (D-325).
  if (values.length === 1 && Number(values[0]) === 0) return '0.00'
  return values.map((amount) => (currency_position === 'postfix' ? `${amount}${currency_symbol}` : `${currency_symbol}${amount}`)).join(' - ')
}
