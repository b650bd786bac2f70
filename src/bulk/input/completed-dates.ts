// The dates that change an event, together with what they leave out: its day, its time of day, its zone.
import { instantOf, isZone, wallAt } from '../../base/dates/zoned-time.ts'
import { endOf, isOfWholeDays, type ShiftProblem } from '../../base/dates/durations.ts'
import { dayOf, daysBetween } from '../../base/dates/days.ts'
import { endWithin, wallOf } from '../../base/dates/written-dates.ts'
import { midnight } from '../../base/dates/clock-times.ts'
import { hasUtcOffset } from '../../base/dates/machine-dates.ts'
import { CalError, usageError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { allDayWith } from '../../spec/moved-events.ts'
import type { Values } from '../../spec/read.ts'
import { contradictions, type Dated, exactInstant, noTimeOfDay, timeIn } from './event-dates.ts'

/**
 * The dates of a row with what they leave out, from the event that it matches. An end and a duration must agree, and an
 * end before the start is not one of the next day, except in the night.
 */
export function completedDates(
  { duration, ...given }: Values,
  event: JsonObject,
  called: (field: string) => string,
): Dated {
  try {
    const dates = withDays(given, event, undefined)
    const isEnded = dates.end_date !== undefined
    const { start_date, end_date } =
      isEnded || duration === undefined ? dates : withEnd({ ...dates, duration }, event, called)
    const { start_date: start = event.start_date, timezone: zone = event.timezone } = dates
    const whole = allDayWith(dates, event)
    const of = (date: Json | undefined) => (whole ? dayOf(String(date)) : String(date))
    const lasting = { zone: String(zone), whole, name: called('duration') }
    return {
      values: { ...(start_date !== undefined && { start_date }), ...(end_date !== undefined && { end_date }) },
      errors: isEnded ? contradictions({ start: of(start), end: of(end_date) }, duration, lasting) : [],
    }
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    const { text, hint } = error
    return { values: {}, errors: [{ text, ...(hint && { hint }) }] }
  }
}

/**
 * The dates in the zone of the event. A time without a date keeps the date of the record; an end is after its start, at
 * most `night_hours` later (by default those of a night).
 */
export function withDays(values: Values, before: JsonObject, night_hours: number | undefined): Values {
  const [was_start, was_end] = [String(before.start_date ?? ''), String(before.end_date ?? '')]
  const [start_time, end_time] = [timeIn(values.start_date, 'timeOf'), timeIn(values.end_date, 'endOf')]
  const named = { ...before, ...(values.timezone !== undefined && { timezone: values.timezone }) }
  const start = start_time === undefined ? inZone(values.start_date, named) : `${dayOf(was_start)} ${start_time}`
  const begins = typeof start === 'string' ? start : was_start
  const lasts_days = was_end > was_start && start === undefined ? daysBetween(dayOf(was_start), dayOf(was_end)) : 0
  const isLong = lasts_days > 1 || (lasts_days === 1 && was_end.slice(11) >= was_start.slice(11))
  const last =
    end_time === undefined
      ? inZone(values.end_date, named)
      : isLong
        ? `${dayOf(was_end)} ${end_time}`
        : endWithin(begins, end_time, night_hours)
  const isWhole = allDayWith({ ...values, start_date: start, end_date: last }, before)
  const end = typeof last !== 'string' ? last : isWhole && last.endsWith(midnight) ? dayOf(last) : wallOf(last)
  return {
    ...values,
    ...(start === undefined ? {} : { start_date: start }),
    ...(end === undefined ? {} : { end_date: end }),
  }
}

/**
 * An instant as local time. Errors: `usage` if the zone of the event is not known, `refused` for a time that its clocks
 * show twice, of which services store the first.
 */
export function inZone(value: Json | undefined, { id, timezone: zone }: Values): Json | undefined {
  const instant = typeof value === 'string' && hasUtcOffset(value) ? exactInstant(value) : undefined
  if (instant === undefined) return value
  if (typeof zone !== 'string' || !isZone(zone)) throw unknownZone(String(value))
  const wall = wallAt(instant, zone)
  if (instantOf(wall, zone) === instant) return wall
  const named = t('event {id}', { id: String(id) })
  throw new CalError('refused', problemText({ problem: 'repeated', at: wall }, { zone, named }), {
    hint: t('specify --start-date and --end-date, and add --timezone UTC'),
  })
}

/** Replaces `duration` by `end_date`; start, zone and `all_day` default to those of the record. Errors: `usage`. */
export function withEnd(
  { duration, ...values }: Values,
  before: JsonObject,
  called: (field: string) => string,
): Values {
  if (duration === undefined) return values
  const start = values.start_date ?? before.start_date
  if (typeof start !== 'string') throw usageError(t('--duration counts from --start-date, which is missing'))
  const zone = values.timezone ?? before.timezone
  const all_day = allDayWith(values, before)
  if (all_day && !isOfWholeDays(duration)) {
    const { text, hint } = noTimeOfDay(called('start_date'), dayOf(start), duration)
    throw usageError(text, hint)
  }
  return {
    ...values,
    end_date: endOf({
      start,
      duration: String(duration),
      all_day,
      ...(typeof zone === 'string' && zone !== '' ? { zone } : {}),
    }),
  }
}

interface Moving {
  readonly zone: string
  readonly named: Text
}

export function problemText({ problem, at }: ShiftProblem, { zone, named }: Moving): Text {
  const time = at.slice(0, -3)
  switch (problem) {
    case 'skipped':
      return t('{named} would move to {time}, which clocks in {zone} skip that day', { named, time, zone })
    case 'repeated':
      return t(
        '{named} would move to the second {time}, and services store the first: clocks in {zone} show it twice',
        { named, time, zone },
      )
    case 'year':
      return t('{named} would move out of the years 0 to 9999', { named })
  }
}

/** The error `usage`: services drop offsets. */
function unknownZone(value: string): CalError {
  return usageError(
    t("the event's time zone is unknown, so {value} cannot be converted to its local time", { value }),
    t('write the local time, or add --timezone Europe/Berlin'),
  )
}
