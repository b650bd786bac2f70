// Updates that change only the fields that were sent, although deployed services reset some fields that were not.
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import { type CalError, usageError } from '../../base/errors.ts'
import { isEmpty, isObject, type JsonObject, objectsOf } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { event_resets, isHiddenByPassword, place_resets, resources } from '../../spec/resources.ts'
import { isOfDeployed } from '../../spec/event-parts.ts'
import type { Plural, PostPlural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { hiddenRecordError } from '../api/records.ts'
import { type Change, isSameShown } from './compare.ts'
import { sendableOf } from './sendable.ts'

/** Fields that deployed services reset when an update does not send them. */
const reset_fields: Readonly<Record<Plural, readonly string[]>> = {
  events: ['date', 'status', 'timezone', ...Object.keys(event_resets)],
  // `stateprovince` is derived again from the state and province of the same request.
  venues: ['status', 'stateprovince', ...Object.keys(place_resets.venue)],
  organizers: ['status', ...Object.keys(place_resets.organizer)],
  categories: [],
  tags: [],
}

/** Fields that change as a consequence of another one. */
const dependent_fields: Readonly<Record<string, readonly string[]>> = {
  date: ['date_utc'],
  date_utc: ['date'],
  status: ['slug', 'date', 'date_utc'],
  all_day: ['start_date', 'end_date'],
  timezone: ['start_date', 'end_date'],
  state: ['stateprovince'],
  province: ['stateprovince'],
  country: ['stateprovince'],
  name: ['slug'],
  password: ['description', 'cost', 'venue', 'organizer', 'excerpt'],
}

/**
 * The changes with every field that the service would reset otherwise.
 * Errors: `usage` if the event would end before it starts because only one of both dates is given; `not_allowed` if the
 *         fields of the record are hidden by its password.
 */
export function completeChanges(plural: Plural, before: JsonObject, changes: Values): Values {
  if (isHiddenByPassword(plural, before)) throw hiddenRecordError(plural, before)
  const present = sendableOf(plural, before)
  const preserved = reset_fields[plural].filter(
    (field) => !(field in changes) && !isEmpty(present[field]) && !isDerived(field, changes),
  )
  const complete = { ...Object.fromEntries(preserved.map((field) => [field, present[field]])), ...changes }
  return plural === 'events' ? withBothDates(complete, present, changes) : complete
}

/** The fields that an update of some can overwrite, because it sends them, too. */
export function fieldsSentWith(plural: Plural, changed: readonly string[]): readonly string[] {
  const dates = ['start_date', 'end_date', 'timezone']
  return [...changed, ...reset_fields[plural], ...(changed.some((field) => dates.includes(field)) ? dates : [])]
}

/** Whether the service computes the field from a changed one; sending its old value would prevent that. */
function isDerived(field: string, changes: Values): boolean {
  if (field === 'date') return 'date_utc' in changes
  return field === 'stateprovince' && ['state', 'province', 'country'].some((changed) => changed in changes)
}

/** Deployed services ignore a start without an end, and keep the UTC dates if only the time zone changes. */
function withBothDates(complete: Values, present: Values, changes: Values): Values {
  if (!['start_date', 'end_date', 'timezone'].some((field) => field in changes)) return complete
  const start_date = changes.start_date ?? present.start_date
  const end_date = changes.end_date ?? present.end_date
  if (start_date === undefined || end_date === undefined) return complete
  const reversed = orderErrorOf(present, changes)
  if (reversed) throw reversed
  return { ...complete, start_date, end_date }
}

/** The `usage` error of an event that would end before it starts because only one of both dates is changed. */
export function orderErrorOf(before: JsonObject, changes: Values): CalError | undefined {
  if ('start_date' in changes === 'end_date' in changes) return undefined
  const start = String(changes.start_date ?? before.start_date)
  const end = String(changes.end_date ?? before.end_date)
  const [from, to] = [isoMomentOf(start), isoMomentOf(end)]
  if (!from || !to || from.offset !== undefined || to.offset !== undefined) return undefined
  if (from.day < to.day || (from.day === to.day && (from.time ?? '') <= (to.time ?? '24'))) return undefined
  return usageError(
    t('the event would end ({end}) before it starts ({start})', { end, start }),
    t('specify start_date and end_date'),
  )
}

/** The fields that changed, except those that were sent and those that depend on them. */
export function unexpectedChangesOf(
  plural: Plural,
  { before, after, changes }: { readonly before: JsonObject; readonly after: JsonObject; readonly changes: Values },
): readonly Change[] {
  const expected = new Set(Object.keys(changes).flatMap((field) => [field, ...(dependent_fields[field] ?? [])]))
  const old_values = sendableOf(plural, shownAs(after, before))
  const new_values = sendableOf(plural, after)
  return Object.keys({ ...old_values, ...new_values })
    .map((field) => ({ field, before: old_values[field], after: new_values[field] }))
    .filter((change) => !expected.has(change.field) && !isSameShown(plural, change, after))
}

/** The record without the stored text of its cost, if the other one does not have it. */
function shownAs(other: JsonObject, record: JsonObject): JsonObject {
  if (!isObject(record.cost_details) || (isObject(other.cost_details) && 'text' in other.cost_details)) return record
  const { text: _, ...cost_details } = record.cost_details
  return { ...record, cost_details }
}

export interface PublishedPlace {
  readonly kind: Exclude<PostPlural, 'events'>
  readonly id: number
  readonly title: string
  readonly status: string
}

/** The venues and organizers that deployed services publish with the event. */
export function publishedPlacesOf(event: JsonObject, changes: Values): readonly PublishedPlace[] {
  if (!isOfDeployed(event) || (changes.status ?? event.status) !== 'publish') return []
  return (['venues', 'organizers'] as const).flatMap((kind) => {
    const { singular, name } = resources[kind]
    return objectsOf(event[singular]).flatMap(({ id, status, [name]: title }) =>
      typeof status === 'string' && status !== 'publish' && status !== 'private'
        ? [{ kind, id: Number(id), title: textOfHtml(String(title)), status }]
        : [],
    )
  })
}
