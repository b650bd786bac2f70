// The addresses of the pages: converts an address to a page and its filters, and a page to its address. The views and
// the days that each one shows.
import { type Day, daysLater, daysOfMonth, isDay, isMonth, monthsLater } from '../../base/dates/days.ts'
import { type DaySpan, weekSpan } from '../../base/dates/periods.ts'
import { t } from '../../base/text/language.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import { PageError } from './page-error.ts'

export type ViewKind = 'month' | 'week' | 'day' | 'list'

/** A view; `date` is a day in the view, `past` selects past events. */
export type View =
  | { readonly kind: 'month' | 'week' | 'day'; readonly date: Day }
  | { readonly kind: 'list'; readonly past: boolean }

/** The days of a view; for a month, including the days that complete its first and last week. */
export function spanOf({ kind, date }: Extract<View, { date: Day }>): DaySpan {
  if (kind === 'day') return { from: date, to: date }
  if (kind === 'week') return weekSpan(date, 1)
  const month = date.slice(0, 7)
  return {
    from: weekSpan(`${month}-01`, 1).from,
    to: weekSpan(`${month}-${daysOfMonth(month)}`, 1).to,
  }
}

/** The view that contains today. */
export function currentView(kind: 'month' | 'week' | 'day', today: Day): Extract<View, { date: Day }> {
  return { kind, date: kind === 'week' ? weekSpan(today, 1).from : today }
}

/** The view before or after; undefined beyond the years that an address can have. */
export function neighborOf(view: Extract<View, { date: Day }>, step: 1 | -1): View | undefined {
  const date =
    view.kind === 'month'
      ? monthsLater(`${view.date.slice(0, 7)}-01`, step)
      : daysLater(view.date, view.kind === 'week' ? 7 * step : step)
  return isShownYear(date) ? { kind: view.kind, date } : undefined
}

/** The view of a month, `2026-11`. Errors: 400 for a month that does not exist. */
function monthView(text: string): View {
  const date = `${text}-01`
  if (isMonth(text) && isShownYear(date)) return { kind: 'month', date }
  throw new PageError(400, t('There is no month “{text}”. A month is written as 2026-11.', { text }))
}

/** The view of a week or a day. Errors: 400 for a day that does not exist. */
function dayView(kind: 'week' | 'day', text: string): View {
  if (isDay(text) && isShownYear(text)) return { kind, date: kind === 'week' ? weekSpan(text, 1).from : text }
  throw new PageError(400, t('There is no day “{text}”. A day is written as 2026-11-29.', { text }))
}

function isShownYear(day: Day): boolean {
  return day >= '0100-01-01' && day <= '9899-12-31'
}

export type RecordKind = 'event' | 'venue' | 'organizer'
export type TermKind = 'category' | 'tag'

/** The texts in the query of an address, as the request was parsed: lists and objects are absent. */
export type PageQuery = Readonly<Record<string, string | undefined>>

/** The page that an address means. */
export type Destination =
  | { readonly kind: 'view'; readonly view: View }
  /** The start page: the current month. */
  | { readonly kind: 'start' }
  /** The view of the current day. */
  | { readonly kind: 'today'; readonly view: 'month' | 'week' | 'day' }
  | { readonly kind: 'directory'; readonly of: 'venue' | 'organizer' }
  | { readonly kind: 'term'; readonly taxonomy: TermKind; readonly slug: string }
  | { readonly kind: 'record'; readonly record: RecordKind; readonly key: string; readonly by: 'id' | 'slug' }
  /** A calendar file: all events, or those of a term. */
  | { readonly kind: 'feed'; readonly term?: { readonly taxonomy: TermKind; readonly slug: string } }
  | { readonly kind: 'asset'; readonly name: string }
  | { readonly kind: 'sign-in' }
  /** A redirect to the canonical path `to`. */
  | { readonly kind: 'moved'; readonly to: string }
  /** A path below `/events/` without a page. */
  | { readonly kind: 'unknown' }

/**
 * The page of a path; undefined for paths outside the calendar.
 * Errors: 400 for a day or a month that does not exist.
 */
export function destinationOf(path: string, query: PageQuery): Destination | undefined {
  if (path === '/' || path === '/index.php') return plainLink(query) ?? { kind: 'moved', to: '/events/' }
  if (path === '/sign-in') return { kind: 'sign-in' }
  if (path === '/events.ics') return { kind: 'feed' }
  const [, first = '', ...rest] = path.split('/')
  if (!first_segments.has(first)) return undefined
  if (first === 'assets') return { kind: 'asset', name: rest.join('/') }
  if (path.endsWith('.ics')) return feedAt(path)
  if (!path.endsWith('/')) return { kind: 'moved', to: `${path}/` }
  const segments = rest.slice(0, -1).map(percentDecoded)
  if (first === 'events') return belowEvents(segments, query)
  const [key] = segments
  const directory = directories[first]
  if (directory !== undefined && key === undefined) return directory
  if (segments.length !== 1 || key === undefined || key === '') return { kind: 'unknown' }
  if (first === 'tag') return { kind: 'term', taxonomy: 'tag', slug: key }
  return first === 'event' || first === 'venue' || first === 'organizer'
    ? { kind: 'record', record: first, key, by: 'slug' }
    : { kind: 'unknown' }
}

const directories: Readonly<Record<string, Destination>> = {
  venues: { kind: 'directory', of: 'venue' },
  organizers: { kind: 'directory', of: 'organizer' },
  venue: { kind: 'moved', to: '/venues/' },
  organizer: { kind: 'moved', to: '/organizers/' },
  event: { kind: 'moved', to: '/events/list/' },
}
const first_segments = new Set([...Object.keys(directories), 'events', 'tag', 'assets'])

function feedAt(path: string): Destination {
  const [, taxonomy, slug] = /^\/events\/(category|tag)\/(?:[^/]+\/)*([^/]+)\.ics$/.exec(path) ?? []
  if (taxonomy !== 'category' && taxonomy !== 'tag') return { kind: 'unknown' }
  return { kind: 'feed', term: { taxonomy, slug: percentDecoded(slug ?? '') } }
}

function belowEvents(segments: readonly string[], query: PageQuery): Destination {
  const [first, second] = segments
  if (first === undefined) return { kind: 'start' }
  if (first === 'category' && second !== undefined)
    return { kind: 'term', taxonomy: 'category', slug: segments.at(-1) ?? '' }
  if (segments.length > 2) return { kind: 'unknown' }
  if (first === 'tag' && second !== undefined) return { kind: 'term', taxonomy: 'tag', slug: second }
  if (first === 'month' || first === 'week') {
    if (second === undefined) return { kind: 'today', view: first }
    return { kind: 'view', view: first === 'month' ? monthView(second) : dayView('week', second) }
  }
  if (second !== undefined) return { kind: 'unknown' }
  if (first === 'list') return { kind: 'view', view: { kind: 'list', past: query.past === 'true' } }
  if (first === 'today' || first === 'day') return { kind: 'today', view: 'day' }
  return /^\d{4}-\d/.test(first) ? { kind: 'view', view: dayView('day', first) } : { kind: 'unknown' }
}

/** `/?post_type=tribe_events&p=12`, the address of records without a slug of their own. Source: interface 4.1. */
function plainLink(query: PageQuery): Destination | undefined {
  const [, type] = /^[\w-]+_(events|venue|organizer)$/.exec(query.post_type ?? '') ?? []
  const id = query.p ?? ''
  if (type === 'events' && id === '' && asksForFeed(query)) return plainFeed(query)
  if (type === undefined || !/^\d+$/.test(id)) return undefined
  return {
    kind: 'record',
    record: type === 'events' ? 'event' : type === 'venue' ? type : 'organizer',
    key: id,
    by: 'id',
  }
}

/** The calendar file of a subscription link in the form that deployed sites use. Source: interface 1.6. */
function plainFeed(query: PageQuery): Destination {
  const [, category] = Object.entries(query).find(([name]) => /^[\w-]+_events_cat$/.test(name)) ?? []
  const { tag } = query
  if (category) return { kind: 'feed', term: { taxonomy: 'category', slug: category } }
  return tag ? { kind: 'feed', term: { taxonomy: 'tag', slug: tag } } : { kind: 'feed' }
}

/** Whether the query of a page asks for its calendar file. */
export function asksForFeed(query: PageQuery): boolean {
  return query['outlook-ical'] !== undefined || !['', '0'].includes(query.ical ?? '')
}

/** The path of a view. */
export function viewPath(view: View): string {
  switch (view.kind) {
    case 'month':
      return `/events/month/${view.date.slice(0, 7)}/`
    case 'week':
      return `/events/week/${view.date}/`
    case 'day':
      return `/events/${view.date}/`
    case 'list':
      return '/events/list/'
  }
}

/** The path of a record; records that are not public are addressed by id. */
export function recordPath(
  kind: RecordKind,
  { id, slug, status }: { readonly id: number; readonly slug: string; readonly status: string },
): string {
  const hasPage = slug !== '' && (status === 'publish' || status === 'private')
  if (hasPage) return `/${kind}/${segmentOf(slug)}/`
  return `/?post_type=tribe_${kind === 'event' ? 'events' : kind}&p=${id}`
}

export function termPath(taxonomy: TermKind, slug: string): string {
  return `/events/${taxonomy}/${segmentOf(slug)}/`
}

/** A lone surrogate, which a service can send in a slug, has no encoding. */
function segmentOf(slug: string): string {
  return encodeURIComponent(percentDecoded(slug).toWellFormed())
}

const filter_names = ['search', 'category', 'tag', 'venue', 'organizer', 'status'] as const
export type FilterName = (typeof filter_names)[number]

/** Categories and tags by slug, venues and organizers by id. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters of an address, without the empty ones that forms send. Errors: 400 for an id that is not a number. */
export function filtersOf(query: PageQuery): Filters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of filter_names) {
    const value = (query[name] ?? '').replace(/\p{Cc}+/gu, ' ').trim()
    if (value === '') continue
    if ((name === 'venue' || name === 'organizer') && !/^\d{1,15}$/.test(value))
      throw new PageError(400, t('{name} must be an id such as 12, not “{value}”.', { name, value }))
    filters[name] = value
  }
  return filters
}

/** The values of a query; undefined and empty ones are omitted. */
export type QueryParts = Readonly<Record<string, string | number | true | undefined>>

/** `per_page=50&ends_after=2026-11-01` */
export function queryOf(values: QueryParts): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.toString()
}

/** The address with these values added to its query. */
export function withQuery(address: string, values: QueryParts): string {
  const text = queryOf(values)
  return text === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${text}`
}
