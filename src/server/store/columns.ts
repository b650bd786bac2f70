// How the fields of each kind of record lie in its table: names are the same on both sides.
import type { EventRecord, New, OrganizerRecord, Picture, Post, PostKind, PostRecords, VenueRecord } from '../domain/records.ts'
import type { Row, Value } from './sqlite.ts'

/** `flag` is 0 or 1; `list` and `picture` are JSON. */
type Form = 'plain' | 'flag' | 'list' | 'picture'
type Forms<R extends Post> = Readonly<Record<keyof New<R>, Form>>

const post: Forms<Post> = {
  author: 'plain', status: 'plain', date: 'plain', date_utc: 'plain', modified: 'plain', modified_utc: 'plain',
  title: 'plain', description: 'plain', excerpt: 'plain', slug: 'plain', image: 'picture',
}

const event: Forms<EventRecord> = {
  ...post, all_day: 'flag', start_date: 'plain', end_date: 'plain', utc_start_date: 'plain', utc_end_date: 'plain', timezone: 'plain',
  cost: 'plain', website: 'plain', show_map: 'flag', show_map_link: 'flag', hide_from_listings: 'flag', sticky: 'flag', featured: 'flag',
  password: 'plain', post_parent: 'plain', venue: 'list', organizer: 'list', categories: 'list', tags: 'list',
}

const venue: Forms<VenueRecord> = {
  ...post, address: 'plain', city: 'plain', country: 'plain', province: 'plain', state: 'plain', zip: 'plain', phone: 'plain',
  stateprovince: 'plain', website: 'plain', show_map: 'flag', show_map_link: 'flag', geo_lat: 'plain', geo_lng: 'plain',
}

const organizer: Forms<OrganizerRecord> = { ...post, phone: 'plain', website: 'plain', email: 'plain' }

const forms: Readonly<Record<PostKind, Readonly<Record<string, Form>>>> = { event, venue, organizer }

/** A record as it goes into its table, without its id and without what is derived. */
export function columnsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): Readonly<Record<string, Value>> {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return Object.fromEntries(Object.entries(forms[kind]).map(([name, form]) => [name, columnOf(form, values[name])]))
}

function columnOf(form: Form, value: unknown): Value {
  if (form === 'flag') return value ? 1 : 0
  return form === 'plain' ? value as Value : JSON.stringify(value)
}

/** A row of its table as a record: the table's own constraints vouch for the types. */
export function recordOf<K extends PostKind>(kind: K, row: Row): PostRecords[K] {
  const record: Record<string, unknown> = { id: row.id }
  for (const [name, form] of Object.entries(forms[kind])) record[name] = fieldOf(form, row[name] ?? null)
  const vouched: unknown = record
  return vouched as PostRecords[K]
}

function fieldOf(form: Form, value: Value): Value | boolean | readonly number[] | Picture | null {
  if (form === 'plain') return value
  if (form === 'flag') return value === 1
  return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
}

/** The columns that a record is read from. */
export function columnNames(kind: PostKind): readonly string[] {
  return ['id', ...Object.keys(forms[kind])]
}
