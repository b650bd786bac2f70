// The language path segment of an api root: `https://example.org/de/wp-json/tribe/events/v1`.
import type { ApiResponse, Exchange, OpenExchange } from '../../base/exchange.ts'
import type { Language } from '../../base/text/language.ts'

const segment = /^[a-z]{2}([-_][a-zA-Z]{2})?$/

/** The api root with this language's segment before the interface root; a segment that is there already is replaced. */
export function withLanguageSegment(api_root: string, language: Language): string {
  if (!URL.canParse(api_root)) return api_root
  const url = new URL(api_root)
  const parts = url.pathname.split('/').filter((part) => part !== '')
  // Interface root, vendor, `events` and `v1` stand at the end; the route may stand in the query instead.
  const own = url.searchParams.has('rest_route') ? parts.filter((part) => part === 'index.php').length : 4
  const base = parts.slice(0, Math.max(parts.length - own, 0))
  const before = segment.test(base.at(-1) ?? '') ? base.slice(0, -1) : base
  url.pathname = `/${[...before, language, ...parts.slice(base.length)].join('/')}`
  return url.href
}

/** Not every site has such addresses: where the first answer is no answer of the interface, the plain ones are used. */
export function withFallback(spoken: OpenExchange, plain: OpenExchange): OpenExchange {
  let chosen: Exchange | undefined
  return {
    async exchange(request) {
      if (chosen) return chosen(request)
      const answer = await spoken.exchange(request)
      chosen = isForeign(answer) ? plain.exchange : spoken.exchange
      return isForeign(answer) ? plain.exchange(request) : answer
    },
    close: async () => {
      await Promise.all([spoken.close(), plain.close()])
    },
  }
}

function isForeign({ status, headers }: ApiResponse): boolean {
  return (status === 404 || (status >= 300 && status < 400)) && !(headers['content-type'] ?? '').includes('json')
}
