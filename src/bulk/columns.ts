// Headers of spreadsheets as fields of the interface, in all the spellings that files were seen with.
import type { Plural } from '../spec/model.ts'
import { resourceNamed, resources } from '../spec/resources.ts'

/** What a column means: a field, a part of one, a thing the interface does not have, or nothing we know. */
export type Column =
  | { readonly field: string }
  | { readonly part: 'start_day' | 'start_time' | 'end_day' | 'end_time' | 'currency_symbol' | 'currency_position' }
  | { readonly dropped: 'known' | 'unknown' }

/** Columns whose field is not their own name; `name` is the field that names a record. Source: interface/spreadsheet.md. */
const synonyms: Readonly<Record<string, string>> = {
  time_zone: 'timezone', timezone_name: 'timezone', all_day_event: 'all_day', allday: 'all_day',
  hide_event_from_event_listings: 'hide_from_listings', hide_from_event_listings: 'hide_from_listings', hide_event_from_listings: 'hide_from_listings',
  sticky_in_month_view: 'sticky', event_sticky_in_month_view: 'sticky', feature: 'featured', feature_event: 'featured', featured_event: 'featured',
  venue_name: 'venue', venues: 'venue', venue_names: 'venue', location: 'venue',
  organizer_name: 'organizer', organizer_names: 'organizer', organizers: 'organizer', organizer_name_s: 'organizer', organizer_name_s_or_id_s: 'organizer',
  category: 'categories', category_names: 'categories', tag: 'tags', tag_names: 'tags',
  url: 'website', web_site: 'website', featured_image: 'image', picture: 'image',
  address_2: 'address_2', state_province: 'stateprovince', postal_code: 'zip', zip_code: 'zip', zip_postal_code: 'zip', e_mail: 'email', email_address: 'email',
  'venue.venue': 'venue', 'venue.slug': 'venue', 'venue.id': 'venue',
}

const without_counterpart = new Set([
  'allow_comments', 'allow_trackbacks_and_pingbacks', 'allow_trackbacks', 'iso_currency_code', 'currency_code', 'address_2',
  'global_id', 'global_id_lineage', 'rest_url', 'permalink', 'modified', 'modified_utc', 'count', 'taxonomy', 'utc_start_date', 'utc_end_date', 'timezone_abbr', '_error',
])

const parts: Readonly<Record<string, 'start_day' | 'start_time' | 'end_day' | 'end_time' | 'currency_symbol' | 'currency_position'>> = {
  start_time: 'start_time', end_time: 'end_time', start_day: 'start_day', end_day: 'end_day',
  currency_symbol: 'currency_symbol', currency_position: 'currency_position',
}

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
    const part = kind === 'events' ? parts[candidate] : undefined
    if (part) return { part }
    const field = candidate === 'name' ? name : (synonyms[candidate] ?? candidate)
    if (Object.hasOwn(fields, field) || ['id', 'uid', 'key', 'kind', 'slug'].includes(field)) return { field }
  }
  return { dropped: without_counterpart.has(bare) || without_counterpart.has(whole) || whole.includes('.') ? 'known' : 'unknown' }
}

/** The kind whose importer writes such headers, or undefined where they could belong to several. */
export function kindOfHeaders(headers: readonly string[]): Plural | undefined {
  const names = headers.map(normalHeader)
  const bare = new Set(names.map((name) => name.replace(/^event_/, '')))
  if (names.some((name) => name.startsWith('event_')) || bare.has('start_date') || bare.has('start_day') || bare.has('title')) return 'events'
  for (const kind of ['venues', 'organizers'] as const) {
    const { singular } = resources[kind]
    if (names.includes(singular) || names.some((name) => name.startsWith(`${singular}_`))) return kind
  }
  const first = names.map((name) => /^(category|tag)_name$/.exec(name)?.[1]).find((name) => name !== undefined)
  if (first) return resourceNamed(first)?.plural
  return bare.has('name') && bare.has('parent') ? 'categories' : undefined
}
