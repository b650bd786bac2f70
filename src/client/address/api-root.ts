// The address of the interface.
import type { ApiRequest } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'

/** Errors: `configuration` for a text that is not an http or https address, and for an address with credentials. */
export function rootOf(api_root: string): URL {
  const url = URL.canParse(api_root) ? new URL(api_root) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CalError(
      'configuration',
      { en: `"${api_root}" is not an api root`, de: `„${api_root}“ ist keine Adresse der Schnittstelle` },
      {
        hint: {
          en: 'use a URL such as https://example.org/wp-json/tribe/events/v1, or file:./calendar.db',
          de: 'etwa https://example.org/wp-json/tribe/events/v1 oder file:./calendar.db',
        },
      },
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new CalError(
      'configuration',
      {
        en: 'an api root must not contain credentials',
        de: 'die Adresse der Schnittstelle darf keine Zugangsdaten enthalten',
      },
      {
        hint: { en: 'set CAL_USER and CAL_TOKEN instead', de: 'sie gehören in CAL_USER und CAL_TOKEN' },
      },
    )
  }
  return url
}

/** Path and query of a request below an api root, which may be `/index.php?rest_route=/tribe/events/v1`. */
export function pathBelow(root: URL, { path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const route = root.searchParams.get('rest_route')
  if (route === null) return `${root.pathname.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`
  return `${root.pathname}?rest_route=${encodeURI(route.replace(/\/+$/, ''))}${path}${query === '' ? '' : `&${query}`}`
}
