// Protects the service against web pages of other origins, by the `Host` and `Origin` of a request.
import { isIP } from 'node:net'
import type { ApiRequest, ApiResponse, Headers } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'
import { parseRequest } from '../api/request.ts'
import { errorAnswerTo } from './error-answer.ts'

export interface OriginCheck {
  /** Host names of this service, in addition to addresses and `localhost`. */
  readonly hosts: readonly string[]
  /** Origins whose pages may read and write: `https://example.org`. */
  readonly origins: readonly string[]
}

/**
 * Refuses requests with an unknown host name (DNS rebinding needs a name, so addresses are accepted), and requests of
 * other origins that have an effect without reading the answer: writes and JSONP. Allowed origins may send both.
 */
export function checkOrigin<T extends { readonly headers: Headers }>(
  guard: OriginCheck,
  site: (request: ApiRequest) => Promise<T>,
): (request: ApiRequest) => Promise<T | ApiResponse> {
  return async (request) => {
    const error = errorOf(guard, request)
    if (error) return errorAnswerTo(request.headers, error, parseRequest(request).language)
    const origin = request.headers.origin
    const answer = await site(request)
    return origin !== undefined && guard.origins.includes(origin) ? withCorsHeaders(answer, origin) : answer
  }
}

function errorOf({ hosts, origins }: OriginCheck, request: ApiRequest): ApiError | undefined {
  const { host, origin } = request.headers
  if (host !== undefined && !isOwnHost(hostnameOf(host), hosts))
    return new ApiError('rest_host_refused', { values: { host: hostnameOf(host) } })
  const foreign = foreignOriginOf(request.headers)
  if (foreign === undefined || (origin !== undefined && origins.includes(origin))) return undefined
  const { method, controls } = parseRequest(request)
  const isAllowed = (method === 'GET' || method === 'OPTIONS') && controls.jsonp === undefined
  return isAllowed ? undefined : new ApiError('rest_origin_refused', { values: { origin: foreign } })
}

/** Whether the name is an address, `localhost`, or one of these hosts. */
function isOwnHost(name: string, hosts: readonly string[]): boolean {
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    hosts.some((host) => host.toLowerCase() === name)
  )
}

/** The name in a `Host` header: `[::1]:8787` → `::1`, `Example.org.` → `example.org`. */
function hostnameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** The other origin whose page sent the request; programs send no `Origin` header. */
function foreignOriginOf({ host, origin, 'sec-fetch-site': site }: ApiRequest['headers']): string | undefined {
  if (origin !== undefined)
    return host !== undefined && /^https?:\/\/(.*)$/.exec(origin)?.[1] === host ? undefined : origin
  return site === 'cross-site' || site === 'same-site' ? site : undefined
}

/** The header `Vary` with `Origin` added. */
function withOrigin(vary: string | undefined): string {
  const names = (vary ?? '').split(',').map((name) => name.trim())
  return [...names.filter((name) => name !== '' && name.toLowerCase() !== 'origin'), 'Origin'].join(', ')
}

/**
 * The answer with the headers that let a page of this origin read it. `Access-Control-Allow-Credentials` is missing:
 * pages send their own credentials, not those stored in the browser.
 */
function withCorsHeaders<T extends { readonly headers: Headers }>(answer: T, origin: string): T {
  return {
    ...answer,
    headers: {
      ...answer.headers,
      vary: withOrigin(answer.headers.vary),
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, X-HTTP-Method-Override',
      'access-control-expose-headers': 'X-TEC-Total, X-TEC-TotalPages, Link, Retry-After',
    },
  }
}
