// Dates of HTTP headers and of certificates: both formats are fixed, and Node parses both.
import { type Instant, utcWall } from './zoned-time.ts'
import type { Day } from './days.ts'

/** `Sun, 06 Nov 1994 08:49:37 GMT`; undefined for any other text. */
export function instantOfHttpDate(text: string): Instant | undefined {
  return /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? instantOf(text) : undefined
}

/** `Oct 28 10:12:16 2126 GMT` → `2126-10-28`; undefined for any other text. */
export function dayOfCertificateDate(text: string): Day | undefined {
  const instant = /^\w{3} +\d{1,2} \d\d:\d\d:\d\d \d{4} GMT$/.test(text) ? instantOf(text) : undefined
  return instant === undefined ? undefined : utcWall(instant).slice(0, 10)
}

function instantOf(text: string): Instant | undefined {
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}
