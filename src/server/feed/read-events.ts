// Reads a list of events page by page, each event once, even if the calendar changes between pages.
import type { ApiResponse, Exchange, Headers } from '../../base/exchange.ts'
import { isObject, type JsonObject, objectsOf, parsedJson } from '../../base/json.ts'
import { per_page_max, totalsOf } from '../../spec/lists.ts'

/** Maximum number of passes: each further one finds events that moved during the one before. */
const passes_max = 3
/** Maximum number of steps back, so that reading ends even if a list is not ordered by start. */
const steps_back_max = 1_000

export interface EventList {
  readonly exchange: Exchange
  /** The parameters of the list, without `page` and `per_page`. */
  readonly query: string
  readonly headers: Headers
  readonly signal: AbortSignal | undefined
  /** Changes with every committed write; undefined if the service has no such number. */
  readonly version: (() => Promise<string>) | undefined
}

/** A response that is not a list of events. */
export class ListError extends Error {
  readonly response: ApiResponse

  constructor(response: ApiResponse) {
    super(`the list of events ended with ${response.status}`)
    this.response = response
  }
}

/**
 * Pages of events by start, each event once.
 *
 * Shape:  consecutive pages overlap, because an event that is deleted before a page moves all later ones forward;
 *         without an overlap an earlier page is read again. An event whose start moves from after to before the page is
 *         found by another pass, which is read if the calendar changed.
 * Errors: `ListError`.
 */
export async function* readEvents(list: EventList): AsyncGenerator<readonly JsonObject[], void, void> {
  const sent = new Set<number>()
  for (let pass = 1; pass <= passes_max; pass += 1) {
    const version = await list.version?.()
    const totals = new Set<number>()
    for await (const { events, total } of overlappingPages(list)) {
      totals.add(total)
      const added = events.filter(({ id }) => !sent.has(Number(id)))
      for (const { id } of added) sent.add(Number(id))
      if (added.length > 0) yield added
    }
    const isUnchanged = list.version ? (await list.version()) === version : totals.size === 1 && totals.has(sent.size)
    if (isUnchanged || (pass > 1 && !list.version)) return
  }
}

interface EventPage {
  readonly events: readonly JsonObject[]
  readonly total: number
}

async function* overlappingPages(list: EventList): AsyncGenerator<EventPage, void, void> {
  let size_max = per_page_max
  /** The position to read from, and the event that was there, if pages overlap. */
  let at = 0
  let last: JsonObject | undefined
  for (let steps_back = 0; steps_back <= steps_back_max; ) {
    const { page, size, offset } = pageAt(at, size_max)
    const read = await readPage(list, page, size)
    const { events, total } = read
    if (last !== undefined && offset > 0 && !reachesBackTo(last, events)) {
      at = Math.max(0, offset - size)
      steps_back += 1
      continue
    }
    yield read
    // Sites can have a lower limit.
    if (offset === 0) size_max = events.length
    const end = offset + (offset === 0 ? events.length : size)
    if (events.length === 0 || end >= total) return
    const overlaps = end === offset + events.length && pageAt(end - 1, size_max).end > end
    at = overlaps ? end - 1 : end
    last = overlaps ? events.at(-1) : undefined
  }
  throw new ListError({ status: 502, headers: {}, body: 'the pages of the list of events do not overlap' })
}

/** The page that contains this position and reaches furthest beyond it. */
function pageAt(at: number, size_max: number) {
  let [best, end] = [size_max, 0]
  for (let size = size_max; size > size_max / 2; size -= 1) {
    const reach = (Math.floor(at / size) + 1) * size
    if (reach > end) [best, end] = [size, reach]
  }
  return { page: end / best, size: best, offset: end - best, end }
}

/** Whether no event can be between this one and the page. */
function reachesBackTo(last: JsonObject, events: readonly JsonObject[]): boolean {
  const [first] = events
  if (first === undefined) return false
  return String(first.start_date) < String(last.start_date) || events.some(({ id }) => id === last.id)
}

async function readPage(
  { exchange, query, headers, signal }: EventList,
  page: number,
  size: number,
): Promise<EventPage> {
  const response = await exchange({
    method: 'GET',
    path: '/events',
    query: `${query}${query === '' ? '' : '&'}per_page=${size}&page=${page}`,
    headers,
    signal,
  })
  // Events were deleted: the page no longer exists.
  if (response.status === 404 && page > 1) return { events: [], total: 0 }
  if (response.status !== 200) throw new ListError(response)
  const body = parsedJson(response.body)
  const { total } = totalsOf(body, response.headers)
  if (!isObject(body) || total === undefined) throw new ListError({ ...response, status: 502 })
  return { events: objectsOf(body.events), total }
}
