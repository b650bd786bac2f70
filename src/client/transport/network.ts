// The network as an exchange: a pool of connections to one origin, bounded in time and in bytes.
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import type { ApiRequest, ApiResponse, Headers, OpenExchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { textOfBody } from './body.ts'
import { collectResponse, TimeoutError } from './collect-response.ts'
import { isLoopback } from './proxy.ts'
import { pathBelow, rootOf } from '../address/api-root.ts'
import { networkError } from './network-errors.ts'

export interface Network {
  readonly api_root: string
  /** Credentials: sent to this origin and to no other. */
  readonly headers: Headers
  readonly timeout_ms: number
  readonly insecure_http: boolean
  /** The address of a proxy to go through. */
  readonly proxy?: string | undefined
}

/** Opened as they are needed. */
const connections_max = 64
/** An answer that is larger is not an answer of this interface. */
const body_bytes_max = 64 * 1024 * 1024

/** Fails with `configuration` where the address is none, or would carry credentials in the clear. */
export async function openNetwork(network: Network): Promise<OpenExchange> {
  const root = rootOf(network.api_root)
  if (Object.keys(network.headers).length > 0) refusePlainHttp(root, network.insecure_http)
  spareWasm()
  const dispatcher = await dispatcherFor(root, network)
  return {
    exchange: (request) => exchange(dispatcher, root, network, request),
    close: () => dispatcher.destroy(),
  }
}

/** What sends requests to the origin of an address. */
export async function dispatcherFor(
  root: URL,
  { timeout_ms, proxy }: Pick<Network, 'timeout_ms' | 'proxy'>,
): Promise<Dispatcher> {
  const undici = (await import('undici')).default
  const options = {
    connections: connections_max,
    pipelining: 1,
    connectTimeout: timeout_ms,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  }
  return proxy === undefined ? new undici.Pool(root.origin, options) : new undici.ProxyAgent({ ...options, uri: proxy })
}

/**
 * V8 11, in Node 20, optimises undici's wasm parser at once, which costs more than a short run lasts: 50 ms.
 * It can go when Node 20 does.
 */
function spareWasm(): void {
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
  const asked = {
    origin: root.origin,
    method: request.method as Dispatcher.HttpMethod,
    path: pathBelow(root, request),
    headers: { ...request.headers, ...headers },
    body: request.body ?? null,
  }
  try {
    const answer = await collectResponse(dispatcher, asked, { timeout_ms, body_bytes_max, signal })
    return {
      status: answer.status,
      headers: answer.headers,
      body: await textOfBody(answer.body, answer.headers, body_bytes_max),
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof CalError
      ? error
      : networkError(error, {
          origin: root.origin,
          timeout_ms,
          timed_out: error instanceof TimeoutError,
          method: request.method,
        })
  }
}

function refusePlainHttp({ protocol, hostname, origin }: URL, insecure_http: boolean): void {
  if (protocol === 'https:' || insecure_http || isLoopback(hostname)) return
  throw new CalError(
    'configuration',
    {
      en: `credentials would travel to ${origin} unencrypted`,
      de: `Zugangsdaten würden unverschlüsselt an ${origin} gesendet`,
    },
    {
      hint: {
        en: 'use https, or --insecure-http if that network is trusted',
        de: 'https verwenden, oder --insecure-http, wenn das Netz vertrauenswürdig ist',
      },
    },
  )
}
