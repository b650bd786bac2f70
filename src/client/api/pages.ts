// A list of any length, page by page, by our own parameters: links in answers lose filters on deployed services.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { listOf, type ServiceAnswer } from './answer.ts'
import { call } from './call.ts'

/** Deployed services give no more than this many on a page, whatever was asked for. */
export const per_page_max = 50

/**
 * So many pages are asked for before they are read: a service nearby is busy with three, one that answers in 200 ms is
 * not.
 */
const ahead_max = 7

export interface ListPage {
  readonly records: readonly JsonObject[]
  /** As the answer says; undefined where it does not. */
  readonly total: number | undefined
  readonly total_pages: number | undefined
  /** The list as the service understood it, with the window it computed. */
  readonly rest_url: string | undefined
  /** Records that an earlier page held already: left out. */
  readonly repeated: number
}

export interface Listing {
  readonly plural: Plural
  readonly query: Values
  /** Undocumented parameters. */
  readonly extra?: Values
  /** All of it is wanted: the next pages are asked for while this one is read, so that both sides work. */
  readonly ahead?: true
  /** Called at the end of a list that was read from its first page, where fewer came than the service counts. */
  readonly onMissing?: (came: number, total: number) => void
  /** Told how many records the service counts, by its first page. */
  readonly onTotal?: (total: number) => void
}

/** One page, as the query asks for it. */
export async function getPage(exchange: Exchange, { plural, query, extra = {} }: Listing): Promise<ListPage> {
  return pageOf(await call(exchange, `${plural}.list`, query, { query: extra }), plural)
}

/**
 * Every page from the first, or from `query.page`.
 * Stops by the totals, at an empty page, at 404 past the first page, and at a page that holds nothing new.
 */
export async function* getPages(exchange: Exchange, listing: Listing): AsyncGenerator<ListPage, void, void> {
  const seen = new Set<unknown>()
  const first = typeof listing.query.page === 'number' ? listing.query.page : 1
  const ask = (page: number) =>
    pageUnlessPastEnd(exchange, { ...listing, query: { per_page: per_page_max, ...listing.query, page } }, page > first)
  const asked: ReturnType<typeof ask>[] = []
  let total = 0
  for (let page = first; ; page += 1) {
    const found = await (asked.shift() ?? ask(page))
    total = found?.total ?? total
    if (page === first && found?.total !== undefined) listing.onTotal?.(found.total)
    if (!found || found.records.length === 0) break
    const last = listing.ahead ? Math.min(found.total_pages ?? page, page + ahead_max) : page
    for (let next = page + 1 + asked.length; next <= last; next += 1) asked.push(inTime(ask(next)))
    const records = found.records.filter((record) => !seen.has(identityOf(record)))
    for (const record of records) seen.add(identityOf(record))
    yield { ...found, records, repeated: found.records.length - records.length }
    if (records.length === 0 || (found.total_pages !== undefined && page >= found.total_pages)) break
  }
  if (first === 1 && seen.size < total && !isVainSearch(seen, listing)) listing.onMissing?.(seen.size, total)
}

/** Whoever comes for the page meets its failure; nobody may come. */
function inTime<T>(page: Promise<T>): Promise<T> {
  page.catch(() => undefined)
  return page
}

/** Deployed services count everything where a search finds nothing: modes D5. */
function isVainSearch({ size }: ReadonlySet<unknown>, { query }: Listing): boolean {
  return size === 0 && query.search !== undefined
}

/** A record without an id is known by all it says. */
function identityOf(record: JsonObject): Json | undefined {
  return typeof record.id === 'number' || typeof record.id === 'string' ? record.id : JSON.stringify(record)
}

async function pageUnlessPastEnd(
  exchange: Exchange,
  listing: Listing,
  mayBePast: boolean,
): Promise<ListPage | undefined> {
  try {
    return await getPage(exchange, listing)
  } catch (error) {
    if (mayBePast && error instanceof CalError && error.remote?.status === 404) return undefined
    throw error
  }
}

function pageOf(answer: ServiceAnswer, plural: Plural): ListPage {
  const { value, headers } = answer
  const body = isObject(value) ? value : {}
  return {
    records: listOf(answer, plural),
    total: countOf(body.total) ?? countOf(headers['x-tec-total']),
    total_pages: countOf(body.total_pages) ?? countOf(headers['x-tec-totalpages']),
    rest_url: typeof body.rest_url === 'string' ? body.rest_url : undefined,
    repeated: 0,
  }
}

function countOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Any of these replaces the window that a service computes for events. */
export const date_filters = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'include',
] as const

const first_day = '1000-01-01 00:00:00'
const last_day = '9999-12-31 23:59:59'

/** The query with nothing left out by date; bounds the user gave stay. */
export function withAnyDate(query: Values): Values {
  const open_ended = date_filters.slice(2).some((name) => query[name] !== undefined)
  return open_ended ? query : { start_date: first_day, end_date: last_day, ...query }
}

/** The query for everything the caller may see that it selects. */
export function unlimitedQuery(plural: Plural, query: Values): Values {
  if (plural === 'events') return { per_page: per_page_max, ...withAnyDate(query) }
  if (plural === 'categories' || plural === 'tags') return { per_page: per_page_max, hide_empty: false, ...query }
  return { per_page: per_page_max, ...query }
}
