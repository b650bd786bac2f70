// The address of the interface, and its language path segment: `https://example.org/de/wp-json/tribe/events/v1`.
import { CalError } from '../../base/errors.ts'
import type { ApiRequest, ApiResponse, Exchange, OpenExchange } from '../../base/exchange.ts'
import { type Language, t } from '../../base/text/language.ts'

/** Errors: `configuration` for a text that is not an http or https address, and for an address with credentials. */
export function rootOf(api_root: string): URL {
  const url = URL.canParse(api_root) ? new URL(api_root) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CalError('configuration', t('"{api_root}" is not an api root', { api_root }), {
      hint: t('use a URL such as https://example.org/wp-json/tribe/events/v1, or file:./calendar.db'),
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
  const own = path.replace(/\/+$/, '')
  return namespace === undefined ? own : `${own.split('/').slice(0, -3).join('/')}/${namespace}`
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
