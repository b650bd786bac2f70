// Limits how many passwords of protected events a client can try.
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { type Rate, takeAttempt, type TokenBucket, tokenBucket } from './token-bucket.ts'

/** Errors: 429 `rest_too_many_sign_ins` for too many different passwords from one address. */
export type LimitPasswords = (attempt: PasswordAttempt, from: string | undefined) => void

export interface PasswordAttempt {
  readonly password: string
  /** The path of the record; absent for a list, which can show another event at each request. */
  readonly path?: string | undefined
}

/**
 * Counts the different passwords that one address tries, correct ones too: which one is correct depends on the event.
 */
const tries: Rate = { requests: 30, period_ms: 60_000 }
const addresses_max = 10_000
const known_max = 10_000

/**
 * Limits the passwords that one address tries. A password that it tried before on the same path does not count again,
 * because pages send it with each request. `now` is a monotonic clock.
 */
export function limitPasswords(now: () => Instant): LimitPasswords {
  const buckets = new BoundedCache<string, TokenBucket>({ entries_max: addresses_max })
  const known = new BoundedCache<string, true>({ entries_max: known_max })
  return ({ password, path }, from = '') => {
    const attempt = path === undefined ? undefined : `${from} ${path.toLowerCase()} ${password}`
    if (attempt !== undefined && known.get(attempt)) return
    takeAttempt(buckets.getOrInsert(from, () => tokenBucket(tries, now)))
    if (attempt !== undefined) known.set(attempt, true)
  }
}
