// The tables of a calendar for every engine, their rows as records, and derived columns: the keys that lists sort by,
// and the text that searches read. Fields and columns have the same name.
import { keysOf } from '../../base/collections.ts'
import { day_ms, instantOfUtc, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { foldForSearch } from '../../base/text/slug.ts'
import type { SelectionClock } from '../domain/lists/selection.ts'
import {
  type CountedTerm,
  empty_posts,
  type EventRecord,
  type FieldType,
  type New,
  post_fields,
  type PostKind,
  type PostRecords,
  roles,
  type TermRecord,
  type UserRecord,
} from '../domain/records.ts'
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

/**
 * The tables of a calendar that are not derived, without those of the engine itself. `name_key` and `description_key`
 * of a term sort without case and accents; `consumed_id` records what took an id and has no table: revisions and
 * embedded URLs, in quirks mode. The first column identifies a row.
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
  consumed_id: { name: 'name', text: 'text' },
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

/** Whether an event ends at most a month after its start, and not before it; `alias` is such as `e.`. */
export function isRegular(alias = ''): string {
  return `${alias}list_end - ${alias}list_from BETWEEN 0 AND ${key_month}`
}

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

/** The columns of a post without its id: its fields, then what is derived from them. */
export function postColumns(kind: PostKind): readonly string[] {
  return [...columnNames(kind), ...keysOf(derived[kind])]
}

/** The values of a post in these columns. */
export function postValues<K extends PostKind>(
  kind: K,
  record: New<PostRecords[K]>,
  clock: SelectionClock,
): readonly SqlParameter[] {
  const fields = columns[kind].map(([name, type]) => encodedField(type, record[name]))
  return [...fields, ...derive[kind](record, clock), wordsOf(kind, record)]
}

/** The columns in which a record differs from the stored one, with their values. */
export function changedColumns<K extends PostKind>(
  kind: K,
  { before, after }: { readonly before: PostRecords[K]; readonly after: PostRecords[K] },
  clock: SelectionClock,
): readonly { readonly name: string; readonly value: SqlParameter }[] {
  const [stored, values] = [postValues(kind, before, clock), postValues(kind, after, clock)]
  return postColumns(kind).flatMap((name, i) => {
    const value = values[i] ?? null
    return isEqual(stored[i], value) ? [] : [{ name, value }]
  })
}

function isEqual(one: SqlParameter | undefined, other: SqlParameter): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
}

/** The table guarantees the types of the fields. */
function encodedField(type: ColumnType, field: unknown): SqlParameter {
  return type === 'image' ? JSON.stringify(field) : (field as SqlParameter)
}

/** Converts the id and the columns of a row to a record; the table guarantees the types of the fields. */
export function recordOf<K extends PostKind>(kind: K, row: readonly StoredValue[]): PostRecords[K] {
  const record: Record<string, unknown> = { ...empty_posts[kind], id: row[0] }
  columns[kind].forEach(([name, type], i) => {
    record[name] = decodedField(type, row[i + 1] ?? null)
  })
  return record as PostRecords[K]
}

/** A value as all engines take it: a flag as a boolean, a list as a list, an image as JSON. */
export function plainValue(type: ColumnType, value: StoredValue): SqlParameter {
  return (type === 'image' ? value : decodedField(type, value)) as SqlParameter
}

/** The ids in a list of ids. */
export function idsOf(value: StoredValue): readonly number[] {
  return decodedField('list', value) as readonly number[]
}

/** SQLite has no lists, which are JSON there, and no booleans. */
function decodedField(type: ColumnType, value: StoredValue): unknown {
  if (type === 'flag') return value === 1 || value === true
  if (type !== 'image' && (type !== 'list' || typeof value !== 'string')) return value
  return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
}

/** Converts a row with these columns to a term. */
export function termOf([id, taxonomy, name, slug, description, parent, count]: readonly StoredValue[]): CountedTerm {
  return {
    id: Number(id),
    taxonomy: taxonomy === 'category' ? 'category' : 'tag',
    name: String(name),
    slug: String(slug),
    description: String(description),
    parent: Number(parent),
    count: Number(count),
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

/** A local time as a number with the same order: `20270131190000`; 0 for an empty text. */
export function timeKeyOf(wall: WallTime): number {
  const part = (start: number, end: number) => Number(wall.slice(start, end))
  return wall === ''
    ? 0
    : part(0, -15) * 1e10 +
        part(-14, -12) * 1e8 +
        part(-11, -9) * 1e6 +
        part(-8, -6) * 1e4 +
        part(-5, -3) * 100 +
        part(-2, wall.length)
}

/** The maximum offset of a zone from UTC, which `UTC+99` has. */
export const zones_days = 5

/** The key after all others. */
export const key_max = 99_999_999_999_999

/** The key of a local time, moved by a number of days. */
export function shiftedKey(wall: WallTime, days: number): number {
  if (days === 0) return timeKeyOf(wall)
  if (wall < '0101' || wall > '9899') return days < 0 ? 0 : key_max
  return timeKeyOf(utcWall(instantOfUtc(wall) + days * day_ms))
}

/** The difference between the keys of two days, and of two months. */
export const key_day = 1_000_000
export const key_month = 100_000_000

/** The start of the month of a key such as 20270131190000, which need not be a valid date. */
export function monthOfKey(key: number): WallTime {
  const [year, months] = [Math.floor(key / key_month / 100), Math.floor(key / key_month) % 100]
  return key < 0
    ? ''
    : `${String(year).padStart(4, '0')}-${String(Math.min(12, Math.max(1, months))).padStart(2, '0')}-01 00:00:00`
}

/**
 * The listing bucket of an event: its status, with `~` appended if the event is hidden from listings or has no valid
 * time span.
 */
export function listingBucketOf(status: string, hidden: boolean): string {
  return hidden ? `${status}~` : status
}

/** The values of the derived columns of a record but `words`, the last one. */
const derive: {
  readonly [K in PostKind]: (record: New<PostRecords[K]>, clock: SelectionClock) => readonly (string | number)[]
} = {
  event: ({ status, hide_from_listings, date, start_date, end_date, utc_start_date, utc_end_date }, clock) => [
    listingBucketOf(status, hide_from_listings || !isListed({ status, utc_start_date, utc_end_date })),
    timeKeyOf(start_date),
    timeKeyOf(clock === 'utc' ? utc_start_date : start_date),
    timeKeyOf(clock === 'utc' ? utc_end_date : end_date),
    timeKeyOf(date),
  ],
  venue: ({ title }) => [title.toLowerCase()],
  organizer: ({ title }) => [title.toLowerCase()],
}

/** Whether an event has a start that is not after its end; in the trash a start is enough. Source: decision 18. */
function isListed({
  status,
  utc_start_date,
  utc_end_date,
}: Pick<EventRecord, 'status' | 'utc_start_date' | 'utc_end_date'>): boolean {
  return utc_start_date !== '' && (status === 'trash' || timeKeyOf(utc_start_date) <= timeKeyOf(utc_end_date))
}

/** The fields that searches read. Source: interface 5.2, 5.3. */
const searched: { readonly [K in PostKind]: readonly (keyof New<PostRecords[K]>)[] } = {
  event: ['title', 'excerpt', 'description'],
  venue: ['title', 'description', 'excerpt', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizer: ['title', 'description', 'excerpt', 'phone', 'email', 'website'],
}

/** The text that searches read: the fields of a post, folded and joined. */
function wordsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): string {
  return searched[kind]
    .map((name) => String(record[name]))
    .filter((text) => text !== '')
    .map(foldForSearch)
    .join(field_end)
}

/** The derived columns of a term: keys that compare and sort names and descriptions without case and accents. */
export function termKeysOf({ name, description }: New<TermRecord>) {
  return { name_key: foldForSearch(name), name_lower: name.toLowerCase(), description_key: foldForSearch(description) }
}

/** Separates the fields in the `words` of a post; `foldForSearch` removes it from texts. */
export const field_end = '\u001f'

const trigram_length = 3

/** The trigrams that every text with this word contains; undefined if the word is too short to have one. */
export function trigramsOf(word: string): readonly string[] | undefined {
  const characters = [...foldForSearch(word)]
  if (characters.length < trigram_length) return undefined
  return [
    ...new Set(characters.slice(0, 1 - trigram_length).map((_, i) => characters.slice(i, i + trigram_length).join(''))),
  ]
}

/** A full-text query for all of these trigrams. */
export function trigramMatch(trigrams: readonly string[]): string {
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}
