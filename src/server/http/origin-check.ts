// Protects the service against web pages of other origins, by the `Host` and `Origin` of a request.
import { isIP } from 'node:net'
import type { ApiRequest, ApiResponse, Headers, WebResponse } from '../../base/exchange.ts'
import { isReadMethod, isWriteMethod } from '../../spec/operations.ts'
import { ApiError } from '../domain/api-error.ts'
import type { ReceivedRequest } from '../api/request.ts'
import { errorAnswerTo } from './error-answer.ts'

export interface OriginCheck {
  /** Host names of this service, in addition to addresses and `localhost`. */
  readonly hosts: readonly string[]
  /** Origins whose pages may read and write: `https://example.org`. */
  readonly origins: readonly string[]
}

/** What a listener has its requests parsed and answered by. Paths begin at its root. */
export interface Site<T = WebResponse> {
  /** Parses a request: all that follows takes what it returns. */
  receive(request: ApiRequest): ReceivedRequest
  answer(request: ReceivedRequest): Promise<T>
}

/**
 * Refuses requests with an unknown host name (DNS rebinding needs a name, so addresses are accepted), and requests of
 * other origins that have an effect without reading the answer: writes, JSONP, and elements of a page such as an
 * image, which tell an error from an answer. Allowed origins may send all of them. What is judged here is what is
 * executed. A request that cannot be parsed is refused; the interface checks credentials and route before.
 */
export function checkOrigin<T extends { readonly headers: Headers }>(
  guard: OriginCheck,
  { receive, answer }: Site<T>,
): Site<T | ApiResponse> {
  const judged = async (request: ReceivedRequest) => {
    const { destination, parsed } = request
    return parsed.error && destination !== 'interface' ? errorAnswerTo(request, parsed.error) : answer(request)
  }
  return {
    receive,
    answer: async (request) => {
      const error = errorOf(guard, request)
      if (error) return errorAnswerTo(request, error)
      const { origin } = request.headers
      const response = await judged(request)
      return origin !== undefined && guard.origins.includes(origin) ? withCorsHeaders(response, origin) : response
    },
  }
}

function errorOf({ hosts, origins }: OriginCheck, { method: sent_method, headers, parsed }: ReceivedRequest) {
  const { host, origin } = headers
  if (host !== undefined && !isOwnHost(hostnameOf(host), hosts))
    return new ApiError('rest_host_refused', { values: { host: hostnameOf(host) } })
  if (origin !== undefined && origins.includes(origin)) return undefined
  const { method, controls, error } = parsed
  const isRead = isReadMethod(method)
  const foreign = foreignOriginOf(headers, origins)
  const isHarmless = isRead && controls.jsonp === undefined && error === undefined && !isOfElement(headers)
  if (foreign !== undefined && !isHarmless) return new ApiError('rest_origin_refused', { values: { origin: foreign } })
  // A page can cause a GET or HEAD that shows no origin: by a link, an image, a script or a request without CORS.
  if (!isWriteMethod(sent_method) && isFromBrowser(headers)) {
    if (!isRead) return new ApiError('rest_browser_refused', { values: { name: '_method' } })
    const isTrusted = originOf(headers.referer) !== undefined || headers['sec-fetch-site'] === 'same-origin'
    if (controls.jsonp !== undefined && !isTrusted)
      return new ApiError('rest_browser_refused', { values: { name: '_jsonp' } })
  }
  return undefined
}

/** Whether an image, a script, a frame or another element of a page sent the request, instead of a link or a script. */
function isOfElement({ 'sec-fetch-mode': purpose, 'sec-fetch-dest': target = 'document' }: Headers): boolean {
  return purpose === 'no-cors' || (purpose === 'navigate' && target !== 'document')
}

/** Whether the headers are those of a browser. Over plain HTTP, browsers send no `Sec-Fetch-Site`. */
function isFromBrowser({ accept = '', host, referer, 'user-agent': agent = '', 'sec-fetch-site': site }: Headers) {
  const from = originOf(referer)
  return (
    site !== undefined ||
    /\btext\/html\b/i.test(accept) ||
    /^mozilla\//i.test(agent) ||
    (from !== undefined && !isOrigin(from, host))
  )
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

/** Whether the origin is that of this host. */
function isOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\/(.*)$/.exec(origin)?.[1] === host
}

/** Whether the name is an address, `localhost` or a name below it, or one of these hosts. */
function isOwnHost(name: string, hosts: readonly string[]): boolean {
  return isIP(name) !== 0 || /(^|\.)localhost$/.test(name) || hosts.some((host) => host.toLowerCase() === name)
}

/** The name in a `Host` header: `[::1]:8787` → `::1`, `Example.org.` → `example.org`. */
function hostnameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/**
 * The other origin whose page sent the request; programs send no `Origin` header. Some proxies remove it, but leave
 * `Referer`.
 */
function foreignOriginOf(headers: Headers, origins: OriginCheck['origins']): string | undefined {
  const { host, origin, referer, 'sec-fetch-site': site } = headers
  if (origin !== undefined) return isOrigin(origin, host) ? undefined : origin
  const from = originOf(referer)
  if (from !== undefined && origins.includes(from)) return undefined
  if (site === 'cross-site' || site === 'same-site') return site
  return from === undefined || isOrigin(from, host) ? undefined : from
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
