// The dates of the command line (`tomorrow 18:00`, `fri`, `+2w`, `2026-03-01T18:00+02:00`) as days and wall times.
import { typedTime } from './clock-times.ts'
import { dayOfWritten, dayReadings, typed_days } from './date-grammar.ts'
import { type Day, dayOf, isWall } from './days.ts'
import { isoMomentOfPeople } from './machine-dates.ts'
import { fixedOffset, type Instant, instantOfUtc, type WallTime, wallAt } from './zoned-time.ts'

/** The time and zone that relative words such as `today` refer to. */
export interface DateContext {
  readonly now: Instant
  readonly zone: string
}

/**
 * A typed date as a day or as a local time in the given zone.
 *
 * A weekday is the next one, today included; `next fri` excludes today.
 * Other texts are returned unchanged: the server decides which dates exist.
 */
export function parseDate(text: string, here: DateContext): Day | WallTime {
  return tryParseDate(text, here) ?? text
}

/** As `parseDate`, but undefined for other texts. */
export function tryParseDate(text: string, here: DateContext): Day | WallTime | undefined {
  if (isWall(text)) return text
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const today = dayOf(wallAt(here.now, here.zone))
  const time = typedTime(words)
  return time === undefined
    ? (offsetDateOf(words, here) ?? dayAndTimeOf(words, { ...here, today }))
    : `${today} ${time}`
}

function offsetDateOf(words: string, { zone }: DateContext): WallTime | undefined {
  const { day, time, offset } = isoMomentOfPeople(words) ?? {}
  if (time === undefined || offset === undefined) return undefined
  return wallAt(instantOfUtc(`${day} ${time}`) - (fixedOffset(offset) ?? 0), zone)
}

const unit_ms = { hour: 3_600_000, minute: 60_000 }

/** A day with a time after it, or a moment: `in 2 hours`. */
function dayAndTimeOf(words: string, here: DateContext & { readonly today: Day }): Day | WallTime | undefined {
  for (const { written, rest } of dayReadings(words, typed_days)) {
    if ('count' in written && (written.unit === 'hour' || written.unit === 'minute')) {
      if (rest === '') return wallAt(here.now + written.count * unit_ms[written.unit], here.zone)
      continue
    }
    const day = dayOfWritten(written, here)
    if (day === undefined || rest === '') return day
    const time = /^[t ]/.test(rest) ? typedTime(rest.slice(1)) : undefined
    if (time !== undefined) return `${day} ${time}`
  }
  return undefined
}
