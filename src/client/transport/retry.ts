// Repeating a request where that is safe: after a lost connection, and when the server asks for time.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { retryAfterOf } from './retry-after.ts'
import { WaitAnnouncer, type WaitLimits, wait_limits_default } from './server-wait.ts'

export interface Clock {
  now(): number
  random(): number
  /** Ends early, by throwing, when the work is interrupted. */
  sleep(duration_ms: number): Promise<void>
}

const attempts_max = 4
const pause_first_ms = 400

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const passing = new Set([429, 502, 503, 504])

/**
 * The same exchange with patience: GET, PUT and DELETE are repeated, a POST or PATCH never is.
 * Units:  waits double from 0.4 s with jitter, `Retry-After` wins.
 * Fails:  `WaitTooLong` where the server asks for a longer wait than is allowed.
 */
export function withRetry(exchange: Exchange, clockwork: Clock, limits: WaitLimits = wait_limits_default): Exchange {
  const announcer = new WaitAnnouncer(limits, clockwork.now)
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === attempts_max || !repeatable.has(request.method)
      const answer = await attempted(exchange, request, last)
      if (answer !== undefined && (last || !passing.has(answer.status)))
        return attempt === 1 ? answer : { ...answer, repeated: true }
      const pause_ms = pauseOf(answer, attempt, clockwork)
      if (answer) announcer.announce(pause_ms, answer.status)
      await clockwork.sleep(pause_ms)
    }
  }
}

/** undefined where the connection was lost and another attempt may follow. */
async function attempted(exchange: Exchange, request: ApiRequest, last: boolean): Promise<ApiResponse | undefined> {
  try {
    return await exchange(request)
  } catch (error) {
    if (last || request.signal?.aborted || !(error instanceof CalError) || error.code !== 'unreachable') throw error
    return undefined
  }
}

function pauseOf(answer: ApiResponse | undefined, attempt: number, { now, random }: Clock): number {
  return retryAfterOf(answer?.headers['retry-after'], now()) ?? pause_first_ms * 2 ** (attempt - 1) * (0.5 + random())
}
