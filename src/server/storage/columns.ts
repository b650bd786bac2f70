// The tables of a calendar for every engine, and their rows as records. Fields and columns have the same name.
import { keysOf } from '../../base/collections.ts'
import {
  type CountedTerm,
  empty_posts,
  type FieldType,
  type New,
  post_fields,
  type PostKind,
  type PostRecords,
  roles,
  type UserRecord,
} from '../domain/records.ts'
import { key_month } from './derived.ts'
import type { SqlParameter, StoredValue } from './sql.ts'

/** What a column holds. `key` is the id of a row, `name` a text that identifies it; the others are those of fields. */
export type ColumnType = 'key' | 'name' | FieldType

/**
 * `listing_bucket` is the status, with `~` appended if the event is hidden from listings. Lists are sorted by
 * `list_start` on the event's own clock; windows compare `list_from` and `list_end` on the site's clock, which differs
 * only for a site in UTC. `title_key` finds venues and organizers by name. `words` is the text that searches read,
 * without case and accents; a separate table for it cost three more pages in each commit.
 */
const derived_of_event = {
  listing_bucket: 'text',
  list_start: 'integer',
  list_from: 'integer',
  list_end: 'integer',
  list_date: 'integer',
  words: 'text',
} as const
const derived_of_place = { title_key: 'text', words: 'text' } as const

const derived = { event: derived_of_event, venue: derived_of_place, organizer: derived_of_place } as const

/** The names of the columns of a record, without its id. */
export function columnNames(kind: PostKind): readonly string[] {
  return keysOf(post_fields[kind])
}

/** The names of the columns that are derived from a record. */
export function derivedNames(kind: PostKind): readonly string[] {
  return keysOf(derived[kind])
}

/**
 * The tables of a calendar that are not derived, without those of the engine itself. `name_key` and `description_key`
 * of a term sort without case and accents; `spent` records what used an id and has no table: revisions and embedded
 * URLs, in quirks mode. The first column identifies a row. Terms come before the events that count them.
 */
const tables = {
  term: {
    id: 'key',
    taxonomy: 'text',
    name: 'text',
    slug: 'text',
    description: 'text',
    parent: 'integer',
    name_key: 'text',
    name_lower: 'text',
    description_key: 'text',
  },
  media: { id: 'key', url: 'text' },
  users: { id: 'key', login: 'text', email: 'text', role: 'text', password_hash: 'text' },
  spent: { name: 'name', text: 'text' },
  venue: { id: 'key', ...post_fields.venue, ...derived_of_place },
  organizer: { id: 'key', ...post_fields.organizer, ...derived_of_place },
  event: { id: 'key', ...post_fields.event, ...derived_of_event },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>

export type TableName = keyof typeof tables
export const table_names = keysOf(tables)

/** The columns of a table with their types. */
export function tableColumns(table: TableName): readonly (readonly [name: string, type: ColumnType])[] {
  return Object.entries(tables[table])
}

/** Long texts come last: columns after them are slow to read. */
const long_texts: readonly string[] = ['description', 'excerpt', 'words']

/** The statement that creates a table, with the types of an engine, and with columns of its own. */
export function createTable(
  table: TableName,
  types: Readonly<Record<ColumnType, string>>,
  own: readonly string[] = [],
): string {
  const isLong = ([name]: readonly [string, ColumnType]) => long_texts.includes(name)
  const all = tableColumns(table)
  const defined = [...all.filter((column) => !isLong(column)), ...all.filter(isLong)].map(
    ([name, type]) => `${name} ${types[type]}`,
  )
  return `CREATE TABLE ${table} (${[...defined, ...own].join(', ')})`
}

/** Whether an event ends at most a month after its start, and not before it; `alias` is such as `e.`. */
export function isRegular(alias = ''): string {
  return `${alias}list_end - ${alias}list_from BETWEEN 0 AND ${key_month}`
}

/**
 * The indexes that all engines have. Lists of one listing bucket are read and counted in the first, those of several in
 * the second, without reading events; `event_irregular` bounds the starts of the events that end in a window.
 */
export const common_indexes: readonly string[] = [
  'CREATE INDEX event_by_bucket ON event (listing_bucket, list_start, list_date, id, list_from, list_end)',
  'CREATE INDEX event_by_start ON event (list_start, list_date, id, listing_bucket, list_from, list_end)',
  'CREATE INDEX event_featured ON event (listing_bucket, list_start, list_date, id, list_from, list_end) WHERE featured',
  `CREATE INDEX event_irregular ON event (listing_bucket, list_from, list_end) WHERE NOT ${isRegular()}`,
  'CREATE INDEX event_by_parent ON event (post_parent) WHERE post_parent <> 0',
  ...['venue', 'organizer'].flatMap((kind) => [
    `CREATE INDEX ${kind}_by_date ON ${kind} (status, date, id)`,
    `CREATE INDEX ${kind}_by_title ON ${kind} (title_key)`,
  ]),
  'CREATE INDEX venue_by_latitude ON venue (geo_lat, geo_lng) WHERE geo_lat IS NOT NULL',
  'CREATE UNIQUE INDEX term_by_slug ON term (taxonomy, slug)',
  'CREATE INDEX term_by_name ON term (taxonomy, name_key)',
  'CREATE INDEX term_by_lower ON term (taxonomy, name_lower)',
  'CREATE INDEX term_by_parent ON term (parent) WHERE parent <> 0',
  'CREATE UNIQUE INDEX media_by_url ON media (url)',
  'CREATE UNIQUE INDEX users_by_login ON users (login)',
  'CREATE INDEX users_by_email ON users (email)',
]

const columns: {
  readonly [K in PostKind]: readonly (readonly [name: keyof New<PostRecords[K]> & string, type: FieldType])[]
} = {
  event: entriesOf(post_fields.event),
  venue: entriesOf(post_fields.venue),
  organizer: entriesOf(post_fields.organizer),
}

function entriesOf<N extends string>(fields: Readonly<Record<N, FieldType>>): readonly (readonly [N, FieldType])[] {
  return keysOf(fields).map((name) => [name, fields[name]])
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
  const record: Record<string, unknown> = { ...empty_posts[kind], id: row[0] }
  columns[kind].forEach(([name, type], i) => {
    record[name] = decoded(type, row[i + 1] ?? null)
  })
  return record as PostRecords[K]
}

/** A value as all engines take it: a flag as a boolean, a list as a list, an image as JSON. */
export function plainValue(type: ColumnType, value: StoredValue): SqlParameter {
  return (type === 'image' ? value : decoded(type, value)) as SqlParameter
}

/** The ids in a list of ids. */
export function idsOf(value: StoredValue): readonly number[] {
  return decoded('list', value) as readonly number[]
}

/** SQLite has no lists, which are JSON there, and no booleans. */
function decoded(type: ColumnType, value: StoredValue): unknown {
  if (type === 'flag') return value === 1 || value === true
  if (type !== 'image' && (type !== 'list' || typeof value !== 'string')) return value
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
