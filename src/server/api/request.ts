// A request as its sender meant it: method after overrides, parameters from query and body, and how the answer is to be
// written.
import type { ApiRequest, Headers } from '../../base/exchange.ts'
import { type Language, languageOf } from '../../base/text/language.ts'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'
import { nestedOf, pairsOf } from './form.ts'
import type { RequestControls, ParsedRequest } from './incoming.ts'
import { jsonMembers } from './json-body.ts'
import { multipartPairs } from './multipart.ts'

/** Everything a request says. Never fails: what is wrong with it is its `refusal`. */
export function parseRequest(request: ApiRequest): ParsedRequest {
  const query = attempt(() => nestedOf(pairsOf(request.query)))
  const method = methodOf(request, query.value)
  const body = attempt(() => bodyOf(request, method))
  const controls = attempt(() => controlsOf(overlaid(query.value, body.value, () => true)), plain_controls)
  const refusal = query.refusal ?? body.refusal ?? controls.refusal
  return {
    method,
    path: request.path,
    query: query.value,
    body: body.value,
    given: merged(query.value, body.value),
    controls: controls.value,
    language: languageFor(request.headers, query.value),
    ...(refusal && { refusal }),
  }
}

const plain_controls: RequestControls = { envelope: false, pretty: false }

interface Attempt<T> {
  readonly value: T
  readonly refusal?: ApiError
}

function attempt(make: () => Given): Attempt<Given>
function attempt<T>(make: () => T, otherwise: T): Attempt<T>
function attempt(make: () => unknown, otherwise: unknown = {}): Attempt<unknown> {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ApiError) return { value: otherwise, refusal: error }
    throw error
  }
}

function methodOf({ method, headers }: ApiRequest, query: Given): string {
  const asked = textOf(query._method) ?? headers['x-http-method-override'] ?? method
  const upper = asked.toUpperCase()
  return upper === 'HEAD' ? 'GET' : upper
}

/** The language that `lang` asks for, else the one the headers prefer, else English. */
function languageFor(headers: Headers, query: Given): Language {
  return languageOf(textOf(query.lang)) ?? languageOf(headers['accept-language']) ?? 'en'
}

function bodyOf({ headers, body = '', method: sent }: ApiRequest, method: string): Given {
  if (body.length === 0) return {}
  const type = headers['content-type'] ?? ''
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:[\w.-]+\+)?json$/.test(media)) return jsonMembers(body)
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return {}
  if (media === 'application/x-www-form-urlencoded') return nestedOf(pairsOf(Buffer.from(body).toString()))
  if (media === 'multipart/form-data' && sent === 'POST') return nestedOf(multipartPairs(Buffer.from(body), type))
  if (media === '' && (method === 'PUT' || method === 'PATCH')) return nestedOf(pairsOf(Buffer.from(body).toString()))
  return {}
}

/** Most requests have a query or a body, not both: then nothing is copied. */
function merged(query: Given, body: Given): Given {
  return overlaid(query, body, (name) => body[name] !== null || !Object.hasOwn(query, name))
}

function overlaid(query: Given, body: Given, counts: (name: string) => boolean): Given {
  const names = Object.keys(body)
  if (names.length === 0) return query
  if (Object.keys(query).length === 0) return body
  return { ...query, ...Object.fromEntries(names.filter(counts).map((name) => [name, body[name]])) }
}

/** Fails: 400 `rest_callback_invalid` for a name that is no function's. */
function controlsOf(given: Given): RequestControls {
  const fields =
    given._fields === undefined
      ? []
      : [given._fields]
          .flat()
          .flatMap((item) => textOf(item)?.split(',') ?? [])
          .map((name) => name.trim())
          .filter((name) => name !== '')
  const jsonp = textOf(given._jsonp)
  if (jsonp !== undefined && !/^[\w.]+$/.test(jsonp)) throw new ApiError('rest_callback_invalid')
  return {
    ...(fields.length > 0 && { fields }),
    ...(jsonp !== undefined && { jsonp }),
    envelope: Object.hasOwn(given, '_envelope'),
    pretty: Object.hasOwn(given, '_pretty'),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
