// A list of events, or one event, as an iCalendar subscription; errors are plain text. Source: RFC 5545; RFC 7986;
// decision 32. The state of a calendar as ETag and Last-Modified, and conditional requests. Source: RFC 9110, 13.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { isHiddenByPassword } from '../../spec/resources.ts'
import { eventTimeOf, touches } from '../../spec/event-parts.ts'
import { date_bounds } from '../../spec/lists.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import { instantOfHttpDate } from '../../base/dates/machine-dates.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import {
  type ApiRequest,
  type ApiResponse,
  common_headers,
  type Exchange,
  type Headers,
  type WebResponse,
} from '../../base/exchange.ts'
import { inChunks } from '../../base/files/write-lists.ts'
import { isObject, type JsonObject, parsedJson } from '../../base/json.ts'
import { type Language, t } from '../../base/text/language.ts'
import {
  calendar_end,
  calendarHead,
  eventWriter,
  isDated,
  textValue,
  withoutControls,
  withoutWhitespace,
  zoneComponent,
} from '../../icalendar/calendar.ts'
import { ListError, readEvents } from './read-events.ts'

interface FeedOptions {
  /** An exchange with the rights of a visitor. */
  readonly exchange: Exchange
  /** The request for the feed; its method, conditional headers and accepted encodings are used. */
  readonly request: ApiRequest
  readonly selection: FeedSelection
  /** The name that calendar programs show for the feed. */
  readonly name: string
  /** The address of the feed. */
  readonly url: string
  /** The file name under which browsers save the feed, without its extension. */
  readonly file: string
  readonly language: Language
  /** The time zone of the site. */
  readonly timezone: string
  /** Undefined for a service on the network: responses then have no ETag and no Last-Modified, and are never 304. */
  readonly state?: ReadState
}

/** A query of `GET /events` without `page` and `per_page`, and the days of its events; or the path of one event. */
export type FeedSelection =
  | { readonly kind: 'list'; readonly query: string; readonly days?: DaySpan | undefined }
  | { readonly kind: 'event'; readonly path: string; readonly query?: string }

/**
 * The response to GET and HEAD.
 *
 * Shape:  the published events that a visitor may see; events of any date unless the query has dates. The body is a
 *         stream that fails if the exchange fails, so that an incomplete feed is never taken for a complete one.
 */
export async function feedOf(options: FeedOptions): Promise<WebResponse> {
  const { request, selection, state, url, name, language } = options
  try {
    const found = await probe(options)
    const current = await state?.()
    const validators = current && validatorsOf(current, [url, name, language, JSON.stringify(selection)])
    const headers = {
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language',
      ...common_headers,
      ...validators?.headers,
    }
    if (validators && isCurrent(request.headers, validators.etag, validators.modified))
      return { status: 304, headers, body: '' }
    const gzip = acceptsGzip(request.headers['accept-encoding'])
    const isHead = request.method === 'HEAD'
    // The feed of one event is small.
    if (!isHead && !found && !takeStream(options.exchange, request.signal)) return feedError(all_busy, language)
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${fileNameOf(options.file)}.ics"`,
        ...(gzip && { 'content-encoding': 'gzip' }),
      },
      body: isHead ? '' : await bodyOf(writeFeed(options, found), gzip),
    }
  } catch (error) {
    if (error instanceof ListError) return feedError(error.response, language)
    throw error
  }
}

function validatorsOf({ version, since }: CalendarState, parts: readonly string[]) {
  const etag = entityTag([version, ...parts])
  return { etag, modified: since, headers: { etag, 'last-modified': new Date(since).toUTCString() } }
}

function fileNameOf(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').slice(0, 100) || 'events'
}

/**
 * Requests the list or the event before the version is read: the service publishes due events, and a missing feed is
 * an error. Returns the event of a feed of one event.
 */
async function probe(options: FeedOptions): Promise<JsonObject | undefined> {
  const { exchange, request, selection } = options
  const response = await exchange({
    ...apiRequest(request),
    path: selection.kind === 'event' ? selection.path : '/events',
    query: selection.kind === 'event' ? (selection.query ?? '') : `${listQuery(selection.query)}&per_page=1`,
  })
  if (response.status !== 200) throw new ListError(response)
  const body = parsedJson(response.body)
  if (!isObject(body)) throw new ListError({ ...response, status: 502 })
  if (selection.kind === 'list') return undefined
  if (!isPublic(body)) throw new ListError(not_public)
  return body
}

const not_public: ApiResponse = { status: 404, headers: {}, body: '' }

/** The request without credentials: a feed contains only what visitors may see. */
function apiRequest({ headers, signal, from }: ApiRequest): Pick<ApiRequest, 'method' | 'headers' | 'signal'> {
  const { host, 'accept-language': language } = headers
  return {
    method: 'GET',
    headers: { ...(host !== undefined && { host }), ...(language !== undefined && { 'accept-language': language }) },
    ...(signal && { signal }),
    ...(from !== undefined && { from }),
  }
}

const has_dates = new RegExp(`(?:^|&)(?:${date_bounds.join('|')})=.`)

/** The query for published events, of any date unless it has dates. */
function listQuery(query: string): string {
  const dates = has_dates.test(query) ? [] : ['start_date=1000-01-01', 'end_date=9999-12-31']
  return [query, 'status=publish', ...dates].filter((part) => part !== '').join('&')
}

/** Whether visitors may see the event. */
function isPublic(event: JsonObject): boolean {
  const { status, password } = event
  return status === 'publish' && !isHiddenByPassword('events', event) && (password === undefined || password === '')
}

function isListed(event: JsonObject): boolean {
  return isPublic(event) && event.hide_from_listings !== true && isDated(event)
}

async function* writeFeed(options: FeedOptions, found: JsonObject | undefined): AsyncGenerator<string, void, void> {
  const { name, url, timezone } = options
  const title = textValue(withoutControls(name).replaceAll('\n', ' '))
  yield calendarHead('feed', [
    `NAME:${title}`,
    `X-WR-CALNAME:${title}`,
    `URL:${withoutWhitespace(url)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
  const componentsOf = eventWriter()
  let isEmpty = true
  for await (const events of found ? [[found].filter(isDated)] : pagesOf(options)) {
    for (const event of events) {
      yield componentsOf(event)
      isEmpty = false
    }
  }
  // A calendar must contain at least one component.
  yield isEmpty ? zoneComponent(timezone) + calendar_end : calendar_end
}

async function* pagesOf({ exchange, request, selection, state }: FeedOptions): AsyncIterable<readonly JsonObject[]> {
  const { headers, signal } = apiRequest(request)
  const { query, days } = selection.kind === 'list' ? selection : { query: '' }
  const isOnDays = (event: JsonObject) => {
    const time = days && eventTimeOf(event)
    return !time || touches(time, days.from, days.to)
  }
  const pages = readEvents({
    exchange,
    query: listQuery(query),
    headers,
    signal,
    version: state && (async () => (await state()).version),
  })
  for await (const events of pages) yield events.filter((event) => isListed(event) && isOnDays(event))
}

const all_busy: ApiResponse = { status: 503, headers: { 'retry-after': '10' }, body: '' }

const chunk_length = 128 * 1024

/** Waits for the first chunk, because an error before it can be sent as the response. */
async function bodyOf(texts: AsyncIterable<string>, gzip: boolean): Promise<AsyncIterable<Uint8Array>> {
  const chunks = chunksOf(texts)
  const first = await chunks.next()
  const all = async function* () {
    if (first.value) yield first.value
    yield* chunks
  }
  // The callback is required; the reader of the stream gets the error too.
  return gzip ? pipeline(Readable.from(all()), createGzip({ level: gzip_level }), () => {}) : all()
}

/** Level 1 takes a third of the time of level 6; the result is 10% larger. */
const gzip_level = 1

async function* chunksOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of inChunks(texts, chunk_length)) yield Buffer.from(chunk)
}

const filters = new Set(['categories', 'tags', 'venue', 'organizer', 'id', 'slug'])

/** The response of the interface; an unknown category, tag or event is 404, as is an event that visitors cannot see. */
function feedError({ status, headers, body }: ApiResponse, language: Language): WebResponse {
  const error = parsedJson(body)
  const data = isObject(error) && isObject(error.data) ? error.data : {}
  const params = isObject(data.params) ? Object.entries(data.params) : []
  const isUnknown = status === 400 && params.length > 0 && params.every(([name]) => filters.has(name))
  const isMissing = isUnknown || status === 401 || status === 403 || status === 404 || status === 410
  const details = params.map(([name, text]) => `${name}: ${String(text)}`)
  const message = isObject(error) && typeof error.message === 'string' ? [error.message] : []
  return {
    status: isMissing ? 404 : status >= 400 ? status : 502,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...common_headers,
      'cache-control': 'no-store',
      ...(headers['retry-after'] !== undefined && { 'retry-after': headers['retry-after'] }),
    },
    body: `${[isMissing ? missing[language] : unavailable[language], ...message, ...details].join('\n')}\n`,
  }
}

const missing = t('There is no such public calendar feed.')
const unavailable = t('This calendar feed is not available.')

export const streams_max = 50

/** The number of open streams by the exchange of the calendar. */
const open = new WeakMap<Exchange, number>()

/** Counts a stream until its connection ends, also one that is not read; false if there are too many. */
function takeStream(exchange: Exchange, signal: AbortSignal | undefined): boolean {
  const count = (difference: number) => open.set(exchange, (open.get(exchange) ?? 0) + difference)
  if ((open.get(exchange) ?? 0) >= streams_max) return false
  if (!signal || signal.aborted) return true
  count(1)
  signal.addEventListener('abort', () => count(-1), { once: true })
  return true
}

/** The state of a calendar: the version changes with every committed write, including deletions. */
export interface CalendarState {
  readonly version: string
  /** When this process first saw the version; a whole second, later than that of every version before. */
  readonly since: Instant
}

export type ReadState = () => Promise<CalendarState>

const second_ms = 1_000

/** The state of a calendar. `version` may repeat in another process, which is told apart by `process`. */
export function calendarState({
  version,
  process,
  now,
}: {
  version(): string | number | Promise<string | number>
  readonly process: string
  now(): Instant
}): ReadState {
  let known: CalendarState | undefined
  return async () => {
    const current = `${process} ${await version()}`
    if (known?.version === current) return known
    const second = Math.ceil(now() / second_ms) * second_ms
    known = { version: current, since: Math.max(second, (known?.since ?? 0) + second_ms) }
    return known
  }
}

/** A weak ETag, because compressed and uncompressed bodies have the same one. */
export function entityTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Whether the client already has the representation with these validators. `If-None-Match` takes precedence. */
export function isCurrent(request: Headers, etag: string, modified: Instant): boolean {
  const tags = request['if-none-match']
  if (tags !== undefined) {
    const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '')
    return tags.trim() === '*' || tags.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag))
  }
  const since = instantOfHttpDate(request['if-modified-since'] ?? '')
  return since !== undefined && since >= modified
}

/** Whether a client with this `Accept-Encoding` accepts gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? '').toLowerCase().split(',')
  const weight = (name: string) => {
    const found = codings.find((coding) => coding.split(';')[0]?.trim() === name)
    return found === undefined ? undefined : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1)
  }
  return (weight('gzip') ?? weight('x-gzip') ?? weight('*') ?? 0) > 0
}
