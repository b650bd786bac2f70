// Parses an entry: its fields in the form of a request, references as written, and all errors.
import { inShellQuotes } from '../../base/text/quoted.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { closest } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { type Problem, read, integerOf, type Values } from '../../spec/read.ts'
import { isPlace, linked_kinds, resources, unknownField } from '../../spec/resources.ts'
import type { DateOrder } from '../../base/dates/days.ts'
import { columnNameIn, type Entry, holdsNul, type InputError, text_without_nul, withRowErrors } from './entry.ts'
import { changedDatesOf, datesOf, type EventClock, leaveOutDay } from './event-dates.ts'
import { withPublicationDates } from './publication-dates.ts'
import { isOneZone, zoneHint } from '../../base/dates/zoned-time.ts'
import { zoneOfName } from './zone-names.ts'
import { withoutCents } from '../../spec/cost.ts'
import { yesOrNo } from './cell-values.ts'
import { statusErrors, statusWord } from './status-words.ts'
import { isAnswer, sendableField } from '../../client/update/sendable.ts'

export interface ParsedRecord {
  /** The number of the entry, counted over all files from 0. */
  readonly n: number
  readonly entry: Entry
  readonly kind: Plural
  /** Only the fields of the input, in the forms the service accepts; references as they were written. */
  readonly values: JsonObject
  /** The file does not say when the event ends: an update keeps how long it lasts. */
  readonly end_assumed?: true
  /** See `Entry`. */
  readonly has_plain_texts?: true
  /** The event is all-day because its dates have no time. */
  readonly whole_assumed?: true
  /** The dates are instants, here as they are written: an event that exists keeps its zone. */
  readonly zone_follows?: Values
  /** The dates that leave out the day of the start: it is that of the event that exists. */
  readonly open_dates?: Values
  /** The id of the record in the service it was exported from: references in the file use it. */
  readonly id?: number
  readonly uid?: string
  /** Another uid by which the record is looked up. */
  readonly other_uid?: string
  /** The name by which references in the file mean the record. */
  readonly key?: string
}

export interface ParseRules {
  readonly here: EventClock
  /** Of day and month outside of tables; without it, a date that means two days is an error. */
  readonly order?: DateOrder | undefined
  /** Fields that are ignored in every record: `--without author,image`. */
  readonly without: ReadonlySet<string>
  /** Records that update others by id need not be complete. */
  readonly partial: boolean
  /** Called for each field of a service's response that the interface does not have: an extension. */
  readonly unknown: (kind: Plural, field: string) => void
  readonly note: (text: Text) => void
}

export type ParsedEntry = { readonly record: ParsedRecord; readonly errors: readonly InputError[] }

export function parseEntry(entry: Entry, n: number, rules: ParseRules): ParsedEntry {
  const { kind, values: written } = entry
  const { here, note, partial, without } = rules
  const sent = sendableFieldsOf(entry, without)
  const duration = kind === 'events' && !without.has('duration') ? (written.duration ?? undefined) : undefined
  const linked = linkedIn(entry, without)
  if (!isAnswer(written)) for (const one of linked) noteUnused(one, note)
  if (kind === 'events' && !partial) noteForeignId(entry, note)
  const described = [{ kind, record: written }, ...linked]
  const called = (field: string) => columnNameIn(entry, field)
  const order = entry.order ?? rules.order
  const isOpen = kind === 'events' && partial && leaveOutDay(sent, duration)
  const read_dates = isOpen ? changedDatesOf : datesOf
  const dated = kind === 'events' ? read_dates(sent, duration, { here, order, note, called }) : undefined
  const { start_date, end_date, ...undated } = sent
  const published = withPublicationDates(isOpen ? undated : sent, { here, order })
  const values = { ...published.values, ...(!isOpen && dated?.values) }
  const errors = [
    ...described.flatMap((one) => unknownFieldErrors(one, isAnswer(written) || isAnswer(one.record), rules)),
    ...(dated?.errors ?? []),
    ...published.errors,
    ...errorsOf({ kind, values, called }, partial),
  ]
  const all = withRowErrors(entry.row_errors, errors)
  const end_follows = entry.column_names !== undefined || duration !== undefined
  const { end_assumed = dated?.end_assumed } = entry
  const record: ParsedRecord = {
    ...{ n, entry, kind, values, ...identifiersOf(written) },
    ...(end_assumed && { end_assumed }),
    ...(entry.has_plain_texts && { has_plain_texts: true }),
    ...(dated?.whole_assumed && { whole_assumed: true }),
    ...(isOpen && { open_dates: { start_date, end_date, ...dated?.values, duration } }),
    ...(dated?.zone_follows && { zone_follows: dated.zone_follows }),
  }
  return { record, errors: end_follows ? withoutFollowingEnd(all) : all }
}

/**
 * The end of a row, or of an event with a duration, follows from its start: with a wrong start it is not a second
 * error.
 */
function withoutFollowingEnd(errors: readonly InputError[]): readonly InputError[] {
  if (!errors.some(({ field }) => field === 'start_date')) return errors
  return errors.filter(({ field, value }) => field !== 'end_date' || value !== undefined)
}

interface Checked {
  readonly kind: Plural
  readonly values: JsonObject
  readonly called: (field: string) => string
}

/** The errors in the values of a record; in those of a part of one, nothing is missing. */
export function errorsOf({ kind, values, called }: Checked, partial: boolean): readonly InputError[] {
  const fields: Parameters = resources[kind].fields
  const { problems } = read(fields, references(values), { isPartial: partial })
  const { name } = resources[kind]
  const { status, timezone } = values
  const with_nul = Object.keys(values).filter((field) => holdsNul(values[field]))
  return [
    ...problems.map((problem) => errorOf(problem, called(problem.name))),
    ...(typeof values[name] === 'string' && String(values[name]).trim() === ''
      ? [{ field: name, value: '', text: t('{name} is blank', { name: called(name) }) }]
      : []),
    ...with_nul.map((field) => wrong({ field, name: called(field), value: values[field] }, text_without_nul)),
    ...(typeof status === 'string' ? statusErrors(status, called('status')) : []),
    ...(typeof timezone === 'string' && timezone !== '' ? zoneErrors(timezone, called('timezone')) : []),
  ]
}

function zoneErrors(timezone: string, name: string): readonly InputError[] {
  if (isOneZone(timezone)) return []
  const error = wrong({ field: 'timezone', name, value: timezone }, t('a zone such as Europe/Berlin or UTC+2'))
  const hint = zoneHint(timezone)
  return [hint === undefined ? error : { ...error, hint }]
}

/** A parent may be a name; whether it exists is checked later. */
function references(values: JsonObject): JsonObject {
  if (typeof values.parent !== 'string' && !isObject(values.parent)) return values
  const { parent: _, ...rest } = values
  return rest
}

function errorOf({ name: field, reason, expected, value }: Problem, name: string): InputError {
  if (reason === 'type') return wrong({ field, name, value }, expected)
  return {
    field,
    text: t('{name} is missing', { name }),
    hint: field.endsWith('_date') ? t('add a date such as 2027-03-01 18:00') : t('add {expected}', { expected }),
  }
}

function wrong(
  { field, name, value }: { readonly field: string; readonly name: string; readonly value: Json | undefined },
  expected: Text,
): InputError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return {
    field,
    value,
    text: t('{name} needs {expected}, not "{shown}"', { name, expected, shown }),
  }
}

/** Fields of responses that cannot be sent: derived from others, or maintained by the service. */
export const answer_fields: ReadonlySet<string> = new Set([
  'id',
  'uid',
  'other_uid',
  'key',
  'kind',
  'global_id',
  'global_id_lineage',
  'url',
  'rest_url',
  'modified',
  'modified_utc',
  'excerpt',
  'slug',
  'json_ld',
  'urls',
  '_links',
  'meta',
  'start_date_details',
  'end_date_details',
  'utc_start_date',
  'utc_end_date',
  'utc_start_date_details',
  'utc_end_date_details',
  'timezone_abbr',
  'cost_details',
  'count',
  'taxonomy',
  'term_group',
  'term_taxonomy_id',
  'filter',
  'geo_lat',
  'geo_lng',
  'parent',
  'start_time',
  'end_time',
  '_error',
])

/** `null` counts as absent. The slug of an event can be sent; that of a venue or organizer only identifies it. */
function sendableFieldsOf({ kind, values }: Entry, without: ReadonlySet<string>): JsonObject {
  const { fields } = resources[kind]
  const sent: Record<string, Json> = {}
  for (const name of Object.keys(values)) {
    // The author in a response is a user of that service.
    if (without.has(name) || (name === 'author' && values.global_id !== undefined)) continue
    if (!Object.hasOwn(fields, name) && (!isExtraField(kind, name) || name === 'duration')) continue
    const value = values[name] === null ? null : asSent(kind, name, values)
    if (value !== undefined && value !== null) sent[name] = value
  }
  return sent
}

/** What identifies a record of the file. */
function identifiersOf({ uid, other_uid, key, ...values }: Values): Partial<ParsedRecord> {
  const id = integerOf(values.id)
  return {
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof uid === 'string' && uid !== '' ? { uid } : {}),
    ...(typeof other_uid === 'string' ? { other_uid } : {}),
    ...(typeof key === 'string' || typeof key === 'number' ? { key: String(key) } : {}),
  }
}

/** Services have no larger ids. */
const id_max = 2 ** 31

/** The ids of another program, `rec8Hs7`, identify events if they are their uids: their titles and dates may change. */
function noteForeignId({ column_names, values: { id, uid } }: Entry, note: ParseRules['note']): void {
  const column = column_names?.id?.replace(/ \(id\)$/, '')
  if (column === undefined || typeof id !== 'string' || uid !== undefined || id.trim() === '') return
  const number = integerOf(id)
  if (typeof number === 'number' && number < id_max) return
  note(
    t('column "{column}" has no ids of this calendar; to know events by them again: --map "{column}=uid"', {
      column: inShellQuotes(column),
    }),
  )
}

/** Which fields of a kind refer to which other kind. */
export const reference_fields: Readonly<Partial<Record<Plural, Readonly<Record<string, Plural>>>>> = {
  events: linked_kinds,
  categories: { parent: 'categories' },
}

/** A record, or one that is described in place of a link. */
interface DescribedRecord {
  readonly kind: Plural
  readonly record: JsonObject
}

function linkedIn({ kind, values }: Entry, without: ReadonlySet<string>): readonly DescribedRecord[] {
  return Object.entries(reference_fields[kind] ?? {}).flatMap(([field, linked]) =>
    typeof values[field] !== 'object' || without.has(field)
      ? []
      : objectsOf(values[field]).map((record) => ({ kind: linked, record })),
  )
}

/** Fields of a linked record that it is not created with: in responses they have other meanings. */
export const unused_in_links: readonly string[] = ['author', 'date', 'date_utc', 'status', 'image', 'parent']

function noteUnused({ kind, record }: DescribedRecord, note: ParseRules['note']): void {
  if (record.id !== undefined || isAnswer(record)) return
  const { fields, titles } = resources[kind]
  for (const [field, value] of Object.entries(record)) {
    const isUnused = unused_in_links.includes(field) || typeof value === 'object'
    if (isUnused && Object.hasOwn(fields, field) && !isEmptyValue(value))
      note(
        t('ignored: {field} of linked {titles}; to set it, list the {titles} under "{linked}"', {
          field,
          titles,
          linked: kind,
        }),
      )
  }
}

/** Fields of a response are extensions of its service, which are noted, unless they are nearly known ones. */
function unknownFieldErrors(
  { kind, record }: DescribedRecord,
  isShown: boolean,
  { without, unknown }: ParseRules,
): readonly InputError[] {
  const names = unknownFieldsIn(kind, record).filter((name) => !without.has(name))
  const { titles, fields } = resources[kind]
  const known = Object.keys(fields)
  return names.flatMap((name) => {
    if (isShown && closest(name, known) === undefined) {
      unknown(kind, name)
      return []
    }
    const named = { kind, known, where: t('{titles}: ', { titles }) }
    const otherwise = t("this is a page of a list: take its records with jq '[.[].{kind}[]]'", { kind })
    const { text, hint } = unknownField(name, name === kind ? { ...named, otherwise } : named)
    return [{ field: name, unknown_field: name, text, ...(hint && { hint }) }]
  })
}

/** Non-empty fields that the interface does not have: extensions of a service, or misspelled ones. */
export function unknownFieldsIn(kind: Plural, values: Values): readonly string[] {
  return Object.keys(values).filter(
    (name) =>
      !Object.hasOwn(resources[kind].fields, name) &&
      !isExtraField(kind, name) &&
      !answer_fields.has(name) &&
      !isEmptyValue(values[name]),
  )
}

/** Services return an empty extension as `[]`, `{}`, `null`, `false` or an empty text. */
function isEmptyValue(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

/**
 * Read in addition to the documented fields: the password of a new event (Q18), slugs that only match, and the duration
 * that determines the end.
 */
function isExtraField(kind: Plural, name: string): boolean {
  return (kind === 'events' && (name === 'password' || name === 'duration')) || (isPlace(kind) && name === 'slug')
}

/** The values with the documented fields in the form of a request; those that cannot be sent are left out. */
export function convertedFields(kind: Plural, values: Values): Values {
  const converted = Object.entries(values).map(
    ([name, value]) => [name, value === null ? value : asSent(kind, name, values)] as const,
  )
  return Object.fromEntries(converted.filter(([, value]) => value !== undefined))
}

/** A field of a response, or as people write it, in the form of a request; undefined if it cannot be sent. */
function asSent(kind: Plural, name: string, record: Values): Json | undefined {
  const value = sendableField(kind, name, record, 'any')
  if (name === 'timezone' && typeof value === 'string') return zoneOfName(value) ?? value
  if (name === 'status' && typeof value === 'string') return statusWord(value)
  if (name === 'cost' && typeof value === 'string' && !isObject(record.cost_details)) return withoutCents(value)
  return asTyped(kind, name, value)
}

/** `ja` → `true`, and the number of the `zip: 80331` of a YAML file as text. */
function asTyped(kind: Plural, name: string, value: Json | undefined): Json | undefined {
  const fields: Parameters = resources[kind].fields
  const { type, form } = fields[name] ?? {}
  if (form === 'url' && typeof value === 'string') return value.trim()
  const isSwitch = type === 'boolean' || form === 'toggle'
  const read = isSwitch && typeof value === 'string' ? (yesOrNo(value) ?? value) : value
  const isText = type === 'string' && form !== 'datetime'
  return isText && (isExactNumber(read) || (isSwitch && typeof read === 'boolean')) ? String(read) : read
}

/** Whether the number is what was written: longer ones are rounded. */
function isExactNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && String(value).length <= 15
}
