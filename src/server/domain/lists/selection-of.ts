// What the parameters of a list mean: the selection that a store reads.
import { type Instant, utcWall } from '../../../base/dates/zoned-time.ts'
import { listOf, type Values } from '../../../spec/read.ts'
import { type EventWindow, eventWindowOf } from '../dates/event-window.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { Taxonomy } from '../records.ts'
import { mayEditAll, mayWrite } from '../rights.ts'
import { searchOf, wordsOf } from './search.ts'
import { clockOf, type EventSelection, type PlaceSelection, term_orders, type TermSelection } from './selection.ts'
import type { Caller, ServiceSettings } from '../settings.ts'
import { slugOf } from '../../../base/text/slug.ts'
import { listed_statuses } from '../status.ts'
import { parseFlag } from '../parse-flag.ts'

/** Who asks a list, when, and where. */
export interface SelectionContext {
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly caller: Caller | undefined
}

const radius_km = 25

/** Events by everything specification 4.2 lists. Categories come with what lies below them. */
export function eventSelectionOf(
  values: Values,
  asking: SelectionContext,
  terms: { withDescendants(ids: readonly number[]): readonly number[] },
): EventSelection {
  const { settings, caller } = asking
  const include = idsOf(values.include)
  const categories = idsOf(values.categories)
  const near = typeof values.geoloc_lat === 'number' &&
    typeof values.geoloc_lng === 'number' && {
      lat: values.geoloc_lat,
      lng: values.geoloc_lng,
      km: settings.premium?.geofence_km ?? radius_km,
    }
  return {
    clock: clockOf(settings.timezone),
    ...(!isWithoutWindow(values, settings) && boundsOf(eventWindowOf(values, asking))),
    statuses: statusesOf(values, caller),
    search_protected: caller !== undefined,
    hidden: mayWrite(caller) && !quirk(settings, 'hidden_events_are_never_listed'),
    ...given({
      search: typeof values.search === 'string' ? searchOf(values.search, settings) : undefined,
      categories: categories && terms.withDescendants(categories),
      tags: quirk(settings, 'only_the_first_tag_counts') ? idsOf(values.tags)?.slice(0, 1) : idsOf(values.tags),
      venue: idsOf(values.venue),
      organizer: idsOf(values.organizer),
      include,
      private_of: privateOf(values, caller),
      featured: typeof values.featured === 'boolean' ? values.featured : undefined,
      post_parent: typeof values.post_parent === 'number' ? values.post_parent : undefined,
      geoloc: typeof values.geoloc === 'boolean' ? values.geoloc : undefined,
      near: near || undefined,
    }),
  }
}

/** Asking for ids leaves the dates aside. Source: D9. */
export function isWithoutWindow(values: Values, settings: ServiceSettings): boolean {
  return values.include !== undefined && !quirk(settings, 'include_keeps_date_window')
}

function boundsOf(window: EventWindow) {
  return given({
    start_from: window.start_date,
    end_until: window.end_date,
    start_before: window.starts_before,
    start_after: window.starts_after,
    end_before: window.ends_before,
    end_after: window.ends_after,
  })
}

/** Events whose venue or organizer counts as having events. Source: deployed 5.2. */
const visible_events = ['publish', 'future', 'private', 'trash']

/** Venues or organizers by everything specification 4.3 and 4.4 list. */
export function placeSelectionOf(values: Values, { now, caller, settings }: SelectionContext): PlaceSelection {
  const upcoming = mayWrite(caller) ? ['publish', 'private', 'draft', 'pending'] : ['publish']
  return {
    statuses: statusesOf(values, caller),
    ...given({
      search: typeof values.search === 'string' ? wordsOf(values.search, settings) : undefined,
      private_of: privateOf(values, caller),
      event: typeof values.event === 'number' ? values.event : undefined,
      has_events:
        values.has_events === undefined
          ? undefined
          : { linked: parseFlag(values.has_events, false), statuses: visible_events },
      upcoming: parseFlag(values.only_with_upcoming, false)
        ? { from_utc: utcWall(now), statuses: upcoming }
        : undefined,
    }),
  }
}

/** Terms by everything specification 4.5 and 4.6 list; `event` wins over `post`. */
export function termSelectionOf(taxonomy: Taxonomy, values: Values): TermSelection {
  const event = values.event ?? values.post
  return {
    taxonomy,
    hide_empty: values.hide_empty !== false,
    orderby: term_orders.find((order) => order === values.orderby) ?? 'name',
    order: values.order === 'desc' ? 'desc' : 'asc',
    ...given({
      search: typeof values.search === 'string' ? values.search : undefined,
      include: idsOf(values.include),
      exclude: idsOf(values.exclude),
      parent: typeof values.parent === 'number' ? values.parent : undefined,
      event: typeof event === 'number' ? event : undefined,
      slug: typeof values.slug === 'string' ? slugOf(values.slug) : undefined,
    }),
  }
}

/** The statuses that a list shows. An empty text asks for what a site shows its own people. Source: observed 11. */
function statusesOf(values: Values, caller: Caller | undefined): readonly string[] {
  if (values.status === '') return ['publish', 'private']
  if (typeof values.status === 'string') return listOf(values.status).map(String)
  return mayWrite(caller) ? listed_statuses : ['publish']
}

/**
 * An empty status shows private records of others to editors only; a named one is for everybody who may write. Source:
 * D-591.
 */
function privateOf(values: Values, caller: Caller | undefined): number | undefined {
  return values.status === '' && !mayEditAll(caller) ? caller?.id : undefined
}

/** `publish`, `any`, or what was sent. */
export function statusWord(values: Values, caller: Caller | undefined): string {
  return typeof values.status === 'string' ? values.status : mayWrite(caller) ? 'any' : 'publish'
}

function idsOf(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : undefined
}

/** The members that there are. */
function given<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}
