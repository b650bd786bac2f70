// The dates of an event of a file become wall times of its zone.
import type { Json } from '../../base/json.ts'
import { type ClockTime, typed_clock } from '../../base/dates/clock-times.ts'
import { hasUtcOffset, instantOfTimestamp, isSpanOrOffset, isTimestamp } from '../../base/dates/machine-dates.ts'
import { day_ms, fixedOffset, instantOf, instantOfUtc, isZone, offsetAt, wallAt } from '../../base/dates/zoned-time.ts'
import { type DateOrder, dayOf, hasWallForm, isDay, isDayOrWall, isWall } from '../../base/dates/days.ts'
import { durationOf, endOf } from '../../base/dates/durations.ts'
import {
  type DateContext,
  endWithin,
  recordDate,
  type RecordDates,
  strictDate,
  wallOf,
} from '../../base/dates/written-dates.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import type { InputError } from './entry.ts'

export interface DateRules {
  /** Clock and zone for relative words; the zone is the default of events. */
  readonly here: DateContext
  /** Absent for records that are not rows of a table. */
  readonly order?: DateOrder | undefined
  /** Called with a note for each time of day that clocks skip. */
  readonly note: (text: Text) => void
}

/**
 * Both dates in the interface's form, and what follows from them. Services drop offsets, so dates are converted to the
 * event's zone here. A date without a time is a whole day, the last day included, unless `all_day` is false (decision
 * 15). An end date without a time gets the time of the start. `called` is the name of a field in the file.
 */
export function datesOf(
  given: Values,
  duration: Json | undefined,
  { here, order, note, called }: DateRules & { readonly called: (field: string) => string },
): Dated {
  const values = { ...given, ...withOffsets(given) }
  const zone = zoneOf(values, here)
  // An unknown zone is reported with the other values; words such as "tomorrow" are read in the default one.
  const how = { here: { now: here.now, zone: isZone(zone) ? zone : here.zone }, order }
  const start = oneDate('start_date', values.start_date, how)
  const is_marked_whole = booleanOf(values.all_day) === true
  const written_end = oneDate('end_date', onDayOf(start?.text, values.end_date, is_marked_whole), how)
  const from = start?.text ?? ''
  const isOpen = values.all_day === undefined || values.all_day === ''
  const made_whole = isOpen && isDay(from) && isDay(written_end?.text ?? from) && isOfWholeDays(duration)
  const whole = is_marked_whole || made_whole
  const end =
    values.end_date === undefined
      ? endAfter(duration, start?.text, { zone, whole, name: called('duration') })
      : written_end
  const is_open = whole && duration === undefined && end === undefined
  const to = is_open ? start?.text : end?.text
  const end_assumed = is_open || (!whole && hasWallForm(from) && to === from.slice(0, 10))
  const formOf = (text: string, clock: string): string => {
    if (whole) return isDayOrWall(text) ? text.slice(0, 10) : text
    const wall = isDay(text) ? `${text} ${clock}` : text
    return isZone(zone) ? onClock(wall, zone, note) : wall
  }
  const start_date = start?.text === undefined ? undefined : formOf(start.text, '00:00:00')
  const end_date = to === undefined ? undefined : formOf(to, hasWallForm(from) ? from.slice(11) : '00:00:00')
  const errors = [start, end].flatMap((date) => (date?.error ? [date.error] : []))
  // The time of the start would be a guess.
  if (isOpen && isDay(from) && hasWallForm(end?.text ?? '')) errors.push(noTimeOfDay(called('start_date'), from))
  else if (isBackwards(start_date, end_date)) errors.push(backwards(String(start_date), String(end_date)))
  else if (values.end_date !== undefined && start_date !== undefined && end_date !== undefined)
    errors.push(...otherDuration({ start_date, end_date, duration, zone, whole, name: called('duration') }))
  const isInstant =
    (values.timezone ?? '') === '' &&
    [values.start_date, values.end_date].some((date) => hasOffset(date) || isSeconds(date))
  return {
    values: {
      ...(start_date === undefined ? {} : { start_date }),
      ...(end_date === undefined ? {} : { end_date }),
      ...(isInstant ? { timezone: zone } : {}),
      ...(made_whole ? { all_day: true } : {}),
    },
    errors,
    ...(end_assumed ? { end_assumed } : {}),
  }
}

/** The dates of publication. Those with an offset, and words such as `+2 hours`, are of the clock of the site. */
export function publicationDatesOf(values: Values, how: Pick<DateRules, 'here' | 'order'>): Dated {
  const read = (['date', 'date_utc'] as const).flatMap((field) => {
    const value = values[field]
    const stays = value === '' || hasOffset(value) || isSeconds(value)
    const date = stays ? undefined : oneDate(field, value, how)
    return date ? [{ field, ...date }] : []
  })
  return {
    values: Object.fromEntries(read.flatMap(({ field, text }) => (text === undefined ? [] : [[field, text]]))),
    errors: read.flatMap(({ error }) => (error ? [error] : [])),
  }
}

/** An end that is only a time of day is on the day of the start, or in the night after it. */
function onDayOf(start: string | undefined, end: Json | undefined, whole: boolean): Json | undefined {
  if (typeof end !== 'string' || isWall(end)) return end
  const clock = typed_clock.endOf(end)
  if (clock === undefined) return whole ? wholeEnd(end) : end
  return start === undefined || !isDayOrWall(start) ? end : endAtTime(start, clock, whole)
}

/** The last day of whole days that end at 24:00, which is the first hour of the next day. */
export function wholeEnd(end: string): string {
  return end.replace(/[T ]24:00(?::00)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i, '')
}

/** The end at a time of day; a whole day does not go on at midnight. */
export function endAtTime(start: string, clock: ClockTime, whole: boolean): string {
  return whole ? dayOf(start) : wallOf(endWithin(start, clock))
}

/** True also without a duration that can be read. */
function isOfWholeDays(duration: Json | undefined): boolean {
  const lasts_ms = typeof duration === 'string' ? durationOf(duration) : undefined
  return lasts_ms === undefined || lasts_ms % day_ms === 0
}

/** No clock skips a later time of day. */
const skipped_before = '04:00:00'

/** Services store a skipped time as the one after the gap; a second import would not find the event. */
function onClock(wall: string, zone: string, note: (text: Text) => void): string {
  if (!hasWallForm(wall) || wall.slice(11) >= skipped_before) return wall
  const shown = wallAt(instantOf(wall, zone), zone)
  if (shown !== wall) note(t('{wall} does not exist in {zone}: clocks skip it; read as {shown}', { wall, zone, shown }))
  return shown
}

function isBackwards(start = '', end = ''): boolean {
  return isDayOrWall(start) && isDayOrWall(end) && end < start
}

/** The end by the duration; an unreadable start is reported elsewhere. */
function endAfter(
  duration: Json | undefined,
  start: string | undefined,
  { zone, whole, name }: { readonly zone: string; readonly whole: boolean; readonly name: string },
): { readonly text?: string; readonly error?: InputError } | undefined {
  if (duration === undefined || duration === '') return undefined
  if (typeof duration !== 'string' || !durationOf(duration))
    return {
      ...(start === undefined ? {} : { text: start }),
      error: {
        field: 'duration',
        value: duration,
        text: t('{name}: {duration} is not a duration', { name, duration: JSON.stringify(duration) }),
        hint: t('use a duration such as 90m, 1h30m, 1:30 or 2d'),
      },
    }
  if (start === undefined || !isDayOrWall(start)) return undefined
  return { text: endOf({ start, duration, all_day: whole, ...(isZone(zone) ? { zone } : {}) }) }
}

type Lasting = Readonly<Record<'start_date' | 'end_date' | 'zone' | 'name', string>> & {
  readonly duration: Json | undefined
  readonly whole: boolean
}

/** An end and a duration that contradict each other. A duration that cannot be read adds nothing to an end. */
function otherDuration({ start_date, end_date, duration, zone, whole, name }: Lasting): readonly InputError[] {
  if (typeof duration !== 'string' || !durationOf(duration) || !isDayOrWall(start_date)) return []
  const to = endAfter(duration, start_date, { zone, whole, name })?.text
  // Without an offset, people count hours on the clock.
  if ([to, endOf({ start: start_date, duration, all_day: whole })].includes(end_date)) return []
  return [
    {
      field: 'duration',
      value: duration,
      text: t('{name} {duration} contradicts the dates: {start_date} to {end_date}', {
        name,
        duration,
        start_date,
        end_date,
      }),
      hint: t('leave one of the two empty'),
    },
  ]
}

/** Of a date with an offset: the default zone if it has that offset then, else one with this offset all year. */
function zoneOf({ timezone, start_date }: Values, here: DateContext): string {
  if (typeof timezone === 'string' && timezone !== '') return timezone
  if (!hasOffset(start_date)) return here.zone
  const sent = /(z|[+-]\d\d(?::?\d\d)?)$/i.exec(String(start_date).trim())?.[1]?.toUpperCase() ?? 'Z'
  const offset = /^[+-]\d\d$/.test(sent) ? `${sent}:00` : sent
  if (offset === 'Z' || fixedOffset(offset) === 0) return 'UTC'
  // Deployed services convert `UTC+2` by the clock of a city, with daylight saving (Q19).
  const instant = instantOfUtc(strictDate(String(start_date), { now: here.now, zone: 'UTC' }) ?? '')
  if (offsetAt(instant, here.zone) === fixedOffset(offset)) return here.zone
  return `UTC${offset.slice(0, 3).replace(/^([+-])0/, '$1')}${offset.endsWith('00') ? '' : `:${offset.slice(-2)}`}`
}

function hasOffset(value: Json | undefined): boolean {
  return typeof value === 'string' && hasUtcOffset(value)
}

/** Unix seconds, which JSON may have as a number. */
function isSeconds(value: Json | undefined): boolean {
  return (typeof value === 'string' || typeof value === 'number') && isTimestamp(String(value))
}

/** A date in a file: a day, or a wall time in the zone of `how`. One that means two days is an error. */
export function oneDate(
  field: string,
  written: Json | undefined,
  how: RecordDates,
): { readonly text?: string; readonly error?: InputError } | undefined {
  const value = typeof written === 'number' ? String(written) : written
  if (typeof value !== 'string') return undefined
  if (isTimestamp(value)) return { text: wallAt(instantOfTimestamp(value), how.here.zone) }
  const text = recordDate(value, how)
  if (text instanceof CalError) {
    const { text: reason, hint } = text
    return { error: { field, value, text: t('{field}: {reason}', { field, reason }), ...(hint ? { hint } : {}) } }
  }
  if (text !== undefined) return { text }
  return {
    text: value,
    error: {
      field,
      value,
      text: t('{field}: "{value}" is not a date', { field, value }),
      hint: t('use a date such as 2026-03-01 18:00 or 2026-03-01'),
    },
  }
}

/** An event that ends at a time of day also starts at one. */
export function noTimeOfDay(name: string, start: string): InputError {
  return {
    field: 'start_date',
    value: start,
    text: t('{name} {start} has no time of day, but the end does', { name, start }),
    hint: t('add a start time, or remove the end time for an all-day event'),
  }
}

function backwards(start: string, end: string): InputError {
  return {
    field: 'end_date',
    value: end,
    text: t('end_date {end} is before start_date {start}', { end, start }),
    hint: t('correct one of the two'),
  }
}

export interface Dated {
  readonly values: Values
  readonly errors: readonly InputError[]
  /** The end is that of an event for which none is given. */
  readonly end_assumed?: true
}

/** Dates that both end with the same `-05:00` have that offset: one of them alone could be a span. */
export function withOffsets({ start_date, end_date }: Values): Values {
  const isEither = (date: Json | undefined): date is string => typeof date === 'string' && isSpanOrOffset(date)
  if (!isEither(start_date) || !isEither(end_date) || start_date.trim().slice(-6) !== end_date.trim().slice(-6))
    return {}
  const exact = (date: string) => date.trim().replace(/\s+/, 'T')
  return { start_date: exact(start_date), end_date: exact(end_date) }
}
