// Converts records to table columns and back. Fields and columns have the same names.
import type {
  EventRecord,
  New,
  OrganizerRecord,
  Image,
  Post,
  PostKind,
  PostRecords,
  VenueRecord,
} from '../../../domain/records.ts'
import type { SqlValue } from '../sqlite.ts'

/** `flag` is stored as 0 or 1; `list` and `picture` as JSON. */
type ColumnType = 'plain' | 'flag' | 'list' | 'picture'
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
  image: 'picture',
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
  return (Object.keys(table) as N[]).map((name) => [name, table[name]])
}

/** The columns of a record without its id, in the order of `columnsOf`. */
export function columnNames(kind: PostKind): readonly string[] {
  return columns[kind].map(([name]) => name)
}

/** The values of a record without its id. */
export function columnsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): readonly SqlValue[] {
  return columns[kind].map(([name, type]) => columnOf(type, record[name]))
}

function columnOf(type: ColumnType, value: unknown): SqlValue {
  if (type === 'plain') return value as SqlValue
  return type === 'flag' ? Number(value) : JSON.stringify(value)
}

/**
 * Converts the id and the columns of a row to a record; the column types of the table guarantee the types of the
 * fields.
 */
export function recordOf<K extends PostKind>(kind: K, [id, ...values]: readonly SqlValue[]): PostRecords[K] {
  const record: Record<string, unknown> = { id }
  columns[kind].forEach(([name, type], i) => {
    record[name] = fieldOf(type, values[i] ?? null)
  })
  const complete: unknown = record
  return complete as PostRecords[K]
}

function fieldOf(type: ColumnType, value: SqlValue): SqlValue | boolean | readonly number[] | Image {
  if (type === 'plain') return value
  if (type === 'flag') return value === 1
  return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
}
