// Parses a request: the method after overrides, the parameters of query and body, and how to write the answer.
import type { ApiRequest, Headers } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { type Language, languageOf } from '../../base/text/language.ts'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'
import { nestedOf, pairsOf } from './form.ts'
import { jsonMembers, multipartPairs } from './body.ts'

/** The requested format of the response. */
export interface RequestControls {
  /** `_fields`: only these keys, dotted paths. */
  readonly fields?: readonly string[]
  /** `_envelope`: status and headers inside the body. */
  readonly envelope: boolean
  /** `_jsonp`: the name of the function around the body. */
  readonly jsonp?: string
  /** `_pretty` */
  readonly pretty: boolean
  /** HEAD: the headers of the answer alone. */
  readonly headers_only: boolean
}

export interface ParsedRequest {
  /** In upper case, after `_method` and the override header; HEAD is GET. */
  readonly method: string
  /** Below the api root, begins with `/`, still percent-encoded. */
  readonly path: string
  /** Nested values: `a[]=1&b[c]=2` is `{ a: ['1'], b: { c: '2' } }`. */
  readonly query: Given
  /** JSON or a form; empty where there is none or it is not an object. */
  readonly body: Given
  /** The body overrides the query, except null in the body. */
  readonly given: Given
  readonly controls: RequestControls
  /** Whether it claims a cookie session, of which there are none here. */
  readonly has_nonce: boolean
  readonly language: Language
  /** The error in query or body, answered after those of credentials and route. */
  readonly error?: ApiError
}

/** Reads everything that a request contains, once. Errors: none are thrown; the first one is `error` of the result. */
export function parseRequest(request: ApiRequest): ParsedRequest {
  const query = attempt(() => nestedOf(pairsOf(request.query)), {})
  const method = methodOf(request, query.value)
  const body = attempt(() => bodyOf(request, method), {})
  const headers_only = request.method.toUpperCase() === 'HEAD'
  const controls = attempt(() => controlsOf(overlaid(query.value, body.value, () => true)), plain_controls)
  const error = query.error ?? body.error ?? controls.error
  return {
    method,
    path: request.path,
    query: query.value,
    body: body.value,
    given: merged(query.value, body.value),
    controls: { ...controls.value, headers_only },
    has_nonce: (request.headers['x-wp-nonce'] ?? query.value._wpnonce) !== undefined,
    language: languageFor(request.headers, query.value),
    ...(error && { error }),
  }
}

type BodyControls = Omit<RequestControls, 'headers_only'>

const plain_controls: BodyControls = { envelope: false, pretty: false }

interface Attempt<T> {
  readonly value: T
  readonly error?: ApiError
}

function attempt<T>(make: () => T, otherwise: T): Attempt<T> {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ApiError) return { value: otherwise, error }
    throw error
  }
}

function methodOf({ method, headers }: ApiRequest, query: Given): string {
  const asked = textOf(query._method) ?? headers['x-http-method-override'] ?? method
  const upper = asked.toUpperCase()
  return upper === 'HEAD' ? 'GET' : upper
}

/** The language of `lang`, else of `Accept-Language`, else English. */
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

/** Copies nothing where only one of them has values, as in most requests. */
function merged(query: Given, body: Given): Given {
  return overlaid(query, body, (name) => body[name] !== null || !Object.hasOwn(query, name))
}

function overlaid(query: Given, body: Given, counts: (name: string) => boolean): Given {
  const names = Object.keys(body)
  if (names.length === 0) return query
  if (Object.keys(query).length === 0) return body
  return { ...query, ...Object.fromEntries(names.filter(counts).map((name) => [name, body[name]])) }
}

/** Errors: 400 `rest_callback_invalid` for a `_jsonp` that is not the name of a function. */
function controlsOf(given: Given): BodyControls {
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

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
