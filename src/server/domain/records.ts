// The records a calendar holds, as plain data between the domain and the store.
import { keysOf } from '../../base/collections.ts'

export type PostKind = keyof typeof post_fields
export type LinkedKind = Exclude<PostKind, 'event'>
export type Taxonomy = 'category' | 'tag'

/** An image as stored: its media id and its URL. */
export interface Image {
  readonly id: number
  readonly url: string
}

/** What a field holds. Only `optional` texts and `real` numbers can be null; a `list` is one of ids. */
interface FieldTypes {
  readonly integer: number
  readonly real: number | null
  readonly text: string
  readonly optional: string | null
  readonly flag: boolean
  readonly list: readonly number[]
  readonly image: Image | null
}
export type FieldType = keyof FieldTypes
type Fields = Readonly<Record<string, FieldType>>

/** The fields that events, venues and organizers share. `title` is the name of a venue or organizer. */
const post = {
  author: 'integer',
  status: 'text',
  /** The publication date in local time of the site; `_utc` is `0000-00-00 00:00:00` if it was never published. */
  date: 'text',
  date_utc: 'text',
  modified: 'text',
  modified_utc: 'text',
  title: 'text',
  description: 'text',
  excerpt: 'text',
  /** Empty for drafts without one. */
  slug: 'text',
  image: 'image',
  /** Empty if not protected. */
  password: 'text',
} as const satisfies Fields

const event = {
  ...post,
  all_day: 'flag',
  /** Local time in the event's zone; empty for an event without dates, which quirks mode can store. */
  start_date: 'text',
  end_date: 'text',
  utc_start_date: 'text',
  utc_end_date: 'text',
  timezone: 'text',
  /** As sent; the displayed cost is derived. */
  cost: 'text',
  /** `null` if it was never written; the event's own address is shown. */
  website: 'optional',
  show_map: 'flag',
  show_map_link: 'flag',
  hide_from_listings: 'flag',
  sticky: 'flag',
  featured: 'flag',
  post_parent: 'integer',
  /** Ids in the order in which they were given. */
  venue: 'list',
  organizer: 'list',
  categories: 'list',
  tags: 'list',
} as const satisfies Fields

const venue = {
  ...post,
  address: 'text',
  city: 'text',
  country: 'text',
  province: 'text',
  state: 'text',
  zip: 'text',
  phone: 'text',
  stateprovince: 'text',
  website: 'text',
  show_map: 'flag',
  show_map_link: 'flag',
  geo_lat: 'real',
  geo_lng: 'real',
} as const satisfies Fields

const organizer = { ...post, phone: 'text', website: 'text', email: 'text' } as const satisfies Fields

/** The fields of the records of each kind, besides the id. */
export const post_fields = { event, venue, organizer } as const
export const post_kinds = keysOf(post_fields)

type RecordOf<F extends Fields> = { readonly id: number } & { readonly [N in keyof F]: FieldTypes[F[N]] }

export type Post = RecordOf<typeof post>
export type EventRecord = RecordOf<typeof event>
export type VenueRecord = RecordOf<typeof venue>
export type OrganizerRecord = RecordOf<typeof organizer>

export interface PostRecords {
  readonly event: EventRecord
  readonly venue: VenueRecord
  readonly organizer: OrganizerRecord
}

const empty_values: FieldTypes = {
  integer: 0,
  real: null,
  text: '',
  optional: null,
  flag: false,
  list: [],
  image: null,
}

/** Records without values. */
export const empty_posts: PostRecords = {
  event: emptyOf(event),
  venue: emptyOf(venue),
  organizer: emptyOf(organizer),
}

function emptyOf(fields: Fields) {
  const entries = Object.entries(fields).map(([name, type]) => [name, empty_values[type]])
  // Parsed: V8 makes an object with more than twelve computed keys a hash table, which is slow to read and to copy.
  return JSON.parse(JSON.stringify({ id: 0, ...Object.fromEntries(entries) }))
}

/** A record without its id, which the store assigns. */
export type New<R extends { readonly id: number }> = Omit<R, 'id'>

export interface TermRecord {
  readonly id: number
  readonly taxonomy: Taxonomy
  readonly name: string
  readonly slug: string
  readonly description: string
  /** 0 is the top; always 0 for tags. */
  readonly parent: number
}

/** A term with the number of published events that use it. */
export interface CountedTerm extends TermRecord {
  readonly count: number
}

/** Each has the rights of those after it. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

export interface UserRecord {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly role: Role
  /** `scrypt$…`; never the password itself. */
  readonly password_hash: string
}
