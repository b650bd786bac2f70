// Lists, page by page. The links in responses are not followed: those of deployed services lose filters.
import { hash } from 'node:crypto'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import {
  date_bounds,
  pagesInOrder,
  type PageTotals,
  per_page_max,
  relative_dates,
  totalsOf,
  visible_statuses,
} from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { call, type CallOptions, ifFound, recordsOfList, type ServiceAnswer } from './call.ts'
import { isTerm } from '../../spec/resources.ts'

/** Pages requested before they are read: three keep a nearby service busy, one with a latency of 200 ms needs more. */
const pages_ahead_max = 7

export interface ListPage extends PageTotals {
  readonly records: readonly JsonObject[]
  /** The URL of the list as the service parsed it, including the date window that it computed. */
  readonly rest_url: string | undefined
  /** Number of records left out because an earlier page contained them. */
  readonly repeated: number
}

/** More records than a calendar gains while its list is read. */
const growth_max = 1000

export interface Listing {
  readonly plural: Plural
  readonly query: Values
  /** Undocumented parameters. */
  readonly extra?: Values
  /** Requests the next pages while this one is read. */
  readonly ahead?: true
  /** Called at the end of a complete list if it had fewer records than the service counted. */
  readonly onMissing?: (came: number, total: number) => void
  /** Called with the total of the first page. */
  readonly onTotal?: (total: number) => void
  readonly onUnlocked?: CallOptions['onUnlocked']
}

/** One page of a list. */
export async function getPage(
  exchange: Exchange,
  { plural, query, extra = {}, onUnlocked }: Listing,
): Promise<ListPage> {
  return listPageOf(await call(exchange, `${plural}.list`, query, { query: extra, onUnlocked }), plural)
}

/**
 * Every page from `query.page` on. Ends at the last page by the totals, at an empty page, at a 404 after the first page
 * and at a page without new records.
 *
 * Errors: `server_failed` if the totals contradict the pages: who reads such a list would take records for deleted.
 */
export async function* getPages(exchange: Exchange, listing: Listing): AsyncGenerator<ListPage, void, void> {
  const { query, ahead, onTotal, onMissing } = listing
  // A million take 20 MB.
  const seen = new Set<number | string>()
  const first = typeof query.page === 'number' ? query.page : 1
  const request = (page: number) => {
    const read = getPage(exchange, { ...listing, query: { per_page: per_page_max, ...query, page } })
    return page > first ? ifFound(read) : read
  }
  let [total, first_total, total_pages]: (number | undefined)[] = []
  for await (const { page, found } of pagesInOrder(request, { first, ahead_max: ahead ? pages_ahead_max : 0 })) {
    const all = found?.records ?? []
    total = found?.total ?? total
    if (page === first) {
      first_total = total
      total_pages = found?.total_pages
      if (total !== undefined) onTotal?.(total)
    } else if (all.length === 0 && total_pages !== undefined && total_pages > page)
      throw contradiction(t('page {page} of {total_pages} is empty', { page, total_pages: String(total_pages) }))
    // Records that are deleted while the list is read leave at least the positions that were read.
    const isShrinking = found?.total !== undefined && found.total < Math.min(seen.size, first_total ?? 0)
    const grown_max = 2 * (first_total ?? Number.POSITIVE_INFINITY) + growth_max
    const counted = isShrinking ? found.total : Math.max(seen.size, found?.total ?? 0)
    if (isShrinking || counted > grown_max)
      throw contradiction(t('total {total}, then {total_2}', { total: String(first_total), total_2: counted }))
    if (!found || all.length === 0) break
    const records = all.filter((record) => !seen.has(recordIdentity(record)))
    for (const record of records) seen.add(recordIdentity(record))
    yield { ...found, records, repeated: all.length - records.length }
    if (records.length === 0) break
  }
  // Deployed services count all records if a search finds none.
  const isEmptySearch = seen.size === 0 && query.search !== undefined
  if (first === 1 && seen.size < (total ?? 0) && !isEmptySearch) onMissing?.(seen.size, total ?? 0)
}

function contradiction(what: Text): CalError {
  return new CalError('server_failed', t('the pages of a list contradict each other: {what}', { what }))
}

/** A record without an id is identified by its content. */
function recordIdentity(record: JsonObject): number | string {
  const { id } = record
  if (Number.isSafeInteger(id)) return Number(id)
  return typeof id === 'string' ? id : hash('sha256', JSON.stringify(record))
}

function listPageOf(answer: ServiceAnswer, plural: Plural): ListPage {
  const { value, headers } = answer
  const body = isObject(value) ? value : {}
  return {
    records: recordsOfList(answer, plural),
    ...totalsOf(body, headers),
    rest_url: typeof body.rest_url === 'string' ? body.rest_url : undefined,
    repeated: 0,
  }
}

/** Any of these replaces the date window that a service computes for events. */
export const date_filters = [...date_bounds, 'include'] as const

const first_day = '1000-01-01 00:00:00'
const last_day = '9999-12-31 23:59:59'

/**
 * The query without the default date window, which deployed services also apply to `include` (Q9); dates that it
 * contains are preserved.
 */
export function withAnyDate(query: Values): Values {
  const hasBounds = relative_dates.some((name) => query[name] !== undefined)
  return hasBounds ? query : { start_date: first_day, end_date: last_day, ...query }
}

/** The query without the limits that a service applies by default: date window, used terms only, ten per page. */
export function unlimitedQuery(plural: Plural, query: Values): Values {
  if (plural === 'events') return { per_page: per_page_max, ...withAnyDate(query) }
  if (isTerm(plural)) return { per_page: per_page_max, hide_empty: false, ...query }
  return { per_page: per_page_max, ...query }
}

/** The service decides which of them the caller may see. */
const any_status = visible_statuses.join(',')

export interface AllRecordsOptions extends Pick<Listing, 'onMissing' | 'onTotal' | 'onUnlocked'> {
  /** Called if the caller sees only published records. */
  readonly onPublishedOnly?: () => void
}

/** All records of a kind: every page, every date, used or not, of every status the caller may ask for. */
export async function* allRecords(
  exchange: Exchange,
  kind: Plural,
  query: Values = {},
  options: AllRecordsOptions = {},
): AsyncIterable<JsonObject> {
  for await (const page of pagesOfAll(exchange, kind, query, options)) yield* page
}

/** The same page by page: awaiting each of a million records takes several µs. */
export async function* pagesOfAll(
  exchange: Exchange,
  kind: Plural,
  query: Values = {},
  { onPublishedOnly, ...listing }: AllRecordsOptions = {},
): AsyncIterable<readonly JsonObject[]> {
  const pages = (statuses: Values) =>
    getPages(exchange, {
      plural: kind,
      query: unlimitedQuery(kind, { ...statuses, ...query }),
      ahead: true,
      ...listing,
    })
  if (isTerm(kind)) for await (const { records } of pages({})) yield records
  else yield* inVisibleStatuses(pages, onPublishedOnly)
}

/** Visitors may list only published records; other statuses are refused. */
async function* inVisibleStatuses(
  pages: (statuses: Values) => AsyncIterable<ListPage>,
  onPublishedOnly: AllRecordsOptions['onPublishedOnly'],
): AsyncIterable<readonly JsonObject[]> {
  try {
    for await (const { records } of pages({ status: any_status })) yield records
  } catch (error) {
    if (!isStatusRefused(error)) throw error
    onPublishedOnly?.()
    for await (const { records } of pages({})) yield records
  }
}

function isStatusRefused(error: unknown): boolean {
  return error instanceof CalError && error.remote?.fields?.status !== undefined
}

/** The number of records that the query selects and the caller may see; undefined if the service gives no total. */
export async function totalOf(exchange: Exchange, kind: Plural, query: Values = {}): Promise<number | undefined> {
  const totalIn = async (statuses: Values) => {
    const narrowed = { ...unlimitedQuery(kind, { ...statuses, ...query }), per_page: 1 }
    const { records, total } = await getPage(exchange, { plural: kind, query: narrowed })
    // Deployed services count all records if a search finds none.
    return records.length === 0 && query.search !== undefined ? 0 : total
  }
  return isTerm(kind)
    ? totalIn({})
    : totalIn({ status: any_status }).catch((error: unknown) =>
        isStatusRefused(error) ? totalIn({}) : Promise.reject(error),
      )
}

/** The records in the trash; none for users who may not list it: they may still be able to read a record by its id. */
export async function* trashedRecords(
  exchange: Exchange,
  plural: Plural,
  filter: Values = {},
): AsyncIterable<JsonObject> {
  const query = unlimitedQuery(plural, { ...filter, status: 'trash' })
  try {
    for await (const { records } of getPages(exchange, { plural, query })) yield* records
  } catch (error) {
    if (!(error instanceof CalError) || (error.code !== 'refused' && error.code !== 'not_allowed')) throw error
  }
}

/** The records of a list. */
export async function listed(records: AsyncIterable<JsonObject>): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = []
  for await (const record of records) all.push(record)
  return all
}
