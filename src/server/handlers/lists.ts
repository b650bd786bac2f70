// The five lists: selection, records, and links to the other pages.
import { instantOf, offsetAt, offsetText, utcWall } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { date_bounds } from '../../spec/lists.ts'
import { ApiError } from '../domain/api-error.ts'
import type { SentDate } from '../domain/dates/moment.ts'
import {
  type LinkParameters,
  linkParametersOf,
  pageLinks,
  type Links,
  type LinkValues,
  type LinkWriter,
  type Listed,
  type ListPart,
  pageOf,
} from '../domain/lists/page.ts'
import {
  type EventSelection,
  eventSelectionOf,
  type EventWindow,
  type FoundRecords,
  linkStatusOf,
  type ListSlice,
  type PlaceSelection,
  placeSelectionOf,
  type TermSelection,
  termSelectionOf,
} from '../domain/lists/selection.ts'
import { collectionUrl } from '../domain/present/shared.ts'
import type { LinkedKind, PostKind, Taxonomy } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { statuses } from '../domain/status.ts'
import { pagesOf } from '../../spec/lists.ts'
import type { EventQuery, PlaceQuery, TermQuery } from '../domain/values.ts'
import { quirk } from '../quirks/quirks.ts'
import { deployedLinks, termInContext, termListQuirkOf } from '../quirks/deployed-lists.ts'
import { postsOf } from '../storage/store.ts'
import type { Call, CallWith, Handler, HandlerAnswer, ServiceContext } from './handler.ts'
import { shownPosts, shownTerms } from './show.ts'

export const listEvents: Handler<EventQuery> = async (call) => {
  const { values, caller, store, settings } = call
  const page = pageOf(values)
  const categories = values.categories && (await store.terms.withDescendants(values.categories))
  const selection = eventSelectionOf({ ...values, ...(categories && { categories }) }, call)
  const found = await foundEvents(selection, page, call)
  return postsAnswer('event', call, {
    found,
    page,
    links: (listed) => linksIn(settings).events(listed, selection.window ?? {}, linkStatusOf(values, caller)),
  })
}

export async function listPlaces(kind: LinkedKind, call: CallWith<PlaceQuery>): Promise<HandlerAnswer> {
  const { values, caller, settings } = call
  const page = pageOf(values)
  const found = await foundPlaces(kind, placeSelectionOf(values, call), page, call)
  return postsAnswer(kind, call, {
    found,
    page,
    links: (listed) => linksIn(settings).places(listed, linkStatusOf(values, caller)),
  })
}

export async function listTerms(taxonomy: Taxonomy, call: CallWith<TermQuery>): Promise<HandlerAnswer> {
  const { values, store, settings } = call
  const page = pageOf(values)
  const { page: part, hasItems } = termListQuirkOf(taxonomy, page, call)
  const { ids, total } = await foundTerms(termSelectionOf(taxonomy, values), part, call)
  const total_pages = pagesOf(total, page.per_page)
  const name = taxonomy === 'category' ? 'categories' : 'tags'
  const found = hasItems && call.wants(name) ? await store.terms.getMany(ids) : []
  const terms = (await shownTerms(found, call, 'listed')).map((term) => termInContext(term, call))
  const { rest_url, ...page_links } = linksIn(settings).terms(listedOf(taxonomy, call, page, total_pages))
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { rest_url, total, total_pages, [name]: terms, ...page_links },
  }
}

/** The records of a page, and how its links are written. */
interface Listing {
  readonly found: FoundRecords
  readonly page: ListPart
  readonly links: (listed: Listed) => Links
}

/**
 * The answer of a list of events, venues or organizers.
 *
 * Errors: 404 `…-archive-page-not-found` for a page after the last; an empty first page is 200.
 * Source: interface 3, 5.1.
 */
async function postsAnswer<K extends PostKind>(
  kind: K,
  call: CallWith<ListQuery>,
  { found: { ids, total }, page, links }: Listing,
): Promise<HandlerAnswer> {
  const { store } = call
  if (ids.length === 0 && page.page > 1) throw new ApiError(`${kind}-archive-page-not-found`)
  const posts = postsOf(store, kind)
  const total_pages = pagesOf(total, page.per_page)
  const items = call.wants(`${kind}s`) ? await shownPosts(kind, await posts.getMany(ids), call, 'listed') : []
  const page_links = links(listedOf(kind, call, page, total_pages))
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { [`${kind}s`]: items, ...page_links, total, total_pages },
  }
}

function listedOf(kind: PostKind | Taxonomy, call: CallWith<ListQuery>, page: ListPart, pages: number): Listed {
  const collection = collectionUrl(kind, call.settings.address)
  return { collection, values: asSent(call), others: othersOf(call), page, pages }
}

type ListQuery = EventQuery | PlaceQuery | TermQuery
/** Dates are used as sent. */
type ListValue = Json | SentDate

/**
 * The documented parameters of the list as texts for links: dates, toggles and lists in a text as sent, others as
 * parsed.
 */
function asSent({ operation: { parameters }, values, given }: CallWith<ListQuery>): LinkValues {
  const parsed: Readonly<Record<string, ListValue | undefined>> = { ...values }
  const texts = Object.entries(parameters).flatMap(([name, { form }]) => {
    const sent = given[name]
    if (sent === undefined || sent === null) return []
    const isText = form === 'datetime' || form === 'toggle' || (Array.isArray(parsed[name]) && typeof sent === 'string')
    return [[name, linkText(isText ? sent : (parsed[name] ?? sent))]]
  })
  return Object.fromEntries(texts)
}

/** The undocumented parameters that were sent; objects and nested lists cannot be part of a link. */
function othersOf({ operation: { parameters }, given }: Call): LinkValues {
  const isFlat = (value: Json) => [value].flat().every((item) => item !== null && typeof item !== 'object')
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || Object.hasOwn(parameters, name) || !isFlat(value) ? [] : [[name, linkText(value)]],
    ),
  )
}

function linkText(value: ListValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}

function totals(total: number, total_pages: number) {
  return { 'x-tec-total': String(total), 'x-tec-totalpages': String(total_pages) }
}

const everything: ListSlice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
/** The number of upcoming events that quirks mode considers. */
const upcoming_events_max = 10

/**
 * The events of the page. In quirks mode those selected by `include` are ordered by publication date. Source:
 * interface 16.2.
 */
async function foundEvents(
  selection: EventSelection,
  page: ListPart,
  { store, settings }: ServiceContext,
): Promise<FoundRecords> {
  const { include } = selection
  if (!include || !quirk(settings, 'include_orders_events_by_publication')) return store.event.select(selection, page)
  const { ids, total } = await store.event.select(selection, { offset: 0, limit: include.length })
  const events = await store.event.getMany(ids)
  const ordered = events.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
  return { ids: ordered.slice(page.offset, page.offset + page.limit).map(({ id }) => id), total }
}

async function foundPlaces(
  kind: LinkedKind,
  selection: PlaceSelection,
  page: ListPart,
  call: Call,
): Promise<FoundRecords> {
  const { store, settings } = call
  const { search, ...all } = selection
  if (search?.words.length === 0)
    return {
      ids: [],
      total: quirk(settings, 'empty_searches_count_all') ? (await store[kind].select(all, page)).total : 0,
    }
  if (selection.upcoming && quirk(settings, 'only_ten_upcoming_events_count'))
    return placesOfUpcomingEvents(kind, selection, page, call)
  const found = await store[kind].select(selection, page)
  if (!search || !quirk(settings, 'empty_searches_count_all')) return found
  const hasHit = found.total > 0 || (await store[kind].select({ statuses, search }, page)).total > 0
  return hasHit ? found : { ids: [], total: (await store[kind].select(all, page)).total }
}

/** The venues or organizers of the first ten upcoming events. Source: interface 16.2. */
async function placesOfUpcomingEvents(
  kind: LinkedKind,
  { upcoming, ...selection }: PlaceSelection,
  page: ListPart,
  { store, now }: Call,
): Promise<FoundRecords> {
  const upcoming_events = {
    clock: 'utc',
    window: { start_date: utcWall(now) },
    statuses: upcoming?.statuses ?? [],
    search_protected: true,
    hidden: true,
  } as const
  const { ids: event_ids } = await store.event.select(upcoming_events, { offset: 0, limit: upcoming_events_max })
  const events = await store.event.getMany(event_ids)
  const linked = new Set(events.flatMap((event) => event[kind]))
  const all = await store[kind].select(selection, everything)
  const ids = all.ids.filter((id) => linked.has(id))
  return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length }
}

/**
 * The terms of the page. In quirks mode the list contains unused parents, which `total` does not count. Source: Q40.
 */
async function foundTerms(
  selection: TermSelection,
  page: ListPart,
  { store: { terms }, settings }: ServiceContext,
): Promise<FoundRecords> {
  const found = await terms.select(selection, page)
  if (selection.taxonomy === 'tag' || !selection.hide_empty || !quirk(settings, 'unused_parents_are_listed'))
    return found
  const { taxonomy, orderby, order } = selection
  const used = await terms.select({ taxonomy, orderby, order, hide_empty: true }, everything)
  const used_or_above = new Set((await terms.withAncestors(used.ids)).map(({ id }) => id))
  const all = await terms.select({ ...selection, hide_empty: false }, everything)
  const ids = all.ids.filter((id) => used_or_above.has(id))
  return { ids: ids.slice(page.offset, page.offset + page.limit), total: found.total }
}

/** How links between pages are written in this mode. Source: interface Q4. */
function linksIn(settings: Pick<ServiceSettings, 'mode' | 'timezone'>): LinkWriter {
  return quirk(settings, 'page_links_lose_filters') ? deployedLinks : fullLinks(settings)
}

/** Parameters that have a place of their own in links. */
const placed: ReadonlySet<string> = new Set(['page', 'per_page', 'status', ...date_bounds])

/** All others that were sent, in the order of the interface. */
function filtersIn({ values }: Listed): LinkParameters {
  const names = Object.keys(values).filter((name) => !placed.has(name))
  return linkParametersOf(values, names)
}

function fullLinks({ timezone }: Pick<ServiceSettings, 'timezone'>): LinkWriter {
  return {
    /** Without `strict_dates` the bounds as compared; with it as sent, and default bounds with their offset. */
    events: (listed, window, status) => {
      const { values } = listed
      const sent_bounds = values.strict_dates === undefined ? window : { ...withOffsets(window, timezone), ...values }
      return linksOf(listed, [...linkParametersOf(sent_bounds, date_bounds), ['status', status], ...filtersIn(listed)])
    },
    places: (listed, status) => linksOf(listed, [...filtersIn(listed), ['status', status]]),
    terms: (listed) => linksOf(listed, filtersIn(listed)),
  }
}

function withOffsets(window: EventWindow, zone: string): EventWindow {
  return Object.fromEntries(
    Object.entries(window).map(([bound, wall]) => [
      bound,
      `${wall}${offsetText(offsetAt(instantOf(wall, zone), zone))}`,
    ]),
  )
}

function linksOf(listed: Listed, args: LinkParameters): Links {
  const { collection, others, page } = listed
  const all = [...args, ...linkParametersOf(others, Object.keys(others))]
  const at = (number: number) =>
    `${collection}/?${[['page', String(number)], ['per_page', String(page.per_page)], ...all].map(encoded).join('&')}`
  return pageLinks(at(page.page), listed, at)
}

function encoded([name = '', value = '']: readonly string[]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}
