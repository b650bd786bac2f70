// The exchange over the network: a pool of connections to one origin, with limits for time and size.
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import { CalError } from '../../base/errors.ts'
import type { ApiRequest, ApiResponse, Headers, OpenExchange } from '../../base/exchange.ts'
import { t } from '../../base/text/language.ts'
import { pathBelow, rootOf } from '../address/api-root.ts'
import { networkError } from './network-errors.ts'
import { isLoopback } from '../../spec/addresses.ts'
import type { ProxySettings } from './proxy.ts'
import { type CollectedResponse, collectResponse, type ResponseBounds, textOfBody } from './response.ts'

export interface Network {
  readonly api_root: string
  /** Credentials, sent to this origin only. */
  readonly headers: Headers
  readonly timeout_ms: number
  readonly insecure_http: boolean
  readonly proxy?: ProxySettings | undefined
}

/** Connections are opened on demand. */
const connections_max = 64
/** Larger than any response of the interface. */
const body_bytes_max = 64 * 1024 * 1024

/** Errors: `configuration` for an invalid address, and for credentials over unencrypted HTTP to another machine. */
export async function openNetwork(network: Network): Promise<OpenExchange> {
  const root = rootOf(network.api_root)
  if (Object.keys(network.headers).length > 0) requireEncryption(root, network.insecure_http)
  delayWasmOptimization()
  const dispatcher = await dispatcherFor(root, network)
  return {
    exchange: (request) => exchange(dispatcher, root, network, request),
    close: () => dispatcher.destroy(),
  }
}

/** A dispatcher for requests to the origin of an address. */
export async function dispatcherFor(
  root: URL,
  { timeout_ms, proxy }: Pick<Network, 'timeout_ms' | 'proxy'>,
): Promise<Dispatcher> {
  const options = {
    connections: connections_max,
    pipelining: 1,
    connectTimeout: timeout_ms,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  }
  if (proxy !== undefined) return (await import('./proxy-dispatcher.ts')).proxyDispatcher(proxy, options)
  const undici = (await import('undici')).default
  return new undici.Pool(root.origin, options)
}

/** V8 11 optimises undici's wasm parser at once, which takes 50 ms of CPU. Remove when Node 20 is not supported. */
function delayWasmOptimization(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--wasm-tiering-budget=1000000000')
}

async function exchange(
  dispatcher: Dispatcher,
  root: URL,
  { headers, timeout_ms }: Network,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { signal } = request
  signal?.throwIfAborted()
  const options = {
    origin: root.origin,
    method: request.method as Dispatcher.HttpMethod,
    path: pathBelow(root, request),
    headers: { ...request.headers, ...headers },
    body: request.body ?? null,
  }
  const {
    status,
    headers: received,
    body,
  } = await responseTo(dispatcher, options, { timeout_ms, body_bytes_max, signal })
  return { status, headers: received, body: await textOfBody(body, received, body_bytes_max) }
}

/** The response to a request. Errors: the reason of the signal, `server_failed`, `unreachable`. */
export async function responseTo(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions & { readonly origin: string },
  bounds: ResponseBounds,
): Promise<CollectedResponse> {
  try {
    return await collectResponse(dispatcher, options, bounds)
  } catch (error) {
    if (bounds.signal?.aborted) throw bounds.signal.reason
    if (error instanceof CalError) throw error
    throw networkError(error, { origin: options.origin, timeout_ms: bounds.timeout_ms, method: options.method })
  }
}

function requireEncryption({ protocol, hostname, origin }: URL, insecure_http: boolean): void {
  if (protocol === 'https:' || insecure_http || isLoopback(hostname)) return
  throw new CalError('configuration', t('credentials would be sent to {origin} unencrypted', { origin }), {
    hint: t('use https, or add --insecure-http if you trust the network'),
  })
}
