// What an answer that is no success means to the user.
import type { ApiResponse } from '../base/exchange.ts'
import { Failure, type FailureCode, type Remote } from '../base/failure.ts'
import { isObject, shallowJson } from '../base/json.ts'
import type { Text } from '../base/language.ts'
import { plainText } from '../base/text.ts'

/** 404, 410, and 400 that blames only the address are one error; 401 and 403 another; 429 and 5xx are the server's. */
export function failureOf(response: ApiResponse): Failure {
  const remote = remoteOf(response)
  const code = codeOf(remote)
  const said = saidBy(response)
  const text = textOf(code, remote, said)
  const hint = hints[code]
  return new Failure(code, text, hint ? { remote, hint } : { remote })
}

function codeOf({ status, fields = {} }: Remote): FailureCode {
  const names = Object.keys(fields)
  const blamesAddress = names.length > 0 && names.every((name) => name === 'id' || name === 'slug')
  if (status === 404 || status === 410 || (status === 400 && blamesAddress)) return 'not_found'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 429 || status >= 500 || status < 400) return 'server_failed'
  return 'refused'
}

function remoteOf({ status, body }: ApiResponse): Remote {
  const value = shallowJson(body)
  if (!isObject(value)) return { status }
  const fields = fieldsOf(isObject(value.data) ? value.data.params : undefined)
  return { status, ...(typeof value.code === 'string' ? { code: value.code } : {}), ...(Object.keys(fields).length > 0 ? { fields } : {}) }
}

/** `params` is a list of names where they are missing, and names with words where they are wrong. */
function fieldsOf(params: unknown): Readonly<Record<string, string>> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), 'missing']))
  return isObject(params) ? Object.fromEntries(Object.entries(params).map(([name, text]) => [name, plainText(String(text))])) : {}
}

function saidBy({ body }: ApiResponse): string {
  const value = shallowJson(body)
  return isObject(value) && typeof value.message === 'string' ? plainText(value.message).replace(/\s+/g, ' ') : ''
}

function textOf(code: FailureCode, { status }: Remote, said: string): Text {
  const what = texts[code] ?? texts.refused
  const tail = said === '' ? ` (${status})` : ` (${status}): ${said}`
  return { en: `${what?.en}${tail}`, de: `${what?.de}${tail}` }
}

const texts: Readonly<Partial<Record<FailureCode, Text>>> = {
  not_found: { en: 'not found', de: 'nicht gefunden' },
  not_allowed: { en: 'not allowed', de: 'nicht erlaubt' },
  server_failed: { en: 'the server failed', de: 'der Server hat versagt' },
  refused: { en: 'the server refused', de: 'der Server hat abgelehnt' },
}

const hints: Readonly<Partial<Record<FailureCode, Text>>> = {
  not_allowed: { en: 'sign in: CAL_USER and CAL_TOKEN (an application password)', de: 'anmelden: CAL_USER und CAL_TOKEN (ein Anwendungspasswort)' },
}
