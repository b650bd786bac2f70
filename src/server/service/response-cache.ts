// Caches whole responses to reads until the next write.
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse } from '../../base/exchange.ts'
import type { Caller } from '../domain/settings.ts'

const characters_max = 32_000_000
const second_ms = 1_000

/** What a response depends on besides the request and its caller. */
export interface CacheMoment {
  readonly generation: number
  readonly now: Instant
}

/**
 * Responses of one calendar, valid for one generation of its data and one second of its clock: no date of the interface
 * is finer than a second, so `upcoming` and the like stay right.
 */
export class ResponseCache {
  readonly #responses = new BoundedCache<string, ApiResponse>({
    weight_max: characters_max,
    weigh: ({ body }) => body.length,
  })
  #current = new WeakSet<object>()
  #generation = -1
  #second = -1

  get(key: string, moment: CacheMoment): ApiResponse | undefined {
    this.#expire(moment)
    return this.#responses.get(key)
  }

  set(key: string, moment: CacheMoment, response: ApiResponse): void {
    this.#expire(moment)
    this.#responses.set(key, response)
    this.#current.add(response)
  }

  /** Whether the same request would still get this response. */
  isCurrent(response: object, moment: CacheMoment): boolean {
    this.#expire(moment)
    return this.#current.has(response)
  }

  #expire({ generation, now }: CacheMoment): void {
    const second = Math.floor(now / second_ms)
    if (generation === this.#generation && second === this.#second) return
    this.#generation = generation
    this.#second = second
    this.#responses.clear()
    this.#current = new WeakSet()
  }
}

/**
 * Everything in a read request that its response depends on; undefined for requests with a body. An empty header and a
 * missing one are different.
 */
export function cacheKeyOf(
  { method, path, query, headers, body }: ApiRequest,
  caller: Caller | undefined,
): string | undefined {
  if (body !== undefined && body.length > 0) return undefined
  const relevant = [
    headers['accept-language'],
    headers['x-http-method-override'],
    headers.origin,
    headers['x-wp-nonce'],
  ].map((text) => (text === undefined ? '' : `=${text}`))
  return [method, path, query, caller?.id, caller?.role, ...relevant].join('\n')
}
