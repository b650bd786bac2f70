// Converts answers to responses: headers, envelope, selected fields, and the body as text.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Language } from '../../base/text/language.ts'
import { type ApiResponse, common_headers, type Headers } from '../../base/exchange.ts'
import type { ApiError } from '../domain/api-error.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { HandlerAnswer } from '../handlers/handler.ts'
import type { ParsedRequest, RequestControls } from './request.ts'

/** The options that determine the form of a response. */
export interface ResponseOptions {
  readonly controls: RequestControls
  readonly settings: Pick<ServiceSettings, 'address'>
  readonly caller: Caller | undefined
  /** Makes the header `Allow`; absent for an unknown route. */
  readonly allow?: (() => string) | undefined
}

/** The response for an answer, in the requested format. */
export function responseOf(answer: HandlerAnswer, options: ResponseOptions): ApiResponse {
  const { controls } = options
  const picked = controls.fields && answer.status < 400 ? pickedFields(answer.body, controls.fields) : answer.body
  const headers = headersOf(answer, options)
  const body = controls.envelope ? { body: picked, status: answer.status, headers } : picked
  const status = controls.envelope ? 200 : answer.status
  return { status, headers, body: controls.headers_only ? '' : bodyText(body, controls) }
}

function bodyText(body: Json, { jsonp, pretty }: RequestControls): string {
  const text = JSON.stringify(body, null, pretty ? 4 : undefined)
  return jsonp === undefined ? text : `/**/${jsonp}(${text})`
}

/** The response to a request that was refused before its route was determined. */
export function errorResponse(
  { controls, language }: ParsedRequest,
  error: ApiError,
  settings: Pick<ServiceSettings, 'address'>,
): ApiResponse {
  return responseOf(answerOfError(error, language), { controls, settings, caller: undefined })
}

/** The answer for an error, in this language; with `Retry-After` if the client has to wait. */
export function answerOfError({ code, status, text, data }: ApiError, language: Language): HandlerAnswer {
  const { retry_after } = data
  return {
    status,
    body: { code, message: text[language], data },
    ...(retry_after !== undefined && { headers: { 'retry-after': String(retry_after) } }),
  }
}

/** The response for an error, without the headers and controls of the interface. */
export function errorReply(error: ApiError, language: Language): ApiResponse {
  const { status, body, headers } = answerOfError(error, language)
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...common_headers, ...headers },
    body: JSON.stringify(body),
  }
}

/** The headers of every answer; `checkOrigin` adds those of CORS. Source: interface 1.3. */
function headersOf(
  { headers }: HandlerAnswer,
  { controls, settings: { address }, caller, allow }: ResponseOptions,
): Headers {
  return {
    'content-type': `application/${controls.jsonp === undefined ? 'json' : 'javascript'}; charset=UTF-8`,
    ...common_headers,
    link: `<${address.base}/${address.root}/>; rel="https://api.w.org/"`,
    'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...(allow && { allow: allow() }),
    ...(caller && {
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    }),
    vary: 'Origin',
    ...headers,
  }
}

/**
 * The part of a body that `_fields` selects.
 *
 * Shape:  dotted paths select members of objects; a list in such a path is empty; an empty list if nothing is selected.
 * Source: interface 1.2.
 */
export function pickedFields(body: Json, fields: readonly string[]): Json {
  if (!isObject(body)) return body
  const picked = partOf(
    body,
    fields.map((field) => field.split('.')),
  )
  return Object.keys(picked).length > 0 ? picked : []
}

/** Whether a path of `_fields` selects this member of a body, or a part of it. */
export function isPicked(member: string, fields: readonly string[] | undefined): boolean {
  return fields === undefined || fields.some((field) => field.split('.', 1)[0] === member)
}

function partOf(body: JsonObject, paths: readonly (readonly string[])[]): JsonObject {
  const entries = Object.entries(body).flatMap(([key, value]): [string, Json | undefined][] => {
    const inner = paths.filter(([head]) => head === key).map((path) => path.slice(1))
    if (inner.length === 0) return []
    if (inner.some((path) => path.length === 0)) return [[key, value]]
    if (Array.isArray(value)) return [[key, []]]
    const part = isObject(value) ? partOf(value, inner) : {}
    return Object.keys(part).length > 0 ? [[key, part]] : []
  })
  return Object.fromEntries(entries)
}
