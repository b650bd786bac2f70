// A token bucket, which limits the rate of requests.
import type { Instant } from '../../base/dates/zoned-time.ts'
import { ApiError } from '../domain/api-error.ts'

export interface Rate {
  readonly requests: number
  readonly period_ms: number
}

export interface TokenBucket {
  /** Takes a token and returns 0, or returns the seconds until there is one. */
  take(): number
  /** Returns a token that was taken. */
  refund(): void
}

/** A bucket that is full at first and is refilled evenly. */
export function tokenBucket({ requests, period_ms }: Rate, now: () => Instant): TokenBucket {
  let left = requests
  let at = now()
  return {
    take() {
      const instant = now()
      left = Math.min(requests, left + (Math.max(0, instant - at) * requests) / period_ms)
      at = instant
      if (left < 1) return Math.ceil(((1 - left) * period_ms) / requests / 1_000)
      left -= 1
      return 0
    },
    refund() {
      left = Math.min(requests, left + 1)
    },
  }
}

/** Takes a token for a password. Errors: 429 `rest_too_many_sign_ins`. */
export function takeAttempt(bucket: TokenBucket): void {
  const seconds = bucket.take()
  if (seconds === 0) return
  throw new ApiError('rest_too_many_sign_ins', { values: { seconds: String(seconds) }, data: { retry_after: seconds } })
}
