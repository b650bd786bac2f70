// Sites that redirect http to https on the same host: reads follow the redirect, writes fail with the https address.
import type { ApiRequest, ApiResponse, OpenExchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { pathBelow } from '../address/api-root.ts'

/**
 * An exchange of an http address that reads over https if the site redirects there.
 *
 * Shape:  only a redirect to the same host, path and query is followed, and later reads go to https directly. Without
 *         `openAt` none is followed: credentials are sent only to the origin they were given for.
 * Errors: `server_failed` for a request that is redirected but not followed; the hint names the https address.
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
      if (!isReading || !openAt) throw httpsOnlyError(address, answer)
      secure ??= openAt(address)
      return (await secure).exchange(request)
    },
    close: async () => {
      await plain.close()
      await (await secure)?.close()
    },
  }
}

/** The api root over https, if the response redirects to exactly the same resource there. */
function secureAddress(
  root: URL,
  request: ApiRequest,
  { status, headers: { location } }: ApiResponse,
): string | undefined {
  if (status < 300 || status > 399 || location === undefined || root.protocol !== 'http:') return undefined
  const requested = new URL(pathBelow(root, request), root.href)
  if (!URL.canParse(location, requested.href)) return undefined
  const target = new URL(location, requested.href)
  const isSame =
    target.protocol === 'https:' &&
    target.hostname === root.hostname &&
    target.pathname === requested.pathname &&
    target.search === requested.search
  return isSame ? new URL(`${root.pathname}${root.search}`, target.origin).href : undefined
}

function httpsOnlyError(address: string, { status }: ApiResponse): CalError {
  return new CalError('server_failed', t('the server accepts this request over https only ({status})', { status }), {
    remote: { status },
    hint: t('use the api root {address}', { address }),
  })
}
