// Updates that change what was asked for and nothing else, although deployed services reset what is not sent.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { idOf, recordOf } from '../api/answer.ts'
import { call, type CallOptions } from '../api/call.ts'
import { visibleMismatchesOf, type FieldMismatch } from './verify-write.ts'
import { blankRecordError, isBlank } from '../api/protected.ts'
import { rereadIfBlank } from '../api/records.ts'
import { isCostReadable, sendableOf, displayedCost } from './sendable.ts'

/** What deployed services reset when an update does not send it. Source: modes D1. */
const reset_fields: Readonly<Record<Plural, readonly string[]>> = {
  events: [
    'date',
    'status',
    'timezone',
    'all_day',
    'image',
    'cost',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'organizer',
  ],
  venues: ['status', 'show_map', 'show_map_link', 'stateprovince', 'image'],
  organizers: ['status', 'image'],
  categories: [],
  tags: [],
}

/** Fields that rightly change with another one. */
const followers: Readonly<Record<string, readonly string[]>> = {
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

/** A field that changed although nobody asked for it. */
export interface UnexpectedChange {
  readonly field: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

export interface UpdateResult {
  readonly record: JsonObject
  readonly unexpected_changes: readonly UnexpectedChange[]
  readonly mismatches: readonly FieldMismatch[]
  readonly rewritten: readonly RewrittenField[]
}

/** A field that had to be sent along although the service does not show the text that it keeps. */
export interface RewrittenField {
  readonly field: string
  readonly shown: Json | undefined
  readonly sent: Json | undefined
}

/** Sends the whole change of a record that was just read, and compares what came of it. */
export async function updateSafely(
  exchange: Exchange,
  plural: Plural,
  before: JsonObject,
  changes: Values,
  extra: CallOptions = {},
): Promise<UpdateResult> {
  const answered = recordOf(
    await call(exchange, `${plural}.update`, { ...completeChanges(plural, before, changes), id: idOf(before) }, extra),
  )
  const record = await rereadIfBlank(exchange, plural, answered)
  const rewritten = rewrittenFieldsOf(plural, before, changes)
  if (isBlank(plural, record)) return { record, unexpected_changes: [], mismatches: [], rewritten }
  return {
    record,
    unexpected_changes: unexpectedChangesOf(plural, { before, after: record, changes }),
    mismatches: visibleMismatchesOf(plural, changes, record),
    rewritten,
  }
}

/**
 * The changes with everything that must be sent for the rest to stay.
 * Fails:  `usage` where a lone start or end, completed from the record, would turn the event round; `not_allowed` where
 *         the record came blank.
 */
export function completeChanges(plural: Plural, before: JsonObject, changes: Values): Values {
  if (isBlank(plural, before)) throw blankRecordError(plural, before)
  const present = sendableOf(plural, before)
  const kept = reset_fields[plural].filter(
    (field) => !(field in changes) && !isEmpty(present[field]) && !follows(field, changes),
  )
  const whole = { ...Object.fromEntries(kept.map((field) => [field, present[field]])), ...changes }
  return plural === 'events' ? withBothDates(whole, present, changes) : whole
}

/** Only services that show no more than the amounts empty a cost that is not sent: the others say its text. D-563 */
export function rewrittenFieldsOf(plural: Plural, before: JsonObject, changes: Values): readonly RewrittenField[] {
  if (plural !== 'events' || 'cost' in changes || isCostReadable(before)) return []
  const { cost: sent } = sendableOf(plural, before)
  return isEmpty(sent) ? [] : [{ field: 'cost', shown: displayedCost(before), sent }]
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A service computes these from what changes; sending the old one would hold it back. */
function follows(field: string, changes: Values): boolean {
  if (field === 'date') return 'date_utc' in changes
  return field === 'stateprovince' && ['state', 'province', 'country'].some((changed) => changed in changes)
}

/** Deployed services ignore a lone date, and leave the instants behind when only the zone changes. */
function withBothDates(whole: Values, present: Values, changes: Values): Values {
  if (!['start_date', 'end_date', 'timezone'].some((field) => field in changes)) return whole
  const start_date = changes.start_date ?? present.start_date
  const end_date = changes.end_date ?? present.end_date
  if (start_date === undefined || end_date === undefined) return whole
  checkOrder(String(start_date), String(end_date), changes)
  return { ...whole, start_date, end_date }
}

function checkOrder(start: string, end: string, changes: Values): void {
  const lone = 'start_date' in changes ? !('end_date' in changes) : 'end_date' in changes
  const comparable = [start, end].every((text) => /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(text))
  if (!lone || !comparable || start <= end || end.startsWith(start) || start.startsWith(end)) return
  throw new CalError(
    'usage',
    {
      en: `the event would end (${end}) before it starts (${start})`,
      de: `der Termin würde enden (${end}), bevor er beginnt (${start})`,
    },
    {
      hint: { en: 'give --start-date and --end-date together', de: '--start-date und --end-date zusammen angeben' },
    },
  )
}

/** What differs in the answer beside the changes and what follows from them. */
export function unexpectedChangesOf(
  plural: Plural,
  { before, after, changes }: { readonly before: JsonObject; readonly after: JsonObject; readonly changes: Values },
): readonly UnexpectedChange[] {
  const expected = new Set(Object.keys(changes).flatMap((field) => [field, ...(followers[field] ?? [])]))
  const was = sendableOf(plural, before)
  const is = sendableOf(plural, after)
  return Object.keys({ ...was, ...is })
    .filter((field) => !expected.has(field) && !sameValue(was[field], is[field]))
    .map((field) => ({ field, before: was[field], after: is[field] }))
}

function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  return (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
}
