// Parsed responses: unknown keys are preserved, and an unexpected shape is an error.
import type { ApiResponse, Headers } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isList, isObject, objectsOf, type Json, type JsonObject } from '../../base/json.ts'
import { jsonOfBody } from '../transport/response.ts'
import { t, type Text } from '../../base/text/language.ts'
import { type FailedRequest, errorOfAnswer } from './error-answer.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON. */
  readonly value: Json
}

/**
 * A response with its body parsed.
 *
 * Errors: the error of the response if its status is not 2xx; `server_failed` if the body is not JSON.
 */
export function answerOf(response: ApiResponse, request: FailedRequest = {}): ServiceAnswer {
  const { status, headers } = response
  if (status < 200 || status > 299) throw errorOfAnswer(response, request)
  const value = response.value ?? jsonOfBody(response.body)
  if (value === undefined) {
    const kind = kindOf(headers, response.body)
    throw unexpected(kind)
  }
  return { status, headers, value }
}

/**
 * The response as one record. Errors: `server_failed` if it is not a record with an id, or another one than was asked
 * for: what is reported and undone would belong to another record.
 */
export function recordOf({ value }: ServiceAnswer, asked?: number): JsonObject {
  if (!isObject(value)) throw unexpected(t('not a record but {shape}', { shape: shapeOf(value) }))
  // Deployed services respond to some failed updates by slug with status 200 and a list of errors.
  if (isObject(value.errors) && !('id' in value)) {
    const [code = ''] = Object.keys(value.errors)
    throw new CalError('not_found', t('the server responded: {code}', { code }), { remote: { status: 200, code } })
  }
  const id = idOf(value)
  if (asked !== undefined && id !== asked) throw unexpected(t('record {id} instead of {asked}', { id, asked }))
  return value
}

/** The id of a record. Errors: `server_failed` if it has none. */
export function idOf({ id }: JsonObject): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
  if (id === undefined) throw unexpected(t('a record without an id'))
  const shown = JSON.stringify(id).slice(0, shown_max)
  throw unexpected(t('a record whose id is not a positive whole number but {shown}', { shown }))
}

/** The records below `key` of a response that is a page of a list; an undocumented parameter may leave out the ids. */
export function listOf({ value }: ServiceAnswer, key: string): readonly JsonObject[] {
  const list = isObject(value) ? value[key] : value
  if (!isList(list)) throw unexpected(t('missing the list "{key}"', { key }))
  const records = objectsOf(list)
  if (records.length < list.length) throw unexpected(t('a list that does not contain only records'))
  for (const record of records) if (record.id !== undefined) idOf(record)
  return records
}

function unexpected(what: Text): CalError {
  return new CalError('server_failed', t('the response is {what}', { what }), {
    hint: t('check the api root; cal init URL finds the interface of a site'),
  })
}

const shown_max = 40

function shapeOf(value: Json): string {
  return Array.isArray(value) ? '[…]' : JSON.stringify(value).slice(0, shown_max)
}

function kindOf(headers: Headers, body: string): Text {
  if (body.trim() === '') return notJson('""')
  const type = headers['content-type']?.split(';')[0]?.trim()
  const end = JSON.stringify(body.slice(-shown_max))
  // A response declared as JSON is truncated or damaged.
  if (/json$/i.test(type ?? '')) return t('incomplete JSON that ends with {end}', { end })
  return notJson(type ?? JSON.stringify(body.slice(0, shown_max)))
}

function notJson(what: string): Text {
  return t('not JSON but {what}', { what })
}
