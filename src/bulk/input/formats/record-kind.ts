// The kind of a record in formats whose records are objects.
import { addOne } from '../../../base/collections.ts'
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
function itemOfValue(value: Json | undefined, location: InputLocation, kinds: KindOptions): InputItem {
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
  /** The error for a document that has records only under a key that is no kind; without it, they are noted. */
  readonly foreign?: (list: ForeignList) => CalError
}

/** A list of objects in a document, and the keys that lead to it. */
export interface ForeignList {
  readonly path: readonly string[]
  readonly first: Json | undefined
}

/** An item of a list of a document, or what an object has in place of a list. */
export interface DocumentPart {
  /** The key of the list or of the value; undefined for an item of the document itself. */
  readonly key: string | undefined
  readonly isItem: boolean
  readonly value: Json | undefined
  readonly line: number
  /** Its text, if an object in it has a name twice: `value` has only one of the two. */
  readonly repeated?: RepeatedName
}

interface RepeatedName {
  readonly name: string
  readonly text: string
}

const only_once: Text = t('remove one of the two values')

/** One of two values of a name would be ignored. */
export function withRepeatedName({ name, text }: RepeatedName, location: InputLocation): InputItem {
  return { location, original: text, errors: [{ text: t('"{name}" occurs twice', { name }), hint: only_once }] }
}

/** The records of a document: a list of records, lists by kind, or one record. Errors: `usage`, for all of it. */
export function itemsOfDocument(
  { value }: Pick<ParsedDocument, 'value'>,
  lineAt: ParsedDocument['lineAt'],
  reading: DocumentReading,
): readonly InputItem[] {
  const { file, kinds } = reading
  if (value === null || value === undefined) return []
  if (isObject(value) ? isSingleRecord(value, kinds) : !isList(value))
    return [itemOfValue(value, { file, line: lineAt([]) }, kinds)]
  const lists = new ListReader(reading)
  const items = [...lists.itemsOf(documentParts(value, lineAt))]
  lists.end()
  return items
}

/** The parts of a document, or of a list under a key of one. */
export function* documentParts(value: Json, lineAt: ParsedDocument['lineAt'], key?: string): Iterable<DocumentPart> {
  const path = key === undefined ? [] : [key]
  if (isList(value) && value.length > 0)
    for (const [i, item] of value.entries()) yield { key, isItem: true, value: item, line: lineAt([...path, i]) }
  else if (isObject(value) && key === undefined)
    for (const [name, inner] of Object.entries(value)) yield* documentParts(inner ?? null, lineAt, name)
  else yield { key, isItem: false, value, line: 0 }
}

/** Reads the records in the lists of a document, part by part. */
export class ListReader {
  readonly #reading: DocumentReading
  /** The number of records by key. */
  readonly #counts = new Map<string, number>()
  #total = 0
  /** Keys of lists of objects that are no kinds. */
  readonly #others = new Set<string>()
  /** The first list of objects under other keys than those of kinds. */
  foreign: ForeignList | undefined
  /** Whether a part may have been a record. */
  hasKinds = false

  constructor(reading: DocumentReading) {
    this.#reading = reading
  }

  *itemsOf(parts: Iterable<DocumentPart>): Iterable<InputItem> {
    const { file } = this.#reading
    for (const part of parts) {
      const kinds = this.#kindsOf(part)
      const { value, line, repeated } = part
      if (kinds) yield repeated ? withRepeatedName(repeated, { file, line }) : itemOfValue(value, { file, line }, kinds)
    }
  }

  /** undefined for a part that is not read. Errors: `usage` for a value in place of a list of records. */
  #kindsOf({ key, isItem, value }: DocumentPart): KindOptions | undefined {
    const { file, kinds } = this.#reading
    const listed = key === undefined ? undefined : resourceNamed(key)?.plural
    if (key === undefined || listed) this.hasKinds = true
    else this.#seeOther(key, isItem, value)
    if (key === undefined) return isItem ? kinds : undefined
    if (!listed) return undefined
    if (!isItem && !isNothing(value)) throw noList(file, key)
    if (!isItem || (kinds.only ?? listed) !== listed) return undefined
    addOne(this.#counts, key)
    return { ...kinds, listed }
  }

  #seeOther(key: string, isItem: boolean, value: Json | undefined): void {
    if (key === 'total' && !isItem) this.#total = Number(value) || 0
    if (!isObject(value)) return
    if (isItem) this.#others.add(key)
    this.foreign ??= isItem ? { path: [key], first: value } : listIn(value, [key])
  }

  /** Notes what was not read. Errors: `usage` if it is probably all of the records. */
  end(): void {
    const { file, note, foreign } = this.#reading
    for (const key of this.#others) refuseNearKind(file, key)
    if (foreign && this.foreign && !this.hasKinds) throw foreign(this.foreign)
    const kinds = Object.keys(resources).join(', ')
    for (const key of this.#others)
      note(t('{file}: ignored: "{key}" is not a kind of record; the kinds are {kinds}', { file, key, kinds }))
    // The response of a list states how many records all of its pages have.
    const [total, [count = 0, other]] = [this.#total, [...this.#counts.values()]]
    if (count > 0 && other === undefined && count < total)
      note(
        t(
          '{file}: one page of a list, with {count} of {total} records; to get all of them, use cal export or cal copy',
          { file, count, total },
        ),
      )
  }
}

const levels_max = 3

/** The first list of objects in a document, at most three levels deep. */
export function listIn(value: Json | undefined, path: readonly string[] = []): ForeignList | undefined {
  if (isList(value)) return isObject(value[0]) ? { path, first: value[0] } : undefined
  if (!isObject(value) || path.length === levels_max) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = listIn(inner, [...path, key])
    if (found) return found
  }
  return undefined
}

/** Errors: `usage` for a key that is nearly the name of a kind. */
function refuseNearKind(file: string, key: string): void {
  const near = closest(key, Object.keys(resources))
  if (near === undefined) return
  throw new CalError('usage', t('{file}: "{key}" is not a kind of record', { file, key }), { hint: didYouMean(near) })
}

function isNothing(value: Json | undefined): boolean {
  return isObject(value) ? Object.keys(value).length === 0 : isList(value) || value === null
}

function noList(file: string, key: string): CalError {
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
