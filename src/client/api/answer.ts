// An answer read loosely: unknown keys survive, odd shapes become a clear failure.
import type { ApiResponse, Headers } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonOfBody } from '../transport/body.ts'
import { type FailedRequest, errorOfAnswer } from './error-answer.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON. */
  readonly value: Json
}

/** Fails with what the answer says where its status is no success, and with `server_failed` where it is no JSON. */
export function answerOf(response: ApiResponse, asked: FailedRequest = {}): ServiceAnswer {
  const { status, headers, body } = response
  if (status < 200 || status > 299) throw errorOfAnswer(response, asked)
  const value = jsonOfBody(body)
  if (value === undefined)
    throw odd(`no JSON but ${kindOf(headers, body)}`, `kein JSON, sondern ${kindOf(headers, body)}`)
  return { status, headers, value }
}

/** The answer as one record. Fails with `server_failed` where it is none, or has no id. */
export function recordOf({ value }: ServiceAnswer): JsonObject {
  if (!isObject(value)) throw odd(`no record but ${shapeOf(value)}`, `kein Eintrag, sondern ${shapeOf(value)}`)
  // Deployed services answer some failed updates by slug with 200 and a list of errors.
  if (isObject(value.errors) && !('id' in value)) {
    const [code = ''] = Object.keys(value.errors)
    throw new CalError(
      'not_found',
      { en: `the server says: ${code}`, de: `der Server meldet: ${code}` },
      { remote: { status: 200, code } },
    )
  }
  const record = value as JsonObject
  idOf(record)
  return record
}

/** The id of a record. Fails with `server_failed` where it has none. */
export function idOf({ id }: JsonObject): number {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  if (id === undefined) throw odd('a record without an id', 'ein Eintrag ohne id')
  const shown = JSON.stringify(id).slice(0, shown_max)
  throw odd(
    `a record whose id is no whole number but ${shown}`,
    `ein Eintrag, dessen id keine ganze Zahl ist, sondern ${shown}`,
  )
}

/** The answer as a page of a list, whose records stand at `key`. */
export function listOf({ value }: ServiceAnswer, key: string): readonly JsonObject[] {
  const list = isObject(value) ? value[key] : value
  if (!Array.isArray(list)) throw odd(`without the list "${key}"`, `ohne die Liste „${key}“`)
  if (!list.every(isObject)) throw odd('a list of other things than records', 'eine Liste von anderem als Einträgen')
  return list as JsonObject[]
}

function odd(en: string, de: string): CalError {
  return new CalError(
    'server_failed',
    { en: `the answer is ${en}`, de: `die Antwort ist ${de}` },
    {
      hint: {
        en: 'is the api root the address of a calendar interface? cal index shows it',
        de: 'gehört die Adresse zu einer Kalenderschnittstelle? cal index zeigt es',
      },
    },
  )
}

const shown_max = 40

function shapeOf(value: Json): string {
  return Array.isArray(value) ? '[…]' : JSON.stringify(value).slice(0, shown_max)
}

function kindOf(headers: Headers, body: string): string {
  if (body.trim() === '') return '""'
  return headers['content-type']?.split(';')[0]?.trim() ?? JSON.stringify(body.slice(0, shown_max))
}
