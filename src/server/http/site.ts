// The site around the interface: finds the api root in a URL, answers the calendar's own address with its pages, and
// every other URL with a pointer to the api root.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse, Exchange, Headers, WebHandler } from '../../base/exchange.ts'
import { languageOf } from '../../base/text/language.ts'
import { errorReply } from '../api/respond.ts'
import { ApiError } from '../domain/api-error.ts'
import { apiRootOf, namespaceOf, type ServiceLocation } from '../domain/settings.ts'
import type { OpenedCalendar } from '../service/open.ts'
import type { IsCurrent } from './head-cache.ts'

/** The target of a URL. */
type Destination =
  /** `path` is below the api root. */
  | { readonly kind: 'api'; readonly path: string; readonly query: string; readonly language?: string }
  /** The root of all interfaces of the site, `/wp-json/`. */
  | { readonly kind: 'interfaces' }
  /** Another interface of the site; there is none. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'page' }

/**
 * The site as an exchange whose paths begin at its root. `/wp-json/…`, `/index.php/wp-json/…` and `/?rest_route=…`,
 * each with an optional language segment before it, lead to the interface, `/_cal/…` to test control, every other path
 * to its page, and to a pointer if there is none.
 */
export function siteOf<Page = never>(
  place: ServiceLocation,
  api: Exchange,
  pages?: (request: ApiRequest) => Promise<Page | undefined>,
): (request: ApiRequest) => Promise<ApiResponse | Page> {
  const addresses = addressesOf(place)
  return async (request) => {
    if (request.path.startsWith('/_cal/')) return api(request)
    const destination = destinationOf(addresses, request)
    if (destination.kind === 'page') return (await pages?.(request)) ?? pointer(place, request.path)
    if (destination.kind === 'interfaces') return interfacesAnswer(place)
    if (destination.kind === 'foreign')
      return errorReply(new ApiError('rest_no_route'), languageOf(request.headers['accept-language']) ?? 'en')
    const { path, query, language } = destination
    return api({
      ...request,
      path,
      query,
      headers: language === undefined ? request.headers : { ...request.headers, 'accept-language': language },
    })
  }
}

const language_segment = '(?:/(?<language>[a-z]{2}(?:[-_][a-zA-Z]{2})?))?'
const front_page = new RegExp(`^${language_segment}/(?:index\\.php)?$`)

/**
 * The patterns of the URLs of one site; compiling them for each request took 2.5 % of the time in a profile of cached
 * answers.
 */
interface Addresses {
  readonly interfaces: RegExp
  /** Below the root of all interfaces. */
  readonly own: RegExp
}

function addressesOf(place: ServiceLocation): Addresses {
  return {
    interfaces: new RegExp(
      `^(?:/index\\.php)?${language_segment}(?:/index\\.php)?/${escaped(place.root)}(?<below>/.*)?$`,
    ),
    own: new RegExp(`^/${escaped(namespaceOf(place))}(/.*)?$`, 'i'),
  }
}

function destinationOf(
  { interfaces, own }: Addresses,
  { path, query }: Pick<ApiRequest, 'path' | 'query'>,
): Destination {
  const atFront = front_page.exec(path)
  const in_query = atFront ? routeInQuery(query) : undefined
  const match = in_query ? atFront : interfaces.exec(path)
  if (!match) return { kind: 'page' }
  const { language, below } = match.groups ?? {}
  const route = in_query?.route ?? below ?? '/'
  if (route === '/') return { kind: 'interfaces' }
  const inner = own.exec(route)
  if (!inner) return { kind: 'foreign' }
  return { kind: 'api', path: inner[1] ?? '/', query: in_query?.rest ?? query, ...(language && { language }) }
}

/** `rest_route` of a query with its segments encoded again, and the rest of the query. */
function routeInQuery(query: string): { readonly route: string; readonly rest: string } | undefined {
  const parts = query.split('&')
  const at = parts.findIndex((part) => part.startsWith('rest_route='))
  const part = parts[at]
  if (part === undefined) return undefined
  const text = new URLSearchParams(part).get('rest_route') ?? ''
  return { route: text.split('/').map(encodeURIComponent).join('/'), rest: parts.filter((_, i) => i !== at).join('&') }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The headers by which every page names the interface. Source: interface 1.4. */
function discoveryHeaders(place: ServiceLocation): Headers {
  return {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': `${apiRootOf(place)}/`,
    'x-tec-api-origin': place.base,
  }
}

function pointer(place: ServiceLocation, path: string): ApiResponse {
  return {
    status: path === '/' || path === '/index.php' ? 200 : 404,
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      ...discoveryHeaders(place),
    },
    body: `This is a calendar service, made for programs.\nDies ist ein Kalenderdienst für Programme.\n\n${apiRootOf(place)}\n`,
  }
}

function interfacesAnswer(place: ServiceLocation): ApiResponse {
  const root = apiRootOf(place)
  const body = {
    name: 'cal',
    url: place.base,
    namespaces: [namespaceOf(place)],
    routes: { [`/${namespaceOf(place)}`]: { methods: ['GET'], _links: { self: [{ href: root }] } } },
  }
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body: JSON.stringify(body),
  }
}

interface PagesOptions {
  readonly exchange: Exchange
  /** The same for visitors, whom feeds are for. */
  readonly visitors: Exchange
  readonly place: ServiceLocation
  now(): Instant
  /** The system clock. */
  clock(): Instant
  random_bytes(count: number): Uint8Array
}

/** Pages are loaded with the first one that is asked for. */
export function pagesOf(
  { settings, users, version }: OpenedCalendar,
  { exchange, visitors, place, now, clock, random_bytes }: PagesOptions,
): WebHandler {
  let opened: Promise<WebHandler> | undefined
  const open = async () => {
    const [{ openWeb }, { calendarState }] = await Promise.all([
      import('../web/web.ts'),
      import('../feed/validators.ts'),
    ])
    const process = Buffer.from(random_bytes(8)).toString('hex')
    return openWeb({
      exchange,
      api_root: apiRootOf(place),
      base: place.base,
      timezone: settings.timezone,
      headers: discoveryHeaders(place),
      sign_in: await users.any(),
      feed: { exchange: visitors, state: calendarState({ version, process, now: clock }) },
      now,
    })
  }
  return async (request) => {
    opened ??= open()
    return (await opened)(request)
  }
}

/** A page is current if everything it was made from is. */
export function pagesCurrency({ isCurrent }: OpenedCalendar): IsCurrent {
  return (answer) => (answer.sources ? answer.sources.every(isCurrent) : isCurrent(answer))
}
