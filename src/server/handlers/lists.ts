// The five lists: select, get, show, and the addresses of the other pages.
import type { Values } from '../../spec/read.ts'
import { eventWindowOf } from '../domain/dates/event-window.ts'
import type { Links, Listed } from '../domain/lists/list-arguments.ts'
import { linksIn } from '../domain/lists/list-links.ts'
import { type ListPart, pageOf, pagesOf } from '../domain/lists/page.ts'
import { collectionUrl } from '../domain/present/addresses.ts'
import type { PostKind, Taxonomy } from '../domain/records.ts'
import { ApiError } from '../domain/api-error.ts'
import type { FoundRecords } from '../domain/lists/selection.ts'
import {
  eventSelectionOf,
  isWithoutWindow,
  placeSelectionOf,
  statusWord,
  termSelectionOf,
} from '../domain/lists/selection-of.ts'
import { postsOf } from '../storage/store.ts'
import { foundEvents, foundPlaces, foundTerms } from './matching-records.ts'
import { type HandlerAnswer, type Call, type Handler, contextOf } from './handler.ts'
import { termListQuirkOf } from '../quirks/term-list-quirks.ts'
import { shownPost, shownTerm } from './show.ts'

export const listEvents: Handler = (call) => {
  const {
    values,
    caller,
    service: { store, settings },
  } = call
  const asking = contextOf(call)
  const page = pageOf(values)
  const found = foundEvents(eventSelectionOf(values, asking, store.terms), page, call.service)
  const window = isWithoutWindow(values, settings) ? {} : eventWindowOf(values, asking)
  return postsAnswer('event', call, {
    found,
    page,
    links: (listed) => linksIn(settings).events(listed, window, statusWord(values, caller)),
  })
}

export const listVenues: Handler = (call) => listPlaces('venue', call)
export const listOrganizers: Handler = (call) => listPlaces('organizer', call)

function listPlaces(kind: 'venue' | 'organizer', call: Call): HandlerAnswer {
  const {
    values,
    caller,
    service: { settings },
  } = call
  const page = pageOf(values)
  const found = foundPlaces(kind, placeSelectionOf(values, contextOf(call)), page, call)
  return postsAnswer(kind, call, {
    found,
    page,
    links: (listed) => linksIn(settings).places(listed, statusWord(values, caller)),
  })
}

export const listCategories: Handler = (call) => listTerms('category', call)
export const listTags: Handler = (call) => listTerms('tag', call)

function listTerms(taxonomy: Taxonomy, call: Call): HandlerAnswer {
  const { values, service } = call
  const page = pageOf(values)
  const leak = termListQuirkOf(taxonomy, page, call)
  const { ids, total } = foundTerms(termSelectionOf(taxonomy, values), leak.page, service)
  const total_pages = pagesOf(total, page)
  const found = leak.items === 'none' ? [] : ids.flatMap((id) => service.store.terms.get(id) ?? [])
  const terms = found.map((term) => (leak.items === 'empty' ? [] : shownTerm(term, service, 'listed')))
  const listed = {
    collection: collectionUrl(taxonomy, service.settings.place),
    values: asSent(call),
    beside: besideOf(call),
    page,
    pages: total_pages,
  }
  const { rest_url, ...around } = linksIn(service.settings).terms(listed)
  const name = taxonomy === 'category' ? 'categories' : 'tags'
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { rest_url, total, total_pages, [name]: terms, ...around },
  }
}

/** What a list of posts found on a page, and how it writes its addresses. */
interface Listing {
  readonly found: FoundRecords
  readonly page: ListPart
  readonly links: (listed: Listed) => Links
}

/**
 * Fails: 404 `…-archive-page-not-found` when the list ends before the page; an empty first page is fine. Source:
 * deployed 2.2.
 */
function postsAnswer<K extends PostKind>(
  kind: K,
  call: Call,
  { found: { ids, total }, page, links }: Listing,
): HandlerAnswer {
  const {
    service: { store, settings },
  } = call
  if (ids.length === 0 && page.page > 1) throw new ApiError(`${kind}-archive-page-not-found`)
  const posts = postsOf(store, kind)
  const total_pages = pagesOf(total, page)
  const items = ids.flatMap((id) => posts.get(id) ?? []).map((record) => shownPost(kind, record, call, 'listed'))
  const around = links({
    collection: collectionUrl(kind, settings.place),
    values: asSent(call),
    beside: besideOf(call),
    page,
    pages: total_pages,
  })
  return {
    status: 200,
    headers: totals(total, total_pages),
    body: { [`${kind}s`]: items, ...around, total, total_pages },
  }
}

/**
 * The values for addresses: all that were sent, also those that filter nothing; a list that came as text stays the text
 * it was.
 */
function asSent({ operation, values, given }: Call): Values {
  const sent = Object.keys(operation.parameters).filter((name) => given[name] !== undefined && given[name] !== null)
  return Object.fromEntries(
    sent.map((name) => [
      name,
      Array.isArray(values[name]) && typeof given[name] === 'string' ? given[name] : (values[name] ?? given[name]),
    ]),
  )
}

/** Everything else that was sent and fits into an address. */
function besideOf({ operation: { parameters }, given }: Call): Values {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        !Object.hasOwn(parameters, name) && [value].flat().every((item) => item !== null && typeof item !== 'object'),
    ),
  )
}

function totals(total: number, total_pages: number) {
  return { 'x-tec-total': String(total), 'x-tec-totalpages': String(total_pages) }
}
