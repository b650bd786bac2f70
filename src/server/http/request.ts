// Converts a request of Node to an `ApiRequest`, and reads its body up to the limit.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BoundedCache } from '../../base/bounded-cache.ts'
import { type ApiRequest, type Headers, isComplete, type WebResponse } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'

/** The head of a request as one to an exchange. A host in the request line wins over the header: RFC 9112, 3.2.2. */
export function apiRequestOf(
  { method = 'GET', url = '/', headers, socket: { remoteAddress: from } }: IncomingMessage,
  signal: AbortSignal,
): ApiRequest {
  const [, host, path = '', query = ''] = /^(?:https?:\/\/([^/?]*)(?=[/?]|$))?([^?]*)(?:\?(.*))?$/is.exec(url) ?? []
  const texts = host === undefined ? joined(headers) : { ...joined(headers), host }
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers: texts,
    signal,
    ...(from !== undefined && { from }),
  }
}

/** Refuses several `Host` headers, of which a proxy could use another one. Errors: 400 `rest_many_hosts`. */
export function requireOneHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new ApiError('rest_many_hosts')
}

/** The headers as texts; Node has a list for `set-cookie` only. */
function joined(headers: IncomingHttpHeaders): Headers {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return texts
}

/** The whole body. Errors: 413 `rest_body_too_large`, before anything is read if `Content-Length` says so. */
export async function bodyOf(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return hasBody(request) ? readBody(request, bytes_max) : no_body
}

const no_body: Uint8Array = new Uint8Array()

/** Whether the request has a body. Waiting for the end of a missing one took a tenth of the time of a read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Copies the chunks as they arrive: kept, one of a single byte took 500 bytes, and a body can have four million. */
function readBody(request: IncomingMessage, bytes_max: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let body = no_body
    let bytes = 0
    const refuse = () => {
      request.removeListener('data', add)
      reject(new ApiError('rest_body_too_large', { values: { max: String(bytes_max) } }))
    }
    const add = (chunk: Uint8Array) => {
      const end = bytes + chunk.length
      if (end > bytes_max) return refuse()
      if (bytes === 0) body = chunk
      else {
        if (end > body.length) body = Buffer.concat([body], Math.min(2 * end, bytes_max))
        body.set(chunk, bytes)
      }
      bytes = end
    }
    if (Number(request.headers['content-length'] ?? 0) > bytes_max) return refuse()
    request.on('data', add)
    request.on('end', () => resolve(body.subarray(0, bytes)))
    request.on('error', reject)
  })
}

/** The state of the calendar, at which answers are valid; undefined if the engine must be asked for it. */
export type ValidAt = () => string | undefined

const heads_max = 1_000

/** The maximum length of all bodies together: 600 lists of 50 events would be 330 MB. */
const characters_max = 16_000_000

/**
 * Caches answers by the whole head of a request, credentials included: two requests with the same head and no body get
 * the same answer while it is current. Without it, a list of ten of 100,000 events is sent at most half as often
 * (docs/performance.md).
 */
export class HeadCache {
  readonly #validAt: ValidAt
  readonly #answers = new BoundedCache<string, WebResponse>({
    entries_max: heads_max,
    weight_max: characters_max,
    weigh: ({ body }) => (isComplete(body) ? body.length : characters_max),
  })

  constructor(validAt: ValidAt) {
    this.#validAt = validAt
  }

  /** The answer to the same head, if it is valid. */
  answerTo(request: IncomingMessage): WebResponse | undefined {
    const valid_at = hasBody(request) ? undefined : this.#validAt()
    if (valid_at === undefined) return undefined
    this.#answers.useGeneration(valid_at)
    return this.#answers.get(headOf(request))
  }

  /**
   * Caches an answer, unless it is a stream, empty or no longer valid. Returns what to send: its bytes, because
   * encoding 30 kB takes a quarter of the time of sending it.
   */
  remember(request: IncomingMessage, answer: WebResponse): WebResponse {
    const { valid_at, body } = answer
    if (hasBody(request) || !isComplete(body) || body.length === 0) return answer
    if (valid_at === undefined || valid_at !== this.#validAt()) return answer
    this.#answers.useGeneration(valid_at)
    return this.#answers.set(headOf(request), { ...answer, body: Buffer.from(body) })
  }
}

/** The request line and the headers, which contain no line breaks. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  return `${method} ${url}\n${rawHeaders.join('\n')}`
}
