// References of a record resolved to ids, with an error for each that cannot be resolved.
import { getOrInsert } from '../../base/collections.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { eachLanguage, type Language, t, type Text, warningText } from '../../base/text/language.ts'
import { quoted, firstItems } from '../../base/text/quoted.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Plural } from '../../spec/model.ts'
import { splitItems } from '../../spec/read.ts'
import { notFoundText, resources } from '../../spec/resources.ts'
import { columnNameIn, type Entry, type InputError, type InputLocation, locationText } from '../input/entry.ts'
import { type ParsedRecord, reference_fields } from '../input/parse-entry.ts'
import { FirstTexts } from '../input/assumptions.ts'
import { isEscaped, separatorOf, splitAt } from '../input/cell-values.ts'
import { differingField, elsewhereField, canBeSame } from './described-places.ts'
import {
  ambiguousName,
  isNumber,
  nameIn,
  ownNameIn,
  type ReferenceIndex,
  type ReferenceMatch,
  type ReferenceRow,
  type Refusal,
  signedText,
  unknownNameHint,
} from '../../client/api/reference-index.ts'

/** The fields of an event that refer to other records. */
export const event_reference_fields: readonly string[] = Object.keys(reference_fields.events ?? {})

/** One reference as written in the input. */
export interface Reference {
  readonly kind: Plural
  readonly field: string
  readonly value: Json | undefined
  /** The text it is a part of: if that is the name of a record, it is not a list. */
  readonly whole?: string
  /** A list separated by both commas and semicolons: it is an error unless the text is the name of a record. */
  readonly mixed?: true
  /** Of a file: the first record that has it. */
  readonly location?: InputLocation
  /** All parts of a text that may also be one name, `Smith, John`: one of them must be known as a name of its own. */
  readonly unclear?: readonly string[]
}

/** A column that says that it is a list: `Event Organizer Name(s) or ID(s)`. */
const list_column = /\(s\)/

export function referencesOf({ kind, values, entry }: RecordOfRow): readonly Reference[] {
  return Object.entries(reference_fields[kind] ?? {}).flatMap(([field, target]) => {
    const value = values[field]
    if (value === undefined || value === '' || value === 0 || value === false || value === '0') return []
    const parts = typeof value === 'string' ? partsOfText(value, field) : partsOfList(value)
    if (list_column.test(columnNameIn(entry, field)))
      return parts.map(({ unclear: _, ...one }) => ({ kind: target, field, ...one }))
    return parts.map((one) => ({ kind: target, field, ...one }))
  })
}

/** Equal for references that mean the same record by the same spelling of its name, whatever else they say of it. */
export function referenceKey({ kind, value, whole = '' }: Reference): string {
  const { slug = '', id = '' } = isObject(value) ? value : {}
  return `${kind} ${nameIn(kind, value) ?? JSON.stringify(value)}\n${whole}\n${slug}\n${id}`
}

/** Adds what a row says of a record; the first one with data describes the record that `--create-missing` creates. */
export function addReference(references: Map<string, Reference>, reference: Reference): void {
  const key = referenceKey(reference)
  const known = references.get(key)
  if (!known || (isObject(reference.value) && !isObject(known.value))) references.set(key, reference)
}

type RecordOfRow = Pick<ParsedRecord, 'kind' | 'values'> & { readonly entry?: Pick<Entry, 'column_names'> }

const id_list = /^\d+(?:[\s,;]+\d+)*$/

type ReferencePart = Pick<Reference, 'value' | 'whole' | 'mixed' | 'unclear'>

function partsOfList(value: Json): readonly ReferencePart[] {
  return splitItems(value)
    .filter((item) => item !== '' && item !== 0)
    .map((item) => ({ value: item }))
}

/** An event has one venue, whose name may contain commas; several ids may be separated by commas or spaces. */
export function partsOfText(text: string, field: string): readonly ReferencePart[] {
  const whole = text.trim()
  const isIds = id_list.test(whole)
  const isOne = field === 'venue' || field === 'parent'
  const separator = separatorOf(whole)
  if (!isIds && !isOne && separator === 'mixed') return [{ value: whole, mixed: true }]
  const parts = isIds ? whole.split(/[\s,;]+/) : isOne || separator === 'mixed' ? [whole] : splitAt(separator, whole)
  if (parts.length <= 1 || isEscaped(whole)) return parts.map((part) => ({ value: part }))
  const isUnclear = field === 'organizer' && separator === ',' && new Set(parts.map(foldedName)).size > 1
  return parts.map((part) => ({ value: part, whole, ...(isUnclear && { unclear: parts }) }))
}

/** A link to a venue that the row describes otherwise: it has only the name in common. */
export interface DoubtfulLink {
  readonly field: string
  readonly id: number
  /** The description in the row. */
  readonly described: JsonObject
  readonly error: InputError
}

/** The values with ids in place of references. */
export function resolveReferences(record: RecordOfRow, index: ReferenceIndex) {
  const fields = Object.keys(reference_fields[record.kind] ?? {})
  if (fields.every((field) => record.values[field] === undefined))
    return { values: record.values, errors: [], doubtful: [] }
  const values: Record<string, Json | undefined> = { ...record.values }
  const errors: InputError[] = []
  const doubtful: DoubtfulLink[] = []
  const ids = new Map<string, (number | string)[]>()
  const references = withWholeNames(referencesOf(record), index)
  const unclear = references.find((one) => isUnclear(one, index))
  if (unclear) errors.push(unclearCommas(unclear, columnNameIn(record.entry, unclear.field)))
  for (const reference of references) {
    const { field } = reference
    if (unclear && reference.unclear) continue
    const found = index.find(reference)
    if (isOne(found)) {
      ids.set(field, [...(ids.get(field) ?? []), 'id' in found ? found.id : found.name])
      doubtful.push(...doubtOf(reference, found, index))
    } else errors.push(unresolved(reference, found, { column: columnNameIn(record.entry, field), index }))
  }
  for (const field of fields) {
    if (record.values[field] === undefined) continue
    const list = [...new Set(ids.get(field) ?? [])]
    values[field] = field === 'parent' ? (list[0] ?? 0) : list
  }
  return { values, errors, doubtful }
}

/** A record that exists or will exist. */
type OneRecord = Extract<ReferenceMatch, { readonly id: number } | { readonly name: string }>

function isOne(found: ReferenceMatch): found is OneRecord {
  return found !== undefined && ('id' in found || 'name' in found)
}

function unresolved(
  reference: Reference,
  found: Exclude<ReferenceMatch, OneRecord>,
  { column, index }: { readonly column: string; readonly index: ReferenceIndex },
): InputError {
  if (found === undefined)
    return reference.mixed ? mixedSeparators(reference, column) : unknown(reference, column, index)
  if ('candidates' in found) return ambiguous(reference, column, found.candidates)
  const { field, value } = reference
  const { text, hint } = found.refusal
  return { field, value, cause: causeOf(reference), text: inColumn(column, text), hint }
}

/** A venue that was found by its name alone, and is at another place than the reference says. */
function doubtOf({ kind, field, value }: Reference, found: OneRecord, index: ReferenceIndex): readonly DoubtfulLink[] {
  const row = kind === 'venues' && 'id' in found && found.is_named ? index.row(kind, found.id) : undefined
  const differing = row && isObject(value) ? elsewhereField(value, row.record) : undefined
  if (!row || !differing || !isObject(value)) return []
  const { part, own: text, other: stored } = differing
  const { id, name } = row
  const error = {
    field,
    value: text,
    cause: `${field} ${id} ${part} ${foldedName(text)}`,
    text:
      id > 0
        ? t('venue "{name}" (id {id}) has {part} "{stored}", not "{text}"', { name, id, part, stored, text })
        : t('venue "{name}" has {part} "{stored}", not "{text}"', { name, part, stored, text }),
    hint: t('if it is the same venue, correct the {part}, or leave it out; otherwise give it another name', { part }),
  }
  return [{ field, id, described: value, error }]
}

/**
 * A warning if the input describes a venue of the service otherwise: it stays as it is. undefined if there is none.
 * `refused`: ids of those about which rows have errors.
 */
export function otherVenuesText(
  references: readonly Reference[],
  index: ReferenceIndex,
  refused: ReadonlySet<number>,
): Text | undefined {
  const seen = new FirstTexts()
  for (const { kind, value } of references) {
    const found = kind === 'venues' && isObject(value) ? index.find({ kind, value }) : undefined
    const row = found && 'id' in found && found.is_named ? index.row(kind, found.id) : undefined
    const differing = row && isObject(value) ? differingField(kind, value, row.record) : undefined
    if (!row || !differing || row.id <= 0 || refused.has(row.id)) continue
    const { part, own: text, other: stored } = differing
    const described = { name: row.name, id: row.id, part, stored, text }
    seen.see(kind, t('venue "{name}" (id {id}) has {part} "{stored}", not "{text}"; it is left unchanged', described))
  }
  return seen.warnings()[0]
}

/**
 * Refuses what the input names like another record, with another slug or id of its own, before records are created: by
 * the name alone it would become that one, whose data it may not have. `isOwn`: the input has it as a record, too.
 */
export function refuseNamesakes(
  references: readonly Reference[],
  index: ReferenceIndex,
  isOwn: (reference: Reference) => boolean,
): void {
  // The id that a record of this name has elsewhere may be that of the other one here.
  const isKnownByItself = (reference: Reference) => {
    const { kind, value } = reference
    const found = index.find(reference)
    if (isOwn(reference) || !isObject(value) || !found || !('id' in found) || found.is_named) return isOwn(reference)
    return value.slug === undefined || index.row(kind, found.id)?.slug === value.slug
  }
  const described = references.filter((one) => ownNameIn(one.kind, one.value) !== undefined)
  const known = new Set(described.filter(isKnownByItself))
  const first = new Map<string, JsonObject[]>()
  for (const reference of [...known, ...described.filter((one) => !known.has(one))]) {
    const { kind, value } = reference
    const name = nameIn(kind, value)
    if (name === undefined || !isObject(value)) continue
    const others = getOrInsert(first, `${kind} ${foldedName(name)}`, () => [])
    const isOther = others.length > 0 && !others.some((other) => canBeSame(kind, value, other))
    if (known.has(reference) || !isOther) others.push(value)
    else
      index.refuse(kind, ownNameIn(kind, value) ?? name, namesake(kind, name, { own: value, other: others[0] ?? {} }))
  }
}

function namesake(
  kind: Plural,
  name: string,
  { own, other }: { readonly own: JsonObject; readonly other: JsonObject },
): Refusal {
  const differing = differingField(kind, own, other)
  const { part, text, first } = differing
    ? { part: differing.part, text: differing.own, first: differing.other }
    : { part: 'slug', text: String(own.slug), first: String(other.slug) }
  return {
    text: t('{word} "{name}" has {part} "{text}", but "{first}" in another record of the input', {
      word: resources[kind].title,
      name,
      part,
      text,
      first,
    }),
    hint: t('correct one of them, or give the two different names'),
  }
}

/** A text with commas or semicolons is a list of names, unless it is the name of a record. */
function withWholeNames(references: readonly Reference[], index: ReferenceIndex): readonly Reference[] {
  return references.map((one) =>
    one.whole === undefined || !isWholeName(one, index) ? one : { kind: one.kind, field: one.field, value: one.whole },
  )
}

/** Whether no part of a text with commas is a name, so that the whole may be one. */
export function isUnclear({ kind, unclear }: Reference, index: ReferenceIndex): boolean {
  return unclear?.every((part) => index.byText(kind, part) === undefined) === true
}

/** Whether the whole text names a record, so that its parts name none. */
export function isWholeName({ kind, whole }: Reference, index: ReferenceIndex): boolean {
  return whole !== undefined && index.byText(kind, whole) !== undefined
}

/** Whether a reference, or the text that it is a part of, means one record that exists. */
export function isKnown(reference: Reference, index: ReferenceIndex): boolean {
  return isWholeName(reference, index) || isOne(index.find(reference))
}

function textOfReference(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function ambiguous(reference: Reference, column: string, candidates: readonly ReferenceRow[]): InputError {
  const { kind, field, value } = reference
  const { text, hint } = ambiguousName(kind, nameIn(kind, value) ?? textOfReference(value), candidates)
  return { field, value, cause: causeOf(reference), text: inColumn(column, text), ...(hint && { hint }) }
}

/** A text that begins with the name of the column does not repeat it: `venue "Hall" not found`. */
function inColumn(column: string, text: Text): Text {
  return eachLanguage((language) => {
    const own = text[language]
    const isNamed = own.toLowerCase().startsWith(`${column.toLowerCase()} `)
    return isNamed ? own : `${column}: ${own}`
  })
}

export function mixedSeparators({ field, value }: Reference, column: string): InputError {
  return {
    field,
    value,
    text: t('{column}: "{shown}" has both commas and semicolons, so it is unclear which ones separate names', {
      column,
      shown: textOfReference(value),
    }),
    hint: t('separate names with |, or quote those that contain a separator'),
  }
}

/** Two organizers made from `Smith, John` would be wrong, and so would one made from `Choir, Band`. */
export function unclearCommas({ field, whole = '' }: Reference, column: string): InputError {
  return {
    field,
    value: whole,
    cause: `${field} ${whole}`,
    text: t('{column}: "{whole}" can be one name or several', { column, whole }),
    hint: t('separate names with |, or quote one with a comma: "{whole}"', { whole: whole.replaceAll('"', '""') }),
  }
}

function unknown(reference: Reference, column: string, index: ReferenceIndex): InputError {
  const { kind, field, value } = reference
  const name = nameIn(kind, value)
  const text = inColumn(column, notFoundText(kind, name ?? textOfReference(value)))
  const error = { field, value, text, cause: causeOf(reference) }
  const isNumberAsText = typeof value === 'string' && isNumber(value) && isCreatable(reference)
  if (isNumberAsText)
    return { ...error, hint: t('check the id; to create a record of that name, use --create-missing') }
  if (isCreatable(reference)) return { ...error, hint: unknownNameHint(kind, index.near(kind, name ?? ''), true) }
  const number = typeof value === 'number' ? String(value) : (name ?? '')
  return isNumber(number) ? { ...error, hint: numberHint(number, index.byName(kind, number) !== undefined) } : error
}

/** A number that is no text is not the name of a new record: it is rather a wrong id. */
export function numberHint(number: string, isName: boolean): Text {
  return isName
    ? t('to use the name, write "{number}" in quotes', { number })
    : t('check the id, or create a record of that name first')
}

/**
 * Whether the reference has a name that a new record can have: `2027`, but not `id:2027`. Several numbers are ids, of
 * which one that is not found is rather wrong.
 */
export function isCreatable({ kind, value, whole }: Pick<Reference, 'kind' | 'value' | 'whole'>): boolean {
  const name = nameIn(kind, value)
  if (name === undefined) return false
  const { sign } = signedText(name)
  return isObject(value) || sign === 'none' || (sign === 'number' && !(whole !== undefined && id_list.test(whole)))
}

function causeOf({ kind, field, value }: Reference): string {
  return `${field} ${foldedName(nameIn(kind, value) ?? textOfReference(value))}`
}

const placeholder =
  /^(?:[-–—_.?/\s]+|null|nil|nan|undefined|n\.?\s*(?:\/\s*)?[av]\.?|k\.?\s*a\.?|keine angaben?|tba|tbd|tbc|#n\/a|#nv|#null!)$/i

const listed_max = 5

/** A warning that names such references; undefined if there are none. They are not changed: one may be a real name. */
export function placeholderText(references: readonly Named[]): Text | undefined {
  const found = references.flatMap(({ kind, value }) => {
    const name = nameIn(kind, value)?.trim()
    return name !== undefined && placeholder.test(name) ? [{ kind, name }] : []
  })
  if (found.length === 0) return undefined
  const list = (language: Language) =>
    firstItems(
      found.map(({ kind, name }) => `${resources[kind].title[language]} ${quoted(name)[language]}`),
      listed_max,
    )
  return warningText('names that probably stand for an empty cell: {list}; to link no record, empty these cells', {
    list,
  })
}

/**
 * Says what numbers in place of names mean: the record of that id, or, with `--create-missing`, a new name. undefined
 * if there are none other than names. `index` has the records of one kind.
 */
export function numberNamesText(
  kind: Plural,
  references: readonly Reference[],
  { index, create_missing }: { readonly index: () => ReferenceIndex; readonly create_missing: boolean },
): Text | undefined {
  const numbers = new Map<string, Reference>()
  for (const one of references) if (isNumberName(one, kind) && !numbers.has(one.value)) numbers.set(one.value, one)
  if (numbers.size === 0) return undefined
  const known = index()
  const meant = [...numbers].flatMap(([number, { location }]): readonly Text[] => {
    const found = known.byText(kind, number)
    const place = location ? locationText(location) : ''
    if (found === undefined)
      return create_missing ? [t('{number} becomes a new name ({place})', { number, place })] : []
    const row = 'id' in found && found.id === Number(signedText(number).text) ? known.row(kind, found.id) : undefined
    return row && row.name !== number ? [t('{number} is the id of "{name}"', { number, name: row.name })] : []
  })
  if (meant.length === 0) return undefined
  const list = (language: Language) =>
    firstItems(
      meant.map((text) => text[language]),
      listed_max,
    )
  return t('numbers in place of names of {titles}: {list}', { titles: resources[kind].titles, list })
}

export function isNumberName(one: Reference, kind: Plural): one is Reference & { readonly value: string } {
  return (
    one.kind === kind && typeof one.value === 'string' && signedText(one.value).sign === 'number' && isCreatable(one)
  )
}

type Named = Pick<Reference, 'kind' | 'value' | 'whole'>
