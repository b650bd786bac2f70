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
 * Responses of one calendar, valid for one generation of its data and one second of its clock: dates of the interface
 * are in whole seconds, so responses that depend on the current time do not change within one.
 */
export class ResponseCache {
  readonly #responses = new BoundedCache<string, ApiResponse>({
    weight_max: characters_max,
    weigh: ({ body }) => body.length,
  })
  #current = new WeakSet<object>()
  #running = new Map<string, Promise<ApiResponse>>()
  #generation = -1
  #second = -1

  get(key: string, moment: CacheMoment): ApiResponse | undefined {
    this.#expire(moment)
    return this.#responses.get(key)
  }

  /**
   * The response of `read`, or of a read for the same key that is in progress. It is of the generation of `moment` or
   * newer, because a read starts after its generation was determined.
   */
  shared(key: string, moment: CacheMoment, read: () => Promise<ApiResponse>): Promise<ApiResponse> {
    this.#expire(moment)
    const joined = this.#running.get(key)
    if (joined) return joined
    const running = this.#running
    const reading = read()
      .then((response) => {
        this.#keep(key, moment, response)
        return response
      })
      .finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }

  /** Whether the same request would still get this response. */
  isCurrent(response: object, moment: CacheMoment): boolean {
    this.#expire(moment)
    return this.#current.has(response)
  }

  #keep(key: string, moment: CacheMoment, response: ApiResponse): void {
    if (!this.#isNow(moment)) return
    this.#responses.set(key, response)
    this.#current.add(response)
  }

  #isNow({ generation, now }: CacheMoment): boolean {
    return generation === this.#generation && Math.floor(now / second_ms) === this.#second
  }

  #expire(moment: CacheMoment): void {
    if (this.#isNow(moment)) return
    this.#generation = moment.generation
    this.#second = Math.floor(moment.now / second_ms)
    this.#responses.clear()
    this.#current = new WeakSet()
    this.#running = new Map()
  }
}

/**
 * Everything in a read request that its response depends on; undefined for requests with a body. Empty and missing
 * headers are distinguished.
 */
export function cacheKeyOf(
  { method, namespace, path, query, headers, body }: ApiRequest,
  caller: Caller | undefined,
): string | undefined {
  if (body !== undefined && body.length > 0) return undefined
  const relevant = [
    headers['accept-language'],
    headers['x-http-method-override'],
    headers.origin,
    headers['x-wp-nonce'],
  ].map((text) => (text === undefined ? '' : `=${text}`))
  return [method, namespace, path, query, caller?.id, caller?.role, ...relevant].join('\n')
}
