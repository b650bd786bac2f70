// From an answer to what travels: headers, and the body as text, once.
import type { ApiRequest, ApiResponse, Headers } from '../../base/exchange.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { ApiError } from '../domain/api-error.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import { pickedFields } from './fields.ts'
import type { HandlerAnswer } from '../handlers/handler.ts'
import type { RequestControls } from './incoming.ts'
import { answerOfError } from './error-response.ts'
import { parseRequest } from './request.ts'

/** What decides how an answer is written. */
export interface ResponseOptions {
  readonly request: ApiRequest
  readonly controls: RequestControls
  readonly settings: Pick<ServiceSettings, 'place'>
  readonly caller: Caller | undefined
  /** The methods open to the caller; absent where there is no such place. */
  readonly allow?: string | undefined
}

export function responseOf(answer: HandlerAnswer, manner: ResponseOptions): ApiResponse {
  const { controls, request } = manner
  const headers = headersOf(answer, manner)
  const picked = controls.fields && answer.status < 400 ? pickedFields(answer.body, controls.fields) : answer.body
  const body = controls.envelope ? { body: picked, status: answer.status, headers } : picked
  const text = JSON.stringify(body, null, controls.pretty ? 4 : undefined)
  return {
    status: controls.envelope ? 200 : answer.status,
    headers,
    body:
      request.method.toUpperCase() === 'HEAD'
        ? ''
        : controls.jsonp === undefined
          ? text
          : `/**/${controls.jsonp}(${text})`,
  }
}

/** The answer to a request that was refused before anybody looked at what it asks. */
export function errorResponse(
  request: ApiRequest,
  refusal: ApiError,
  settings: Pick<ServiceSettings, 'place'>,
): ApiResponse {
  const { controls, language } = parseRequest(request)
  return responseOf(answerOfError(refusal, language), { request, controls, settings, caller: undefined })
}

function headersOf(
  { headers }: HandlerAnswer,
  { controls, settings: { place }, caller, allow }: ResponseOptions,
): Headers {
  const link = `<${place.base}/${place.root}/>; rel="https://api.w.org/"`
  const type = controls.jsonp === undefined ? 'json' : 'javascript'
  const kept = getOrInsert(common, `${type} ${caller !== undefined} ${allow} ${link}`, () =>
    commonHeaders({ type, link, caller, allow }),
  )
  return headers ? { ...kept, ...headers } : kept
}

/**
 * What most answers have in common, each the same object: those that travel between threads together are copied once.
 */
const common = new Map<string, Headers>()

/** Source: observed 2. Nothing is offered to pages of other origins here: D-121. */
function commonHeaders({
  type,
  link,
  caller,
  allow,
}: {
  readonly type: string
  readonly link: string
  readonly caller: Caller | undefined
  readonly allow: string | undefined
}): Headers {
  return {
    'content-type': `application/${type}; charset=UTF-8`,
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    link,
    'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...(allow !== undefined && { allow }),
    ...(caller && {
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    }),
    vary: 'Origin',
  }
}
