// A plan: one step for each record of the input, computed from the input and the records of the service.
import { isDay, isDayOrWall, isWall } from '../../base/dates/days.ts'
import { type Instant, instantOf, isZone, wallAt } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isEmpty, type Json, type JsonObject } from '../../base/json.ts'
import type { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { isSameText } from '../../base/text/stored-text.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { type Change, changesOf } from '../../client/update/compare.ts'
import { orderErrorOf } from '../../client/update/update.ts'
import { isDeployed } from '../../client/api/call.ts'
import { hiddenRecordError } from '../../client/api/records.ts'
import { isHiddenByPassword, isTerm, resources, term_name_length_max } from '../../spec/resources.ts'
import { isAddress, isImageAddress } from '../../spec/addresses.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { movedDates } from '../../spec/moved-events.ts'
import { emptyOf, type Values } from '../../spec/read.ts'
import { completedDates } from '../input/completed-dates.ts'
import { backwards, isBackwards } from '../input/event-dates.ts'
import { columnNameIn, type Entry, type InputError } from '../input/entry.ts'
import type { WriteDone } from '../journal/read-journal.ts'
import type { Row } from '../matching/existing.ts'
import { withUid } from '../matching/keys.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** What to do if a record exists but differs. */
export type OnExisting = 'error' | 'update' | 'skip'

export interface NamedRecord {
  readonly kind: Plural
  readonly n: number
  /** The key by which the record is matched. */
  readonly key: string
  /** The name shown to the user. */
  readonly title: string
  /** The entry of the input; absent for steps that follow from others. */
  readonly entry?: Entry
}

export interface Create extends NamedRecord {
  readonly action: 'create'
  readonly values: Values
  /** A create that was interrupted: the record that it made, which is used; without one, it is sent again. */
  readonly interrupted?: { readonly made: JsonObject | undefined }
  /** Its requests arrived before, because it is not sent again. */
  readonly until?: Instant | undefined
  /** For a term that is created again: the id of the deleted one. */
  readonly replaces?: number
  /**
   * Time in milliseconds. Absent if the calendar was read before the run; otherwise, after a lost response, only a
   * record that was modified since then counts as this one (decision 9).
   */
  readonly since?: number
}

export interface Update extends NamedRecord {
  readonly action: 'update'
  readonly id: number
  readonly before: JsonObject
  readonly changes: readonly Change[]
  /** Of a copy: the changed fields that were edited at the target since the last copy. */
  readonly edited?: readonly string[]
  /** Values that are sent although the record shows no difference, or doesn't show them: a password. */
  readonly more?: Values
  /** Sends nothing else, although the service may reset other fields. */
  readonly only_given?: true
}

export interface Delete extends NamedRecord {
  readonly action: 'delete'
  readonly id: number
  /** Only its id, if the record cannot be read. */
  readonly before: JsonObject
}

/** Nothing to send: the record is up to date, or is left unchanged. */
export interface Keep extends NamedRecord {
  readonly action: 'unchanged' | 'skip'
  readonly id: number
}

/** The record cannot be written. */
export interface Conflict extends NamedRecord {
  readonly action: 'conflict'
  /** The existing record that prevents it. */
  readonly id?: number
  readonly errors: readonly InputError[]
  /** The input is invalid, rather than in conflict with an existing record. */
  readonly invalid?: true
  /** The error of a command that writes only this record; by default `refused` with the first of `errors`. */
  readonly error?: CalError
}

export type WriteStep = Create | Update | Delete
export type Step = WriteStep | Keep | Conflict

/**
 * The result of a step. `instead_of`: the step was reported as created before, and its record turned out to be a
 * duplicate of one that others created.
 */
export type PlanResult =
  | {
      readonly step: Step
      readonly done: WriteDone
      readonly record: JsonObject
      /** The response was lost, and the record was looked up. */
      readonly found?: true
    }
  | {
      readonly step: Step
      readonly done: 'unchanged' | 'skipped'
      readonly record?: JsonObject
      /** Why it was skipped, if `--force` would execute it. */
      readonly errors?: readonly InputError[]
      readonly instead_of?: 'created'
    }
  | {
      readonly step: Step
      readonly done: 'failed'
      readonly errors: readonly InputError[]
      /** The error of the service; absent for a step that was not sent. */
      readonly error?: CalError
    }

export function isWrite(step: Step): step is WriteStep {
  return step.action === 'create' || step.action === 'update' || step.action === 'delete'
}

/** The values that changes set. */
export function valuesAfter(changes: readonly Change[]): Values {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]))
}

/** The step that creates a record of the input. */
export function newRecordStep(row: Row, key: string): Create | Conflict {
  return createStep(namedOf(row, key), knownValues(row.kind, withUid(row, true)))
}

/** The step that creates a record; a conflict if services would refuse it, or store another end. */
export function createStep(named: NamedRecord, values: Values): Create | Conflict {
  const sent = newRecordValues(values)
  return conflictOfDates(named, sent) ?? conflictOfValues(named, sent) ?? { action: 'create', values: sent, ...named }
}

/** A conflict if a new event has no start, or no end: a row with an id need not have them. */
export function withoutDate(step: Create): Conflict | undefined {
  const field = ['start_date', 'end_date'].find((name) => step.kind === 'events' && step.values[name] === undefined)
  if (field === undefined) return undefined
  const text = t('{name} is missing', { name: columnNameIn(step.entry, field) })
  const error = { field, text, hint: t('add a date such as 2027-03-01 18:00') }
  return { ...nameOfStep(step), action: 'conflict', errors: [error] }
}

interface Updating extends Pick<Update, 'changes' | 'more' | 'only_given'> {
  /** The values were stored by the service before, which an undo or restore puts back: they are not checked. */
  readonly stored?: true
}

/** Why no service would create the record of a row; what one with an id has stored is not known. */
export function newRecordErrors(row: ParsedRecord): readonly InputError[] {
  const step = row.id === undefined ? newRecordStep(row, '') : undefined
  return step?.action === 'conflict' ? step.errors : []
}

/**
 * The step that changes a record; a conflict if its fields are hidden and would be lost, or if every service would
 * refuse the values.
 */
export function updateStep(
  named: NamedRecord,
  record: JsonObject,
  { changes, more = {}, only_given, stored }: Updating,
): Update | Keep | Conflict {
  const { kind } = named
  const id = Number(record.id)
  const sent = { ...valuesAfter(changes), ...more }
  if (Object.keys(sent).length === 0) return { action: 'unchanged', ...named, id }
  if (isHiddenByPassword(kind, record) && !only_given) return conflictWith(named, id, hiddenRecordError(kind, record))
  const reversed = stored || kind !== 'events' ? undefined : orderErrorOf(record, sent)
  if (reversed) return conflictWith(named, id, reversed)
  return (
    (stored ? undefined : conflictOfValues(named, sent, record)) ?? {
      action: 'update',
      ...nameOfStep(named),
      id,
      before: record,
      changes,
      ...(Object.keys(more).length > 0 ? { more } : {}),
      ...(only_given ? { only_given } : {}),
    }
  )
}

/** The step that deletes a record. */
export function deleteStep(named: NamedRecord, record: JsonObject): Delete {
  return { action: 'delete', ...nameOfStep(named), id: Number(record.id), before: record }
}

/** A record that cannot be written because of this error. */
export function conflictWith(named: NamedRecord, id: number | undefined, error: CalError): Conflict {
  const { text, hint } = error
  const errors = [{ text, ...(hint ? { hint } : {}) }]
  return { ...nameOfStep(named), ...(id === undefined ? {} : { id }), action: 'conflict', errors, error }
}

/** A row of the input, whose references are ids. */
type ComparedRow = Pick<
  ParsedRecord,
  'kind' | 'values' | 'uid' | 'end_assumed' | 'has_plain_texts' | 'zone_follows'
> & {
  readonly entry?: Pick<Entry, 'column_names'>
}

/** How a row differs from a record that matches it. */
export interface RowDifference {
  /** What the row changes; nothing if the record is up to date. */
  readonly changes: readonly Change[]
  /** What the empty cells of a table would clear. */
  readonly emptied: readonly Change[]
  /** What the texts of a table would change if they did not lack the markup of the record: nothing is changed. */
  readonly unmarked: readonly Change[]
  /**
   * An event of iCalendar is a draft, although the file does not have it as one: it may have been cancelled or
   * tentative when it was imported.
   */
  readonly isDraft: boolean
  /** The row has a password, which services do not show: it is neither compared nor sent. */
  readonly hasPassword: boolean
}

/** The row with the dates that it leaves out, which are those of the event. */
export function completedRow(
  row: Row,
  event: JsonObject,
): { readonly row: Row; readonly errors: readonly InputError[] } {
  const { open_dates, values, entry } = row
  if (!open_dates) return { row, errors: [] }
  const { all_day, timezone } = values
  const called = (field: string) => columnNameIn(entry, field)
  const { values: dates, errors } = completedDates({ all_day, timezone, ...open_dates }, event, called)
  return { row: { ...row, values: { ...values, ...dates } }, errors }
}

/** The one comparison of a row with a record. */
export function differenceOf(row: ComparedRow, record: JsonObject): RowDifference {
  const { kind, uid, end_assumed, values: given, entry, has_plain_texts } = row
  const own = withUid(row, false)
  const written = row.zone_follows ? onClockOf(record, own) : own
  const isTable = entry?.column_names !== undefined
  const unmarked = isTable || has_plain_texts ? unmarkedTexts(record, written) : {}
  const dated = isTable ? withSecondsOf(record, written) : written
  const values = withoutFields(dated, unmarked)
  const { start_date, end_date } = values
  const isOpen = end_assumed || end_date === undefined
  const hasDate = typeof start_date === 'string' && isDayOrWall(start_date)
  const moved = hasDate && isOpen ? movedDates(record, { to: start_date }, values) : undefined
  return {
    changes: changesOf(kind, moved ? { ...values, end_date: moved.end_date } : values, record),
    emptied: changesOf(kind, emptyValues(row), record),
    unmarked: isTable ? changesOf(kind, unmarked, record) : [],
    isDraft: uid !== undefined && given.status === undefined && record.status === 'draft',
    hasPassword: !isEmpty(given.password),
  }
}

/** The values without the fields of others. */
function withoutFields(values: Values, others: Values): Values {
  if (Object.keys(others).length === 0) return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !Object.hasOwn(others, field)))
}

/** Instants on the clock of the event that they change, and whole days in its zone. */
export function onClockOf({ timezone: zone, all_day }: JsonObject, values: Values): Values {
  if (typeof zone !== 'string' || !isZone(zone) || !isZone(String(values.timezone))) return values
  const moved: Record<string, string> = { timezone: zone }
  for (const field of ['start_date', 'end_date'] as const) {
    const wall = values[field]
    if (!isWall(wall)) continue
    const instant = instantOf(wall, String(values.timezone))
    moved[field] = wallAt(instant, zone)
    // A time that this clock shows twice is the first one.
    if (all_day === true || instantOf(moved[field], zone) !== instant) return values
  }
  return { ...values, ...moved }
}

const date_fields = ['date', 'date_utc', 'start_date', 'end_date'] as const

/** Spreadsheets drop the seconds: a date of a table without them equals that of the record in the same minute. */
function withSecondsOf(record: JsonObject, values: Values): Values {
  const same = date_fields.filter((field) => {
    const [row_date, date] = [values[field], record[field]]
    return typeof row_date === 'string' && typeof date === 'string' && row_date === `${date.slice(0, 16)}:00`
  })
  return same.length === 0 ? values : { ...values, ...Object.fromEntries(same.map((field) => [field, record[field]])) }
}

const marked_fields = ['title', 'description', 'excerpt', 'venue', 'organizer', 'name'] as const

/** iCalendar and the tables of `-o csv` have no markup: these texts equal those of the record without its markup. */
function unmarkedTexts(record: JsonObject, values: Values): Values {
  const same = marked_fields.filter((field) => {
    const [text, marked] = [values[field], record[field]]
    if (typeof text !== 'string' || typeof marked !== 'string' || text === marked) return false
    return /[<&]/.test(marked) && isSameText(text, textOfHtml(marked))
  })
  return Object.fromEntries(same.map((field) => [field, values[field]]))
}

function emptyValues({ kind, values, entry }: ComparedRow): Values {
  const fields: Parameters = resources[kind].fields
  const empty: Record<string, Json> = {}
  for (const field in entry?.column_names) {
    const parameter = Object.hasOwn(fields, field) && !(field in values) ? fields[field] : undefined
    if (parameter && !parameter.required && !never_empty.has(field)) empty[field] = emptyOf(parameter)
  }
  return empty
}

/** Fields whose default is not the empty value. */
const never_empty = new Set([
  ...['author', 'date', 'date_utc', 'slug', 'status', 'timezone', 'start_date', 'end_date', 'all_day'],
  ...['show_map', 'show_map_link'],
])

function conflictOfDates(named: NamedRecord, { start_date: start, end_date: end }: Values): Conflict | undefined {
  if (named.kind !== 'events' || typeof start !== 'string' || typeof end !== 'string') return undefined
  if (isDay(start) !== isDay(end) || !isBackwards(start, end)) return undefined
  return { ...named, action: 'conflict', invalid: true, errors: [backwards(start, end)] }
}

/** Values that no service stores as they are. `record` is the one that is changed. */
function conflictOfValues(named: NamedRecord, sent: Values, record?: JsonObject): Conflict | undefined {
  return conflictOfAddress(named, sent) ?? conflictOfName(named, sent) ?? conflictOfStatus(named, sent, record)
}

function conflictOfName(named: NamedRecord, { name }: Values): Conflict | undefined {
  if (!isTerm(named.kind) || typeof name !== 'string' || [...name.trim()].length <= term_name_length_max)
    return undefined
  const text = t('name needs {term_name_length_max} characters at most, not "{name}"', { term_name_length_max, name })
  return { ...named, action: 'conflict', invalid: true, errors: [{ field: 'name', value: name, text }] }
}

/** A scheduled record without a date in the future is published at once. */
function conflictOfStatus(named: NamedRecord, sent: Values, record?: JsonObject): Conflict | undefined {
  const { status } = sent
  if (status !== 'future' || !isEmpty(sent.date) || !isEmpty(sent.date_utc)) return undefined
  // No record was edited in the future, and a draft without a date has that of its first edit.
  if (record && record.status !== 'publish' && String(record.date) > String(record.modified)) return undefined
  const error = {
    field: 'status',
    value: status,
    text: t('status future needs the date of publication; without it, the record is published at once'),
    hint: t('add a field date, such as 2027-03-01 18:00, or use the status publish'),
  }
  return { ...named, action: 'conflict', ...(record ? { id: Number(record.id) } : { invalid: true }), errors: [error] }
}

/** Addresses that every service refuses, found before anything is sent. A stored one that stays is not checked. */
function conflictOfAddress(named: NamedRecord, sent: Values): Conflict | undefined {
  const fields: Parameters = resources[named.kind].fields
  for (const field in sent) {
    const value = sent[field]
    if (typeof value !== 'string' || value === '') continue
    const { form } = fields[field] ?? {}
    const isImage = form === 'image' && !/^\d+$/.test(value)
    if (isImage ? isImageAddress(value) : form !== 'url' || isAddress(value)) continue
    const name = columnNameIn(named.entry, field)
    const text = isImage
      ? t('{name} needs a URL with http:// or https://, or the id of an image, not "{value}"', { name, value })
      : t('{name} needs an ASCII address with its scheme, such as https://example.com, not "{value}"', { name, value })
    const whole = host_start.test(value) && !file_ending.test(value) ? `https://${value}` : value
    // Services refuse `https://müller.example/a b`, but not `https://xn--mller-kva.example/a%20b`.
    const instead = !isAddress(whole) && URL.canParse(whole) ? new URL(whole).href : whole
    const hint = instead !== value && isAddress(instead) && { hint: t('write {instead}', { instead }) }
    return { ...named, action: 'conflict', invalid: true, errors: [{ field, value, text, ...hint }] }
  }
  return undefined
}

/** Text that begins with a host: the endings are those of countries and the most frequent others. */
const host_start = /^(?:www\.|(?:[\w-]+\.)+(?:[a-z]{2}|com|org|net|info|edu|gov|biz|events|online)(?:[/:?#]|$))/i

/** Endings of files that are those of countries, too. */
const file_ending = /^[^/]*\.(?:ai|js|md|ps|py|gz|ts)$/i

/** The fields of a step that name its record. */
export function nameOfStep({ kind, n, key, title, entry }: NamedRecord): NamedRecord {
  return { kind, n, key, title, ...(entry ? { entry } : {}) }
}

/** The name of a record of the input. */
export function namedOf(
  { kind, n, values, entry }: Pick<ParsedRecord, 'kind' | 'n' | 'values'> & { readonly entry?: Entry },
  key: string,
): NamedRecord {
  return { kind, n, key, title: String(values[resources[kind].name] ?? key), ...(entry ? { entry } : {}) }
}

/** The values of a row that have a field: a venue's slug is only for matching. */
function knownValues(kind: Plural, values: Values): Values {
  const known: Record<string, Json | undefined> = {}
  for (const field in values)
    if (Object.hasOwn(resources[kind].fields, field) || field === 'password') known[field] = values[field]
  return known
}

/**
 * The values that are sent for a new record, whatever creates it. A category at the top has no parent, and an empty
 * value is the default, which deployed services refuse.
 */
function newRecordValues(values: Values): Values {
  const sent: Record<string, Json | undefined> = {}
  for (const field in values) {
    const value = values[field]
    if (isEmpty(value) || (field === 'parent' && Number(value) === 0)) continue
    sent[field] = field === 'cost' && String(value) === '0' ? zero_cost : value
  }
  return sent
}

/** Deployed services drop a new event's cost of `0` (Q35), and a second import would send it again. */
const zero_cost = '0.00'

/** The name of a record, or its id if it has none. */
export function titleOf(kind: Plural, record: JsonObject): string {
  const name = record[resources[kind].name]
  return String(typeof name === 'string' ? name : record.id)
}

/** The changes that a service does not make: deployed ones keep some values that an update clears. */
export async function changesNotMade(
  exchange: Exchange,
  kind: Plural,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const kept = changes.filter((change) => isKept(kind, change))
  return kept.length > 0 && (await isDeployed(exchange)) ? kept : []
}

/** Source: Q13, Q14, Q15, Q39. */
function isKept(kind: Plural, { field, after }: Change): boolean {
  if (field === 'parent') return kind === 'categories' && Number(after) === 0
  if (!isEmpty(after)) return false
  return field === 'description' || (kind === 'events' && (field === 'excerpt' || field === 'venue'))
}
