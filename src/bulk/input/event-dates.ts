// Start and end of an event as wall times of its zone.
import type { Json } from '../../base/json.ts'
import { day_ms, fixedOffset, instantOf, isZone, wallAt } from '../../base/dates/zoned-time.ts'
import { type DateOrder, isDay } from '../../base/dates/days.ts'
import { t, type Text } from '../../base/text/language.ts'
import { durationOf, endOf } from '../../base/dates/durations.ts'
import { hasUtcOffset, type DateContext, parseDate, timeOf } from '../../base/dates/date-parser.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { withOffsets, writtenMomentOf } from './written-dates.ts'
import type { InputError } from './entry.ts'

export interface DateRules {
  /** Clock and zone for relative words; the zone is the default of events. */
  readonly here: DateContext
  readonly order: DateOrder
  /** The name of a field in the file. */
  readonly columnName: (field: string) => string
  /** Called with a note for each time of day that clocks skip. */
  readonly note: (text: Text) => void
}

export const wall_pattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * The values with both dates in the interface's form. Services drop offsets, so dates are converted to the event's zone
 * here. A date without a time is a whole day, the last day included, unless `all_day` is false (decision 15). An end
 * date without a time gets the time of the start.
 */
export function datesOf(
  given: Values,
  rules: DateRules,
): { readonly values: Values; readonly errors: readonly InputError[] } {
  const { duration, ...values } = withOffsets(given)
  const zone = zoneOf(values, rules.here)
  // An unknown zone is reported with the other values; words such as "tomorrow" are read in the default one.
  const how = { here: { now: rules.here.now, zone: isZone(zone) ? zone : rules.here.zone }, order: rules.order }
  const start = oneDate('start_date', values.start_date, how)
  const written_end = oneDate('end_date', onDayOf(start?.text, values.end_date), how)
  const whole =
    booleanOf(values.all_day) === true || isWhole(values, { start: start?.text, end: written_end?.text, duration })
  const after =
    values.end_date === undefined
      ? endAfter(duration, start?.text, { zone, whole, name: rules.columnName('duration') })
      : undefined
  const end = written_end ?? after
  const errors = [start, end].flatMap((date) => (date?.error ? [date.error] : []))
  const timezone_of_offset =
    values.timezone === undefined && [values.start_date, values.end_date].some(hasOffset) ? { timezone: zone } : {}
  const written = formed({
    start: start?.text,
    end: end?.text ?? (whole && duration === undefined && end === undefined ? start?.text : undefined),
    whole,
  })
  const dates = whole || !isZone(zone) ? written : onClocks(written, zone, rules.note)
  const all_day = whole && booleanOf(values.all_day) !== true ? { all_day: true } : {}
  const timeless = isHalfTimed(values, { start: start?.text, end: end?.text })
    ? [noTimeOfDay(rules.columnName('start_date'), String(start?.text))]
    : []
  const backwards_error = isBackwards(dates) ? [backwards(String(dates.start_date), String(dates.end_date))] : []
  return {
    values: { ...values, ...timezone_of_offset, ...all_day, ...dates },
    errors: [...errors, ...(timeless.length > 0 ? timeless : backwards_error)],
  }
}

/** An end that is only a time of day is on the day of the start. */
function onDayOf(start: string | undefined, end: Json | undefined): Json | undefined {
  const clock = typeof end === 'string' ? timeOf(end.trim().toLowerCase()) : undefined
  return clock !== undefined && start !== undefined && (isDay(start) || wall_pattern.test(start))
    ? `${start.slice(0, 10)} ${clock}`
    : end
}

interface Texts {
  readonly start: string | undefined
  readonly end: string | undefined
}

/** True if `all_day` is not given and no date has a time. */
function isWhole(
  { all_day }: Values,
  { start, end, duration }: Texts & { readonly duration: Json | undefined },
): boolean {
  if (all_day !== undefined && all_day !== '') return false
  const lasts_ms = typeof duration === 'string' ? durationOf(duration) : undefined
  return (
    start !== undefined &&
    isDay(start) &&
    (end === undefined || isDay(end)) &&
    (lasts_ms === undefined || lasts_ms % day_ms === 0)
  )
}

/** True for a start without a time and an end with one: the time of the start would be a guess. */
function isHalfTimed({ all_day }: Values, { start, end }: Texts): boolean {
  return (
    (all_day === undefined || all_day === '') &&
    start !== undefined &&
    end !== undefined &&
    isDay(start) &&
    !isDay(end) &&
    wall_pattern.test(end)
  )
}

function formed({ start, end, whole }: Texts & { readonly whole: boolean }): Values {
  const time = start !== undefined && wall_pattern.test(start) ? start.slice(10) : ' 00:00:00'
  const form = (text: string, clock: string) => (whole ? dayPart(text) : isDay(text) ? `${text}${clock}` : text)
  return {
    ...(start === undefined ? {} : { start_date: form(start, ' 00:00:00') }),
    ...(end === undefined ? {} : { end_date: form(end, time) }),
  }
}

/** No clock skips a later time of day. */
const skipped_before = '04:00:00'

/** Services store a skipped time as the one after the gap; a second import would not find the event. */
function onClocks(dates: Values, zone: string, note: (text: Text) => void): Values {
  return Object.fromEntries(
    Object.entries(dates).map(([field, wall]) => {
      if (typeof wall !== 'string' || !wall_pattern.test(wall) || wall.slice(11) >= skipped_before) return [field, wall]
      const shown = wallAt(instantOf(wall, zone), zone)
      if (shown !== wall)
        note(t('{wall} does not exist in {zone}: clocks skip it; read as {shown}', { wall, zone, shown }))
      return [field, shown]
    }),
  )
}

function dayPart(text: string): string {
  return isDay(text) || wall_pattern.test(text) ? text.slice(0, 10) : text
}

function isBackwards({ start_date, end_date }: Values): boolean {
  const [start, end] = [start_date, end_date].map((text) => (typeof text === 'string' ? full(text) : ''))
  return start !== undefined && end !== undefined && wall_pattern.test(start) && wall_pattern.test(end) && end < start
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
  if (start === undefined || !wall_pattern.test(full(start))) return undefined
  return { text: endOf({ start, duration, all_day: whole, ...(isZone(zone) ? { zone } : {}) }) }
}

function zoneOf({ timezone, start_date }: Values, here: DateContext): string {
  if (typeof timezone === 'string' && timezone !== '') return timezone
  if (!hasOffset(start_date)) return here.zone
  const offset = /(z|[+-]\d\d:?\d\d)$/i.exec(String(start_date).trim())?.[1]?.toUpperCase() ?? 'Z'
  if (offset === 'Z' || fixedOffset(offset) === 0) return 'UTC'
  return `UTC${offset.slice(0, 3).replace(/^([+-])0/, '$1')}${offset.endsWith('00') ? '' : `:${offset.slice(-2)}`}`
}

function hasOffset(value: Json | undefined): boolean {
  return typeof value === 'string' && hasUtcOffset(value)
}

/** A day or a wall time. Unix seconds stay as they are. */
function oneDate(
  field: string,
  value: Json | undefined,
  { here, order }: { readonly here: DateContext; readonly order: DateOrder },
): { readonly text?: string; readonly error?: InputError } | undefined {
  if (typeof value !== 'string') return undefined
  const moment = parseDate(value, here)
  if (isDay(moment) || wall_pattern.test(moment)) return { text: moment }
  const written = writtenMomentOf(value, order)
  if (written) return { text: written.time ? `${written.day} ${written.time}` : written.day }
  if (/^@?\d{9,}$/.test(value.trim())) return { text: value }
  return {
    error: {
      field,
      value,
      text: t('{field}: "{value}" is not a date', { field, value }),
      hint: t('use a date such as 2026-03-01 18:00 or 2026-03-01'),
    },
  }
}

function full(text: string): string {
  return isDay(text) ? `${text} 00:00:00` : text
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
    hint: t('correct end_date, or remove it'),
  }
}
