// Repeating a request where that is safe: after a lost connection, and when the server asks for time.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { instantOfHttpDate } from './http-date.ts'

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

/** Told of a pause before it begins. */
export type OnWait = (text: Text) => void

export interface WaitLimits {
  /** The longest wait that is accepted. */
  readonly wait_ms_max: number
  readonly onWait?: OnWait
}

export const wait_limits_default: WaitLimits = { wait_ms_max: 60_000 }
/** Shorter waits are not worth a line. */
const announced_ms_min = 3_000

/** The server asks for more time than `--max-wait` allows. */
export class WaitTooLongError extends CalError {
  constructor(wait_ms: number, status: number) {
    const seconds = Math.ceil(wait_ms / 1000)
    const { en, de } = reasonOf(status)
    super(
      'server_failed',
      { en: `${en} and asks to retry in ${seconds} s`, de: `${de}, neuer Versuch erst in ${seconds} s` },
      {
        remote: { status },
        hint: { en: `--max-wait ${seconds} waits that long`, de: `--max-wait ${seconds} wartet so lange` },
      },
    )
  }
}

/** Announces waits: requests that run side by side are asked to wait together, and one line says so. */
export class WaitAnnouncer {
  readonly #limits: WaitLimits
  readonly #now: () => number
  #announced_until = 0

  constructor(limits: WaitLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Fails: `WaitTooLong` where it is longer than allowed. */
  announce(wait_ms: number, status: number): void {
    const { wait_ms_max, onWait } = this.#limits
    if (wait_ms > wait_ms_max) throw new WaitTooLongError(wait_ms, status)
    const until = this.#now() + wait_ms
    if (wait_ms < announced_ms_min || until < this.#announced_until + announced_ms_min) return
    this.#announced_until = until
    const seconds = Math.ceil(wait_ms / 1000)
    const { en, de } = reasonOf(status)
    onWait?.({ en: `${en}: retrying in ${seconds} s`, de: `${de}: neuer Versuch in ${seconds} s` })
  }
}

function reasonOf(status: number): Text {
  return status === 429
    ? { en: 'the server is limiting requests (429)', de: 'der Server begrenzt die Anfragen (429)' }
    : { en: `the server is unavailable (${status})`, de: `der Server ist nicht verfügbar (${status})` }
}

/** The wait that `Retry-After` asks for, in milliseconds; undefined if it is neither seconds nor a date. */
export function retryAfterOf(header: string | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const instant = instantOfHttpDate(text)
  return instant === undefined ? undefined : Math.max(0, instant - now)
}
