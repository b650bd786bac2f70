// Changes that depend on the record: items added to lists or removed, a duration, a time without a date, a shift.
import type { Edits } from '../core/command.ts'
import { endOf } from '../../base/dates/durations.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { dayOf, daysBetween, daysLater } from '../../base/dates/days.ts'
import { typedTime } from '../../base/dates/typed-dates.ts'
import { sendableField } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import { flagOf } from '../../spec/resources.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { type ShiftedDates, shiftedDates } from './shift-event.ts'

/** The lists of an event that flags can edit. */
export const list_fields = ['categories', 'tags', 'organizer', 'venue'] as const

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
    isTime(values.start_date) ||
    isTime(values.end_date)
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

export function isTime(value: Json | undefined): value is string {
  return typeof value === 'string' && typedTime(value) !== undefined
}

/** A time without a date keeps the date of the record; an end is after its start. */
function withDays(values: Values, before: JsonObject): Edited {
  const [was_start, was_end] = [String(before.start_date ?? ''), String(before.end_date ?? '')]
  const start = isTime(values.start_date) ? `${dayOf(was_start)} ${typedTime(values.start_date)}` : values.start_date
  const begins = typeof start === 'string' ? start : was_start
  const lasts_days = was_end > was_start && start === undefined ? daysBetween(dayOf(was_start), dayOf(was_end)) : 0
  const isLong = lasts_days > 1 || (lasts_days === 1 && was_end.slice(11) >= was_start.slice(11))
  const end = isTime(values.end_date)
    ? isLong
      ? `${dayOf(was_end)} ${typedTime(values.end_date)}`
      : endAfter(begins, values.end_date)
    : values.end_date
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

/** The next occurrence of a time of day after the start. */
export function endAfter(start: string, time: string): string {
  const clock = typedTime(time) ?? '00:00:00'
  const begins = start.slice(11) || '00:00:00'
  return `${clock > begins ? dayOf(start) : daysLater(dayOf(start), 1)} ${clock}`
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
  if (fields.length > 0 && before.all_day === null) throw concealed(before)
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

/** A service returns a protected event without its lists, unless the password is sent. */
function concealed({ id }: JsonObject): CalError {
  return new CalError(
    'not_allowed',
    t('event {id} is protected by a password, so its lists cannot be read', { id: String(id) }),
    {
      hint: t('sign in with an account that may edit it: cal login'),
    },
  )
}
