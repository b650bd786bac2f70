// Downloads of files: without credentials, following redirects, up to 64 MB.
import { CalError, usageError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { type CollectedResponse, redirectOf } from './response.ts'
import { dispatcherFor, responseTo } from './network.ts'
import { isLoopback } from '../../spec/addresses.ts'
import { proxySettingsFor } from './proxy.ts'

export interface DownloadOptions {
  readonly timeout_ms: number
  readonly insecure_http: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly onRedirect: (to: string) => Promise<void>
}

const redirects_max = 5
const megabytes_max = 64

/**
 * The bytes of a file.
 *
 * Errors: `usage` for a web page or an unencrypted address, `not_found`, `not_allowed`, `server_failed`, `unreachable`.
 */
export async function download(address: string, options: DownloadOptions): Promise<Buffer> {
  let url = urlOf(address)
  for (let redirects = 0; redirects <= redirects_max; redirects++) {
    requireEncryption(url, options)
    const response = await responseFrom(url, options)
    const location = redirectOf(response)
    if (location === undefined) return fileIn(address, response)
    url = new URL(location, url)
    await options.onRedirect(url.href)
  }
  throw new CalError(
    'server_failed',
    t('{address} redirects more than {redirects_max} times', { address, redirects_max }),
  )
}

function urlOf(address: string): URL {
  const url = new URL(address.replace(/^webcal:/i, 'https:'))
  if (url.username === '' && url.password === '') return url
  throw usageError(
    t('the URL of a file must not contain a user name or password'),
    t('download the file and specify the local copy'),
  )
}

/** An unencrypted file may have been changed in transit. */
function requireEncryption({ protocol, hostname, href }: URL, { insecure_http }: DownloadOptions): void {
  if (protocol === 'https:' || (protocol === 'http:' && (insecure_http || isLoopback(hostname)))) return
  throw usageError(
    t('{href} would be downloaded unencrypted', { href }),
    t('use https, or add --insecure-http if you trust the network'),
  )
}

async function responseFrom(url: URL, { timeout_ms, env, signal }: DownloadOptions) {
  const dispatcher = await dispatcherFor(url, { timeout_ms, proxy: proxySettingsFor(url, env) })
  const request = {
    origin: url.origin,
    method: 'GET' as const,
    path: `${url.pathname}${url.search}`,
    headers: { 'user-agent': 'cal', accept: '*/*' },
  }
  try {
    return await responseTo(dispatcher, request, { timeout_ms, body_bytes_max: megabytes_max * 1024 * 1024, signal })
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed') throw error
    throw new CalError('usage', t('{href} is larger than {megabytes_max} MB', { href: url.href, megabytes_max }), {
      cause: error,
    })
  } finally {
    await dispatcher.destroy()
  }
}

function fileIn(address: string, { status, headers, body }: CollectedResponse): Buffer {
  if (status !== 200) {
    const code =
      status === 404 || status === 410
        ? 'not_found'
        : status === 401 || status === 403
          ? 'not_allowed'
          : 'server_failed'
    throw new CalError(code, t('{address} responds with status {status}', { address, status }), { remote: { status } })
  }
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return body
  throw usageError(
    t('{address} is a web page, not a file', { address }),
    t('use a direct URL of the file that requires no sign-in'),
  )
}
