// The state of a calendar as ETag and Last-Modified, and conditional requests. Source: RFC 9110, 13.
import { createHash } from 'node:crypto'
import { instantOfHttpDate } from '../../base/dates/machine-dates.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Headers } from '../../base/exchange.ts'

/** The state of a calendar: the version changes with every committed write, including deletions. */
export interface CalendarState {
  readonly version: string
  /** When this process first saw the version; a whole second, later than that of every version before. */
  readonly since: Instant
}

export type ReadState = () => Promise<CalendarState>

const second_ms = 1_000

/** The state of a calendar. `version` may repeat in another process, which is told apart by `process`. */
export function calendarState({
  version,
  process,
  now,
}: {
  version(): string | number | Promise<string | number>
  readonly process: string
  now(): Instant
}): ReadState {
  let known: CalendarState | undefined
  return async () => {
    const current = `${process} ${await version()}`
    if (known?.version === current) return known
    const second = Math.ceil(now() / second_ms) * second_ms
    known = { version: current, since: Math.max(second, (known?.since ?? 0) + second_ms) }
    return known
  }
}

/** A weak ETag, because compressed and uncompressed bodies have the same one. */
export function entityTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Whether the client already has the representation with these validators. `If-None-Match` takes precedence. */
export function isCurrent(request: Headers, etag: string, modified: Instant): boolean {
  const tags = request['if-none-match']
  if (tags !== undefined) {
    const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '')
    return tags.trim() === '*' || tags.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag))
  }
  const since = instantOfHttpDate(request['if-modified-since'] ?? '')
  return since !== undefined && since >= modified
}

/** Whether a client with this `Accept-Encoding` accepts gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? '').toLowerCase().split(',')
  const weight = (name: string) => {
    const found = codings.find((coding) => coding.split(';')[0]?.trim() === name)
    return found === undefined ? undefined : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1)
  }
  return (weight('gzip') ?? weight('x-gzip') ?? weight('*') ?? 0) > 0
}
