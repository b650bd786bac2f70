// The dates of a repeated event of a calendar file, from an RFC 5545 rule on the event's own clock.
import { instantOfUtc, type WallTime, wallAt } from '../../base/dates/zoned-time.ts'
import { isDay } from '../../base/dates/days.ts'
import { t, type Text } from '../../base/text/language.ts'
import { seriesDatesOf, isDates, lastMoment } from '../recurrence/dates.ts'
import { isRule, type Rule, parseRule } from '../recurrence/rule.ts'

export interface Repeat {
  readonly rule: string
  /** `YYYY-MM-DD HH:MM:SS`, or a day for all-day events. */
  readonly start: string
  readonly zone: string
  /** Days or starts that are omitted. */
  readonly except: readonly string[]
  /** Starts that are added. */
  readonly also: readonly string[]
  /** Months whose dates are omitted, 1 to 12. */
  readonly skip_months: readonly number[]
  readonly window: RepeatWindow
}

/** `--from` and `--until` of `cal apply`: only events that start between them are created or changed. */
export interface RepeatWindow {
  readonly from?: WallTime
  readonly until?: WallTime
}

/** Whether a start, with or without a time, is in the window. */
export function isInWindow(start: string, { from, until }: RepeatWindow): boolean {
  const wall = start.length === 10 ? `${start} 00:00:00` : start
  return (from === undefined || wall >= from) && (until === undefined || wall <= until)
}

/** The starts in chronological order, or the error in the rule. */
export function datesOfRepeat({
  rule: text,
  start,
  zone,
  except,
  also,
  skip_months,
  window,
}: Repeat): readonly string[] | Text {
  const whole = isDay(start)
  const rule = parseRule(text.replace(/^RRULE:/i, ''))
  if (!isRule(rule)) return t('repeat "{text}": {rule}', { text, rule })
  if (rule.count === undefined && rule.until === undefined && window.until === undefined)
    return t('repeat "{text}" never ends: add UNTIL or COUNT, or use --until', { text })
  if (whole && ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq))
    return t('repeat "{text}" needs a start with a time', { text })
  const found = seriesDatesOf({
    rule,
    start: whole ? `${start} 00:00:00` : start,
    all_day: whole,
    from: window.from ?? '0001-01-01 00:00:00',
    to: window.until ?? '9999-12-31 23:59:59',
    until: untilOf(rule, { whole, zone }),
    counts_start: false,
    isOnClock: () => true,
  })
  if (!isDates(found)) return t('repeat "{text}": {found}', { text, found })
  const out = new Set(except.map((date) => date.slice(0, 16)))
  const dates = found.walls.map((wall) => (whole ? wall.slice(0, 10) : wall))
  const included = dates.filter(
    (date) =>
      !out.has(date.slice(0, 10)) && !out.has(date.slice(0, 16)) && !skip_months.includes(Number(date.slice(5, 7))),
  )
  const added = also
    .map((date) => (isDay(date) && !whole ? `${date} ${start.slice(11)}` : date))
    .filter((date) => isInWindow(date, window))
  return [...new Set([...included, ...added])].sort()
}

/** A day without a time includes the whole day. */
function untilOf(
  { until }: Rule,
  { whole, zone }: { readonly whole: boolean; readonly zone: string },
): WallTime | undefined {
  if (!until) return undefined
  const at = until.utc ? wallAt(instantOfUtc(until.at), zone) : until.at
  return lastMoment(whole ? at.slice(0, 10) : at)
}
