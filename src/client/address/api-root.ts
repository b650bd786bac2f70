// The address of the interface as a user gives it.
import type { ApiRequest } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'

/** Fails with `configuration` for anything that is not an http or https address, and for one that holds credentials. */
export function rootOf(api_root: string): URL {
  const url = URL.canParse(api_root) ? new URL(api_root) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CalError(
      'configuration',
      { en: `"${api_root}" is no api root`, de: `„${api_root}“ ist keine Adresse der Schnittstelle` },
      {
        hint: {
          en: 'it looks like https://example.org/wp-json/tribe/events/v1, or file:./calendar.db',
          de: 'sie sieht aus wie https://example.org/wp-json/tribe/events/v1 oder file:./calendar.db',
        },
      },
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new CalError(
      'configuration',
      { en: 'an api root holds no credentials', de: 'eine Adresse der Schnittstelle enthält keine Zugangsdaten' },
      {
        hint: { en: 'give them as CAL_USER and CAL_TOKEN', de: 'sie gehören in CAL_USER und CAL_TOKEN' },
      },
    )
  }
  return url
}

/**
 * Path and query of a request below a root, which may hold the route in its query:
 * `/index.php?rest_route=/tribe/events/v1`.
 */
export function pathBelow(root: URL, { path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const route = root.searchParams.get('rest_route')
  if (route === null) return `${root.pathname.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`
  return `${root.pathname}?rest_route=${encodeURI(route.replace(/\/+$/, ''))}${path}${query === '' ? '' : `&${query}`}`
}
