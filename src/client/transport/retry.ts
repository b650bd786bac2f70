// Retries requests where that is safe: after a lost connection, and when the server asks to retry later.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { instantOfHttpDate } from '../../base/dates/machine-dates.ts'
import { isWriteMethod } from '../../spec/operations.ts'

export interface Clock {
  now(): number
  random(): number
  /** Rejects early if the work is interrupted. */
  sleep(duration_ms: number): Promise<void>
}

const attempts_max = 4
const pause_first_ms = 400
const pause_longest_ms = 10_000

const repeatable_methods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const temporary_statuses = new Set([429, 502, 503, 504])

/**
 * An exchange that retries GET, PUT and DELETE up to three times, and never a POST or PATCH. After 500 only reads are
 * retried, because a write may have been executed partly.
 *
 * Units:  the pause is that of `Retry-After`, else it doubles from 0.4 s, with jitter.
 * Errors: `WaitTooLongError` if the server asks for a longer pause than allowed.
 */
export function withRetry(exchange: Exchange, clock: Clock, limits: WaitLimits = wait_limits_default): Exchange {
  const announcer = new WaitAnnouncer(limits, clock.now)
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts_max || !repeatable_methods.has(request.method)
      const response = await tryOnce(exchange, request, isLast)
      if (response !== undefined && (isLast || !isTemporary(response, request)))
        return attempt === 1
          ? response
          : { ...response, headers: response.headers, body: response.body, repeated: true }
      const pause_ms = retryAfterOf(response?.headers['retry-after'], clock.now()) ?? pauseOf(attempt, clock)
      if (response) announcer.announce(pause_ms, response.status)
      await clock.sleep(pause_ms)
    }
  }
}

/** The pause after a failed attempt, the first of which is 1, in milliseconds; with jitter. */
export function pauseOf(attempt: number, { random }: Pick<Clock, 'random'>): number {
  return Math.min(pause_longest_ms, pause_first_ms * 2 ** (attempt - 1)) * (0.5 + random())
}

function isTemporary({ status }: ApiResponse, { method }: ApiRequest): boolean {
  return temporary_statuses.has(status) || (status === 500 && !isWriteMethod(method))
}

/** undefined if the connection was lost and another attempt follows. */
async function tryOnce(exchange: Exchange, request: ApiRequest, isLast: boolean): Promise<ApiResponse | undefined> {
  try {
    return await exchange(request)
  } catch (error) {
    if (isLast || request.signal?.aborted || !(error instanceof CalError) || error.code !== 'unreachable') throw error
    return undefined
  }
}

/** Called before a pause. */
export type OnWait = (text: Text) => void

export interface WaitLimits {
  /** Longest accepted pause. */
  readonly wait_ms_max: number
  readonly onWait?: OnWait
}

export const wait_limits_default: WaitLimits = { wait_ms_max: 60_000 }
/** Shorter pauses are not announced. */
const announced_ms_min = 3_000

/** The server asks for a longer pause than `--max-wait` allows. */
export class WaitTooLongError extends CalError {
  constructor(wait_ms: number, status: number) {
    const seconds = Math.ceil(wait_ms / 1000)
    const reason = statusReason(status)
    super('server_failed', t('{reason} and asks to retry in {seconds} s', { reason, seconds }), {
      remote: { status },
      hint: t('to wait that long, use --max-wait {seconds}', { seconds }),
    })
  }
}

/** Announces pauses: concurrent requests pause together, and one line is printed for all of them. */
export class WaitAnnouncer {
  readonly #limits: WaitLimits
  readonly #now: () => number
  #announced_until = 0

  constructor(limits: WaitLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Errors: `WaitTooLongError` if the pause is longer than allowed. */
  announce(wait_ms: number, status: number): void {
    const { wait_ms_max, onWait } = this.#limits
    if (wait_ms > wait_ms_max) throw new WaitTooLongError(wait_ms, status)
    const until = this.#now() + wait_ms
    if (wait_ms < announced_ms_min || until < this.#announced_until + announced_ms_min) return
    this.#announced_until = until
    const seconds = Math.ceil(wait_ms / 1000)
    const reason = statusReason(status)
    onWait?.(t('{reason}: retrying in {seconds} s', { reason, seconds }))
  }
}

function statusReason(status: number): Text {
  return status === 429
    ? t('the server is limiting requests (429)')
    : t('the server is unavailable ({status})', { status })
}

/** The wait that `Retry-After` asks for, in milliseconds; undefined if it is neither seconds nor a date. */
export function retryAfterOf(header: string | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const instant = instantOfHttpDate(text)
  return instant === undefined ? undefined : Math.max(0, instant - now)
}
