// Fault injection for tests of clients: delays, failures and rate limits, repeatable by seed.
import { setTimeout as wait } from 'node:timers/promises'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import { ApiError } from '../domain/api-error.ts'
import { errorReply } from '../api/respond.ts'
import { parseRequest } from '../api/request.ts'
import { type Rate, tokenBucket } from '../auth/token-bucket.ts'

export interface Range_ms {
  readonly from: number
  readonly to: number
}

/** Requests that fail, and how often. */
export interface FailureFault {
  /** Absent: any method. */
  readonly method?: string
  /** Below the api root; `*` matches any text. */
  readonly path: string
  /** From 0 to 1. */
  readonly share: number
  readonly status: number
}

export interface Faults {
  readonly latency?: Range_ms
  readonly failing: readonly FailureFault[]
  readonly rate?: Rate
}

/** The random numbers, from a seed, and the clock that faults depend on. */
export interface FaultContext {
  chance(): number
  now(): Instant
}

/** The same exchange with these faults; a failing request is not executed. */
export function withFaults(
  { latency, failing, rate }: Faults,
  { chance, now }: FaultContext,
  exchange: Exchange,
): Exchange {
  const admission = rate && tokenBucket(rate, now)
  return async (request) => {
    const seconds = admission?.enter() ?? 0
    const { method, language } = parseRequest(request)
    if (seconds > 0)
      return errorReply(
        new ApiError('rest_rate_limited', { values: { seconds: String(seconds) }, data: { retry_after: seconds } }),
        language,
      )
    if (latency)
      await wait(
        latency.from + chance() * (latency.to - latency.from),
        undefined,
        request.signal && { signal: request.signal },
      )
    const fault = failing.find((one) => hits(one, method, request.path) && chance() < one.share)
    if (!fault) return exchange(request)
    return errorReply(
      new ApiError('rest_fault', { status: fault.status, values: { status: String(fault.status) } }),
      language,
    )
  }
}

function hits({ method: wanted, path: pattern }: FailureFault, method: string, path: string): boolean {
  if (wanted !== undefined && wanted !== method) return false
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}/?$`, 'i').test(path)
}
