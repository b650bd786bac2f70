// The time in which the events of a list lie.
import { day_ms, type Instant, instantOfUtc, utcWall, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { dayOf, monthsLater } from '../../../base/dates/days.ts'
import type { Values } from '../../../spec/read.ts'
import { quirk } from '../../quirks/quirks.ts'
import { instantIn, parseFixedMoment, wallOf } from './moment.ts'
import type { ServiceSettings } from '../settings.ts'
import { parseFlag } from '../parse-flag.ts'

export const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const
export type WindowBound = (typeof bounds)[number]

/** Wall clocks of the site, as they are compared. */
export type EventWindow = { readonly [B in WindowBound]?: WallTime }

interface Asking {
  readonly settings: ServiceSettings
  readonly now: Instant
}

/**
 * The bounds that a list has, sent or not.
 * Shape:  a day counts whole, `start_date` from 00:00:00 and all others to 23:59:59, unless `strict_dates`; then times
 *         without a zone are UTC.
 *         Without any bound it begins about yesterday and ends in 24 months; one of the four relative bounds replaces
 * both defaults.
 *         Where ids are asked for and dates count at all, it is the default window that counts.
 * Source: observed 11; deployed 5.1.
 */
export function eventWindowOf(values: Values, asking: Asking): EventWindow {
  const strict = parseFlag(values.strict_dates, false)
  if (values.include !== undefined) return defaultWindow(asking, strict)
  const relative = bounds.slice(2).some((bound) => values[bound] !== undefined)
  const defaults = relative ? {} : defaultWindow(asking, strict)
  const sent = bounds.flatMap((bound) => {
    const wall = strict ? exact(values[bound], asking) : wholeDay(bound, values[bound], asking)
    return wall === undefined ? [] : [[bound, wall] as const]
  })
  return { ...defaults, ...Object.fromEntries(sent) }
}

/** The day on which it was 23:59 UTC yesterday, as the site counts, until the day that it is in UTC, 24 months on. */
function defaultWindow({ settings: { timezone }, now }: Asking, strict: boolean): EventWindow {
  const yesterday = Math.floor(now / day_ms) * day_ms - 60_000
  const today = utcWall(now)
  const end = `${monthsLater(dayOf(today), 24)} ${today.slice(11)}`
  return {
    start_date: `${dayOf(wallAt(yesterday, timezone))} 00:00:00`,
    end_date: strict ? wallAt(instantOfUtc(end), timezone) : `${dayOf(end)} 23:59:59`,
  }
}

function exact(value: unknown, { settings, now }: Asking): WallTime | undefined {
  const moment = parseFixedMoment(value, { now, zone: 'UTC', settings })
  return moment && wallAt(instantIn(moment, 'UTC'), settings.timezone)
}

/** Source: D-390. */
function wholeDay(bound: WindowBound, value: unknown, { settings, now }: Asking): WallTime | undefined {
  const zone = quirk(settings, 'list_dates_are_utc_days') ? 'UTC' : settings.timezone
  const moment = parseFixedMoment(value, { now, zone, settings }) ?? (value === '0' ? { instant: now } : undefined)
  return moment && `${dayOf(wallOf(moment, zone))} ${bound === 'start_date' ? '00:00:00' : '23:59:59'}`
}
