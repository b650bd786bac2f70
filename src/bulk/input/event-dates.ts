// The dates of an event of a file become wall times of its zone.
import type { Json } from '../../base/json.ts'
import { type ClockTime, midnight, typed_clock } from '../../base/dates/clock-times.ts'
import { hasUtcOffset, instantOfTimestamp, isTimestamp } from '../../base/dates/machine-dates.ts'
import {
  fixedOffset,
  type Instant,
  instantOf,
  instantOfUtc,
  isZone,
  offsetAt,
  wallAt,
} from '../../base/dates/zoned-time.ts'
import { dayOf, daysLater, hasWallForm, isDay, isDayOrWall, isWall } from '../../base/dates/days.ts'
import { durationOf, endOf, isOfWholeDays } from '../../base/dates/durations.ts'
import {
  type DateContext,
  endWithin,
  isMoment,
  recordDate,
  type RecordDates,
  strictDate,
  utcText,
  wallOf,
} from '../../base/dates/written-dates.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import type { InputError } from './entry.ts'
import { noDate, typedDate } from './typed-date.ts'
import { inRepeatedHour, lostLength, onClock, type Span } from './clock-changes.ts'

/** Clock and zone for relative words; the zone is the default of events. */
export interface EventClock extends DateContext {
  /** The zone is that of the user, because the calendar does not tell its own. */
  readonly zone_assumed?: true
}

export interface DateRules extends RecordDates {
  readonly here: EventClock
  /** Called with a note for each time of day that clocks skip. */
  readonly note: (text: Text) => void
  /** The values that are flags: their dates are read as people type them. */
  readonly flags?: Values | undefined
  /** The name of a field in the file. */
  readonly called: (field: string) => string
}

/** The dates of an event as they are written: also times that clocks skip. */
export interface WrittenDates extends Span {
  /** The clock on which they are written: the zone of the event, or the offset of its start. */
  readonly zone: string
  /** Whether the event is all-day. */
  readonly whole: boolean
}

/**
 * Both dates in the interface's form, and what follows from them. Services drop offsets, so instants are converted
 * here: to the zone that is named, else to that of the calendar. An end without an offset is on the clock of its start.
 * A date without a time is a whole day, the last day included, unless `all_day` is false (decision 15). An end date
 * without a time gets the time of the start.
 */
export function datesOf(
  values: Values,
  duration: Json | undefined,
  rules: DateRules,
): Dated & { readonly written: WrittenDates } {
  const { here, called } = rules
  const { written, made_whole, end_assumed, errors: unread } = writtenDatesOf(values, duration, rules)
  const { zone: clock, whole } = written
  const { local, in_zone, in_utc, zone } = storedDates(values, written, duration, rules)
  const dates = in_utc ?? in_zone
  const lost = in_utc ? undefined : lostLength(written, local)
  const lasting = { zone: clock, whole, name: called('duration') }
  const beside_end = values.end_date === undefined ? undefined : duration
  const contradicted = lost ? [lost] : contradictions(in_utc ?? local, beside_end, lasting)
  const errors = [
    ...(unread.length > 0 ? unread : contradicted),
    ...(here.zone_assumed && !namesZone(values) ? zoneErrors(dates, values, { zone, called }) : []),
  ]
  const sends_zone = !namesZone(values) && (isInstant(values.start_date) || isInstant(values.end_date))
  const read_values: Record<string, Json> = fieldsOf(dates)
  if (in_utc || sends_zone) read_values.timezone = in_utc ? 'UTC' : zone
  if (made_whole) read_values.all_day = true
  return {
    values: read_values,
    errors,
    written,
    ...(end_assumed && { end_assumed }),
    ...(made_whole && { whole_assumed: true as const }),
    ...(sends_zone && { zone_follows: fieldsOf(local) }),
  }
}

function namesZone({ timezone }: Values): boolean {
  return (timezone ?? '') !== ''
}

/** The dates on the clock of the file, in the zone of the event, and in UTC if only that tells which hour is meant. */
function storedDates(
  values: Values,
  written: WrittenDates,
  duration: Json | undefined,
  { here, note }: DateRules,
): { readonly local: Span; readonly in_zone: Span; readonly in_utc: Span | undefined; readonly zone: string } {
  const { zone: clock, whole } = written
  const isNamed = namesZone(values)
  const isKnown = (isNamed || !here.zone_assumed) && isZone(clock)
  const local = isKnown && !whole ? both(written, (wall) => onClock(wall, clock, note)) : written
  const zone = isNamed ? clock : whole ? here.zone : zoneOf(clock, here)
  const isConverted = clock !== zone && !whole
  const instant = (wall: string) => (hasWallForm(wall) ? instantOf(wall, clock) : undefined)
  const inZone = (wall: string) => (hasWallForm(wall) ? wallAt(instantOf(wall, clock), zone) : wall)
  const in_zone = isConverted ? both(local, inZone) : local
  const exact = isConverted
    ? both(local, instant)
    : { start: exactInstant(values.start_date), end: exactInstant(values.end_date) }
  const lasts = values.end_date === undefined && typeof duration === 'string' ? duration : undefined
  const in_utc = isZone(zone) ? inRepeatedHour({ exact, duration: lasts, zone, note }, in_zone) : undefined
  return { local, in_zone, in_utc, zone }
}

/**
 * The zone of an event for which none is named: that of the calendar. Instants on another clock are in UTC if that zone
 * is not known, or is an offset: deployed services convert `UTC+2` by the clock of a city, with daylight saving (Q19).
 */
function zoneOf(clock: string, { zone, zone_assumed }: EventClock): string {
  const isOffset = (fixedOffset(zone) ?? 0) !== 0
  return clock !== zone && (isOffset || (zone_assumed && clock === 'UTC')) ? 'UTC' : zone
}

/** What becomes of start and end, if they are there. */
function both<From, To>({ start, end }: Span<From>, convert: (moment: From) => To | undefined): Span<To> {
  return {
    start: start === undefined ? undefined : convert(start),
    end: end === undefined ? undefined : convert(end),
  }
}

/** The fields of the dates that are there. */
function fieldsOf({ start, end }: Span): Record<string, Json> {
  return { ...(start !== undefined && { start_date: start }), ...(end !== undefined && { end_date: end }) }
}

/** The dates as they are written, and what is wrong with each of them. */
function writtenDatesOf(values: Values, duration: Json | undefined, rules: DateRules) {
  const { here, order, called, flags = {} } = rules
  const is_marked_whole = booleanOf(values.all_day) === true
  const starts_at = is_marked_whole && !namesZone(values) ? exactInstant(values.start_date) : undefined
  const is_of_calendar = starts_at !== undefined && wallAt(starts_at, here.zone).endsWith('00:00:00')
  const zone = is_of_calendar ? here.zone : writtenClock(values, here)
  // An unknown zone is reported with the other values; words such as "tomorrow" are read in the default one.
  const how = { here: { now: here.now, zone: isZone(zone) ? zone : here.zone }, order, called, flags }
  const isDayless = rules.flags === undefined && timeIn(values.start_date, 'timeOf') !== undefined
  const start = isDayless ? noDay(values.start_date, called) : oneDate('start_date', values.start_date, how)
  const end_text = onDayOf(start?.text, values.end_date, { whole: is_marked_whole, flags })
  const written_end = oneDate('end_date', end_text, how)
  const from = start?.text ?? ''
  const isUnmarked = values.all_day === undefined || values.all_day === ''
  const made_whole = isUnmarked && isDay(from) && isDay(written_end?.text ?? from) && isOfWholeDays(duration)
  const whole = is_marked_whole || made_whole
  const lasting = { zone, whole, name: called('duration') }
  const end = values.end_date === undefined ? endAfter(duration, start?.text, lasting) : written_end
  const is_one_day = whole && duration === undefined && end === undefined
  const last = is_one_day ? start?.text : end?.text
  const to = is_marked_whole && isInstant(values.start_date) ? lastDay(from, last) : last
  const formOf = (text: string | undefined, clock: string) => {
    if (text === undefined || !isDayOrWall(text)) return text
    if (whole) return text.slice(0, 10)
    return isDay(text) && from !== '' ? `${text} ${clock}` : text
  }
  // A start is not midnight by a guess, but that of a flag is, as for the interface.
  const isUntimed = isUnmarked && flags.start_date === undefined && isDay(from) && hasWallForm(end?.text ?? '')
  const lasts = values.end_date === undefined ? duration : undefined
  return {
    written: {
      start: formOf(start?.text, '00:00:00'),
      end: formOf(to, hasWallForm(from) ? from.slice(11) : '00:00:00'),
      zone,
      whole,
    },
    made_whole,
    end_assumed: is_one_day || (!whole && hasWallForm(from) && to === from.slice(0, 10)),
    errors: [...readErrors(start, end), ...(isUntimed ? [noTimeOfDay(called('start_date'), from, lasts)] : [])],
  }
}

/**
 * The dates that change an event. A time without a day and a day without a time stay as they are, as a duration does:
 * what they leave out is that of the event. An instant is in UTC, for the zone of the event; an end at 24:00 is of its
 * day, for an event of whole days.
 */
export function changedDatesOf(
  values: Values,
  duration: Json | undefined,
  { here: site, order, called, flags = {} }: DateRules,
): Dated {
  const zone = String(values.timezone)
  const here = isZone(zone) ? { ...site, zone } : site
  const how = { here, order, called, flags }
  const read = (field: string, value: Json | undefined) =>
    isInstant(value) ? instantDate(field, value, how) : oneDate(field, value, how)
  const whole = booleanOf(values.all_day) === true
  const start = timeIn(values.start_date, 'timeOf') ? undefined : read('start_date', values.start_date)
  const end_text = onDayOf(start?.text, values.end_date, { whole, flags })
  const last_day = typeof end_text === 'string' && !isInstant(end_text) ? wholeEnd(end_text) : end_text
  const end = timeIn(end_text, 'endOf') ? undefined : read('end_date', last_day)
  const dates: Span = { start: start?.text, end: end?.text }
  const { end: last } = dates
  const isLastDay = last_day !== end_text
  const lasting = { zone: here.zone, whole, name: called('duration') }
  const isUntimed = flags.start_date === undefined && isDay(dates.start ?? '') && hasWallForm(last ?? '')
  const after = values.end_date === undefined ? endAfter(duration, undefined, lasting) : undefined
  return {
    values: fieldsOf(isLastDay ? { ...dates, end: last && `${last} ${midnight}` } : dates),
    errors: [
      ...readErrors(start, end, after),
      ...(isUntimed ? [noTimeOfDay(called('start_date'), String(dates.start))] : []),
      ...(isLastDay ? [] : contradictions(dates, duration, lasting)),
    ],
  }
}

/** A start in a file that has no day: that of today would be another one tomorrow. */
function noDay(value: Json | undefined, called: DateRules['called']): ReadDate {
  const text = t('{name}: the day is missing beside the time "{time}"', {
    name: called('start_date'),
    time: String(value),
  })
  const error = { field: 'start_date', value, text, hint: t('add a date such as 2027-03-01 18:00') }
  return { text: String(value), error }
}

/** Whether dates leave out the day of the start, without which their times or their duration mean nothing. */
export function leaveOutDay({ start_date, end_date }: Values, duration: Json | undefined): boolean {
  if (start_date !== undefined) return timeIn(start_date, 'timeOf') !== undefined
  return (duration ?? '') !== '' || timeIn(end_date, 'endOf') !== undefined
}

/** A time without a date. */
export function timeIn(value: Json | undefined, read: 'timeOf' | 'endOf'): ClockTime | undefined {
  return typeof value === 'string' ? typed_clock[read](value) : undefined
}

/** What is wrong with each of the dates. */
function readErrors(...dates: readonly (ReadDate | undefined)[]): readonly InputError[] {
  return dates.flatMap((date) => (date?.error ? [date.error] : []))
}

/** An end that is only a time of day is on the day of the start, or in the night after it. */
function onDayOf(
  start: string | undefined,
  end: Json | undefined,
  { whole, flags }: { readonly whole: boolean; readonly flags: Values },
): Json | undefined {
  if (typeof end !== 'string' || isWall(end)) return end
  const clock = typed_clock.endOf(end)
  if (clock === undefined) return whole ? wholeEnd(end) : end
  if (start === undefined || !isDayOrWall(start)) return end
  // A whole day does not go on at midnight.
  return whole ? dayOf(start) : wallOf(endWithin(start, clock, flags.end_date === undefined ? undefined : 24))
}

/** The last day of whole days that end at 24:00, which is the first hour of the next day. */
function wholeEnd(end: string): string {
  return end.replace(/[T ]24:00(?::00)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i, '')
}

/** The last day of whole days that go on until a later midnight, as programs write moments, and cells of times. */
export function lastDay(start: string, end: string | undefined): string | undefined {
  const isUntilMidnight = end !== undefined && [start, end].every((date) => date.slice(10) === ' 00:00:00')
  return isUntilMidnight && dayOf(start) < dayOf(end) ? daysLater(dayOf(end), -1) : end
}

/** The moment of Unix seconds, or of a date with an offset. */
export function exactInstant(value: Json | undefined): Instant | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || isWall(text)) return undefined
  if (isTimestamp(text)) return instantOfTimestamp(text)
  return hasUtcOffset(text) ? instantOfUtc(strictDate(text, { now: 0, zone: 'UTC' }) ?? '') : undefined
}

/** Dates whose clock time depends on the zone of the calendar, which is unknown. */
function zoneErrors(
  dates: Span,
  values: Values,
  { zone, called }: Pick<DateRules, 'called'> & { readonly zone: string },
): readonly InputError[] {
  return (['start', 'end'] as const).flatMap((side) => {
    const field = `${side}_date`
    const [value, date] = [values[field], dates[side]]
    const isSkipped = date !== undefined && onClock(date, zone, () => {}) !== date
    // An instant is sent with its zone.
    const isExact = booleanOf(values.all_day) !== true && (zone === 'UTC' || !hasOffset(value))
    if (!isSkipped && (!isInstant(value) || isExact)) return []
    const shown = String(value ?? date)
    return [
      {
        field,
        value: value ?? date,
        text: t('{field}: "{shown}" depends on the time zone of the calendar, which is unknown', {
          field: called(field),
          shown,
        }),
        hint:
          called(field) === field
            ? t('add a field timezone, or set the zone of the calendar with CAL_TZ')
            : t('add --timezone, or set the zone of the calendar with CAL_TZ'),
      },
    ]
  })
}

export function isBackwards(start: string, end: string): boolean {
  return isDayOrWall(start) && isDayOrWall(end) && end < start
}

/** The end by the duration; an unreadable start is reported elsewhere. */
function endAfter(
  duration: Json | undefined,
  start: string | undefined,
  { zone, whole, name }: Lasting,
): ReadDate | undefined {
  if (duration === undefined || duration === '') return undefined
  if (typeof duration !== 'string' || !durationOf(duration))
    return {
      ...(start === undefined ? {} : { text: start }),
      error: {
        field: 'duration',
        value: duration,
        text: t('{name}: "{duration}" is not a duration', {
          name,
          duration: typeof duration === 'string' ? duration : JSON.stringify(duration),
        }),
        hint: /^\d+$/.test(String(duration))
          ? t('add a unit: {value}m for minutes, {value}h for hours', { value: String(duration) })
          : t('use a duration such as 90m, 1h30m, 1:30 or 2d'),
      },
    }
  if (start === undefined || !isDayOrWall(start)) return undefined
  return { text: endOf({ start, duration, all_day: whole, ...(isZone(zone) ? { zone } : {}) }) }
}

interface Lasting {
  readonly zone: string
  readonly whole: boolean
  /** The name of the duration in the file. */
  readonly name: string
}

/**
 * An end before the start, and a duration that contradicts the end. One that cannot be read adds nothing to an end.
 */
export function contradictions(
  { start, end }: Span,
  duration: Json | undefined,
  lasting: Lasting,
): readonly InputError[] {
  // A day and a moment are compared when the rest of the day is known.
  if (start === undefined || end === undefined || isDay(start) !== isDay(end)) return []
  if (isBackwards(start, end)) return [backwards(start, end)]
  if (typeof duration !== 'string' || !durationOf(duration) || !isDayOrWall(start)) return []
  const to = endAfter(duration, start, lasting)?.text
  // Without an offset, people count hours on the clock.
  if ([to, endOf({ start, duration, all_day: lasting.whole })].includes(end)) return []
  const values = { name: lasting.name, duration, start_date: start, end_date: end }
  return [
    {
      field: 'duration',
      value: duration,
      text: t('{name} {duration} contradicts the dates: {start_date} to {end_date}', values),
      hint: t('leave one of the two empty'),
    },
  ]
}

/**
 * The clock on which dates are written: the zone that is named, else that of the calendar, unless the start has another
 * offset.
 */
function writtenClock({ timezone, start_date }: Values, here: DateContext): string {
  if (typeof timezone === 'string' && timezone !== '') return timezone
  if (!hasOffset(start_date)) return here.zone
  const sent = /(z|[+-]\d\d(?::?\d\d)?)$/i.exec(String(start_date).trim())?.[1]?.toUpperCase() ?? 'Z'
  const offset = /^[+-]\d\d$/.test(sent) ? `${sent}:00` : sent
  if (offset === 'Z' || fixedOffset(offset) === 0) return 'UTC'
  if (offsetAt(exactInstant(start_date) ?? here.now, here.zone) === fixedOffset(offset)) return here.zone
  return `UTC${offset.slice(0, 3).replace(/^([+-])0/, '$1')}${offset.endsWith('00') ? '' : `:${offset.slice(-2)}`}`
}

function hasOffset(value: Json | undefined): boolean {
  return typeof value === 'string' && hasUtcOffset(value)
}

/** Most dates have this form, which needs no reading to know that it is of no certain instant. */
const local_form = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/

export function isInstant(value: Json | undefined): value is string | number {
  if (typeof value === 'number') return isTimestamp(String(value))
  return typeof value === 'string' && !local_form.test(value) && (isMoment(value) || isTimestamp(value))
}

/** An instant as text in UTC. */
function instantDate(field: string, value: Json, { here, ...how }: FieldReading): ReadDate | undefined {
  const date = oneDate(field, value, { ...how, here: { ...here, zone: 'UTC' } })
  return date?.text === undefined ? date : { text: utcText(date.text) }
}

interface FieldReading extends RecordDates, Partial<Pick<DateRules, 'called' | 'flags'>> {
  /** Whether the date is a bound of a list, which a period can be. */
  readonly isBound?: boolean
}

interface ReadDate {
  readonly text?: string
  readonly error?: InputError
}

/**
 * The date of a field: a day, or a wall time in the zone of `how`. In a record, one that means two days is an error; in
 * a flag, what is no single date.
 */
export function oneDate(field: string, written: Json | undefined, how: FieldReading): ReadDate | undefined {
  const value = typeof written === 'number' ? String(written) : written
  if (typeof value !== 'string') return undefined
  if (isTimestamp(value)) return { text: wallAt(instantOfTimestamp(value), how.here.zone) }
  try {
    const text = how.flags?.[field] === undefined ? recordDate(value, how) : typedDate(field, value, how)
    if (text === undefined) throw noDate(value, t('use a date such as 2026-03-01 18:00 or 2026-03-01'))
    const isOfEvent = field === 'start_date' || field === 'end_date'
    if (isOfEvent && !how.isBound && text < '1000')
      throw usageError(
        t('"{value}" is before the year 1000', { value }),
        t('correct the year: lists only show events from 1000 on'),
      )
    return { text }
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    const text = t('{field}: {reason}', { field: how.called?.(field) ?? field, reason: error.text })
    return { text: value, error: { field, value, text, ...(error.hint && { hint: error.hint }) } }
  }
}

/** An event that ends at a time of day also starts at one. */
export function noTimeOfDay(name: string, start: string, duration?: Json): InputError {
  return {
    field: 'start_date',
    value: start,
    ...(duration === undefined
      ? {
          text: t('{name} {start} has no time of day, but the end does', { name, start }),
          hint: t('add a start time, or remove the end time for an all-day event'),
        }
      : {
          text: t('{name} {start} has no time of day, but lasts {duration}', {
            name,
            start,
            duration: String(duration),
          }),
          hint: t('add a start time, or remove the duration for an all-day event'),
        }),
  }
}

export function backwards(start: string, end: string): InputError {
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
  /** The event is all-day because its dates have no time. */
  readonly whole_assumed?: true
  /** The dates are instants: their zone is that of the calendar, or of the event that they change. As written. */
  readonly zone_follows?: Values
}
