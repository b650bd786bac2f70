// The records a calendar holds, as plain data between the domain and the store.
import type { WallTime } from '../../base/dates/zoned-time.ts'

export const post_kinds = ['event', 'venue', 'organizer'] as const
export type PostKind = (typeof post_kinds)[number]
export type LinkedKind = Exclude<PostKind, 'event'>
export type Taxonomy = 'category' | 'tag'

/** An image as stored: its media id and its URL. */
export interface Image {
  readonly id: number
  readonly url: string
}

/** The fields that events, venues and organizers share. `title` is the name of a venue or organizer. */
export interface Post {
  readonly id: number
  readonly author: number
  readonly status: string
  /** The publication date in local time of the site; `_utc` is `0000-00-00 00:00:00` if it was never published. */
  readonly date: WallTime
  readonly date_utc: WallTime
  readonly modified: WallTime
  readonly modified_utc: WallTime
  readonly title: string
  readonly description: string
  readonly excerpt: string
  /** Empty for drafts without one. */
  readonly slug: string
  readonly image: Image | null
  /** Empty if not protected. */
  readonly password: string
}

export interface EventRecord extends Post {
  readonly all_day: boolean
  /** Local time in the event's zone; empty for an event without dates, which quirks mode can store. */
  readonly start_date: WallTime
  readonly end_date: WallTime
  readonly utc_start_date: WallTime
  readonly utc_end_date: WallTime
  readonly timezone: string
  /** As sent; the displayed cost is derived. */
  readonly cost: string
  /** `null` if it was never written; the event's own address is shown. */
  readonly website: string | null
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly hide_from_listings: boolean
  readonly sticky: boolean
  readonly featured: boolean
  readonly post_parent: number
  /** Ids in the order in which they were given. */
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

export interface VenueRecord extends Post {
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly zip: string
  readonly phone: string
  readonly stateprovince: string
  readonly website: string
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly geo_lat: number | null
  readonly geo_lng: number | null
}

export interface OrganizerRecord extends Post {
  readonly phone: string
  readonly website: string
  readonly email: string
}

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

/** A record without its id, which the store assigns. */
export type New<R extends { readonly id: number }> = Omit<R, 'id'>

export interface PostRecords {
  readonly event: EventRecord
  readonly venue: VenueRecord
  readonly organizer: OrganizerRecord
}
