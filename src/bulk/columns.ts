// Headers of spreadsheets as fields of the interface, in all the spellings that files were seen with.
import type { Plural } from '../spec/model.ts'
import { resourceNamed, resources } from '../spec/resources.ts'
import type { ColumnNames } from './entry.ts'
import { german_headers } from './german-headers.ts'

const part_names = ['start_day', 'start_time', 'end_day', 'end_time', 'currency_symbol', 'currency_position'] as const

/** What several columns make together: a date and its time, a price and its sign. */
export type Part = (typeof part_names)[number]

/** Why a column is left out: the interface has nothing like it, nobody knows it, or another was mapped to its field. */
export type Dropped = 'known' | 'unknown' | 'replaced'

/** What a column means: a field, a part of one, or nothing. */
export type Column =
  | { readonly field: string }
  | { readonly part: Part }
  | { readonly dropped: Dropped }

/** Columns whose field is not their own name; `name` is the field that names a record. Source: interface/spreadsheet.md. */
const synonyms: Readonly<Record<string, string>> = {
  time_zone: 'timezone', timezone_name: 'timezone', all_day_event: 'all_day', allday: 'all_day',
  hide_event_from_event_listings: 'hide_from_listings', hide_from_event_listings: 'hide_from_listings', hide_event_from_listings: 'hide_from_listings',
  sticky_in_month_view: 'sticky', event_sticky_in_month_view: 'sticky', feature: 'featured', feature_event: 'featured', featured_event: 'featured',
  venue_name: 'venue', venues: 'venue', venue_names: 'venue', location: 'venue',
  organizer_name: 'organizer', organizer_names: 'organizer', organizers: 'organizer', organizer_name_s: 'organizer', organizer_name_s_or_id_s: 'organizer', organiser: 'organizer',
  category: 'categories', category_names: 'categories', tag: 'tags', tag_names: 'tags',
  start: 'start_date', begin: 'start_date', begins: 'start_date', starts: 'start_date', start_datetime: 'start_date',
  end: 'end_date', ends: 'end_date', end_datetime: 'end_date', time: 'start_time', price: 'cost', length: 'duration',
  url: 'website', web_site: 'website', featured_image: 'image', picture: 'image',
  address_2: 'address_2', state_province: 'stateprovince', postal_code: 'zip', zip_code: 'zip', zip_postal_code: 'zip', e_mail: 'email', email_address: 'email',
  'venue.venue': 'venue', 'venue.slug': 'venue', 'venue.id': 'venue',
}

const without_counterpart = new Set([
  'allow_comments', 'allow_trackbacks_and_pingbacks', 'allow_trackbacks', 'iso_currency_code', 'currency_code', 'address_2',
  'global_id', 'global_id_lineage', 'rest_url', 'permalink', 'modified', 'modified_utc', 'count', 'taxonomy', 'utc_start_date', 'utc_end_date', 'timezone_abbr', '_error',
])

/** Fields of an event that hold a list: several columns may fill them together. */
export const joined_fields: ReadonlySet<string> = new Set(['categories', 'tags', 'organizer'])

/** Columns that name or match rows. */
const beside_fields: readonly string[] = ['id', 'uid', 'key', 'kind', 'slug']

/** `Event Start Date?` → `event_start_date` */
function normalHeader(header: string): string {
  return header.trim().toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, '_').replace(/^_+|_+$/g, '')
}

/** The column's meaning among the fields of a kind. `id`, `uid`, `key`, `kind` and a place's `slug` match and name rows. */
export function columnOf(header: string, kind: Plural): Column {
  const { singular, fields, name } = resources[kind]
  const whole = normalHeader(header)
  if (whole === '_error' || header.trim() === '_error') return { dropped: 'known' }
  const bare = whole.startsWith(`${singular}_`) ? whole.slice(singular.length + 1) : whole
  for (const candidate of new Set([bare, whole])) {
    const field = candidate === 'name' ? name : (synonyms[candidate] ?? german_headers[candidate] ?? candidate)
    const part = kind === 'events' ? part_names.find((one) => one === field) : undefined
    if (part) return { part }
    if (Object.hasOwn(fields, field) || beside_fields.includes(field) || (kind === 'events' && field === 'duration')) return { field }
  }
  return { dropped: without_counterpart.has(bare) || without_counterpart.has(whole) || whole.includes('.') ? 'known' : 'unknown' }
}

/** By field, the columns that fill it, with the field behind where they are called otherwise. A day stands for the date it is part of. */
export function columnNamesOf(headers: readonly string[], columns: readonly Column[]): ColumnNames {
  const names = new Map<string, string[]>()
  for (const [i, column] of columns.entries()) {
    const field = 'field' in column ? column.field : 'part' in column ? column.part.replace(/_day$/, '_date') : undefined
    if (field !== undefined) names.set(field, [...(names.get(field) ?? []), headers[i]?.trim() ?? ''])
  }
  return Object.fromEntries([...names].map(([field, own]) => [field, own.every((name) => normalHeader(name) === field) ? own.join(', ') : `${own.join(', ')} (${field})`]))
}

/** The kind whose importer writes such headers, or undefined where they could belong to several. */
export function kindOfHeaders(headers: readonly string[]): Plural | undefined {
  const names = headers.map(normalHeader)
  const bare = new Set(names.map((name) => name.replace(/^event_/, '')))
  const starts = headers.map((header) => columnOf(header, 'events')).some((column) => ('field' in column ? column.field === 'start_date' : 'part' in column && column.part === 'start_day'))
  if (names.some((name) => name.startsWith('event_')) || starts || bare.has('title') || bare.has('titel')) return 'events'
  for (const kind of ['venues', 'organizers'] as const) {
    const { singular } = resources[kind]
    if (names.includes(singular) || names.some((name) => name.startsWith(`${singular}_`))) return kind
  }
  const first = names.map((name) => /^(category|tag)_name$/.exec(name)?.[1]).find((name) => name !== undefined)
  if (first) return resourceNamed(first)?.plural
  return bare.has('name') && bare.has('parent') ? 'categories' : undefined
}
