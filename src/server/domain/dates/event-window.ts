// The date window of a list of events.
import { day_ms, type Instant, instantOfUtc, utcWall, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { dayOf, monthsLater } from '../../../base/dates/days.ts'
import { quirk } from '../../quirks/quirks.ts'
import { exactMomentIn, instantIn, type SentDate, wallOf } from './moment.ts'
import type { ServiceSettings } from '../settings.ts'

const relative_bounds = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const
export const bounds = ['start_date', 'end_date', ...relative_bounds] as const
export type WindowBound = (typeof bounds)[number]

/**
 * The bounds in local time of the site. Events are compared by their own local time, or by UTC if the site is in UTC.
 */
export type EventWindow = { readonly [B in WindowBound]?: WallTime }

/** The date parameters of a list. `none` is a date of `0`, which means now in quirks mode. */
export type SentBounds = { readonly [B in WindowBound]?: SentDate | 'none' } & {
  readonly strict_dates?: boolean
  readonly include?: readonly number[]
}

interface WindowContext {
  readonly settings: ServiceSettings
  readonly now: Instant
}

/**
 * The bounds of a list, sent or default.
 *
 * Shape:  without `strict_dates` whole days: `start_date` is 00:00:00 and all others are 23:59:59 of their day; with it
 *         exact times, read as UTC if they name no zone. Any of the four bounds other than `start_date` and `end_date`
 *         removes the default window. With `include` the bounds are those of the default window.
 * Source: interface 5.2.
 */
export function eventWindowOf(values: SentBounds, context: WindowContext): EventWindow {
  const strict = values.strict_dates === true
  if (values.include !== undefined) return defaultWindow(context, strict)
  const hasRelative = relative_bounds.some((bound) => values[bound] !== undefined)
  const defaults = hasRelative ? {} : defaultWindow(context, strict)
  const sent = bounds.flatMap((bound) => {
    const wall = strict ? exact(values[bound], context) : wholeDay(bound, values[bound], context)
    return wall === undefined ? [] : [[bound, wall] as const]
  })
  return { ...defaults, ...Object.fromEntries(sent) }
}

/** From the day of the site at 23:59 UTC yesterday to the UTC day in 24 months. */
function defaultWindow({ settings: { timezone }, now }: WindowContext, strict: boolean): EventWindow {
  const yesterday = Math.floor(now / day_ms) * day_ms - 60_000
  const today = utcWall(now)
  const end = `${monthsLater(dayOf(today), 24)} ${today.slice(11)}`
  return {
    start_date: `${dayOf(wallAt(yesterday, timezone))} 00:00:00`,
    end_date: strict ? wallAt(instantOfUtc(end), timezone) : `${dayOf(end)} 23:59:59`,
  }
}

/** The time of a bound with `strict_dates`. */
function exact(date: SentBounds[WindowBound], { settings }: WindowContext): WallTime | undefined {
  const moment = date === undefined || date === 'none' ? undefined : exactMomentIn(date, 'UTC')
  return moment && wallAt(instantIn(moment, 'UTC'), settings.timezone)
}

/** The time of a bound without `strict_dates`. Source: interface 5.2, 16.2. */
function wholeDay(
  bound: WindowBound,
  date: SentBounds[WindowBound],
  { settings, now }: WindowContext,
): WallTime | undefined {
  const zone = quirk(settings, 'list_dates_are_utc_days') ? 'UTC' : settings.timezone
  const moment = date === 'none' ? { instant: now } : date && exactMomentIn(date, zone)
  return moment && `${dayOf(wallOf(moment, zone))} ${bound === 'start_date' ? '00:00:00' : '23:59:59'}`
}
