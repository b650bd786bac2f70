// The records a list selects, as plain data that the store turns into SQL.
import { fixedOffset, type WallTime } from '../../../base/dates/zoned-time.ts'
import type { PostKind, Taxonomy } from '../records.ts'
import type { TermOrder } from '../../../spec/term-orders.ts'

/** The words of a search; each kind of record matches them in its own way. */
export interface Search {
  readonly words: readonly string[]
  readonly without: readonly string[]
}

/** The ids of a slice, and the number of all records. */
export interface ListSlice {
  readonly offset: number
  readonly limit: number
}

export interface FoundRecords {
  readonly ids: readonly number[]
  readonly total: number
}

/** The clock of the events that a window is compared with. */
export type SelectionClock = 'local' | 'utc'

/** UTC for a site in UTC, under any name; else the clock of the event. */
export function clockOf(timezone: string): SelectionClock {
  return fixedOffset(timezone) === 0 || utc_names.test(timezone) ? 'utc' : 'local'
}

const utc_names = /^(?:etc\/)?(?:utc|uct|universal|zulu|gmt(?:[+-]?0)?|greenwich)$/i

/** Events by start on their own clock, then publication date, then id, all ascending. */
export interface EventSelection {
  /** The bounds below are compared with this clock. */
  readonly clock: SelectionClock
  /** start >= */
  readonly start_from?: WallTime
  /** start < */
  readonly start_before?: WallTime
  /** start > */
  readonly start_after?: WallTime
  /** end <= */
  readonly end_until?: WallTime
  /** end < */
  readonly end_before?: WallTime
  /** end > */
  readonly end_after?: WallTime
  /** Any of these. */
  readonly statuses: readonly string[]
  /** Limits private records to those of this author. */
  readonly private_of?: number
  /** Every word in title, excerpt or description; case and accents do not count. */
  readonly search?: Search
  /** Whether a search may find events that a password protects. */
  readonly search_protected: boolean
  /** Any of these; descendants of categories are included. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly featured?: boolean
  /** Whether events that hide from listings are listed. */
  readonly hidden: boolean
  readonly include?: readonly number[]
  readonly post_parent?: number
  /** Whether the venue has coordinates. */
  readonly geoloc?: boolean
  /** Distance of the venue, great circle, in kilometres. */
  readonly near?: { readonly lat: number; readonly lng: number; readonly km: number }
}

/** Venues or organizers; newest publication first, then the highest id. */
export interface PlaceSelection {
  readonly statuses: readonly string[]
  /** Of private records only those of this author. */
  readonly private_of?: number
  /** Every word in one and the same field. */
  readonly search?: Search
  /** Linked to this event. */
  readonly event?: number
  /** Linked to an event with one of `has_events.statuses`, or to none. */
  readonly has_events?: { readonly linked: boolean; readonly statuses: readonly string[] }
  /** Linked to an event with one of these statuses that starts at or after this moment (UTC). */
  readonly upcoming?: { readonly from_utc: WallTime; readonly statuses: readonly string[] }
}

export interface TermSelection {
  readonly taxonomy: Taxonomy
  /** Words in the name or slug. */
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
