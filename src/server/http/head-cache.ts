// The same request once more: whoever asks in the very bytes just answered gets that answer while it is still right.
import type { IncomingMessage } from 'node:http'
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { ApiResponse } from '../../base/exchange.ts'
import { bringsBody } from './request.ts'

/** Whether an answer would be given anew, as it is, to the request it was made for. */
export type IsCurrent = (answer: ApiResponse) => boolean

const heads_max = 1_000
/** Of all bodies: 600 lists of fifty events would be 330 MB. */
const characters_max = 16_000_000

/**
 * Answers by the whole head of a request, credentials included: two with the same head and no body mean the same. What
 * may be given again is not decided here. Reading a head, finding the way and the sender took a fifth of the time of a
 * kept answer. Source: D-317.
 */
export class HeadCache {
  readonly #isCurrent: IsCurrent
  readonly #answers = new BoundedCache<string, ApiResponse>({
    entries_max: heads_max,
    weight_max: characters_max,
    weigh: ({ body }) => body.length,
  })
  /** Remembered last: when it is no longer current, none is. */
  #last: ApiResponse | undefined

  constructor(isCurrent: IsCurrent) {
    this.#isCurrent = isCurrent
  }

  /** The answer that the same head got, where that is still the one to give. */
  answerTo(request: IncomingMessage): ApiResponse | undefined {
    const answer = this.#answers.get(headOf(request))
    return answer && !bringsBody(request) && this.#isCurrent(answer) ? answer : undefined
  }

  remember(request: IncomingMessage, answer: ApiResponse): void {
    if (bringsBody(request) || !this.#isCurrent(answer)) return
    if (this.#last && !this.#isCurrent(this.#last)) this.#answers.clear()
    this.#last = answer
    this.#answers.set(headOf(request), answer)
  }
}

/** No header holds the end of a line. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  return `${method} ${url}\n${rawHeaders.join('\n')}`
}
