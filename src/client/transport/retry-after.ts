// When a server says to come back: seconds, or a date.
import { type Instant, instantOfUtc } from '../../base/dates/zoned-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** How long to wait, in milliseconds; undefined where the header is absent or says neither. */
export function retryAfterOf(header: string | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const [, day, month = '', year, time] = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text) ?? []
  if (time === undefined || !months.includes(month)) return undefined
  const number = String(months.indexOf(month) + 1).padStart(2, '0')
  return Math.max(0, instantOfUtc(`${year}-${number}-${day} ${time}`) - now)
}
