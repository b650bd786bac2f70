// The columns of records and the rows of terms and users, for every engine. Fields and columns have the same name.
import { keysOf } from '../../base/collections.ts'
import {
  type CountedTerm,
  type EventRecord,
  type New,
  type OrganizerRecord,
  type Post,
  type PostKind,
  type PostRecords,
  roles,
  type UserRecord,
  type VenueRecord,
} from '../domain/records.ts'
import type { SqlParameter, StoredValue } from './sql.ts'

/** `plain` is a text, a number or null; `flag` a boolean, `list` a list of ids, `image` an `Image` or null. */
export type ColumnType = 'plain' | 'flag' | 'list' | 'image'
type ColumnTypes<R extends Post> = Readonly<Record<keyof New<R>, ColumnType>>

const post: ColumnTypes<Post> = {
  author: 'plain',
  status: 'plain',
  date: 'plain',
  date_utc: 'plain',
  modified: 'plain',
  modified_utc: 'plain',
  title: 'plain',
  description: 'plain',
  excerpt: 'plain',
  slug: 'plain',
  image: 'image',
  password: 'plain',
}

const event: ColumnTypes<EventRecord> = {
  ...post,
  all_day: 'flag',
  start_date: 'plain',
  end_date: 'plain',
  utc_start_date: 'plain',
  utc_end_date: 'plain',
  timezone: 'plain',
  cost: 'plain',
  website: 'plain',
  show_map: 'flag',
  show_map_link: 'flag',
  hide_from_listings: 'flag',
  sticky: 'flag',
  featured: 'flag',
  post_parent: 'plain',
  venue: 'list',
  organizer: 'list',
  categories: 'list',
  tags: 'list',
}

const venue: ColumnTypes<VenueRecord> = {
  ...post,
  address: 'plain',
  city: 'plain',
  country: 'plain',
  province: 'plain',
  state: 'plain',
  zip: 'plain',
  phone: 'plain',
  stateprovince: 'plain',
  website: 'plain',
  show_map: 'flag',
  show_map_link: 'flag',
  geo_lat: 'plain',
  geo_lng: 'plain',
}

const organizer: ColumnTypes<OrganizerRecord> = { ...post, phone: 'plain', website: 'plain', email: 'plain' }

const columns: {
  readonly [K in PostKind]: readonly (readonly [name: keyof New<PostRecords[K]> & string, type: ColumnType])[]
} = {
  event: entriesOf(event),
  venue: entriesOf(venue),
  organizer: entriesOf(organizer),
}

function entriesOf<N extends string>(table: Readonly<Record<N, ColumnType>>): readonly (readonly [N, ColumnType])[] {
  return keysOf(table).map((name) => [name, table[name]])
}

/** The columns of a record without its id, with their types. */
export function typedColumns(kind: PostKind): readonly (readonly [name: string, type: ColumnType])[] {
  return columns[kind]
}

/** Their names, in the order of `columnsOf`. */
export function columnNames(kind: PostKind): readonly string[] {
  return columns[kind].map(([name]) => name)
}

/** The values of a record without its id, in the order of `columnNames`. */
export function columnsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): readonly SqlParameter[] {
  return columns[kind].map(([name, type]) => encoded(type, record[name]))
}

/** The table guarantees the types of the fields. */
function encoded(type: ColumnType, field: unknown): SqlParameter {
  return type === 'image' ? JSON.stringify(field) : (field as SqlParameter)
}

/** Converts the id and the columns of a row to a record; the table guarantees the types of the fields. */
export function recordOf<K extends PostKind>(kind: K, row: readonly StoredValue[]): PostRecords[K] {
  const fields = columns[kind].map(([name, type], i) => [name, decoded(type, row[i + 1] ?? null)])
  return Object.fromEntries([['id', row[0]], ...fields])
}

/** A value as all engines take it: a flag as a boolean, a list as a list, an image as JSON. */
export function plainValue(type: ColumnType, value: StoredValue): SqlParameter {
  return (type === 'image' ? value : decoded(type, value)) as SqlParameter
}

/** SQLite has no lists, which are JSON there, and no booleans. */
function decoded(type: ColumnType, value: StoredValue): unknown {
  if (type === 'plain') return value
  if (type === 'flag') return value === 1 || value === true
  if (type === 'list' && typeof value !== 'string') return value
  return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
}

/** Converts a row with these columns to a term. */
export function termOf([id, taxonomy, name, slug, description, parent, used]: readonly StoredValue[]): CountedTerm {
  return {
    id: Number(id),
    taxonomy: taxonomy === 'category' ? 'category' : 'tag',
    name: String(name),
    slug: String(slug),
    description: String(description),
    parent: Number(parent),
    count: Number(used),
  }
}

/** Converts a row with these columns to a user. */
export function userOf([id, login, email, role, password_hash]: readonly StoredValue[]): UserRecord {
  const known = roles.find((name) => name === role)
  if (known === undefined) throw new Error(`the user ${login} has the unknown role ${role}`)
  return {
    id: Number(id),
    login: String(login),
    email: String(email),
    role: known,
    password_hash: String(password_hash),
  }
}
