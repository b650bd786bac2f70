// A record as a run left it, small enough for the journal: by it an undo tells what was edited since, and what is
// another record.
import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../base/json.ts'
import { changesOf } from '../../client/update/compare.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'

/** By field its value; of a long one the digest alone. Empty fields are left out. */
export type RecordSummary = Values

const inline_chars_max = 80

export function recordSummaryOf(kind: Plural, record: JsonObject): RecordSummary {
  const { date_utc: _, ...fields } = sendableOf(kind, record)
  return compact({ ...fields, slug: record.slug })
}

/** The values without those that are empty, long ones as digests. */
export function compact(values: Values): RecordSummary {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([field, value]) => [field, shortened(value)]),
  )
}

function isEmpty(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** The value itself, or the digest of a long one. */
export function shortened(value: Json | undefined): Json | undefined {
  // Lists of ids stay: those of terms that came back are others.
  if (Array.isArray(value)) return value
  const text = JSON.stringify(value)
  return text.length <= inline_chars_max
    ? value
    : { sha256: createHash('sha256').update(text).digest('hex').slice(0, 32) }
}

export function isDigest(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && 'sha256' in value
}

/** Fields that are no longer as they are in the picture; how a service spells a value does not count. */
export function editedSince(kind: Plural, picture: RecordSummary, record: JsonObject): readonly string[] {
  const present = recordSummaryOf(kind, record)
  return Object.keys({ ...picture, ...present }).filter((field) => {
    const was = picture[field]
    if (JSON.stringify(was) === JSON.stringify(present[field])) return false
    return (
      was === undefined ||
      isDigest(was) ||
      !Object.hasOwn(resources[kind].fields, field) ||
      changesOf(kind, { [field]: was }, record).length > 0
    )
  })
}

/**
 * What tells a record from another one that came to have its id: name, slug and date. An edit changes one of them,
 * seldom all.
 */
export function identityOf(kind: Plural, record: Values): RecordSummary {
  const { [resources[kind].name]: name, slug, date } = record
  return compact({ [resources[kind].name]: name, slug, date })
}

/** Whether the record can be the one of the picture. A picture that names nothing says nothing against it. */
export function isSameRecord(kind: Plural, picture: RecordSummary, record: JsonObject): boolean {
  const was = Object.entries(identityOf(kind, picture))
  const present = identityOf(kind, { ...record, slug: String(record.slug ?? '').replace(/__trashed(-\d+)?$/, '') })
  return was.length === 0 || was.some(([field, value]) => JSON.stringify(value) === JSON.stringify(present[field]))
}

/** The inline values of a picture: what can be compared with a record field by field. */
export function inlineOf(picture: RecordSummary): Values {
  return Object.fromEntries(Object.entries(picture).filter(([, value]) => !isDigest(value)))
}
