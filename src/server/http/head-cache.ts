// Caches answers by the bytes of the request head.
import type { IncomingMessage } from 'node:http'
import { BoundedCache } from '../../base/bounded-cache.ts'
import { isComplete, type WebResponse } from '../../base/exchange.ts'
import { hasBody } from './request.ts'

/** Whether an answer is still current for its request. */
export type IsCurrent = (answer: WebResponse) => boolean

const heads_max = 1_000
/** The maximum length of all bodies together: 600 lists of 50 events would be 330 MB. */
const characters_max = 16_000_000

/**
 * Caches answers by the whole head of a request, credentials included: two requests with the same head and no body get
 * the same answer while it is current. Parsing the head, routing and authentication took a
 * fifth of the time of a cached answer.
 */
export class HeadCache {
  readonly #isCurrent: IsCurrent
  readonly #answers = new BoundedCache<string, WebResponse>({
    entries_max: heads_max,
    weight_max: characters_max,
    weigh: ({ body }) => (isComplete(body) ? body.length : characters_max),
  })
  /** The newest entry: if it is no longer current, none is. */
  #last: WebResponse | undefined

  constructor(isCurrent: IsCurrent) {
    this.#isCurrent = isCurrent
  }

  /** The answer to the same head, if it is current. */
  answerTo(request: IncomingMessage): WebResponse | undefined {
    if (hasBody(request)) return undefined
    const answer = this.#answers.get(headOf(request))
    return answer && this.#isCurrent(answer) ? answer : undefined
  }

  /** Caches an answer, unless it is a stream or no longer current. */
  remember(request: IncomingMessage, answer: WebResponse): void {
    if (hasBody(request) || !isComplete(answer.body) || !this.#isCurrent(answer)) return
    if (this.#last && !this.#isCurrent(this.#last)) this.#answers.clear()
    this.#last = answer
    this.#answers.set(headOf(request), answer)
  }
}

/** The request line and the headers, which contain no line breaks. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  return `${method} ${url}\n${rawHeaders.join('\n')}`
}
