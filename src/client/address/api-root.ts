// The address of the interface, and its language path segment: `https://example.org/de/wp-json/tribe/events/v1`.
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { database_extension, databaseRootOf, in_memory, isDatabaseUrl } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import type { ApiRequest, ApiResponse, Exchange, OpenExchange } from '../../base/exchange.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { type Language, t } from '../../base/text/language.ts'
import { isLoopback } from '../../spec/addresses.ts'

/** Errors: `configuration` for a text that is not an http or https address, and for an address with credentials. */
export function rootOf(api_root: string): URL {
  const url = URL.canParse(api_root) ? new URL(api_root) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CalError('configuration', t('"{api_root}" is not an api root', { api_root }), {
      hint: database_extension.test(api_root)
        ? didYouMean(`file:${api_root.replace(/^[a-z]\w+:(\/\/)?/i, '')}`)
        : t('use a URL such as https://example.org/wp-json/tribe/events/v1, or file:./calendar.db'),
    })
  }
  if (url.username !== '' || url.password !== '') {
    throw new CalError('configuration', t('an api root must not contain credentials'), {
      hint: t('set CAL_USER and CAL_TOKEN instead'),
    })
  }
  return url
}

/** Path and query of a request below an api root, which may be `/index.php?rest_route=/tribe/events/v1`. */
export function pathBelow(
  root: URL,
  { path, query, namespace }: Pick<ApiRequest, 'path' | 'query' | 'namespace'>,
): string {
  const route = root.searchParams.get('rest_route')
  if (route === null) return `${inNamespace(root.pathname, namespace)}${path}${query === '' ? '' : `?${query}`}`
  return `${root.pathname}?rest_route=${encodeURI(inNamespace(route, namespace))}${path}${query === '' ? '' : `&${query}`}`
}

/** The path of an api root, or of another interface of its site: `/wp-json/tribe/events/v1` → `/wp-json/wp/v2`. */
function inNamespace(path: string, namespace: ApiRequest['namespace']): string {
  const own = withoutSlash(path)
  return namespace === undefined ? own : `${own.split('/').slice(0, -3).join('/')}/${namespace}`
}

/** The address without slashes at its end. */
export function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}

/** The site of an api root or of an index: `https://example.org/wp-json/tribe/events/v1` → `https://example.org`. */
export function siteAddressOf(api_root: string): string {
  const { origin, pathname } = new URL(api_root)
  return origin + pathname.replace(/(?:\/index\.php(?:\/.*)?|\/wp-json(?:\/.*)?|(?:\/[^/]+){2}\/events\/v1\/?|\/)$/, '')
}

const segment = /^[a-z]{2}([-_][a-zA-Z]{2})?$/

/** The api root with the language segment before its last four segments; an existing one is replaced. */
export function withLanguageSegment(api_root: string, language: Language): string {
  if (!URL.canParse(api_root)) return api_root
  const url = new URL(api_root)
  const parts = url.pathname.split('/').filter((part) => part !== '')
  // The last segments are the interface root, the vendor, `events` and `v1`, unless the route is in the query.
  const own = url.searchParams.has('rest_route') ? parts.filter((part) => part === 'index.php').length : 4
  const base = parts.slice(0, Math.max(parts.length - own, 0))
  const before = segment.test(base.at(-1) ?? '') ? base.slice(0, -1) : base
  url.pathname = `/${[...before, language, ...parts.slice(base.length)].join('/')}`
  return url.href
}

/** Uses the address without a language if the first response shows that the site has no translated one. */
export function withFallback(translated: OpenExchange, plain: OpenExchange): OpenExchange {
  let chosen: Exchange | undefined
  return {
    async exchange(request) {
      if (chosen) return chosen(request)
      const answer = await translated.exchange(request)
      chosen = isOtherPage(answer) ? plain.exchange : translated.exchange
      return isOtherPage(answer) ? plain.exchange(request) : answer
    },
    close: async () => {
      await Promise.all([translated.close(), plain.close()])
    },
  }
}

function isOtherPage({ status, headers }: ApiResponse): boolean {
  return (status === 404 || (status >= 300 && status < 400)) && !(headers['content-type'] ?? '').includes('json')
}

export interface CalendarIdentity {
  /** The address of the service, `file:` and the real path, or the address of a database without credentials. */
  readonly root: string
  /** The random id of a calendar that is opened in this process; undefined for a service. */
  readonly id: string | undefined
}

/** Whether a calendar is opened in this process: a database file or a database, without sign-in and pages. */
export function isLocalCalendar(api_root: string): boolean {
  return api_root.startsWith('file:') || isDatabaseUrl(api_root)
}

/** The name of a calendar that is opened in this process: the path after `file:`, or the address of a database. */
export function localNameOf(api_root: string): string {
  return api_root.startsWith('file:') ? fileNameOf(api_root) : api_root
}

/** Whether a calendar is in the memory of this process: it ends when it is closed. */
export function isTemporaryCalendar(api_root: string): boolean {
  return api_root === `file:${in_memory}`
}

/** `file:c.db` → `file:/home/anna/c.db`; `HTTPS://Example.org:443/v1/` → `https://example.org/v1`. */
export function calendarRootOf(api_root: string, cwd: string): string {
  if (isDatabaseUrl(api_root)) return databaseRootOf(api_root)
  if (!api_root.startsWith('file:')) return withoutSlash(URL.canParse(api_root) ? new URL(api_root).href : api_root)
  const name = fileNameOf(api_root)
  return name === in_memory ? `file:${in_memory}` : `file:${realPathOf(resolve(cwd, name))}`
}

/**
 * Whether both addresses lead to one calendar: both schemes and both forms of the routes of a site count as one, as do
 * the names of this machine. Languages don't, because they may be sites of their own.
 */
export function isSameCalendar(one: CalendarIdentity, other: CalendarIdentity): boolean {
  return one.root === other.root || (siteKeyOf(one.root) !== undefined && siteKeyOf(one.root) === siteKeyOf(other.root))
}

function siteKeyOf(root: string): string | undefined {
  if (isLocalCalendar(root) || !URL.canParse(root)) return undefined
  const { hostname, port, pathname, protocol, searchParams } = new URL(root)
  const isLocal = isLoopback(hostname)
  const parts = pathname.split('/').filter((part) => part !== '')
  const route = searchParams.get('rest_route')
  const base = (route === null ? parts.slice(0, -4) : parts).filter((part) => part !== 'index.php')
  const number = port === '' ? (isLocal ? ({ 'https:': '443' }[protocol] ?? '80') : '') : port
  return [isLocal ? 'localhost' : hostname, number, ...base].join('/')
}

/** The path after `file:` or `file://`. Errors: `configuration` if it is empty. */
export function fileNameOf(api_root: string): string {
  const name = api_root.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (name === '')
    throw new CalError('configuration', t('file: needs the path of a file'), {
      hint: t('for example: file:./calendar.db'),
    })
  return name
}

/** Resolves links; of a file that does not exist yet, those of its folder. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path))
  }
}
