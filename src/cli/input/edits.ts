// Changes that are computed from each record: added and removed items, shifted times.
import { day_ms, instantOf, isZone } from '../../base/dates/zoned-time.ts'
import { endOf, type MoveTo, type Shift, shiftedWall, shiftOf, type ShiftProblem } from '../../base/dates/durations.ts'
import { dayOf, daysBetween, isDay, isWall } from '../../base/dates/days.ts'
import { type DateContext, endAfter, readDate } from '../../base/dates/written-dates.ts'
import { type ClockTime, typedTime } from '../../base/dates/clock-times.ts'
import type { Edits } from '../types/command.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { type Json, type JsonObject, stringOf } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { sendableField } from '../../client/update/sendable.ts'
import { flagOf, isHiddenByPassword } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { booleanOf, type Values } from '../../spec/read.ts'

export const no_edits: Edits = { add: {}, remove: {} }

export interface Edited {
  readonly values: Values
  /** How a time without a date was interpreted, and what daylight saving changes. */
  readonly notes: readonly Text[]
}

/** Whether the record must be read before the request is known. */
function dependsOnRecord(values: Values, { add, remove, shift }: Edits): boolean {
  return (
    shift !== undefined ||
    Object.keys(add).length + Object.keys(remove).length > 0 ||
    values.duration !== undefined ||
    timeIn(values.start_date) !== undefined ||
    timeIn(values.end_date) !== undefined
  )
}

/** The values to send for one record. Errors: `refused` for a list that the service did not return, or a shift. */
export function editedValues(plural: Plural, before: JsonObject, values: Values, edits: Edits): Edited {
  if (!dependsOnRecord(values, edits)) return { values, notes: [] }
  const dated = edits.shift ? withShift(values, shiftedDates(before, edits.shift)) : withDays(values, before)
  return { values: { ...withEnd(dated.values, before), ...listsOf(plural, before, edits) }, notes: dated.notes }
}

function withShift(values: Values, { notes, ...dates }: ShiftedDates): Edited {
  return { values: { ...values, ...dates }, notes }
}

/** A time without a date. */
export function timeIn(value: Json | undefined): ClockTime | undefined {
  return typeof value === 'string' ? typedTime(value) : undefined
}

/** A time without a date keeps the date of the record; an end is after its start. */
function withDays(values: Values, before: JsonObject): Edited {
  const [was_start, was_end] = [String(before.start_date ?? ''), String(before.end_date ?? '')]
  const [start_time, end_time] = [timeIn(values.start_date), timeIn(values.end_date)]
  const start = start_time === undefined ? values.start_date : `${dayOf(was_start)} ${start_time}`
  const begins = typeof start === 'string' ? start : was_start
  const lasts_days = was_end > was_start && start === undefined ? daysBetween(dayOf(was_start), dayOf(was_end)) : 0
  const isLong = lasts_days > 1 || (lasts_days === 1 && was_end.slice(11) >= was_start.slice(11))
  const end =
    end_time === undefined ? values.end_date : isLong ? `${dayOf(was_end)} ${end_time}` : endAfter(begins, end_time)
  const readings = [
    ['start_date', values.start_date, start],
    ['end_date', values.end_date, end],
  ] as const
  return {
    values: {
      ...values,
      ...(start === undefined ? {} : { start_date: start }),
      ...(end === undefined ? {} : { end_date: end }),
    },
    notes: readings
      .filter(([, typed, read]) => typed !== read)
      .map(([field, typed, read]) => readAs(field, typed, read)),
  }
}

/**
 * The error for a start on another day, whose end stays, or on the same day, whose time would be lost; undefined for
 * another time of the same day.
 */
export function stretchOf(before: JsonObject, start_date: string, all_day: boolean): CalError | undefined {
  const [was_start, end] = [String(before.start_date ?? ''), String(before.end_date ?? '')]
  const days =
    isWall(was_start) && isWall(end) && isDay(dayOf(start_date)) ? daysBetween(dayOf(was_start), dayOf(start_date)) : 0
  if (days === 0 && isDay(start_date) && isWall(was_start) && !all_day && !was_start.endsWith(' 00:00:00'))
    return usageError(
      t('{day} has no time, and the event starts at {time}', { day: start_date, time: was_start.slice(11, 16) }),
      t('to begin at midnight: --start-date "{day} 00:00"', { day: start_date }),
    )
  if (days === 0) return undefined
  const keepsTime = isDay(start_date) || start_date.slice(0, 16) === `${dayOf(start_date)} ${was_start.slice(11, 16)}`
  const length = Math.round((instantOf(end, 'UTC') - instantOf(was_start, 'UTC')) / 60_000)
  const id = String(before.id)
  const move =
    keepsTime || length <= 0
      ? `--shift ${days > 0 ? '+' : ''}${days}d`
      : `--start-date "${start_date.slice(0, 16)}" --duration ${length % 60 === 0 ? `${length / 60}h` : `${length}m`}`
  return usageError(
    t('event {id} would still end on {end}', { id, end: end.slice(0, 16) }),
    t('to move it: cal events update {id} {move}; to change only the start, add --end-date "{end}"', {
      id,
      move,
      end: end.slice(0, 16),
    }),
  )
}

export function readAs(field: string, typed: Json | undefined, read: Json | undefined): Text {
  return t('{flag} {typed} is {read}', { flag: flagOf(field), typed: String(typed), read: String(read) })
}

/** Replaces `duration` by `end_date`; start, zone and `all_day` default to those of the record. */
function withEnd({ duration, ...values }: Values, before: JsonObject): Values {
  if (duration === undefined) return values
  const start = String(values.start_date ?? before.start_date)
  const zone = values.timezone ?? before.timezone
  const all_day = booleanOf(values.all_day ?? before.all_day) === true
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

/** The lists that change. */
function listsOf(plural: Plural, before: JsonObject, { add, remove }: Edits): Values {
  const fields = [...new Set([...Object.keys(add), ...Object.keys(remove)])]
  // A service returns a protected event without its lists, unless the password is sent.
  if (fields.length > 0 && isHiddenByPassword(plural, before))
    throw new CalError(
      'not_allowed',
      t('event {id} is protected by a password, so its lists cannot be read', { id: String(before.id) }),
      {
        hint: t('sign in with an account that may edit it: cal login'),
      },
    )
  return Object.fromEntries(
    fields.flatMap((field) => {
      const present = [sendableField(plural, field, before) ?? []].flat()
      const removed = new Set([remove[field] ?? []].flat())
      const rest = present.filter((id) => !removed.has(id))
      const added = [add[field] ?? []].flat().filter((id) => !rest.includes(id))
      return rest.length === present.length && added.length === 0 ? [] : [[field, [...rest, ...added]]]
    }),
  )
}

/**
 * Reads a length of time, or the day or moment to move to.
 *
 * Errors: `usage` for other texts, and for moments from now such as `+1mo`.
 */
export async function shiftTyped(text: string, here: DateContext): Promise<Shift | MoveTo> {
  const shift = shiftOf(text)
  if (shift) return shift
  const isRelative = /^[+-]|^(in|vor)\b|\bago$|^(now|jetzt)$/i.test(text.trim())
  const found = isRelative ? undefined : await readDate(text, here)
  if (found && 'at' in found) return { to: typedTime(text) ?? found.at }
  throw usageError(
    t('--shift needs a duration such as +1h, -2d or +1w, not "{text}"', { text }),
    t('units: w weeks, d days, h hours, m minutes; +1d12h combines them; or a date: --shift friday'),
  )
}

export interface ShiftedDates {
  readonly start_date: string
  readonly end_date: string
  /** Effects of daylight saving time. */
  readonly notes: readonly Text[]
}

/** The dates after the shift, in the event's own zone. Errors: `refused` if services could not store the new time. */
export function shiftedDates(event: JsonObject, move: Shift | MoveTo): ShiftedDates {
  const [start, end] = [wallOf(event, 'start_date'), wallOf(event, 'end_date')]
  const shift = 'to' in move ? shiftTo(event, start, move) : move
  const named = t('event {id}', { id: String(event.id) })
  if (event.all_day === true && shift.elapsed_ms > 0)
    throw new CalError(
      'refused',
      t('{named} is an all-day event and cannot move by {text}: --shift needs days or weeks here', {
        named,
        text: shift.text,
      }),
    )
  const zone = zoneOf(event, shift)
  const [start_date, end_date] = [moved(start, shift, { zone, named }), moved(end, shift, { zone, named })]
  const notes =
    event.all_day === true || 'to' in move
      ? []
      : clockNotes({ start, end, start_date, end_date }, shift, { zone, named })
  return { start_date, end_date, notes }
}

/** The shift that leads to a day, or with a time to a moment. A time alone keeps the day. */
function shiftTo(event: JsonObject, start: string, { to }: MoveTo): Shift {
  const day = isDay(to.slice(0, 10)) ? dayOf(to) : dayOf(start)
  const days = daysBetween(dayOf(start), day)
  const shift = { text: to, sign: days < 0 ? -1 : 1, days: Math.abs(days), elapsed_ms: 0 } as const
  if (isDay(to)) return shift
  const zone = zoneOf(event, { ...shift, elapsed_ms: 1 })
  const ahead_ms = instantOf(`${day} ${to.slice(-8)}`, zone) - instantOf(start, zone)
  return { text: to, sign: ahead_ms < 0 ? -1 : 1, days: 0, elapsed_ms: Math.abs(ahead_ms) }
}

function wallOf({ id, ...event }: JsonObject, name: 'start_date' | 'end_date'): string {
  const value = event[name]
  if (typeof value === 'string' && isWall(value)) return value
  throw new CalError('refused', t('event {id} has no {name} to move', { id: String(id), name }))
}

/** Shifting by days doesn't depend on the zone: if it is unknown, UTC is used. */
function zoneOf({ id, timezone }: JsonObject, { elapsed_ms }: Shift): string {
  if (typeof timezone === 'string' && isZone(timezone)) return timezone
  if (elapsed_ms === 0) return 'UTC'
  throw new CalError(
    'refused',
    t('event {id} has the unknown time zone "{text}": --shift needs days or weeks here', {
      id: String(id),
      text: stringOf(timezone),
    }),
  )
}

interface Moving {
  readonly zone: string
  readonly named: Text
}

function moved(wall: string, shift: Shift, { zone, named }: Moving): string {
  const found = shiftedWall(wall, shift, zone)
  if (typeof found === 'string') return found
  throw new CalError('refused', problemText(found, { zone, named }), {
    hint: t('use another duration, or specify --start-date and --end-date'),
  })
}

function problemText({ problem, at }: ShiftProblem, { zone, named }: Moving): Text {
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

type Times = Readonly<Record<'start' | 'end' | 'start_date' | 'end_date', string>>

/**
 * Across a clock change, shifting by days keeps the time of day and may change the duration; shifting by hours does the
 * opposite.
 */
function clockNotes(
  { start, end, start_date, end_date }: Times,
  { sign, days, elapsed_ms }: Shift,
  { zone, named }: Moving,
): readonly Text[] {
  if (elapsed_ms === 0) {
    const [was, is] = [elapsedBetween(start, end, zone), elapsedBetween(start_date, end_date, zone)]
    if (was === is) return []
    return [
      t('{named} lasts {length} instead of {length_2}: clocks in {zone} change during it', {
        named,
        length: lengthText(is),
        length_2: lengthText(was),
        zone,
      }),
    ]
  }
  const wanted_ms = sign * (days * day_ms + elapsed_ms)
  const pairs = [
    ['start_date', start, start_date],
    ['end_date', end, end_date],
  ] as const
  return pairs
    .filter(([, from, to]) => elapsedBetween(from, to, 'UTC') !== wanted_ms)
    .slice(0, 1)
    .map(([field, from, to]) =>
      t('{named}: clocks in {zone} change in between, so {field} {from} becomes {to}', {
        named,
        zone,
        field,
        from: from.slice(0, -3),
        to: to.slice(0, -3),
      }),
    )
}

function elapsedBetween(from: string, to: string, zone: string): number {
  return instantOf(to, zone) - instantOf(from, zone)
}

/** `1 h 30 min` */
function lengthText(duration_ms: number): string {
  const minutes = Math.round(duration_ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}
