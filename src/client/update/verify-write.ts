// What a service made of a write: the fields it answers otherwise than they were asked for.
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { undoTexturize } from '../../base/text/undo-texturize.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { listOf, type Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import { changesOf } from './compare.ts'
import { displayedCost } from './sendable.ts'

/** A field that was asked for in one way and is answered in another. */
export interface FieldMismatch {
  readonly field: string
  readonly sent: Json | undefined
  readonly stored: Json | undefined
}

/**
 * What the answer keeps otherwise; how a service spells, sorts, cleans and renders what it was given does not count.
 */
export function fieldMismatchesOf(plural: Plural, asked: Values, record: JsonObject): readonly FieldMismatch[] {
  return changesOf(plural, asked, record)
    .filter(
      ({ field, after, before }) =>
        after !== null &&
        after !== undefined &&
        isShown(plural, field, record) &&
        !isSpelling(plural, { field, sent: after, stored: before }, record),
    )
    .map(({ field, after, before }) => ({ field, sent: after, stored: before }))
}

/** The same, and a cost that is kept as it was sent but shows something else: `VVK 12 / AK 15` shows as `$12 – $15`. */
export function visibleMismatchesOf(plural: Plural, asked: Values, record: JsonObject): readonly FieldMismatch[] {
  const unkept = fieldMismatchesOf(plural, asked, record)
  const { cost } = asked
  if (
    plural !== 'events' ||
    cost === undefined ||
    cost === null ||
    !isShown(plural, 'cost', record) ||
    unkept.some(({ field }) => field === 'cost')
  )
    return unkept
  const kept = displayedCost(record)
  return isCost(cost, String(kept)) ? unkept : [...unkept, { field: 'cost', sent: cost, stored: kept }]
}

const shown_of_protected = new Set([
  'author',
  'date',
  'date_utc',
  'title',
  'slug',
  'status',
  'timezone',
  'start_date',
  'end_date',
])

/** Events show every field, those with a password only some; venues, organizers and terms leave out what is empty. */
function isShown(plural: Plural, field: string, record: JsonObject): boolean {
  if (plural !== 'events') return true
  return field in record && (record.all_day !== null || shown_of_protected.has(field))
}

/** The same, as this kind of field goes. */
function isSpelling(plural: Plural, { field, sent: asked, stored: kept }: FieldMismatch, record: JsonObject): boolean {
  const fields: Parameters = resources[plural].fields
  switch (fields[field]?.form) {
    case 'datetime':
      return isMoment(String(asked), String(kept))
    case 'terms':
    case 'linked':
      return isLinked(listOf(asked), objectsOf(record[field]))
    case 'cost':
      return isCost(asked, String(displayedCost(record)))
    // The picture behind an address is copied, and gets an address of its own.
    case 'image':
      return isObject(record.image) && /^https?:/.test(String(asked))
    case 'timezone':
      return asked === ''
    default:
      return (field === 'stateprovince' && asked === '') || isText(String(asked), String(kept))
  }
}

/** Words and instants are the service's to read, and what a draft has no date for is shown as zeros. */
function isMoment(asked: string, kept: string): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(asked.trim()) ?? []
  if (day === undefined || kept.startsWith('0000')) return true
  return kept.startsWith(time === undefined ? day : `${day} ${time}`)
}

/** The same letters and digits; what a service builds from shortcodes and blocks is its own. */
function isText(asked: string, kept: string): boolean {
  if (/\[\/?[a-z][^\]]*\]|<!--/i.test(asked)) return kept !== ''
  return lettersOf(asked) === lettersOf(kept)
}

/** Services draw smiling faces and trade marks. */
function lettersOf(text: string): string {
  const plain = readable(text.replace(/(^|\s)[:;]-?[)(D](?=\s|$)/g, ' ')).replace(/\(tm\)/gi, '')
  return plain.replace(/[^\p{L}\p{N}]+/gu, '') || plain
}

/** By id, by name or by slug, in whatever order. */
function isLinked(asked: readonly Json[], kept: readonly Values[]): boolean {
  const wanted = new Set(
    asked
      .filter((item) => item !== 0 && item !== '')
      .map((item) => kept.find((record) => isCalled(item, record)) ?? item),
  )
  return wanted.size === kept.length && kept.every((record) => wanted.has(record))
}

function isCalled(item: Json | undefined, { id, ...record }: Values): boolean {
  if (!isObject(item))
    return String(item) === String(id) || [record.name, record.slug].some((name) => readable(name) === readable(item))
  return item.id === undefined
    ? ['venue', 'organizer', 'name'].some((field) => field in item && readable(item[field]) === readable(record[field]))
    : String(item.id) === String(id)
}

/** `20 - 10` shows as `$10 – $20`: the amounts in their order, and a sign even where none was given. */
function isCost(asked: Json | undefined, kept: string): boolean {
  const text = [asked].flat().join(' - ')
  const signs = text.toLowerCase().match(/[^\d\s.,–&/-]+/g) ?? []
  return amountsOf(text) === amountsOf(kept) && signs.every((sign) => kept.toLowerCase().includes(sign))
}

function amountsOf(text: string): string {
  const amounts = text.replace(/\bfree\b/i, '0').match(/\d+(?:[.,]\d+)*/g) ?? []
  return amounts
    .map((amount) => Number(amount.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')))
    .sort((a, b) => a - b)
    .join()
}

function readable(value: Json | undefined): string {
  return undoTexturize(textOfHtml(String(value ?? '')))
}
