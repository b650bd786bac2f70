// Serves the pages of a calendar on this machine, for one user and read only.
import type { Instant } from '../base/dates/zoned-time.ts'
import { type ApiRequest, common_headers, type Exchange, type WebResponse } from '../base/exchange.ts'
import { ApiError } from './domain/api-error.ts'
import { listen } from './http/http.ts'
import { limits } from './http/connections.ts'
import { receiveRequest } from './api/request.ts'
import { checkOrigin } from './http/origin-check.ts'
import { openWeb } from './web/web.ts'

export interface ViewerOptions {
  /** With the rights of the user; only GET and HEAD requests are sent. */
  readonly exchange: Exchange
  /** With the rights of a visitor, for feeds. */
  readonly visitors: Exchange
  readonly api_root: string
  readonly timezone: string
  /** The first segment of every path: a secret, so that other users of this machine cannot open the pages. */
  readonly key: string
  /** Called for each request with the key. */
  onRequest(): void
  onUnexpectedError(error: unknown): void
  now(): Instant
}

const host = '127.0.0.1'

export async function openViewer(options: ViewerOptions) {
  const { exchange, visitors, key, api_root, timezone, onRequest, onUnexpectedError, now } = options
  const listener = await listen({ host, port: 0, limits, onUnexpectedError })
  try {
    const url = `http://${host}:${listener.port}/${key}`
    const pages = await openWeb({
      exchange: readOnly(exchange),
      api_root,
      base: url,
      timezone,
      headers: { 'x-robots-tag': 'noindex' },
      sign_in: false,
      temporary: true,
      feed: { exchange: readOnly(visitors) },
      now,
    })
    listener.answerWith(
      checkOrigin(
        { hosts: [], origins: [] },
        {
          receive: (request) => {
            const path = pathBelow(`/${key}`, request.path)
            return path === undefined
              ? receiveRequest(request, { destination: 'foreign' })
              : receiveRequest({ ...request, path }, { destination: 'page' })
          },
          answer: async (request) => {
            if (request.destination === 'foreign') return not_found
            onRequest()
            return (await pages(request)) ?? not_found
          },
        },
      ),
    )
    return { url, close: listener.close }
  } catch (error) {
    await listener.close()
    throw error
  }
}

/** Does not reveal what is served. */
const not_found: WebResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=UTF-8', ...common_headers },
  body: 'not found\n',
}

function pathBelow(prefix: string, path: string): string | undefined {
  if (path === prefix) return '/'
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/** The exchange without writes. Errors: 404 `rest_no_route` for other methods than GET and HEAD. */
function readOnly(exchange: Exchange): Exchange {
  return async (request: ApiRequest) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('rest_no_route')
    return exchange(request)
  }
}
