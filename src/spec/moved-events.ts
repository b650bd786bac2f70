// When an event takes place after it moves: one rule for imports, updates, copies and shifts.
import { existingWall, type MoveTo, type Shift, type ShiftProblem, shiftedWall } from '../base/dates/durations.ts'
import { dayOf, daysBetween, daysLater, isDay, isWall } from '../base/dates/days.ts'
import { instantOf, isZone, wallAt, type WallTime } from '../base/dates/zoned-time.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { t, type Text } from '../base/text/language.ts'
import { eventTimeOf, lastsDays } from './event-parts.ts'
import { booleanOf, unreadable, type Values } from './read.ts'

/** The dates of an event that moved, on the clock of its zone, as services store them. */
export interface MovedDates {
  readonly start_date: WallTime
  readonly end_date: WallTime
  readonly all_day: boolean
  /** Why a date is not the one that was asked for. */
  readonly problem: ShiftProblem | undefined
}

/**
 * The dates of an event after a move.
 *
 * Rule:   an event keeps its times of day if it moves by days or to another day, also if that has its time of day. It
 *         lasts as long as before if it moves by hours or to another time of day. One that becomes all-day is on the
 *         days on which views list it. A whole day that gets a time of day says nothing about its end: it ends when it
 *         starts, as a new event does; of several days, the last one still belongs to it.
 * Shape:  undefined without valid dates; `given` can have another zone, and `all_day`.
 */
export function movedDates(event: JsonObject, move: Shift | MoveTo, given: Values = {}): MovedDates | undefined {
  const { start_date: start, end_date: end } = event
  const time = eventTimeOf(event)
  if (!time || !isWall(start) || !isWall(end)) return undefined
  const was_zone = knownZone(event.timezone)
  if (!('to' in move)) {
    const zone = time.all_day ? 'UTC' : was_zone
    const all_day = allDayWith({ all_day: given.all_day }, event)
    return dated(shiftedWall(start, move, zone), shiftedWall(end, move, zone), { zone, all_day })
  }
  const to = /^\d\d:/.test(move.to) ? `${time.first_day} ${move.to}` : move.to
  const days = daysBetween(time.first_day, dayOf(to))
  const by_days = { sign: 1, days, elapsed_ms: 0 } as const
  const all_day = allDayWith({ ...given, start_date: to }, event)
  const zone = all_day ? 'UTC' : knownZone(given.timezone || event.timezone)
  const settings = { zone, all_day }
  if (all_day && !time.all_day) {
    const last_day = lastsDays(time) ? time.last_day : time.first_day
    return dated(`${dayOf(to)} 00:00:00`, `${daysLater(last_day, days)} 23:59:59`, settings)
  }
  if (all_day || isDay(to) || to.slice(11) === start.slice(11))
    return dated(shiftedWall(start, by_days, zone), shiftedWall(end, by_days, zone), settings)
  const begins = existingWall(to, zone)
  if (time.all_day)
    return dated(begins, time.first_day === time.last_day ? begins : shiftedWall(end, by_days, zone), settings)
  const elapsed_ms = instantOf(end, was_zone) - instantOf(start, was_zone)
  return dated(begins, shiftedWall(to, { sign: 1, days: 0, elapsed_ms }, zone), settings)
}

type Checked = WallTime | ShiftProblem

function dated(start: Checked, end: Checked, { zone, all_day }: Readonly<{ zone: string; all_day: boolean }>) {
  const stored = (date: Checked) => (typeof date === 'string' ? date : wallAt(instantOf(date.at, zone), zone))
  const problem = [start, end].find((date) => typeof date !== 'string')
  return { start_date: stored(start), end_date: stored(end), all_day, problem }
}

/** If the zone is unknown, its clock has no changes. */
function knownZone(zone: Json | undefined): string {
  return typeof zone === 'string' && isZone(zone) ? zone : 'UTC'
}

/** Whether an event is all-day with these values: a date with a time of day, which would be dropped, ends that. */
export function allDayWith({ all_day, start_date, end_date }: Values, event: JsonObject): boolean {
  const given = booleanOf(all_day)
  if (given !== unreadable) return given
  const hasTimes = hasTimeOfDay(start_date, event.start_date) || hasTimeOfDay(end_date, event.end_date)
  return event.all_day === true && !hasTimes
}

/** Times of day that begin or end whole days, as services and spreadsheets write them. */
export const whole_day_time = /^(?:00:00|23:59|24:00)(?::00)?$|^23:59:59$/

function hasTimeOfDay(after: Json | undefined, before: Json | undefined): boolean {
  if (typeof after !== 'string' || after === before) return false
  const [, time = '00:00'] = /^\d{4}-\d\d-\d\d[ T](\d\d:\d\d(?::\d\d)?)/.exec(after) ?? []
  return !whole_day_time.test(time)
}

/** The time of day that a day without a time would lose; undefined for midnight. */
export function timeOfDay(moment: Json | undefined): string | undefined {
  return isWall(moment) && !moment.endsWith(' 00:00:00') ? moment.slice(11, 16) : undefined
}

/** A day without a time, for an event that has one there: `time`. */
export function untimedText(field: 'start_date' | 'end_date', day: string, time: string): Text {
  return field === 'start_date'
    ? t('{day} has no time, and the event starts at {time}', { day, time })
    : t('{day} has no time, and the event ends at {time}', { day, time })
}
