// Fault injection for tests of clients: delays, failures and rate limits, reproducible by a seed.
import { setTimeout as wait } from 'node:timers/promises'
import type { Instant } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { t } from '../../base/text/language.ts'
import { parseOnce } from '../api/request.ts'
import { errorReply } from '../api/respond.ts'
import { type Rate, tokenBucket } from '../auth/limits.ts'
import { ApiError } from '../domain/api-error.ts'

/** A delay between these bounds, in milliseconds. */
export interface LatencyRange {
  readonly from: number
  readonly to: number
}

/** Which requests fail, and how often. */
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
  readonly latency?: LatencyRange
  readonly failing: readonly FailureFault[]
  readonly rate?: Rate
}

/** Wraps an exchange with these faults; a failing request is not executed. */
export function withFaults(
  { latency, failing, rate }: Faults,
  { random, now }: { random(): number; now(): Instant },
  exchange: Exchange,
): Exchange {
  const bucket = rate && tokenBucket(rate, now)
  return async (request) => {
    const seconds = bucket?.take() ?? 0
    const { method, path, language } = parseOnce(request).parsed
    if (seconds > 0)
      return errorReply(
        new ApiError('rest_rate_limited', { values: { seconds: String(seconds) }, data: { retry_after: seconds } }),
        language,
      )
    if (latency)
      await wait(
        latency.from + random() * (latency.to - latency.from),
        undefined,
        request.signal && { signal: request.signal },
      )
    const fault = failing.find((one) => matches(one, method, path) && random() < one.share)
    if (!fault) return exchange(request)
    return errorReply(
      new ApiError('rest_fault', { status: fault.status, values: { status: String(fault.status) } }),
      language,
    )
  }
}

function matches({ method: wanted, path: pattern }: FailureFault, method: string, path: string): boolean {
  if (wanted !== undefined && wanted !== method) return false
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}/?$`, 'i').test(path)
}

export interface FaultArguments {
  readonly latency?: string | undefined
  readonly fail?: readonly string[]
  readonly rate_limit?: string | undefined
}

/** Errors: `usage` for a value that does not have the format of its flag. */
export function faultsOf({ latency, fail = [], rate_limit }: FaultArguments): Faults {
  return {
    failing: fail.map(failingOf),
    ...(latency !== undefined && { latency: latencyOf(latency) }),
    ...(rate_limit !== undefined && { rate: rateOf(rate_limit) }),
  }
}

export function hasNoFaults({ latency, failing, rate }: Faults): boolean {
  return latency === undefined && rate === undefined && failing.length === 0
}

/** `80`, `50..200`: milliseconds. */
function latencyOf(text: string): LatencyRange {
  const match = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text)
  const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])]
  if (!match || from > to) throw formatError('--latency', text, '50..200')
  return { from, to }
}

/** `POST /events:5%:503`, `/events*:100%:500`. */
function failingOf(text: string): FailureFault {
  const match = /^(?:(GET|POST|PUT|PATCH|DELETE|OPTIONS) )?((?:\/|\*)[^\s:]*):(\d{1,3}(?:\.\d+)?)%:([45]\d\d)$/i.exec(
    text,
  )
  const [, method, path = '', share, status] = match ?? []
  if (!match || Number(share) > 100) throw formatError('--fail', text, "'POST /events:5%:503'")
  return {
    path,
    share: Number(share) / 100,
    status: Number(status),
    ...(method !== undefined && { method: method.toUpperCase() }),
  }
}

const periods_ms: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `10/s`, `100/m`, `1000/h`. */
function rateOf(text: string): Rate {
  const [, requests, unit = ''] = /^(\d{1,7})\/([smh])$/.exec(text) ?? []
  const period_ms = periods_ms[unit]
  if (period_ms === undefined || Number(requests) === 0) throw formatError('--rate-limit', text, '10/s')
  return { requests: Number(requests), period_ms }
}

function formatError(flag: string, text: string, example: string): CalError {
  return new CalError('usage', t('{flag} needs a value such as {example}, not "{text}"', { flag, example, text }))
}
