// Sites that send everybody from http to https of the same host: reading follows, writing says where to.
import type { ApiRequest, ApiResponse, OpenExchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { pathBelow } from '../address/api-root.ts'

/**
 * The exchange of a plain address, which reads over https where the site asks for that.
 * Shape: only the same host, path and query count; any other redirect is an answer like others. What leads there is
 *        kept for the next reading.
 *        Without `openAt` nobody goes there: credentials belong to the origin they were given for.
 * Fails: `server_failed` for what is sent there and may not go; the hint names the address that takes it.
 */
export function followHttps(
  plain: OpenExchange,
  root: URL,
  openAt: ((address: string) => Promise<OpenExchange>) | undefined,
): OpenExchange {
  let secure: Promise<OpenExchange> | undefined
  return {
    exchange: async (request) => {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (isReading && secure) return (await secure).exchange(request)
      const answer = await plain.exchange(request)
      const address = secureAddress(root, request, answer)
      if (address === undefined) return answer
      if (!isReading || !openAt) throw sentAway(address, answer)
      secure ??= openAt(address)
      return (await secure).exchange(request)
    },
    close: async () => {
      await plain.close()
      await (await secure)?.close()
    },
  }
}

/** The api root over https, where the answer leads to nothing but that. */
function secureAddress(
  root: URL,
  request: ApiRequest,
  { status, headers: { location } }: ApiResponse,
): string | undefined {
  if (status < 300 || status > 399 || location === undefined || root.protocol !== 'http:') return undefined
  const asked = new URL(pathBelow(root, request), root.href)
  if (!URL.canParse(location, asked.href)) return undefined
  const place = new URL(location, asked.href)
  const isSame =
    place.protocol === 'https:' &&
    place.hostname === root.hostname &&
    place.pathname === asked.pathname &&
    place.search === asked.search
  return isSame ? new URL(`${root.pathname}${root.search}`, place.origin).href : undefined
}

function sentAway(address: string, { status }: ApiResponse): CalError {
  return new CalError(
    'server_failed',
    {
      en: `the server takes this over https only (${status})`,
      de: `der Server nimmt das nur über https an (${status})`,
    },
    {
      remote: { status },
      hint: { en: `make this the api root: ${address}`, de: `diese Adresse gehört in api_root: ${address}` },
    },
  )
}
