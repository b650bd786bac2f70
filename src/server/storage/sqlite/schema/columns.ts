// How the fields of each kind of record lie in its table: names are the same on both sides.
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
import type { SqlRow, SqlValue } from '../sqlite.ts'

/** `flag` is 0 or 1; `list` and `picture` are JSON. */
type Form = 'plain' | 'flag' | 'list' | 'picture'
type Forms<R extends Post> = Readonly<Record<keyof New<R>, Form>>

const post: Forms<Post> = {
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

const event: Forms<EventRecord> = {
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

const venue: Forms<VenueRecord> = {
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

const organizer: Forms<OrganizerRecord> = { ...post, phone: 'plain', website: 'plain', email: 'plain' }

const forms: {
  readonly [K in PostKind]: readonly (readonly [name: keyof New<PostRecords[K]> & string, form: Form])[]
} = {
  event: entriesOf(event),
  venue: entriesOf(venue),
  organizer: entriesOf(organizer),
}

function entriesOf<N extends string>(table: Readonly<Record<N, Form>>): readonly (readonly [N, Form])[] {
  return (Object.keys(table) as N[]).map((name) => [name, table[name]])
}

/** The columns of a record, but for its id, in the order of `columnsOf`. */
export function columnNames(kind: PostKind): readonly string[] {
  return forms[kind].map(([name]) => name)
}

/** The values of a record, but for its id. */
export function columnsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): readonly SqlValue[] {
  return forms[kind].map(([name, form]) => columnOf(form, record[name]))
}

function columnOf(form: Form, value: unknown): SqlValue {
  if (form === 'plain') return value as SqlValue
  return form === 'flag' ? Number(value) : JSON.stringify(value)
}

/** A row of its table as a record: the table's own constraints vouch for the types. */
export function recordOf<K extends PostKind>(kind: K, row: SqlRow): PostRecords[K] {
  const record: Record<string, unknown> = row
  for (const [name, form] of forms[kind]) if (form !== 'plain') record[name] = fieldOf(form, row[name] ?? null)
  const vouched: unknown = record
  return vouched as PostRecords[K]
}

function fieldOf(form: Form, value: SqlValue): boolean | readonly number[] | Image | null {
  if (form === 'flag') return value === 1
  return value === '[]' ? [] : value === 'null' ? null : JSON.parse(String(value))
}
