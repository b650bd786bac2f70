// Changes that are computed from each record: added and removed items, shifted times.
import { instantOf, isZone } from '../../base/dates/zoned-time.ts'
import { type MoveTo, type Shift, shiftOf } from '../../base/dates/durations.ts'
import { dayOf, isDay, isDayOrWall, isWall } from '../../base/dates/days.ts'
import { type DateContext, readDate } from '../../base/dates/written-dates.ts'
import { typedTime } from '../../base/dates/clock-times.ts'
import { hasUtcOffset } from '../../base/dates/machine-dates.ts'
import { inZone, problemText, withDays, withEnd } from '../../bulk/input/completed-dates.ts'
import { backwards, exactInstant } from '../../bulk/input/event-dates.ts'
import type { Edits } from '../types/command.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { type JsonObject, stringOf } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { sendableField } from '../../client/update/sendable.ts'
import { lengthText } from '../../spec/event-parts.ts'
import { flagOf, isHiddenByPassword } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import { type MovedDates, movedDates, timeOfDay, untimedText } from '../../spec/moved-events.ts'
import { booleanOf, type Values } from '../../spec/read.ts'

export const no_edits: Edits = { add: {}, remove: {} }

/** The values to send for one record. Errors: `refused` for a list that the service did not return, or a shift. */
export function editedValues(plural: Plural, before: JsonObject, values: Values, edits: Edits): Values {
  const dated = edits.shift ? { ...values, ...shiftedDates(before, edits.shift, values) } : withDays(values, before, 24)
  return { ...withEnd(dated, before, flagOf), ...listsOf(plural, before, edits) }
}

/**
 * The error for new dates that contradict each other or would change more of the event than they say: its times of day,
 * or how long it lasts. `given` are the dates before they were completed.
 */
export function dateErrorOf(before: JsonObject, given: Values, edited: Values): CalError | undefined {
  const { start_date: start, end_date: end, all_day = before.all_day } = edited
  const isAlone = given.end_date === undefined && given.duration === undefined
  if (typeof start === 'string' && isAlone && isOtherDay(before, start)) return stretched(before, start)
  const lost = (['start_date', 'end_date'] as const).find(
    (field) => typeof given[field] === 'string' && isDay(given[field]) && timeOfDay(before[field]) !== undefined,
  )
  if (lost !== undefined && booleanOf(all_day) === false) return untimed(lost, String(given[lost]), before)
  if (typeof start !== 'string' || typeof end !== 'string' || !isDayOrWall(start) || !isDayOrWall(end)) return undefined
  const isAlike = isDay(start) === isDay(end)
  if (isAlike ? end >= start : dayOf(end) >= dayOf(start)) return undefined
  const { text, hint } = backwards(start, end)
  return usageError(text, hint)
}

function untimed(field: 'start_date' | 'end_date', day: string, before: JsonObject): CalError {
  const time = String(timeOfDay(before[field]))
  return usageError(
    untimedText(field, day, time),
    t('to keep the time: {flag} "{day} {time}"; for whole days, add --all-day', { flag: flagOf(field), day, time }),
  )
}

function isOtherDay({ start_date, end_date }: JsonObject, start: string): boolean {
  return isWall(start_date) && isWall(end_date) && isDay(dayOf(start)) && dayOf(start) !== dayOf(start_date)
}

/** The error for a start on another day, whose end stays. */
function stretched({ id: of, end_date }: JsonObject, start: string): CalError {
  const id = String(of)
  const to = isDay(start) ? start : `"${start.slice(0, 16)}"`
  return usageError(
    t('event {id} would still end on {end}', { id, end: String(end_date).slice(0, 16) }),
    t('to move it: cal events update {id} --shift {to}', { id, to }),
  )
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
 * Reads a length of time, or the day or moment to move to on this clock.
 *
 * Errors: `usage` for other texts, and for moments from now such as `+1mo`.
 */
export async function shiftTyped(text: string, clock: () => Promise<DateContext>): Promise<Shift | MoveTo> {
  const shift = shiftOf(text)
  if (shift) return shift
  const isRelative = /^[+-]|^(in|vor)\b|\bago$|^(now|jetzt)$/i.test(text.trim())
  // Each event has its own zone.
  if (hasUtcOffset(text) && exactInstant(text) !== undefined) return { to: text }
  const found = isRelative ? undefined : readDate(text, await clock())
  if (found && 'at' in found) return { to: typedTime(text) ?? found.at }
  throw usageError(
    t('--shift needs a duration such as +1h, -2d or +1w, not "{text}"', { text }),
    t('units: w weeks, d days, h hours, m minutes; +1d12h combines them; or a date: --shift friday'),
  )
}

/** The dates after the shift, in the event's own zone. Errors: `refused` if services could not store the new time. */
export function shiftedDates(
  event: JsonObject,
  move: Shift | MoveTo,
  given: Values = {},
): Pick<MovedDates, 'start_date' | 'end_date' | 'all_day'> {
  const named = t('event {id}', { id: String(event.id) })
  if (!('to' in move) && move.elapsed_ms > 0) checkHours(event, move, named)
  const own = { ...event, ...(given.timezone !== undefined && { timezone: given.timezone }) }
  const moved = movedDates(event, 'to' in move ? { to: String(inZone(move.to, own)) } : move, given)
  if (!moved) throw new CalError('refused', t('event {id} has no dates to move', { id: String(event.id) }))
  const { problem, ...dates } = moved
  if (problem)
    throw new CalError('refused', problemText(problem, { zone: stringOf(given.timezone || event.timezone), named }), {
      hint: t('use another duration, or specify --start-date and --end-date'),
    })
  return dates
}

/** The note on an event whose length a move changes, because clocks change during it, before or after the move. */
export function lengthNotes(event: JsonObject, moved: Values): readonly Text[] {
  const after = { ...event, ...moved }
  const zone = stringOf(after.timezone)
  if (event.all_day === true || booleanOf(after.all_day) === true || !isZone(zone)) return []
  const lengthOf = ({ start_date, end_date }: Values) =>
    instantOf(String(end_date), zone) - instantOf(String(start_date), zone)
  const [was, is] = [lengthOf(event), lengthOf(after)]
  if (was === is) return []
  return [
    t('{named} lasts {length} instead of {length_2}: clocks in {zone} change during it', {
      named: t('event {id}', { id: String(event.id) }),
      length: (language) => lengthText(is, language),
      length_2: (language) => lengthText(was, language),
      zone,
    }),
  ]
}

/** Errors: `refused` if hours have no meaning for the event. */
function checkHours({ id, all_day, timezone }: JsonObject, { text }: Shift, named: Text): void {
  if (all_day === true)
    throw new CalError(
      'refused',
      t('{named} is an all-day event and cannot move by {text}: --shift needs days or weeks here', { named, text }),
    )
  const zone = stringOf(timezone)
  if (isZone(zone)) return
  throw new CalError(
    'refused',
    t('event {id} has the unknown time zone "{text}": --shift needs days or weeks here', {
      id: String(id),
      text: zone,
    }),
  )
}
