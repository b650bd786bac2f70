// The site around the interface: passes requests below the api root to the interface and other requests to the pages;
// answers the rest with the address of the api root.
import { type ApiRequest, type ApiResponse, common_headers, type Exchange, type Headers } from '../../base/exchange.ts'
import { languages, t } from '../../base/text/language.ts'
import { receiveRequest, queryParts, type ParsedAddress, type QueryPart, type ReceivedRequest } from '../api/request.ts'
import { errorReply } from '../api/respond.ts'
import { ApiError } from '../domain/api-error.ts'
import { apiRootOf, namespaceOf, type ServiceAddress, type ServiceSettings } from '../domain/settings.ts'
import type { Site } from './origin-check.ts'

/** What the address of a request means; `path` and `query` are below the root of what it addresses. */
interface Address extends ParsedAddress, Pick<ApiRequest, 'namespace' | 'path'> {
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
): Site<ApiResponse | Page> {
  const find = addressFinder(address)
  return {
    receive: (request) => {
      const { language, parts, destination, ...own } = find(request.path, queryParts(request.query))
      const headers = language === undefined ? request.headers : { ...request.headers, 'accept-language': language }
      const query = parts.map(({ sent }) => sent).join('&')
      return receiveRequest({ ...request, ...own, query, headers }, { destination, parts })
    },
    answer: async (request) => {
      switch (request.destination) {
        case 'interface':
          return api(request)
        case 'interfaces':
          return interfacesAnswer(address)
        case 'foreign':
          return errorReply(new ApiError('rest_no_route'), request.parsed.language)
        case 'page':
          return (await pages?.(request)) ?? rootAnswer(address, request.path)
      }
    },
  }
}

const language_segment = '(?:/(?<language>[a-z]{2}(?:[-_][a-zA-Z]{2})?))?'
/** Events in the core interface of deployed services. */
const core = /^\/wp\/v2(\/\w+_events\/\d+)$/
const front_page = new RegExp(`^${language_segment}/(?:index\\.php)?$`)

/** Finds out what a path and a query address. */
function addressFinder(address: ServiceAddress): (path: string, parts: readonly QueryPart[]) => Address {
  const root = escaped(address.root)
  const interfaces = new RegExp(`^(?:/index\\.php)?${language_segment}(?:/index\\.php)?/${root}(?<below>/.*)?$`)
  const below_namespace = new RegExp(`^/${escaped(namespaceOf(address))}(/.*)?$`, 'i')
  return (path, parts) => {
    const front = front_page.exec(path)
    const in_query = front ? routeIn(parts) : undefined
    const match = in_query === undefined ? interfaces.exec(path) : front
    if (!match) return { destination: path.startsWith('/_cal/') ? 'interface' : 'page', path, parts }
    const { language, below } = match.groups ?? {}
    const route = in_query ?? below ?? '/'
    const of_core = core.exec(route)
    const found = of_core ?? below_namespace.exec(route)
    const spoken = language === undefined ? {} : { language }
    if (route === '/' || !found)
      return { destination: route === '/' ? 'interfaces' : 'foreign', path, parts, ...spoken }
    return {
      destination: 'interface',
      ...(of_core && { namespace: 'wp/v2' }),
      path: found[1] ?? '/',
      parts: in_query === undefined ? parts : parts.filter(({ pair: [name] }) => name !== 'rest_route'),
      ...spoken,
    }
  }
}

/** The path in the last `rest_route` of a query, percent-encoded. */
function routeIn(parts: readonly QueryPart[]): string | undefined {
  const [, route] = parts.findLast(({ pair: [name] }) => name === 'rest_route')?.pair ?? []
  return route?.split('/').map(encodeURIComponent).join('/')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The headers by which every page names the interface. Source: interface 1.4. */
export function discoveryHeaders(address: ServiceAddress): Headers {
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
