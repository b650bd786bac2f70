// The meaning of a table header: a field of the interface, a part of one, or none.
import { getOrInsert } from '../../../base/collections.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { ColumnNames } from '../entry.ts'
import { field_of_header, ignored_headers } from './header-vocabulary.ts'

const part_names = [
  'start_day',
  'start_time',
  'end_day',
  'end_time',
  'currency_symbol',
  'currency_position',
  'address_2',
  'privacy',
] as const

/**
 * A part of a field that has several columns: a date and its time, a price and its sign, the lines of an address. The
 * privacy of an event is a part of its status.
 */
export type ColumnPart = (typeof part_names)[number]

/**
 * Why a column is ignored: the interface has no such field (`known`), its meaning is unknown, another column was mapped
 * to its field, or it has no name.
 */
export type DroppedColumn = 'known' | 'unknown' | 'replaced' | 'unnamed'

/** What a column means: a field, a part of one, a field of the venue of an event, or nothing. */
export type Column =
  | {
      readonly field: string
      /** Numbers are ids, not names. */
      readonly of_ids?: true
    }
  | { readonly part: ColumnPart }
  | { readonly venue_field: string }
  | { readonly dropped: DroppedColumn }

/** Fields of a venue that a row of an event may have for a new one. */
const venue_fields: ReadonlySet<string> = new Set([
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
])

/** List fields of an event, which may have several columns. */
export const joined_fields: ReadonlySet<string> = new Set(['categories', 'tags', 'organizer'])

/** Columns that identify records. */
const beside_fields: readonly string[] = ['id', 'uid', 'key', 'kind', 'slug']

/** `Event Start Date?` → `event_start_date` */
function normalHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** `Start-Date`, `startDate`, `START DATE:` → `startdate`; `Ganztägig` → `ganztaegig` */
export function normalizedHeader(header: string): string {
  const letters = header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
  return letters
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/^\.+|\.+$/g, '')
}

/**
 * The meaning of a column among the fields of a kind. `id`, `uid`, `key`, `kind` and the `slug` of a venue or organizer
 * identify rows.
 */
export function columnOf(header: string, kind: Plural): Column {
  if (header.trim() === '') return { dropped: 'unnamed' }
  if (header.trim() === '_error') return { dropped: 'known' }
  const { singular } = resources[kind]
  // `Date (dd.mm.yyyy)` is a date; `Date (Start)` is the start.
  const spellings = [...new Set([header, header.replace(/\([^)]*\)/g, ' ')])].map(normalizedHeader)
  const names = spellings.flatMap((name) =>
    name.startsWith(singular) && name !== singular ? [name.slice(singular.length), name] : [name],
  )
  for (const name of names) {
    const column = columnNamed(name, kind) ?? (kind === 'events' ? venueColumn(name) : undefined)
    if (column) return column
  }
  // `venue.city` is a column of our own tables.
  const isNested = /^\w+(\.\w+)+$/.test(header.trim())
  return { dropped: isNested || names.some((name) => ignored_headers.has(name)) ? 'known' : 'unknown' }
}

/** `venuecity`, `locationaddress` */
function venueColumn(name: string): Column | undefined {
  const [, rest] = /^(?:venue|location|veranstaltungsort)(\w+)$/.exec(name) ?? []
  const column = rest === undefined ? undefined : columnNamed(rest, 'venues')
  return column && 'field' in column && venue_fields.has(column.field) ? { venue_field: column.field } : undefined
}

function columnNamed(name: string, kind: Plural): Column | undefined {
  const field = name === 'name' ? resources[kind].name : (fieldsOf(kind).get(name) ?? field_of_header.get(name))
  if (field === undefined) return undefined
  const part = part_names.find((one) => one === field)
  if (part) return kind === (part === 'address_2' ? 'venues' : 'events') ? { part } : undefined
  return fieldsOf(kind).has(normalizedHeader(field)) ? { field } : undefined
}

const fields_of_kinds = new Map<Plural, ReadonlyMap<string, string>>()

/** By normalized header, the fields and parts of a kind under their own names. */
function fieldsOf(kind: Plural): ReadonlyMap<string, string> {
  return getOrInsert(fields_of_kinds, kind, () => {
    const own = [
      ...Object.keys(resources[kind].fields),
      ...beside_fields,
      ...part_names,
      ...(kind === 'events' ? ['duration'] : []),
    ]
    return new Map(own.map((field) => [normalizedHeader(field), field]))
  })
}

/**
 * Column names by field, with the field in parentheses if its name differs. A day column counts for the date that it is
 * part of.
 */
export function columnNamesOf(headers: readonly string[], columns: readonly Column[]): ColumnNames {
  const names = new Map<string, string[]>()
  for (const [i, column] of columns.entries()) {
    const field =
      'field' in column ? column.field : 'part' in column ? column.part.replace(/_day$/, '_date') : undefined
    if (field !== undefined) names.set(field, [...(names.get(field) ?? []), headers[i]?.trim() ?? ''])
  }
  return Object.fromEntries(
    [...names].map(([field, own]) => [
      field,
      own.every((name) => normalHeader(name) === field) ? own.join(', ') : `${own.join(', ')} (${field})`,
    ]),
  )
}

/** The kind that these headers determine; undefined if they fit several. */
export function kindOfHeaders(headers: readonly string[]): Plural | undefined {
  const names = headers.map(normalHeader)
  const bare = new Set(names.map((name) => name.replace(/^event_/, '')))
  if (names.some((name) => name.startsWith('event_')) || isDated(headers)) return 'events'
  for (const kind of ['venues', 'organizers'] as const) {
    const { singular } = resources[kind]
    if (names.includes(singular) || names.some((name) => name.startsWith(`${singular}_`))) return kind
  }
  const first = names.map((name) => /^(category|tag)_name$/.exec(name)?.[1]).find((name) => name !== undefined)
  if (first) return resourceNamed(first)?.plural
  return bare.has('name') && bare.has('parent') ? 'categories' : undefined
}

/** True if a column has the start of events, or titles that cannot be names of other records. */
function isDated(headers: readonly string[]): boolean {
  const targets = headers.map((header) => ({
    header: normalizedHeader(header),
    target: targetOf(columnOf(header, 'events')),
  }))
  const has = (...wanted: readonly string[]) => targets.some(({ target }) => wanted.includes(target ?? ''))
  if (has('start_date', 'start_day') || targets.some(({ header, target }) => target === 'title' && header !== 'name'))
    return true
  return has('title') && has('date', 'start_time')
}

/** The field, or the part of one, that a column means. */
export function targetOf(column: Column): string | undefined {
  return 'field' in column ? column.field : 'part' in column ? column.part : undefined
}
