// The last requests and their status, for tests.
import type { Instant } from '../../base/dates/zoned-time.ts'
import { utcWall } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, Exchange } from '../../base/exchange.ts'

export interface LoggedRequest {
  /** Counts from 1 and is not reset when the log is cleared. */
  readonly number: number
  /** When it was answered, in UTC. */
  readonly time: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: ApiRequest['headers']
  /** Truncated to 10,000 characters. */
  readonly body: string
  readonly status: number
}

export interface RequestLog {
  readonly exchange: Exchange
  /** Oldest first. */
  entries(): readonly LoggedRequest[]
  clear(): void
}

const entries_max = 1_000
const body_characters_max = 10_000
const secret = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Wraps an exchange with a log of its requests, without credentials. */
export function withRequestLog(exchange: Exchange, now: () => Instant): RequestLog {
  let count = 0
  let entries: LoggedRequest[] = []
  return {
    exchange: async (request) => {
      const answer = await exchange(request)
      count += 1
      entries.push({ ...described(request), number: count, time: utcWall(now()), status: answer.status })
      if (entries.length >= entries_max * 2) entries = entries.slice(-entries_max)
      return answer
    },
    entries: () => entries.slice(-entries_max),
    clear: () => {
      entries = []
    },
  }
}

function described({ method, path, query, headers, body = '' }: ApiRequest) {
  const harmless = Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name)))
  return { method, path, query, headers: harmless, body: Buffer.from(body).toString().slice(0, body_characters_max) }
}
