// The records a list selects, as plain data that the store turns into SQL.
import { fixedOffset, type WallTime } from '../../../base/dates/zoned-time.ts'
import type { PostKind, Taxonomy } from '../records.ts'
import type { DateBound } from '../../../spec/lists.ts'
import type { TermOrder } from '../../../spec/resources.ts'

/** The words of a search, and the excluded ones. The selections state how records match them. */
export interface Search {
  readonly words: readonly string[]
  readonly without: readonly string[]
}

/** The part of a list to read. Unit: records. */
export interface ListSlice {
  readonly offset: number
  readonly limit: number
}

/** The ids of the part that was read, and the number of all records of the list. */
export interface FoundRecords {
  readonly ids: readonly number[]
  readonly total: number
}

/** The clock by which events are compared with a window. */
export type SelectionClock = 'local' | 'utc'

/**
 * The clock for a site: UTC if the site is in UTC, under any name; else the local time of each event. Source: interface
 * 5.2.
 */
export function clockOf(timezone: string): SelectionClock {
  return fixedOffset(timezone) === 0 || utc_names.test(timezone) ? 'utc' : 'local'
}

const utc_names = /^(?:etc\/)?(?:utc|uct|universal|zulu|gmt(?:[+-]?0)?|greenwich)$/i

/**
 * The filters by date of a list, as local times of the site: `start_date` is the first start, `end_date` the last end,
 * the others are before or after a start or an end.
 */
export type EventWindow = { readonly [B in DateBound]?: WallTime }

/** Selects events, ordered by local start, then publication date, then id, all ascending. */
export interface EventSelection {
  /** The window is compared with this clock. */
  readonly clock: SelectionClock
  readonly window?: EventWindow
  /** Any of these. */
  readonly statuses: readonly string[]
  /** Limits private records to those of this author. */
  readonly private_of?: number
  /** Every word in title, excerpt or description; case and accents do not count. */
  readonly search?: Search
  /** Whether a search may find events that a password protects. */
  readonly search_protected: boolean
  /** Any of these; the descendants of a category are listed with it. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly featured?: boolean
  /** Whether events with `hide_from_listings` are selected. */
  readonly hidden: boolean
  readonly include?: readonly number[]
  readonly post_parent?: number
  /** Whether the venue has coordinates. */
  readonly geoloc?: boolean
  /** The maximum great-circle distance of the venue from this point. Units: degrees, kilometres. */
  readonly near?: { readonly lat: number; readonly lng: number; readonly km: number }
}

/** Selects venues or organizers, ordered by publication date and id, both descending. */
export interface PlaceSelection {
  readonly statuses: readonly string[]
  /** Limits private records to those of this author. */
  readonly private_of?: number
  /** One field must contain every word. */
  readonly search?: Search
  /** Linked to this event. */
  readonly event?: number
  /** Linked to an event with one of `has_events.statuses`, or to none. */
  readonly has_events?: { readonly linked: boolean; readonly statuses: readonly string[] }
  /** Linked to an event with one of these statuses that starts at or after this time in UTC. */
  readonly upcoming?: { readonly from_utc: WallTime; readonly statuses: readonly string[] }
}

export interface TermSelection {
  readonly taxonomy: Taxonomy
  /** A part of the name or the slug. */
  readonly search?: string
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly parent?: number
  /** Terms of this event. */
  readonly event?: number
  readonly slug?: string
  /** Omits terms without published events. */
  readonly hide_empty: boolean
  readonly orderby: TermOrder
  readonly order: 'asc' | 'desc'
}

export interface Selections {
  readonly event: EventSelection
  readonly venue: PlaceSelection
  readonly organizer: PlaceSelection
}

export type SelectionOf<K extends PostKind> = Selections[K]
