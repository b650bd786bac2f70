// Parses dates and times once, into values that are resolved to a local time or an instant in a zone; and the dates of
// an event: start and end as local times in its zone, and in UTC.
import {
  type Instant,
  instantOf,
  instantOfUtc,
  isZone,
  offsetAt,
  utcWall,
  wallAt,
  type WallTime,
} from '../../base/dates/zoned-time.ts'
import { dialects, momentOf } from '../../base/dates/date-grammar.ts'
import { dayOf } from '../../base/dates/days.ts'
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import { quirk } from '../quirks/quirks.ts'
import { cityZone } from '../quirks/city-zones.ts'
import type { Json } from '../../base/json.ts'
import type { ServiceSettings, WriteContext } from './settings.ts'
import { t } from '../../base/text/language.ts'
import type { EventRecord } from './records.ts'
import { invalidParams } from './api-error.ts'

/** A local time without a zone, or an instant. */
export type Moment = { readonly wall: WallTime } | { readonly instant: Instant }

/** The same, or a local time with the offset or zone that was written after it. */
type ParsedMoment = Moment | { readonly wall: WallTime; readonly zone: string }

/** A parsed date. Words such as `today` depend on the zone in which it is resolved. */
export interface SentDate {
  readonly resolveIn: (zone: string) => ParsedMoment
  /** Whether the offset of a date of a record is ignored, as in quirks mode. */
  readonly drops_offset: boolean
}

export interface SentDateContext {
  readonly now: Instant
  readonly settings: Pick<ServiceSettings, 'mode'>
}

/**
 * The date that a text or number means.
 *
 * Shape:  ISO 8601, `YYYY-MM-DD[ HH:MM[:SS]]`, Unix seconds, or a word with an optional time: `tomorrow 9am`, `+2 weeks
 *         10:00`.
 * Errors: undefined for everything else, for days that do not exist, and for the epoch.
 * Source: interface Q17, Q33.
 */
export function parseSentDate(value: Json | undefined, { now, settings }: SentDateContext): SentDate | undefined {
  // A text of blanks alone stays one: quirks mode reads it as now.
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() || value : ''
  const resolveIn = text === '' ? undefined : momentResolver(text, now, settings)
  if (!resolveIn) return undefined
  const date = { resolveIn, drops_offset: quirk(settings, 'offsets_are_dropped') }
  return isEpoch(momentIn(date, 'UTC')) ? undefined : date
}

/** The date of a record, whose local times are in this zone. */
export function momentIn({ resolveIn, drops_offset }: SentDate, zone: string): Moment {
  const written = resolveIn(zone)
  if (!('zone' in written)) return written
  return drops_offset ? { wall: written.wall } : { instant: instantOf(written.wall, written.zone) }
}

/** The date of a filter or of `date_utc`, whose offset counts in both modes; undefined for the epoch. */
export function exactMomentIn({ resolveIn }: SentDate, zone: string): Moment | undefined {
  const moment = momentIn({ resolveIn, drops_offset: false }, zone)
  return isEpoch(moment) ? undefined : moment
}

/** The local time of the moment in this zone. */
export function wallOf(moment: Moment, zone: string): WallTime {
  return 'wall' in moment ? moment.wall : wallAt(moment.instant, zone)
}

/** The instant of a local time in this zone. */
export function instantIn(moment: Moment, zone: string): Instant {
  return 'wall' in moment ? instantOf(moment.wall, zone) : moment.instant
}

function isEpoch(moment: Moment): boolean {
  return 'wall' in moment ? moment.wall === '1970-01-01 00:00:00' : moment.instant === 0
}

function momentResolver(
  text: string,
  now: Instant,
  settings: Pick<ServiceSettings, 'mode'>,
): SentDate['resolveIn'] | undefined {
  const isLoose = quirk(settings, 'dates_are_parsed_loosely')
  const fixed = unixMoment(isLoose ? text.replace(/^@(?=-?\d+$)/, '') : text) ?? isoMoment(text)
  if (fixed) return () => fixed
  for (const dialect of isLoose ? [dialects.interface, dialects.deployed] : [dialects.interface]) {
    const in_utc = momentOf(text, dialect, { now, zone: 'UTC' })
    // What is a day in one zone is one in every zone.
    if (in_utc) return (zone) => momentOf(text, dialect, { now, zone }) ?? in_utc
  }
  return undefined
}

function unixMoment(text: string): ParsedMoment | undefined {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined
  const instant = Math.floor(Number(text)) * 1000
  return hasFourDigitYear(instant) ? { wall: utcWall(instant), zone: 'UTC' } : undefined
}

/** Years with more or fewer digits could not be parsed again. */
function hasFourDigitYear(instant: Instant): boolean {
  return instant >= -62_167_219_200_000 && instant <= 253_402_300_799_000
}

function isoMoment(text: string): ParsedMoment | undefined {
  const { wall, offset } = isoMomentOf(text, 'all') ?? {}
  if (wall === undefined) return undefined
  if (offset === undefined) return { wall }
  const zoned = { wall, zone: offset.length === 3 ? `${offset}:00` : offset }
  return hasFourDigitYear(instantOf(wall, zoned.zone)) ? zoned : undefined
}

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
  const start = sentTime(sent.start_date, start_date, zone, context)
  const end = sentTime(sent.end_date, end_date, zone, context)
  const dates = all_day ? wholeDays(start, end, zone) : { start, end }
  return ordered({ all_day, timezone, ...columnsOf(dates.start, dates.end) }, context)
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

function sentTime(sent: SentDate | undefined, before: WallTime, zone: string, { settings }: WriteContext): EventTime {
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

function ordered(dates: EventDates, { settings, language }: WriteContext): EventDates {
  // Compared as instants: years of five digits and years before 0 do not sort as text.
  if (instantOfUtc(dates.utc_start_date) <= instantOfUtc(dates.utc_end_date)) return dates
  if (quirk(settings, 'end_before_start_is_stored')) return { ...dates, end_date: dates.start_date }
  const { start_date, end_date } = dates
  const sentence = t('the end {end_date} is before the start {start_date}', { end_date, start_date })
  throw invalidParams({ end_date: sentence }, language)
}
