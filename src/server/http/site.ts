// The site around the interface: passes requests below the api root to the interface and other requests to the pages;
// answers the rest with the address of the api root.
import type { Instant } from '../../base/dates/zoned-time.ts'
import {
  type ApiRequest,
  type ApiResponse,
  common_headers,
  type Exchange,
  type Headers,
  type WebHandler,
} from '../../base/exchange.ts'
import { languages, t } from '../../base/text/language.ts'
import { pairOf, type ReceivedRequest, parseOnce } from '../api/request.ts'
import { errorReply } from '../api/respond.ts'
import { hasCredentials } from '../auth/authenticate.ts'
import { ApiError } from '../domain/api-error.ts'
import { apiRootOf, namespaceOf, type ServiceAddress, type ServiceSettings } from '../domain/settings.ts'
import type { OpenedCalendar } from '../service/service.ts'
import { errorAnswerTo } from './error-answer.ts'
import type { IsCurrent } from './request.ts'
import type { Routed } from './origin-check.ts'

/**
 * What a URL addresses: the interface, the root of all interfaces of the site (`/wp-json/`), another one, of which
 * there is none, or a page.
 */
type Destination = ApiDestination | 'interfaces' | 'foreign' | 'page'

/** `path` is below the api root. */
interface ApiDestination extends Pick<ApiRequest, 'namespace' | 'path' | 'query'> {
  readonly language?: string
}

/**
 * The site as an exchange whose paths begin at its root. `/wp-json/…`, `/index.php/wp-json/…` and `/?rest_route=…`,
 * each with an optional language segment before it, address the interface, `/_cal/…` test control, every other path a
 * page. A path without a page gets the address of the api root as text.
 */
export function siteOf<Page = never>(
  address: ServiceAddress & Pick<ServiceSettings, 'timezone'>,
  api: Exchange,
  pages?: (request: ReceivedRequest) => Promise<Page | undefined>,
): (request: ApiRequest) => Routed<ApiResponse | Page> {
  return (request) => {
    if (request.path.startsWith('/_cal/')) return { request: parseOnce(request), answer: api }
    const destination = destinationOf(address, request)
    if (typeof destination === 'object') {
      const { namespace, path, query, language } = destination
      const headers = language === undefined ? request.headers : { ...request.headers, 'accept-language': language }
      return { request: parseOnce({ ...request, ...(namespace && { namespace }), path, query, headers }), answer: api }
    }
    const otherAnswer = async (parsed: ReceivedRequest) => {
      if (destination === 'page') return (await pages?.(parsed)) ?? rootAnswer(address, parsed.path)
      if (destination === 'interfaces') return interfacesAnswer(address)
      return errorReply(new ApiError('rest_no_route'), parsed.parsed.language)
    }
    return { request: parseOnce(request), answer: readable(otherAnswer) }
  }
}

/** Refuses a request that cannot be parsed. Of requests to the interface, credentials and route are checked first. */
export function readable<T>(answer: (request: ReceivedRequest) => Promise<T>): Routed<T | ApiResponse>['answer'] {
  return async (request) => {
    const { error } = request.parsed
    return error ? errorAnswerTo(request, error) : answer(request)
  }
}

const language_segment = '(?:/(?<language>[a-z]{2}(?:[-_][a-zA-Z]{2})?))?'
/** Events in the core interface of deployed services. */
const core = /^\/wp\/v2(\/\w+_events\/\d+)$/
const front_page = new RegExp(`^${language_segment}/(?:index\\.php)?$`)

function destinationOf(address: ServiceAddress, { path, query }: Pick<ApiRequest, 'path' | 'query'>): Destination {
  const root = escaped(address.root)
  const interfaces = new RegExp(`^(?:/index\\.php)?${language_segment}(?:/index\\.php)?/${root}(?<below>/.*)?$`)
  const atFront = front_page.exec(path)
  const in_query = atFront ? routeInQuery(query) : undefined
  const match = in_query ? atFront : interfaces.exec(path)
  if (!match) return 'page'
  const { language, below } = match.groups ?? {}
  const route = in_query?.route ?? below ?? '/'
  if (route === '/') return 'interfaces'
  const inner = new RegExp(`^/${escaped(namespaceOf(address))}(/.*)?$`, 'i').exec(route)
  const of_core = core.exec(route)
  if (!inner && !of_core) return 'foreign'
  return {
    ...(of_core && { namespace: 'wp/v2' }),
    path: (of_core ?? inner)?.[1] ?? '/',
    query: in_query?.rest ?? query,
    ...(language && { language }),
  }
}

/** The path in the last `rest_route` of a query, percent-encoded, and the query without any. */
function routeInQuery(query: string): { readonly route: string; readonly rest: string } | undefined {
  const parts = query.split('&').map((part) => ({ part, pair: pairOf(part) }))
  const [, route] = parts.findLast(({ pair: [name] }) => name === 'rest_route')?.pair ?? []
  if (route === undefined) return undefined
  return {
    route: route.split('/').map(encodeURIComponent).join('/'),
    rest: parts.flatMap(({ part, pair: [name] }) => (name === 'rest_route' ? [] : [part])).join('&'),
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The headers by which every page names the interface. Source: interface 1.4. */
function discoveryHeaders(address: ServiceAddress): Headers {
  return {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': `${apiRootOf(address)}/`,
    'x-tec-api-origin': address.base,
  }
}

const service_text = t('This is a calendar service for programs.')

/** The address of the api root as text, for paths without a page; in every language, because readers are unknown. */
function rootAnswer(address: ServiceAddress, path: string): ApiResponse {
  return {
    status: path === '/' || path === '/index.php' ? 200 : 404,
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      ...common_headers,
      ...discoveryHeaders(address),
    },
    body: `${languages.map((language) => service_text[language]).join('\n')}\n\n${apiRootOf(address)}\n`,
  }
}

/** The index of all interfaces of the site, which has only this one. */
function interfacesAnswer(address: Parameters<typeof siteOf>[0]): ApiResponse {
  const root = apiRootOf(address)
  const body = {
    name: 'cal',
    url: address.base,
    timezone_string: address.timezone,
    namespaces: [namespaceOf(address)],
    routes: { [`/${namespaceOf(address)}`]: { methods: ['GET'], _links: { self: [{ href: root }] } } },
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...common_headers },
    body: JSON.stringify(body),
  }
}

/** The parts of a calendar that its pages need, besides the exchange. */
interface PagesSource {
  readonly settings: Pick<OpenedCalendar['settings'], 'timezone'>
  readonly users: Pick<OpenedCalendar['users'], 'any'>
  readonly version: OpenedCalendar['version']
}

interface PagesOptions {
  readonly exchange: Exchange
  /** The same for visitors, whom feeds are for. */
  readonly visitors: Exchange
  readonly address: ServiceAddress
  now(): Instant
  /** The system clock. */
  clock(): Instant
  random_bytes(count: number): Uint8Array
}

/** The pages of a calendar, whose code is loaded with the first request. */
export function createPages(
  { settings, users, version }: PagesSource,
  { exchange, visitors, address, now, clock, random_bytes }: PagesOptions,
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
      api_root: apiRootOf(address),
      base: address.base,
      timezone: settings.timezone,
      headers: discoveryHeaders(address),
      sign_in: (await users.any()) && hasCredentials,
      feed: { exchange: visitors, state: calendarState({ version, process, now: clock }) },
      now,
    })
  }
  return async (request) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return (await opened)(request)
  }
}

/** Whether an answer is current; a page is if all responses that it was made from are. */
export function pageCurrentCheck({ isCurrent }: OpenedCalendar): IsCurrent {
  return (answer) => (answer.sources ? answer.sources.every(isCurrent) : isCurrent(answer))
}
