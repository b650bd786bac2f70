// The dates of an event: start and end as local times in its zone, and in UTC.
import {
  type Instant,
  instantOf,
  instantOfUtc,
  isZone,
  offsetAt,
  utcWall,
  type WallTime,
  wallAt,
} from '../../../base/dates/zoned-time.ts'
import { dayOf } from '../../../base/dates/days.ts'
import { t } from '../../../base/text/language.ts'
import { quirk } from '../../quirks/quirks.ts'
import { instantIn, momentIn, type SentDate } from './moment.ts'
import { cityZone } from '../../quirks/loose-dates.ts'
import type { EventRecord } from '../records.ts'
import { invalidParams } from '../api-error.ts'
import type { WriteContext } from '../settings.ts'

export type EventDates = Pick<
  EventRecord,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
>

/** The dates of a write. `none` is a date of `0`, which makes an event without dates. Source: interface Q36. */
export interface SentDates {
  readonly start_date?: SentDate | 'none'
  readonly end_date?: SentDate | 'none'
  readonly all_day?: boolean
  /** Empty for the site's zone. */
  readonly timezone?: string
}

/** A start or end, in the event's zone and in UTC. */
interface EventTime {
  readonly wall: WallTime
  readonly utc: WallTime
}

/** The dates of a new event. */
export function undated({ settings }: WriteContext): EventDates {
  return {
    all_day: false,
    start_date: '',
    end_date: '',
    utc_start_date: '',
    utc_end_date: '',
    timezone: settings.timezone,
  }
}

/**
 * The dates after a write.
 *
 * Shape:  dates that are not sent are kept; `all_day` runs from 00:00:00 to 23:59:59; a time in the gap of daylight
 *         saving moves forward.
 * Errors: 400 `rest_invalid_param` naming `end_date` for an end before the start.
 * Source: Q2, Q3, Q17, Q19, Q37, interface 8.
 */
export function eventDatesOf(before: EventDates, values: SentDates, context: WriteContext): EventDates {
  const { settings } = context
  const sent = sentDates(before, values, context)
  const timezone = values.timezone === '' ? settings.timezone : (values.timezone ?? before.timezone)
  const all_day = values.all_day ?? before.all_day
  const { start_date, end_date, utc_start_date, utc_end_date } = before
  if (isLabelOnly(before, sent, { all_day, timezone }, context))
    return { all_day, timezone, start_date, end_date, utc_start_date, utc_end_date }
  if (sent.start_date === 'none' || sent.end_date === 'none') return { ...undated(context), all_day, timezone }
  const zone = zoneOf(timezone, context)
  const start = clockOf(sent.start_date, start_date, zone, context)
  const end = clockOf(sent.end_date, end_date, zone, context)
  const dates = all_day ? wholeDays(start, end, zone) : { start, end }
  return inOrder({ all_day, timezone, ...columnsOf(dates.start, dates.end) }, context)
}

function sentDates(before: EventDates, values: SentDates, { settings }: WriteContext): SentDates {
  const isSingle = (values.start_date === undefined) !== (values.end_date === undefined)
  return isSingle && before.start_date !== '' && quirk(settings, 'single_dates_are_ignored') ? {} : values
}

/** Whether no date changes: nothing was sent or, in quirks mode, at most another zone. Source: interface Q37. */
function isLabelOnly(
  before: EventDates,
  sent: SentDates,
  after: Pick<EventDates, 'all_day' | 'timezone'>,
  { settings }: WriteContext,
): boolean {
  if (sent.start_date !== undefined || sent.end_date !== undefined || (after.all_day && !before.all_day)) return false
  return after.timezone === before.timezone || quirk(settings, 'single_timezone_keeps_utc')
}

/** The zone to compute with; unknown zones count as UTC. Source: interface Q19. */
function zoneOf(timezone: string, { settings }: WriteContext): string {
  const zone = quirk(settings, 'offset_zones_use_cities') ? cityZone(timezone) : timezone
  return isZone(zone) ? zone : 'UTC'
}

function clockOf(sent: SentDate | undefined, before: WallTime, zone: string, { settings }: WriteContext): EventTime {
  const moment = sent ? momentIn(sent, zone) : { wall: before }
  const first = instantIn(moment, zone)
  const instant = quirk(settings, 'repeated_hours_are_second') && 'wall' in moment ? secondOf(first, zone) : first
  return { wall: wallAt(instant, zone), utc: utcWall(instant) }
}

/** In zones ahead of UTC quirks mode takes the second of two repeated hours. Source: interface Q41. */
function secondOf(first: Instant, zone: string): Instant {
  if (offsetAt(first, zone) <= 0) return first
  const later = [30, 60].map((minutes) => first + minutes * 60_000)
  return later.find((instant) => wallAt(instant, zone) === wallAt(first, zone)) ?? first
}

function wholeDays(
  start: EventTime,
  end: EventTime,
  zone: string,
): { readonly start: EventTime; readonly end: EventTime } {
  const at = (wall: WallTime): EventTime => ({ wall, utc: utcWall(instantOf(wall, zone)) })
  return { start: at(`${dayOf(start.wall)} 00:00:00`), end: at(`${dayOf(end.wall)} 23:59:59`) }
}

function columnsOf(start: EventTime, end: EventTime): Omit<EventDates, 'all_day' | 'timezone'> {
  return { start_date: start.wall, end_date: end.wall, utc_start_date: start.utc, utc_end_date: end.utc }
}

function inOrder(dates: EventDates, { settings, language }: WriteContext): EventDates {
  // Compared as instants: years of five digits and years before 0 do not sort as text.
  if (instantOfUtc(dates.utc_start_date) <= instantOfUtc(dates.utc_end_date)) return dates
  if (quirk(settings, 'end_before_start_is_stored')) return { ...dates, end_date: dates.start_date }
  const { start_date, end_date } = dates
  const sentence = t('the end {end_date} is before the start {start_date}', { end_date, start_date })
  throw invalidParams({ end_date: sentence }, language)
}
