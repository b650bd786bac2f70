// What lists share that the tables of parameters don't say: pages, filters by date, and common statuses.
import type { Headers } from '../base/exchange.ts'
import { isObject, type Json } from '../base/json.ts'

/** The `per_page` of a list that is asked for none, and the highest that services accept. */
export const per_page_default = 10
export const per_page_max = 50

/** The number of pages of a list. */
export function pagesOf(total: number, per_page = per_page_max): number {
  return Math.ceil(total / per_page)
}

export interface PageTotals {
  /** undefined if the response has none. */
  readonly total: number | undefined
  readonly total_pages: number | undefined
}

/** The totals of a response that is a page of a list. */
export function totalsOf(body: Json | undefined, headers: Headers): PageTotals {
  const { total, total_pages } = isObject(body) ? body : {}
  return {
    total: countOf(total) ?? countOf(headers['x-tec-total']),
    total_pages: countOf(total_pages) ?? countOf(headers['x-tec-totalpages']),
  }
}

function countOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

interface PageRange {
  readonly first?: number
  readonly last_max?: number
  /** The number of pages that are requested before they are read. */
  readonly ahead_max?: number
}

/** The pages of a list in order, up to the last one by its totals, or to a page that does not exist. */
export async function* pagesInOrder<P extends Pick<PageTotals, 'total_pages'>>(
  request: (page: number) => Promise<P | undefined>,
  { first = 1, last_max = Number.POSITIVE_INFINITY, ahead_max = 0 }: PageRange,
): AsyncGenerator<{ readonly page: number; readonly found: P | undefined }, void, void> {
  const requested: Promise<P | undefined>[] = []
  for (let page = first; page <= last_max; page += 1) {
    const found = await (requested.shift() ?? request(page))
    const last = found?.total_pages ?? last_max
    const ahead = found?.total_pages === undefined ? page : Math.min(last, last_max, page + ahead_max)
    for (let next = page + 1 + requested.length; next <= ahead; next += 1) requested.push(handled(request(next)))
    yield { page, found }
    if (found === undefined || page >= last) return
  }
}

/** Prevents an unhandled rejection if the page is never awaited; awaiting it still rejects. */
export function handled<T>(page: Promise<T>): Promise<T> {
  page.catch(() => undefined)
  return page
}

/** Filters by the whole window, whose default is from today on. */
export const window_dates = ['start_date', 'end_date'] as const

/** Filters of which any one removes the default window. */
export const relative_dates = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/** All filters by date. */
export const date_bounds = [...window_dates, ...relative_dates] as const
export type DateBound = (typeof date_bounds)[number]

/** The statuses of lists for callers who may edit, without those of extensions. */
export const visible_statuses = ['publish', 'draft', 'pending', 'private', 'future'] as const

/** The statuses that users give; services and extensions have others. */
export const common_statuses: readonly string[] = [...visible_statuses, 'trash']
