// A short form of a written record for the journal, with which an undo detects later edits and reused ids.
import { hash } from 'node:crypto'
import { type Json, type JsonObject, isEmpty, isObject } from '../../base/json.ts'
import { changesOf } from '../../client/update/compare.ts'
import { sendableField } from '../../client/update/sendable.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'

/** Values by field, long ones as digests; empty fields are omitted. */
export type RecordSummary = Values

const inline_chars_max = 80

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
  for (const field in fields) note(field, field === 'date_utc' ? undefined : sendableField(kind, field, record))
  note('slug', record.slug)
  for (const field in sent) if (field !== 'slug' && !Object.hasOwn(fields, field)) note(field, undefined)
  return summary
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

/** The value, or its digest if it is long. */
export function shortened(value: Json | undefined): Json | undefined {
  // Lists of ids are not digested: an undo replaces the ids of terms that it created again.
  if (typeof value !== 'string' && !isObject(value)) return value
  const text = JSON.stringify(value)
  return text.length <= inline_chars_max ? value : digestOf(text)
}

function digestOf(text: string): Json {
  return { sha256: hash('sha256', text).slice(0, 32) }
}

export function isDigest(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && 'sha256' in value
}

/** Fields that services derive from others, so that they change with them. */
export const derived_fields: readonly string[] = ['slug', 'date', 'stateprovince']

/** Fields that differ from the summary; different spellings of the same value are equal. */
export function editedSince(kind: Plural, summary: RecordSummary, record: JsonObject): readonly string[] {
  const present = recordSummaryOf(kind, record)
  return Object.keys({ ...summary, ...present }).filter((field) => {
    const before = summary[field]
    if (before === present[field] || JSON.stringify(before) === JSON.stringify(present[field])) return false
    return (
      before === undefined ||
      isDigest(before) ||
      !Object.hasOwn(resources[kind].fields, field) ||
      changesOf(kind, { [field]: before }, record).length > 0
    )
  })
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
  const identity = identityOf(kind, summary)
  const { [resources[kind].name]: name, slug, date } = record
  const present = identityOf(kind, {
    [resources[kind].name]: name,
    slug: String(slug ?? '').replace(/__trashed(-\d+)?$/, ''),
    date,
  })
  const fields = Object.keys(identity)
  return (
    fields.length === 0 || fields.some((field) => JSON.stringify(identity[field]) === JSON.stringify(present[field]))
  )
}

/** The values of a summary that are not digests. */
export function inlineOf(summary: RecordSummary): Values {
  return Object.fromEntries(Object.entries(summary).filter(([, value]) => !isDigest(value)))
}
