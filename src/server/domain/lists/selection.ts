// The records that a list selects, as plain data that the store turns into SQL; made from the parameters of a list: the
// window of dates, and a search split into words and phrases.
import { dayOf, monthsLater } from '../../../base/dates/days.ts'
import { day_ms, fixedOffset, instantOfUtc, utcWall, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { slugOf } from '../../../base/text/slug.ts'
import { date_bounds, type DateBound, per_page_default, per_page_max, relative_dates } from '../../../spec/lists.ts'
import { splitItems } from '../../../spec/read.ts'
import type { TermOrder } from '../../../spec/resources.ts'
import { withoutBackslashes } from '../../../base/text/stored-text.ts'
import { quirk } from '../../quirks/quirks.ts'
import { exactMomentIn, instantIn, type SentDate, wallOf } from '../dates.ts'
import type { PostKind, Taxonomy } from '../records.ts'
import { mayEditAll, mayWrite } from '../rights.ts'
import type { Caller, ServiceSettings, WriteContext } from '../settings.ts'
import { listed_statuses } from '../status.ts'
import type { EventQuery, PlaceQuery, TermQuery } from '../values.ts'

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

/** A page of a list. `page` counts from 1. */
export interface ListPart extends ListSlice {
  readonly page: number
  readonly per_page: number
}

/** The page that was asked for; `per_page` is limited to 50. Source: interface 5.1. */
export function listPartOf(values: { readonly page?: number; readonly per_page?: number }): ListPart {
  const { page = 1 } = values
  const per_page = Math.min(values.per_page ?? per_page_default, per_page_max)
  return { page, per_page, offset: (page - 1) * per_page, limit: per_page }
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
export function selectionClockOf(timezone: string): SelectionClock {
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
  readonly window?: EventWindow | undefined
  /** Any of these. */
  readonly statuses: readonly string[]
  /** Limits private records to those of this author. */
  readonly private_of?: number | undefined
  /** Every word in title, excerpt or description; case and accents do not count. */
  readonly search?: Search | undefined
  /** Whether a search may find events that a password protects. */
  readonly search_protected: boolean
  /** Any of these; the descendants of a category are listed with it. */
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
  readonly venue?: readonly number[] | undefined
  readonly organizer?: readonly number[] | undefined
  readonly featured?: boolean | undefined
  /** Whether events with `hide_from_listings` are selected. */
  readonly hidden: boolean
  readonly include?: readonly number[] | undefined
  readonly post_parent?: number | undefined
  /** Whether the venue has coordinates. */
  readonly geoloc?: boolean | undefined
  /** The maximum great-circle distance of the venue from this point. Units: degrees, kilometres. */
  readonly near?: { readonly lat: number; readonly lng: number; readonly km: number } | undefined
}

/** Selects venues or organizers, ordered by publication date and id, both descending. */
export interface PlaceSelection {
  readonly statuses: readonly string[]
  /** Limits private records to those of this author. */
  readonly private_of?: number | undefined
  /** One field must contain every word. */
  readonly search?: Search | undefined
  /** Linked to this event. */
  readonly event?: number | undefined
  /** Linked to an event with one of `has_events.statuses`, or to none. */
  readonly has_events?: { readonly linked: boolean; readonly statuses: readonly string[] } | undefined
  /** Linked to an event with one of these statuses that starts at or after this time in UTC. */
  readonly upcoming?: { readonly from_utc: WallTime; readonly statuses: readonly string[] } | undefined
}

export interface TermSelection {
  readonly taxonomy: Taxonomy
  /** A part of the name or the slug. */
  readonly search?: string | undefined
  readonly include?: readonly number[] | undefined
  readonly exclude?: readonly number[] | undefined
  readonly parent?: number | undefined
  /** Terms of this event. */
  readonly event?: number | undefined
  readonly slug?: string | undefined
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

export type SelectionContext = Omit<WriteContext, 'language'>

const radius_km = 25

/** The selection of a list of events. `categories` already includes their descendants. Source: interface 5.2. */
export function eventSelectionOf(values: EventQuery, context: SelectionContext): EventSelection {
  const { settings, caller } = context
  const { search, categories, tags, venue, organizer, include, featured, post_parent, geoloc } = values
  const { geoloc_lat: lat, geoloc_lng: lng } = values
  return Object.freeze({
    clock: selectionClockOf(settings.timezone),
    window: isWithoutWindow(values, settings) ? undefined : eventWindowOf(values, context),
    statuses: statusesOf(values, caller),
    search_protected: caller !== undefined,
    hidden: mayWrite(caller) && !quirk(settings, 'hidden_events_are_never_listed'),
    search: search === undefined ? undefined : searchOf(search, settings),
    categories,
    tags: quirk(settings, 'only_the_first_tag_counts') ? tags?.slice(0, 1) : tags,
    venue,
    organizer,
    include,
    private_of: privateOf(values, caller),
    featured,
    post_parent,
    geoloc,
    near:
      lat === undefined || lng === undefined ? undefined : { lat, lng, km: settings.premium?.geofence_km ?? radius_km },
  })
}

/** Whether dates do not count because events are selected by id. Source: interface Q9. */
function isWithoutWindow(values: EventQuery, settings: ServiceSettings): boolean {
  return values.include !== undefined && !quirk(settings, 'include_keeps_date_window')
}

/** The statuses of the events that `has_events` counts, except for visitors. Source: Q43, interface 5.3. */
const visible_events = ['publish', 'future', 'private', 'trash']

/** The selection of a list of venues or organizers. Source: interface 5.3. */
export function placeSelectionOf(values: PlaceQuery, { now, caller, settings }: SelectionContext): PlaceSelection {
  const upcoming = mayWrite(caller) ? ['publish', 'private', 'draft', 'pending'] : ['publish']
  const counted = mayWrite(caller) || quirk(settings, 'has_events_counts_unpublished') ? visible_events : ['publish']
  return Object.freeze({
    statuses: statusesOf(values, caller),
    search: values.search === undefined ? undefined : wordsOf(values.search, settings),
    private_of: privateOf(values, caller),
    event: values.event,
    has_events: values.has_events === undefined ? undefined : { linked: values.has_events, statuses: counted },
    upcoming: values.only_with_upcoming ? { from_utc: utcWall(now), statuses: upcoming } : undefined,
  })
}

/** The selection of a list of categories or tags. Source: interface 5.4. */
export function termSelectionOf(taxonomy: Taxonomy, values: TermQuery): TermSelection {
  const { search, include, exclude, parent, slug } = values
  return Object.freeze({
    taxonomy,
    hide_empty: values.hide_empty !== false,
    orderby: values.orderby ?? 'name',
    order: values.order ?? 'asc',
    search,
    include,
    exclude,
    parent,
    event: values.event ?? values.post,
    slug: slug === undefined ? undefined : slugOf(slug),
  })
}

type StatusQuery = Pick<EventQuery, 'status'>

/** The statuses that a list shows, each once. An empty text means published and private ones. */
function statusesOf(values: StatusQuery, caller: Caller | undefined): readonly string[] {
  if (values.status === '') return ['publish', 'private']
  if (values.status !== undefined) return [...new Set(splitItems(values.status).map(String))]
  return mayWrite(caller) ? listed_statuses : ['publish']
}

/** With an empty status only editors list private records of others; `status=private` lists those of all authors. */
function privateOf(values: StatusQuery, caller: Caller | undefined): number | undefined {
  return values.status === '' && !mayEditAll(caller) ? caller?.id : undefined
}

/**
 * The parameter `status` of links to other pages: as sent, else `any` or `publish`, depending on the caller's rights.
 */
export function linkStatusOf(values: StatusQuery, caller: Caller | undefined): string {
  return values.status ?? (mayWrite(caller) ? 'any' : 'publish')
}

/** Words, `"phrases"` and `-excluded` words of a search among events. Source: interface 5.2. */
export function searchOf(text: string, settings: Pick<ServiceSettings, 'mode'>): Search | undefined {
  if (quirk(settings, 'stop_words_are_ignored')) return deployedSearchOf(text)
  const parts = text.match(/-?"[^"]*"|\S+/g) ?? []
  const isExcluded = (part: string) => part.length > 1 && part.startsWith('-')
  return {
    words: parts
      .filter((part) => !isExcluded(part))
      .map(unquoted)
      .filter((word) => word !== ''),
    without: parts
      .filter(isExcluded)
      .map((part) => unquoted(part.slice(1)))
      .filter((word) => word !== ''),
  }
}

function unquoted(part: string): string {
  return part.replace(/^"|"$/g, '').trim()
}

/** Words that quirks mode ignores if the search has others. */
const stop_words = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)
const words_max = 9

/**
 * The search in quirks mode: split at commas, without backslashes, single letters and common words. If none or too many
 * words are left, the text is one phrase; `-` alone excludes the empty text, which every event contains. Undefined if
 * nothing but backslashes was sent. Source: interface 16.2.
 */
function deployedSearchOf(text: string): Search | undefined {
  const read = withoutBackslashes(withoutBackslashes(text))
  if (read === '') return undefined
  const parts = read.match(/"[^"]*(?:"|$)|(?<=[\t ",+]|^)[^\t ",+]+/g) ?? []
  const terms = parts
    .map((part) => part.replace(/^".+"$/.test(part) ? /^["']+|(?<!["'])["']+$/g : /^["' ]+|(?<!["' ])["' ]+$/g, ''))
    .filter((term) => term !== '' && term !== '0' && !/^[a-z-]$/i.test(term) && !stop_words.has(term.toLowerCase()))
  const words = terms.length > 0 && terms.length <= words_max ? terms : [read]
  return {
    words: words.filter((word) => !word.startsWith('-')),
    without: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  }
}

/** The words of a search among venues and organizers; one field must contain all of them. Source: interface 5.3. */
function wordsOf(text: string, settings: Pick<ServiceSettings, 'mode'>): Search {
  const parts = text.split(quirk(settings, 'place_searches_are_ascii') ? /[^a-z\d-]/i : /[^\p{L}\p{M}\p{N}-]/u)
  return { words: parts.filter((part) => part !== '' && part !== '0'), without: [] }
}

/** The date parameters of a list. `none` is a date of `0`, which means now in quirks mode. */
export type SentBounds = { readonly [B in DateBound]?: SentDate | 'none' } & {
  readonly strict_dates?: boolean
  readonly include?: readonly number[]
}

type WindowContext = Pick<WriteContext, 'settings' | 'now'>

/**
 * The bounds of a list, sent or default.
 *
 * Shape:  without `strict_dates` whole days: `start_date` is 00:00:00 and all others are 23:59:59 of their day; with it
 *         exact times, read as UTC if they name no zone. Any of the four bounds other than `start_date` and `end_date`
 *         removes the default window. With `include` the bounds are those of the default window.
 * Source: interface 5.2.
 */
export function eventWindowOf(values: SentBounds, context: WindowContext): EventWindow {
  const strict = values.strict_dates === true
  if (values.include !== undefined) return defaultWindow(context, strict)
  const hasRelative = relative_dates.some((bound) => values[bound] !== undefined)
  const defaults = hasRelative ? {} : defaultWindow(context, strict)
  const sent = date_bounds.flatMap((bound) => {
    const wall = strict ? exact(values[bound], context) : wholeDay(bound, values[bound], context)
    return wall === undefined ? [] : [[bound, wall] as const]
  })
  return { ...defaults, ...Object.fromEntries(sent) }
}

/** From the day of the site at 23:59 UTC yesterday to the UTC day in 24 months. */
function defaultWindow({ settings: { timezone }, now }: WindowContext, strict: boolean): EventWindow {
  const yesterday = Math.floor(now / day_ms) * day_ms - 60_000
  const today = utcWall(now)
  const end = `${monthsLater(dayOf(today), 24)} ${today.slice(11)}`
  return {
    start_date: `${dayOf(wallAt(yesterday, timezone))} 00:00:00`,
    end_date: strict ? wallAt(instantOfUtc(end), timezone) : `${dayOf(end)} 23:59:59`,
  }
}

/** The time of a bound with `strict_dates`. */
function exact(date: SentBounds[DateBound], { settings }: WindowContext): WallTime | undefined {
  const moment = date === undefined || date === 'none' ? undefined : exactMomentIn(date, 'UTC')
  return moment && wallAt(instantIn(moment, 'UTC'), settings.timezone)
}

/** The time of a bound without `strict_dates`. Source: interface 5.2, 16.2. */
function wholeDay(
  bound: DateBound,
  date: SentBounds[DateBound],
  { settings, now }: WindowContext,
): WallTime | undefined {
  const zone = quirk(settings, 'list_dates_are_utc_days') ? 'UTC' : settings.timezone
  const moment = date === 'none' ? { instant: now } : date && exactMomentIn(date, zone)
  return moment && `${dayOf(wallOf(moment, zone))} ${bound === 'start_date' ? '00:00:00' : '23:59:59'}`
}
