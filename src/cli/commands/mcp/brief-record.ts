// A record as an assistant reads it: documented fields with a value, linked records by id and name, and texts of
// limited length.
import { isList, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'

/** Maximum length of texts in lists and in answers of writes, in characters. */
export const brief_text_max = 300
/** Maximum length of texts of a single record, in characters. */
const whole_text_max = 20_000

/** Members of responses that are shown in addition to the fields. */
const more_fields = ['url', 'count', 'modified'] as const
const linked_fields = ['id', 'title', 'venue', 'organizer', 'name', 'slug', 'city'] as const

export function briefRecord(plural: Plural, record: JsonObject, text_max: number = brief_text_max): JsonObject {
  const names = ['id', ...Object.keys(resources[plural].fields), ...more_fields]
  const entries = names.map((name) => [name, briefValue(record[name], text_max)] as const)
  return Object.fromEntries(
    entries.filter(([name, value]) => !isEmpty(value) && (value !== false || name === 'all_day')),
  )
}

/** Every field that the service sent, with texts of limited length. */
export function boundedRecord(record: JsonObject, text_max: number = whole_text_max): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, boundedValue(value, text_max)]))
}

function boundedValue(value: Json | undefined, text_max: number): Json | undefined {
  if (typeof value === 'string') return boundedText(value, text_max)
  if (isList(value)) return value.map((item) => boundedValue(item, text_max) ?? null)
  return isObject(value) ? boundedRecord(value, text_max) : value
}

function briefValue(value: Json | undefined, text_max: number): Json | undefined {
  if (typeof value === 'string') return boundedText(value, text_max)
  if (isList(value)) return value.map((item) => briefValue(item, text_max) ?? null)
  if (!isObject(value)) return value
  const linked = linked_fields.map((name) => [name, value[name]] as const)
  return Object.fromEntries(linked.filter(([, inner]) => !isEmpty(inner) && !isObject(inner)))
}

/** The beginning of a long text, with its length. */
export function boundedText(text: string, length_max: number): string {
  return text.length > length_max ? `${text.slice(0, length_max)}… (${text.length} characters)` : text
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0)
}
