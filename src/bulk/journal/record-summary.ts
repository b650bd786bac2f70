// A short form of a written record for the journal, with which an undo detects later edits and reused ids.
import { hash } from 'node:crypto'
import { type Json, type JsonObject, isEmpty, isObject } from '../../base/json.ts'
import { restoredSlug } from '../../base/text/slug.ts'
import { changesOf, lettersOf, shownLettersOf } from '../../client/update/compare.ts'
import { sendableField } from '../../client/update/sendable.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'

/** Values by field, long ones as digests; empty fields are omitted. */
export type RecordSummary = Values

const inline_chars_max = 80
/** A text that is two characters longer as JSON. */
const plain_inline = /^[ !#-[\]-~]{0,78}$/

/**
 * The summary of a record; of one that was created by what was `sent`, only the fields that differ from it. An empty
 * text is a field that was sent, and that the record does not show.
 */
export function recordSummaryOf(kind: Plural, record: JsonObject, sent: Values = {}): RecordSummary {
  const summary: Record<string, Json | undefined> = {}
  const note = (field: string, value: Json | undefined) => {
    if (value === sent[field] || (isUnset(value) && isUnset(sent[field]))) return
    summary[field] = isUnset(value) ? '' : shortened(value)
  }
  const fields: Parameters = resources[kind].fields
  for (const field in fields) note(field, shownField(kind, field, record))
  note('slug', record.slug)
  for (const field in sent) if (field !== 'slug' && !Object.hasOwn(fields, field)) note(field, undefined)
  return summary
}

/** A field of a record as its summary has it, before it is shortened. */
function shownField(kind: Plural, field: string, record: JsonObject): Json | undefined {
  if (field === 'slug') return record.slug
  return field === 'date_utc' || !Object.hasOwn(resources[kind].fields, field)
    ? undefined
    : sendableField(kind, field, record)
}

function isUnset(value: Json | undefined): boolean {
  return isEmpty(value) || value === false
}

/** The values that are not empty, long ones as digests; without the fields that are `known`. */
export function compact(values: Values, known: Values = {}): RecordSummary {
  const summary: Record<string, Json | undefined> = {}
  for (const field in values) {
    const value = values[field]
    if (!isUnset(value) && !Object.hasOwn(known, field))
      summary[field] = field === 'password' ? digestOf(JSON.stringify(value)) : shortened(value)
  }
  return summary
}

/**
 * What a create sends, without the fields that are `known`. Of a long text there is also a digest of the letters,
 * because services change quotes, spaces and markup.
 */
export function sentSummaryOf(kind: Plural, values: Values, known: Values): RecordSummary {
  const fields: Parameters = resources[kind].fields
  return Object.fromEntries(
    Object.entries(compact(values, known)).map(([field, short]) => {
      const value = values[field]
      const isText = typeof value === 'string' && isDigest(short) && fields[field]?.form === undefined
      const letters = isText && field !== 'password' ? shownLettersOf(value) : undefined
      return [
        field,
        letters !== undefined && isDigest(short) ? { sha256: short.sha256, letters: digestOf(letters).sha256 } : short,
      ]
    }),
  )
}

/** Whether a record still has the text that was sent; `changed`: a service may have changed all but its letters. */
export function hasText(sent: Digest, value: Json | undefined, { changed }: { readonly changed: boolean }): boolean {
  if (areEqual(sent, shortened(value))) return true
  return changed && (sent.letters === undefined || sent.letters === digestOf(lettersOf(String(value))).sha256)
}

/** The value, or its digest if it is long. */
export function shortened(value: Json | undefined): Json | undefined {
  // Lists of ids are not digested: an undo replaces the ids of terms that it created again.
  if (typeof value !== 'string' && !isObject(value)) return value
  if (typeof value === 'string' && plain_inline.test(value)) return value
  const text = JSON.stringify(value)
  return text.length <= inline_chars_max || isDigest(value) ? value : digestOf(text)
}

interface Digest extends JsonObject {
  readonly sha256: string
  /** Of the letters of a text. */
  readonly letters?: string
}

function digestOf(text: string): Digest {
  return { sha256: hash('sha256', text).slice(0, 32) }
}

export function isDigest(value: Json | undefined): value is Digest {
  return isObject(value) && 'sha256' in value
}

/** The same text for the same value of a summary. */
export function comparable(value: Json | undefined): string | undefined {
  return isDigest(value) ? value.sha256 : JSON.stringify(value)
}

function areEqual(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || comparable(one) === comparable(other)
}

/** Fields that services derive from others, so that they change with them. */
export const derived_fields: readonly string[] = ['slug', 'date', 'stateprovince']

/** Fields that differ from the summary; different spellings of the same value are equal. */
export function editedSince(kind: Plural, summary: RecordSummary, record: JsonObject): readonly string[] {
  const fields: Parameters = resources[kind].fields
  const isEdited = (field: string) => {
    const before = summary[field]
    const present = shownField(kind, field, record)
    if (before === present || (isUnset(present) && before === undefined)) return false
    if (areEqual(before, isUnset(present) ? undefined : shortened(present))) return false
    return (
      before === undefined ||
      isDigest(before) ||
      !Object.hasOwn(fields, field) ||
      changesOf(kind, { [field]: before }, record).length > 0
    )
  }
  const others = [...Object.keys(fields), 'slug'].filter((field) => !Object.hasOwn(summary, field))
  return [...new Set([...Object.keys(summary), ...others].filter(isEdited))]
}

/**
 * The fields that identify a record when its id may have been reused: name, slug and date. An edit rarely changes all
 * three.
 */
export function identityOf(kind: Plural, record: Values): RecordSummary {
  const { [resources[kind].name]: name, slug, date } = record
  return compact({ [resources[kind].name]: name, slug, date })
}

/** Whether the summary can be one of this record: at least one identifying field is equal, or the summary has none. */
export function isSameRecord(kind: Plural, summary: RecordSummary, record: JsonObject): boolean {
  const fields = [resources[kind].name, 'slug', 'date'].filter((field) => !isUnset(summary[field]))
  const isSame = (field: string) => {
    const present = field === 'slug' ? restoredSlug(String(record.slug ?? '')) : record[field]
    return !isUnset(present) && areEqual(shortened(summary[field]), shortened(present))
  }
  return fields.length === 0 || fields.some(isSame)
}

/** The values of a summary that are not digests. */
export function inlineOf(summary: RecordSummary): Values {
  return Object.fromEntries(Object.entries(summary).filter(([, value]) => !isDigest(value)))
}
