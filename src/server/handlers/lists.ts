// The five lists: selection, records, and links to the other pages.
import { instantOf, offsetAt, offsetText, utcWall } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { date_bounds, pagesOf } from '../../spec/lists.ts'
import { ApiError } from '../domain/api-error.ts'
import type { SentDate } from '../domain/dates.ts'
import {
  type EventSelection,
  eventSelectionOf,
  type EventWindow,
  type FoundRecords,
  linkStatusOf,
  type ListPart,
  type ListSlice,
  listPartOf,
  type PlaceSelection,
  placeSelectionOf,
  type TermSelection,
  termSelectionOf,
} from '../domain/lists/selection.ts'
import {
  collectionUrl,
  type Links,
  type LinkParameters,
  linkParametersOf,
  type LinkValues,
  type Listed,
  pageLinks,
} from '../domain/present/shared.ts'
import type { LinkedKind, PostKind, Taxonomy } from '../domain/records.ts'
import { statuses } from '../domain/status.ts'
import { plurals } from '../../spec/resources.ts'
import type { EventQuery, PlaceQuery, TermQuery } from '../domain/values.ts'
import { quirk } from '../quirks/quirks.ts'
import { deployedLinks, termInContext, termListQuirkOf } from '../quirks/deployed-lists.ts'
import { postsOf } from '../storage/store.ts'
import type { Call, CallWith, Handler, HandlerAnswer, ServiceContext } from './handler.ts'
import { shownPosts, termPresenter } from './show.ts'

export const listEvents: Handler<EventQuery> = async (call) => {
  const { values, store } = call
  const page = listPartOf(values)
  const categories = values.categories && (await store.terms.withDescendants(values.categories))
  const selection = eventSelectionOf({ ...values, ...(categories && { categories }) }, call)
  const found = await foundEvents(selection, page, call)
  return postsAnswer('event', call, { found, page, window: selection.window })
}

export async function listPlaces(kind: LinkedKind, call: CallWith<PlaceQuery>): Promise<HandlerAnswer> {
  const page = listPartOf(call.values)
  return postsAnswer(kind, call, {
    found: await foundPlaces(kind, placeSelectionOf(call.values, call), page, call),
    page,
  })
}

export async function listTerms(taxonomy: Taxonomy, call: CallWith<TermQuery>): Promise<HandlerAnswer> {
  const { values, store } = call
  const page = listPartOf(values)
  const { page: part, hasItems } = termListQuirkOf(taxonomy, page, call)
  const { ids, total } = await foundTerms(termSelectionOf(taxonomy, values), part, call)
  const total_pages = pagesOf(total, page.per_page)
  const name = plurals[taxonomy]
  const found = hasItems && call.wants(name) ? await store.terms.getMany(ids) : []
  const present = await termPresenter(found, call, 'listed')
  const terms = found.map((term) => termInContext(present(term), call))
  const { rest_url, ...page_links } = linksBetweenPages(listedOf(taxonomy, call, page, total_pages), call)
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { rest_url, total, total_pages, [name]: terms, ...page_links },
  }
}

/** The records of a page, and the dates by which events were selected. */
interface Listing {
  readonly found: FoundRecords
  readonly page: ListPart
  readonly window?: EventWindow | undefined
}

/**
 * The answer of a list of events, venues or organizers.
 *
 * Errors: 404 `…-archive-page-not-found` for a page after the last; an empty first page is 200.
 * Source: interface 3, 5.1.
 */
async function postsAnswer<K extends PostKind>(
  kind: K,
  call: CallWith<EventQuery | PlaceQuery>,
  { found: { ids, total }, page, window = {} }: Listing,
): Promise<HandlerAnswer> {
  const { values, caller, store } = call
  if (ids.length === 0 && page.page > 1) throw new ApiError(`${kind}-archive-page-not-found`)
  const posts = postsOf(store, kind)
  const total_pages = pagesOf(total, page.per_page)
  const items = call.wants(`${kind}s`) ? await shownPosts(kind, await posts.getMany(ids), call, 'listed') : []
  const listed = listedOf(kind, call, page, total_pages)
  const page_links = linksBetweenPages({ ...listed, window, status: linkStatusOf(values, caller) }, call)
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { [`${kind}s`]: items, ...page_links, total, total_pages },
  }
}

function listedOf(kind: PostKind | Taxonomy, call: CallWith<ListQuery>, page: ListPart, pages: number): Listed {
  const collection = collectionUrl(kind, call.settings.address)
  return { kind, collection, values: asSent(call), others: othersOf(call), page, pages }
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

/** The events of the page. Those selected by `include` are ordered by publication date. Source: interface 5.2. */
async function foundEvents(
  selection: EventSelection,
  page: ListPart,
  { store }: ServiceContext,
): Promise<FoundRecords> {
  const { include } = selection
  if (!include) return store.event.select(selection, page)
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
  const isEmpty = search?.words.length === 0
  if (!isEmpty && selection.upcoming && quirk(settings, 'only_ten_upcoming_events_count'))
    return placesOfUpcomingEvents(kind, selection, page, call)
  const found = isEmpty ? { ids: [], total: 0 } : await store[kind].select(selection, page)
  if (!search || !quirk(settings, 'empty_searches_count_all')) return found
  const hasHit = !isEmpty && (found.total > 0 || (await store[kind].select({ statuses, search }, page)).total > 0)
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

/** Parameters that have a place of their own in links. */
const placed: ReadonlySet<string> = new Set(['page', 'per_page', 'status', ...date_bounds])

/**
 * The links between pages. Without `strict_dates` they have the bounds as compared; with it as sent, and default bounds
 * with their offset. Source: interface Q4.
 */
function linksBetweenPages(listed: Listed, { settings }: Pick<Call, 'settings'>): Links {
  if (quirk(settings, 'page_links_lose_filters')) return deployedLinks(listed)
  const { collection, values, others, page, window = {}, status } = listed
  const bounds = values.strict_dates === undefined ? window : { ...withOffsets(window, settings.timezone), ...values }
  const filters = Object.keys(values).filter((name) => !placed.has(name))
  const parameters: LinkParameters = [
    ...linkParametersOf(bounds, date_bounds),
    ...(status === undefined ? [] : [['status', status] as const]),
    ...linkParametersOf(values, filters),
    ...linkParametersOf(others, Object.keys(others)),
  ]
  const at = (number: number) =>
    `${collection}/?${[['page', String(number)], ['per_page', String(page.per_page)], ...parameters].map(encodedPair).join('&')}`
  return pageLinks(at(page.page), listed, at)
}

function withOffsets(window: EventWindow, zone: string): EventWindow {
  return Object.fromEntries(
    Object.entries(window).map(([bound, wall]) => [
      bound,
      `${wall}${offsetText(offsetAt(instantOf(wall, zone), zone))}`,
    ]),
  )
}

function encodedPair([name = '', value = '']: readonly string[]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}
