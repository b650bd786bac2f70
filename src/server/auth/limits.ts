// Limits rates: of requests, of sign-ins, and of the passwords of protected events that a client can try.
import type { Instant } from '../../base/dates/zoned-time.ts'
import { ApiError } from '../domain/api-error.ts'
import { BoundedCache } from '../../base/bounded-cache.ts'

export interface Rate {
  readonly requests: number
  readonly period_ms: number
}

/** Passwords that one sender may try: thirty at once, then one every two seconds. */
export const password_tries: Rate = { requests: 30, period_ms: 60_000 }

export type TokenBucket = ReturnType<typeof tokenBucket>

/** A bucket that is full at first and is refilled evenly. */
export function tokenBucket({ requests, period_ms }: Rate, now: () => Instant) {
  let left = requests
  let at = now()
  return {
    /** Takes a token and returns 0, or returns the seconds until there is one. */
    take() {
      const instant = now()
      left = Math.min(requests, left + (Math.max(0, instant - at) * requests) / period_ms)
      at = instant
      if (left < 1) return Math.ceil(((1 - left) * period_ms) / requests / 1_000)
      left -= 1
      return 0
    },
    /** Returns a token that was taken. */
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

export type LimitPasswords = ReturnType<typeof limitPasswords>

interface PasswordAttempt {
  readonly password: string
  /** The path of the record; absent for a list, which can show another event at each request. */
  readonly path?: string | undefined
}

const addresses_max = 10_000
const known_max = 10_000

/**
 * Limits the passwords that one address tries, correct ones too: which one is correct depends on the event. A password
 * that it tried before on the same path does not count again, because pages send it with each request. `now` is a
 * monotonic clock. Errors: 429 `rest_too_many_sign_ins`.
 */
export function limitPasswords(now: () => Instant) {
  const buckets = new BoundedCache<string, TokenBucket>({ entries_max: addresses_max })
  const known = new BoundedCache<string, true>({ entries_max: known_max })
  return ({ password, path }: PasswordAttempt, from = '') => {
    const attempt = path === undefined ? undefined : `${from} ${path.toLowerCase()} ${password}`
    if (attempt !== undefined && known.get(attempt)) return
    takeAttempt(buckets.getOrInsert(from, () => tokenBucket(password_tries, now)))
    if (attempt !== undefined) known.set(attempt, true)
  }
}
