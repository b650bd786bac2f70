// Whole answers to reads, kept until the next write: most of what a busy calendar is asked, it was asked before.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse } from '../../base/exchange.ts'
import type { Caller } from '../domain/settings.ts'

/** Bodies kept at once, in characters; when there are more, all are forgotten. */
const characters_max = 32_000_000
const second_ms = 1_000

/** What an answer depends on beside the request and its sender. */
export interface CacheMoment {
  readonly generation: number
  readonly now: Instant
}

/**
 * Answers of one calendar. They hold for one generation of the file and one second of the clock:
 * no date of the interface is finer than that, so that an answer that says `upcoming` is as right as a new one.
 */
export class ResponseCache {
  readonly #answers = new Map<string, ApiResponse>()
  readonly #held = new Set<ApiResponse>()
  #generation = -1
  #second = -1
  #characters = 0

  get(key: string, moment: CacheMoment): ApiResponse | undefined {
    this.#moveTo(moment)
    return this.#answers.get(key)
  }

  keep(key: string, moment: CacheMoment, answer: ApiResponse): void {
    this.#moveTo(moment)
    if (this.#characters + answer.body.length > characters_max) this.#clear()
    this.#characters += answer.body.length + key.length
    this.#answers.set(key, answer)
    this.#held.add(answer)
  }

  /** Whether this very answer is kept, and would be given to the same question. */
  holds(answer: ApiResponse, moment: CacheMoment): boolean {
    this.#moveTo(moment)
    return this.#held.has(answer)
  }

  #moveTo({ generation, now }: CacheMoment): void {
    const second = Math.floor(now / second_ms)
    if (generation === this.#generation && second === this.#second) return
    this.#generation = generation
    this.#second = second
    this.#clear()
  }

  #clear(): void {
    this.#answers.clear()
    this.#held.clear()
    this.#characters = 0
  }
}

/**
 * Everything of a read that its answer depends on; undefined where a body may say more. A header that is empty says
 * another thing than none.
 */
export function answerKey(
  { method, path, query, headers, body }: ApiRequest,
  caller: Caller | undefined,
): string | undefined {
  if (body !== undefined && body.length > 0) return undefined
  const said = [
    headers['accept-language'],
    headers['x-http-method-override'],
    headers.origin,
    headers['x-wp-nonce'],
  ].map((text) => (text === undefined ? '' : `=${text}`))
  return [method, path, query, caller?.id, caller?.role, ...said].join('\n')
}
