// Values of records by dotted names, their text, and the fields that flags name. Also sorts records for `--sort`.
import { isObject, type Json } from '../../base/json.ts'
import { type Language, nameOrder } from '../../base/text/language.ts'
import { escapeControls, escapeControlsInLine, textOfHtml } from '../../base/text/untrusted-text.ts'
import { plainLine } from '../../spec/event-parts.ts'
import { nameOf } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import type { GlobalOptions } from '../arguments/options.ts'
import type { OutcomeItem } from '../types/outcome.ts'

/** The value of a field such as `venue.city`; for a list, the values of its items. undefined if there is none. */
export function valueAt(record: Json | undefined, name: string): Json | undefined {
  return name.split('.').reduce(inside, record)
}

function inside(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) {
    if (/^\d+$/.test(key)) return value[Number(key)]
    const found = value.map((item) => inside(item, key)).filter((item) => item !== undefined)
    return found.length > 0 ? found : undefined
  }
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The record reduced to these fields, nested as before. */
export function pickFields(record: OutcomeItem, fields: readonly string[]): OutcomeItem {
  const result: Record<string, Json | undefined> = {}
  for (const field of fields) {
    const value = valueAt(record, field)
    if (value !== undefined) setAt(result, field.split('.'), value)
  }
  return result
}

function setAt(
  target: Record<string, Json | undefined>,
  [key = '', ...rest]: readonly string[],
  value: Json | undefined,
): void {
  if (rest.length === 0) {
    define(target, key, value)
    return
  }
  const known = Object.hasOwn(target, key) ? target[key] : undefined
  const next = isObject(known) ? known : {}
  define(target, key, next)
  setAt(next, rest, value)
}

/** Defines the property, because assigning to `__proto__` would call a setter. */
function define(target: Record<string, Json | undefined>, key: string, value: Json | undefined): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The cells of a row, one for each field. */
export function cellsOf(record: OutcomeItem, fields: readonly string[], separator: string): readonly string[] {
  return fields.map((field) => cellOf(valueAt(record, field), separator))
}

/** A value as plain text: lists are joined by `separator`; records are represented by their names. */
export function cellOf(value: Json | undefined, separator: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return textOfHtml(value)
  if (Array.isArray(value)) return value.map((item) => cellOf(item, separator)).join(separator)
  if (isObject(value)) return nameOf(value) ?? JSON.stringify(value)
  return String(value)
}

/** A text of a record on one line, without markup, escaped for a terminal. */
export function escapedLine(value: Json | undefined): string {
  return escapeControls(plainLine(value))
}

/** `venue.venue` is the name of the venue: `venue`. */
export function titleOf(field: string): string {
  return [...new Set(field.split('.'))].join(' ').replaceAll('_', ' ')
}

/** Fields with the name of a record. */
export const name_fields: ReadonlySet<string> = new Set(['title', 'venue', 'organizer', 'name'])

/** Fields of a record that repeat other fields in a form for programs. */
const for_machines = /_details$|^global_id|^json_ld$|^_links$/

/** The fields of a record that hold something, with their texts; all but those for programs if none are given. */
export function fieldsOf(
  record: OutcomeItem,
  fields: readonly string[] | undefined,
): readonly { readonly name: string; readonly text: string }[] {
  const names = fields ?? Object.keys(record).filter((name) => !for_machines.test(name))
  return names
    .map((name) => ({ name: escapeControlsInLine(name), text: escapeControls(cellOf(valueAt(record, name), ', ')) }))
    .filter(({ text }) => text !== '')
}

/** How the fields that flags name are checked. */
export interface FieldRule {
  /** The kind of the records, if known: its documented fields may be empty in all records. */
  readonly kind: Plural | undefined
  /** An unknown field is an error; otherwise, as after a write, only a warning. */
  readonly refuses: boolean
}

/** The fields that flags name: `--fields`, `--sort`, `--template`. */
export function chosenFields({
  fields = [],
  sort,
  template = '',
}: Pick<GlobalOptions, 'fields' | 'sort' | 'template'>): readonly string[] {
  const inTemplate = [...template.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
  return [...fields, ...(sort !== undefined ? [sort.replace(/^-/, '')] : []), ...inTemplate]
}

/**
 * Sorts numbers by value, text by language and records by name, descending for `-FIELD`. Records without the field come
 * last in either order. The limit applies after sorting.
 */
export async function* sortRecords(
  records: AsyncIterable<OutcomeItem>,
  {
    field,
    language,
    limit,
  }: { readonly field: string; readonly language: Language; readonly limit?: number | undefined },
): AsyncIterable<OutcomeItem> {
  const [name, way] = field.startsWith('-') ? [field.slice(1), -1] : [field, 1]
  const all: OutcomeItem[] = []
  for await (const record of records) all.push(record)
  const compareNames = nameOrder(language)
  const keyed = all.map((record) => ({ record, key: sortValueOf(valueAt(record, name)) }))
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
    return (
      way *
      (typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : compareNames(String(a.key), String(b.key)))
    )
  })
  for (const { record } of keyed.slice(0, limit)) yield record
}

function sortValueOf(value: Json | undefined): string | number | undefined {
  const first: Json | undefined = Array.isArray(value) ? value[0] : value
  if (typeof first === 'number') return first
  if (isObject(first)) return nameOf(first)
  return typeof first === 'string' && first !== '' ? first : typeof first === 'boolean' ? Number(first) : undefined
}
