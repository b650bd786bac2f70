// The kind of a record in formats whose records are objects.
import { CalError } from '../../../base/errors.ts'
import type { ParsedDocument } from '../../../base/files/yaml.ts'
import { isList, isObject, isShallow, type Json, type JsonObject } from '../../../base/json.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { InputItem, InputLocation } from '../entry.ts'

/** The kind of a record by its context; `listed` takes precedence over the others. */
export interface KindOptions {
  /** By its key in a bundle. */
  readonly listed?: Plural
  /** By `--kind`. */
  readonly given?: Plural
  /** By the name of the file. */
  readonly guessed?: Plural
  /** Every document is a record of this kind, or has a list of them; other lists are parts of the record. */
  readonly only?: Plural
}

type Row = JsonObject

/** The value as a record; anything but an object is an error. */
export function itemOfValue(value: Json | undefined, location: InputLocation, kinds: KindOptions): InputItem {
  if (isObject(value)) return itemOfObject(value, location, kinds)
  const isKept = value !== undefined && isShallow(value)
  const shown = isKept ? JSON.stringify(value) : '[…'
  return {
    location,
    original: isKept ? { value } : {},
    errors: [{ text: t('not a record: {value}', { value: shown.length > 60 ? `${shown.slice(0, 60)}…` : shown }) }],
  }
}

/** The object as a record; `_error` comes from a file of rejected records. */
export function itemOfObject(row: Row, location: InputLocation, kinds: KindOptions): InputItem {
  const { _error: _, kind: written, ...values } = row
  const named = typeof written === 'string' ? resourceNamed(written)?.plural : undefined
  const kind = named ?? kinds.only ?? kinds.listed ?? kinds.given ?? kinds.guessed ?? kindOfValues(values)
  if (!isShallow(row))
    return {
      ...(kind && { kind }),
      location,
      original: {},
      errors: [{ text: t('nested too deeply for a record') }],
    }
  if (kind) return { kind, values, location, original: row }
  return {
    location,
    original: row,
    errors: [
      {
        field: 'kind',
        value: written,
        text: t('the kind of record cannot be inferred'),
        hint: t('add "kind": "event" (venue, organizer, category, tag) or use --kind'),
      },
    ],
  }
}

/** The kind that these fields determine. */
function kindOfValues(values: Row): Plural | undefined {
  const has = (name: string) => values[name] !== undefined && values[name] !== null
  if (has('title') || has('start_date')) return 'events'
  if (typeof values.venue === 'string') return 'venues'
  if (typeof values.organizer === 'string') return 'organizers'
  if (values.taxonomy === 'tribe_events_cat') return 'categories'
  if (values.taxonomy === 'post_tag') return 'tags'
  return has('name') && has('parent') ? 'categories' : undefined
}

/** Whether a document is a single record, rather than lists of records by kind. */
export function isSingleRecord(document: Row, { only }: KindOptions): boolean {
  if (only !== undefined) return !isList(document[only])
  return kindOfValues(document) !== undefined || typeof document.name === 'string'
}

export interface DocumentReading {
  readonly file: string
  readonly kinds: KindOptions
  readonly note: (text: Text) => void
}

/** The records of a document: a list of records, lists by kind, or one record. Errors: `usage`, for all of it. */
export function* itemsOfDocument(
  { value }: Pick<ParsedDocument, 'value'>,
  lineAt: ParsedDocument['lineAt'],
  reading: DocumentReading,
): Iterable<InputItem> {
  const { file, kinds, note } = reading
  const itemsIn = function* (list: readonly Json[], path: readonly string[], of_list: KindOptions) {
    for (const [i, item] of list.entries()) yield itemOfValue(item, { file, line: lineAt([...path, i]) }, of_list)
  }
  if (isList(value)) return yield* itemsIn(value, [], kinds)
  if (value === null || value === undefined) return
  if (!isObject(value) || isSingleRecord(value, kinds))
    return yield itemOfValue(value, { file, line: lineAt([]) }, kinds)
  requireLists(file, value)
  warnOfNestedLists(file, value, note)
  const counts: number[] = []
  for (const [key, list] of Object.entries(value)) {
    if (!isList(list) || (!resourceNamed(key) && !list.some(isObject))) continue
    const of_list = kindsOfList(key, reading)
    if (!of_list) continue
    yield* itemsIn(list, [key], of_list)
    if (list.length > 0) counts.push(list.length)
  }
  noteOnePage(counts, Number(value.total), reading)
}

/** The kinds for the items of a list; undefined for a list whose items are not read. */
export function kindsOfList(key: string | undefined, { file, kinds, note }: DocumentReading): KindOptions | undefined {
  if (key === undefined) return kinds
  const listed = resourceNamed(key)?.plural
  if (!listed) warnOfUnknownList(file, key, note)
  return listed && (kinds.only ?? listed) === listed ? { ...kinds, listed } : undefined
}

/** The response of a list states how many records all of its pages have. */
export function noteOnePage(counts: readonly number[], total: number, { file, note }: DocumentReading): void {
  const [count, other] = counts
  if (count === undefined || other !== undefined || !(count < total)) return
  note(
    t('{file}: one page of a list, with {count} of {total} records; to get all of them, use cal export or cal copy', {
      file,
      count,
      total,
    }),
  )
}

/** Errors: `usage` for a list of objects with nearly the name of a kind. */
export function refuseNearKind(file: string, key: string, value: Json | undefined): void {
  if (!isList(value) || !isObject(value[0]) || resourceNamed(key)) return
  const near = closest(key, Object.keys(resources))
  if (near === undefined) return
  throw new CalError('usage', t('{file}: "{key}" is not a kind of record', { file, key }), { hint: didYouMean(near) })
}

/**
 * Warns of a list of a bundle whose name is not a kind of record.
 * Errors: `usage` if the name is nearly one: its records would be ignored.
 */
function warnOfUnknownList(file: string, key: string, note: (text: Text) => void): void {
  refuseNearKind(file, key, [{}])
  const kinds = Object.keys(resources).join(', ')
  note(t('{file}: ignored: "{key}" is not a kind of record; the kinds are {kinds}', { file, key, kinds }))
}

/** Notes a document whose lists, if it has any, are nested in an object, as in the responses of other interfaces. */
function warnOfNestedLists(file: string, document: Row, note: (text: Text) => void): void {
  if (Object.values(document).some(Array.isArray)) return
  const key = Object.keys(document).find((name) => isObject(document[name]) && Object.keys(document[name]).length > 0)
  if (key === undefined) return
  const [list, bundle] = ['[{…}]', '{"events": [{…}]}']
  note(t('{file}: ignored: "{key}" is not a list; records are a list: {list} or {bundle}', { file, key, list, bundle }))
}

/** Errors: `usage` for a bundle with anything else in place of a list: its records would be ignored. */
export function requireLists(file: string, bundle: Row): void {
  const key = Object.keys(bundle).find((name) => resourceNamed(name) !== undefined && !isEmptyOrList(bundle[name]))
  if (key !== undefined) throw noList(file, key)
}

function isEmptyOrList(value: Json | undefined): boolean {
  return isObject(value) ? Object.keys(value).length === 0 : isList(value) || value === null
}

export function noList(file: string, key: string): CalError {
  const example = `{"${key}": [{…}]}`
  return new CalError('usage', t('{file}: "{key}" is not a list', { file, key }), {
    hint: t('write {example}, or a file that contains a single record', { example }),
  })
}

/** `exports/venues.csv` → `venues` */
export function kindOfName(file: string): Plural | undefined {
  const stem = file.replace(/^.*[/\\]/s, '').replace(/(?<=.)\..*/s, '')
  return resourceNamed(stem.toLowerCase())?.plural
}
