// Keeps other people's web pages out: by the name a request used for this service, and by the page it came from.
import { isIP } from 'node:net'
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'
import { errorReply } from '../api/respond.ts'
import { parseRequest } from '../api/request.ts'

export interface OriginCheck {
  /** Names this service goes by, beside addresses and `localhost`. */
  readonly hosts: readonly string[]
  /** Origins whose pages may read and write: `https://example.org`. */
  readonly origins: readonly string[]
}

/**
 * Refuses requests under a foreign name (a rebinding attack needs a name, so addresses are fine), and what a page of
 * another origin could do without reading the answer: changes, and scripts. Pages of named origins may do all that.
 */
export function checkOrigin(guard: OriginCheck, site: Exchange): Exchange {
  return async (request) => {
    const refusal = refusalOf(guard, request)
    if (refusal) return errorReply(refusal, parseRequest(request).language)
    const origin = request.headers.origin
    const answer = await site(request)
    return origin !== undefined && guard.origins.includes(origin) ? opened(answer, origin) : answer
  }
}

function refusalOf({ hosts, origins }: OriginCheck, request: ApiRequest): ApiError | undefined {
  const { host, origin } = request.headers
  if (host !== undefined && !isOurs(hostnameOf(host), hosts))
    return new ApiError('rest_host_refused', { values: { host: hostnameOf(host) } })
  const stranger = strangerOf(request.headers)
  if (stranger === undefined || (origin !== undefined && origins.includes(origin))) return undefined
  const { method, controls } = parseRequest(request)
  const isHarmless = (method === 'GET' || method === 'OPTIONS') && controls.jsonp === undefined
  return isHarmless ? undefined : new ApiError('rest_origin_refused', { values: { origin: stranger } })
}

function isOurs(name: string, hosts: readonly string[]): boolean {
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    hosts.some((host) => host.toLowerCase() === name)
  )
}

/** `[::1]:8787` → `::1`, `Example.org.` → `example.org`. */
function hostnameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Whose page sent the request, when it was the page of another origin. Programs name no origin. */
function strangerOf({ host, origin, 'sec-fetch-site': site }: ApiRequest['headers']): string | undefined {
  if (origin !== undefined)
    return host !== undefined && /^https?:\/\/(.*)$/.exec(origin)?.[1] === host ? undefined : origin
  return site === 'cross-site' || site === 'same-site' ? site : undefined
}

/**
 * Without `Access-Control-Allow-Credentials`: pages bring credentials of their own, never those a browser remembers.
 */
function opened(answer: ApiResponse, origin: string): ApiResponse {
  return {
    ...answer,
    headers: {
      ...answer.headers,
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, X-HTTP-Method-Override',
      'access-control-expose-headers': 'X-TEC-Total, X-TEC-TotalPages, Link, Retry-After',
    },
  }
}
