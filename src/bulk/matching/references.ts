// References of a wanted record turned into ids, with everything that stands in the way.
import { editDistance } from '../../base/text/closest.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/undo-texturize.ts'
import { notFoundText } from '../../spec/not-found-text.ts'
import type { Plural } from '../../spec/model.ts'
import { listOf, type Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { ReferenceIndex, ReferenceMatch, ReferenceRow } from './reference-index.ts'
import { columnNameIn, type Entry, type InputError } from '../input/entry.ts'
import { isEscaped, splitAt } from '../input/split-list.ts'
import type { WantedRecord } from '../input/parse-entry.ts'

/** Which fields of a kind refer to which other kind. */
const reference_fields: Readonly<Partial<Record<Plural, Readonly<Record<string, Plural>>>>> = {
  events: { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' },
  categories: { parent: 'categories' },
}

/** One reference as it was written. */
export interface Reference {
  readonly kind: Plural
  readonly field: string
  readonly value: Json | undefined
  /** The text it is one part of: where that is the name of a record, it is no list. */
  readonly whole?: string
}

export function referencesOf({ kind, values }: Pick<WantedRecord, 'kind' | 'values'>): readonly Reference[] {
  return Object.entries(reference_fields[kind] ?? {}).flatMap(([field, target]) => {
    const value = values[field]
    if (value === undefined || value === '' || value === 0 || value === false || value === '0') return []
    return writtenIn(field, value).map((one) => ({ kind: target, field, ...one }))
  })
}

type Written = Pick<Reference, 'value' | 'whole'>

/** A venue is one, and its name may have commas; ids may be several, with commas or blanks between. */
function writtenIn(field: string, value: Json | undefined): readonly Written[] {
  if (typeof value !== 'string')
    return listOf(value)
      .filter((item) => item !== '' && item !== 0)
      .map((item) => ({ value: item }))
  const whole = value.trim()
  const isIds = /^\d+(?:[\s,]+\d+)*$/.test(whole)
  const parts = isIds ? whole.split(/[\s,]+/) : field === 'venue' || field === 'parent' ? [whole] : splitAt(',', whole)
  return parts.length > 1 && !isEscaped(whole)
    ? parts.map((part) => ({ value: part, whole }))
    : parts.map((part) => ({ value: part }))
}

/** The values with ids where references stood. */
export function resolveReferences(
  wanted: Pick<WantedRecord, 'kind' | 'values'> & { readonly entry?: Entry },
  directory: ReferenceIndex,
): { readonly values: Values; readonly errors: readonly InputError[] } {
  const values: Record<string, Json | undefined> = { ...wanted.values }
  const errors: InputError[] = []
  const ids = new Map<string, (number | string)[]>()
  for (const written of withWholeNames(referencesOf(wanted), directory)) {
    const found = find(written, directory)
    if (found && !('candidates' in found))
      ids.set(written.field, [...(ids.get(written.field) ?? []), 'id' in found ? found.id : found.name])
    else
      errors.push(
        found
          ? ambiguous(written, columnNameIn(wanted.entry, written.field), found.candidates)
          : unknown(written, columnNameIn(wanted.entry, written.field), directory),
      )
  }
  for (const field of Object.keys(reference_fields[wanted.kind] ?? {})) {
    if (wanted.values[field] === undefined) continue
    const list = [...new Set(ids.get(field) ?? [])]
    values[field] = field === 'parent' ? (list[0] ?? 0) : list
  }
  return { values, errors }
}

/** Lists of names, or the one name with commas that such a text is. */
function withWholeNames(references: readonly Reference[], directory: ReferenceIndex): readonly Reference[] {
  return references.map((one) =>
    one.whole === undefined || !isWholeName(one, directory) ? one : { ...one, value: one.whole },
  )
}

/** The whole text names a record, so that its parts name none. */
export function isWholeName({ kind, whole }: Reference, directory: ReferenceIndex): boolean {
  return whole !== undefined && directory.byText(kind, whole) !== undefined
}

/** An object is what an answer shows of a linked record, or what somebody wants it to be. */
export function find({ kind, value }: Reference, directory: ReferenceIndex): ReferenceMatch {
  if (typeof value === 'number') return directory.byId(kind, value)
  if (typeof value === 'string') return directory.byText(kind, value)
  if (!isObject(value)) return undefined
  const name = nameOf(kind, value)
  const byId = typeof value.id === 'number' ? directory.byId(kind, value.id) : undefined
  if (
    byId &&
    'id' in byId &&
    (name === undefined || byId.id !== value.id || isSame(directory.row(kind, byId.id), value, name))
  )
    return byId
  const bySlug = typeof value.slug === 'string' && value.slug !== '' ? directory.byText(kind, value.slug) : undefined
  return bySlug ?? (name === undefined ? undefined : directory.byText(kind, name))
}

/** The id of another service may belong to another record here. */
function isSame(row: ReferenceRow | undefined, value: Record<string, Json | undefined>, name: string): boolean {
  return row !== undefined && (row.slug === value.slug || foldedName(row.name) === foldedName(name))
}

/** What a reference calls the record, where it is described rather than named. */
export function nameOf(kind: Plural, value: Json | undefined): string | undefined {
  const name = isObject(value) ? value[resources[kind].name] : value
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function ambiguous(reference: Reference, called: string, candidates: readonly ReferenceRow[]): InputError {
  const { kind, field, value } = reference
  const list = candidates
    .slice(0, 5)
    .map(({ id, slug }) => `${id > 0 ? id : '+'} ${slug}`.trim())
    .join(', ')
  const { titles } = resources[kind]
  return {
    field,
    value,
    cause: causeOf(reference),
    text: {
      en: `${called}: "${shown(value)}" is the name of ${candidates.length} ${titles.en}: ${list}`,
      de: `${called}: „${shown(value)}“ heißen ${candidates.length} ${titles.de}: ${list}`,
    },
    hint: { en: 'give the id or the slug', de: 'ID oder Titelform angeben' },
  }
}

function unknown(reference: Reference, called: string, directory: ReferenceIndex): InputError {
  const { kind, field, value } = reference
  const name = nameOf(kind, value)
  const near = name === undefined ? undefined : nearest(name, directory.rows(kind))
  const hint: Text =
    near === undefined
      ? { en: '--create-missing creates it', de: 'mit --create-missing wird der Eintrag angelegt' }
      : {
          en: `did you mean "${near}"? --create-missing creates it`,
          de: `gemeint war vielleicht „${near}“; mit --create-missing wird der Eintrag angelegt`,
        }
  const { en, de } = notFoundText(kind, name ?? shown(value))
  const text = { en: `${called}: ${en}`, de: `${called}: ${de}` }
  const error = { field, value, text, cause: causeOf(reference) }
  return name === undefined || /^(slug:)?\d+$/.test(name) ? error : { ...error, hint }
}

function causeOf({ kind, field, value }: Reference): string {
  return `${field} ${foldedName(nameOf(kind, value) ?? shown(value))}`
}

/** The first name at an edit distance of 2 or less. */
function nearest(name: string, rows: readonly ReferenceRow[]): string | undefined {
  const wanted = name.toLowerCase()
  return rows
    .slice(0, 2_000)
    .find((row) => Math.abs(row.name.length - wanted.length) <= 2 && editDistance(wanted, row.name.toLowerCase()) <= 2)
    ?.name
}
