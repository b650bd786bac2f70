// The network as an exchange: a pool of connections to one origin, bounded in time and in bytes.
import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import type { ApiRequest, ApiResponse, Headers, OpenExchange } from '../base/exchange.ts'
import { Failure } from '../base/failure.ts'
import { textOfBody, tooLarge } from './body-text.ts'
import { isLoopback } from './proxy.ts'
import { pathBelow, rootOf } from './root.ts'
import { unreachable } from './unreachable.ts'

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

async function dispatcherFor(root: URL, { timeout_ms, proxy }: Network): Promise<Dispatcher> {
  const undici = (await import('undici')).default
  const options = { connections: connections_max, pipelining: 1, connectTimeout: timeout_ms, headersTimeout: timeout_ms, bodyTimeout: timeout_ms }
  return proxy === undefined ? new undici.Pool(root.origin, options) : new undici.ProxyAgent({ ...options, uri: proxy })
}

/**
 * V8 11, in Node 20, optimises undici's wasm parser at once, which costs more than a short run lasts: 50 ms.
 * It can go when Node 20 does.
 */
function spareWasm(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--wasm-tiering-budget=1000000000')
}

async function exchange(pool: Dispatcher, root: URL, { headers, timeout_ms }: Network, request: ApiRequest): Promise<ApiResponse> {
  const limit = limited(request.signal, timeout_ms)
  try {
    const answer = await pool.request({
      origin: root.origin,
      method: request.method as Dispatcher.HttpMethod,
      path: pathBelow(root, request),
      headers: { ...request.headers, ...headers },
      body: request.body ?? null,
      signal: limit.signal,
    })
    const answered = flat(answer.headers)
    return { status: answer.statusCode, headers: answered, body: await textOfBody(await bytesOf(answer.body), answered, body_bytes_max) }
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason
    throw error instanceof Failure ? error : unreachable(error, { origin: root.origin, timeout_ms, timed_out: limit.timedOut(), method: request.method })
  } finally {
    limit.release()
  }
}

interface Limit {
  /** Undici takes an emitter as well; an AbortController costs 9 µs a request. */
  readonly signal: EventEmitter
  timedOut(): boolean
  release(): void
}

/** Aborted by the other signal or after the time. Released by hand: many requests share one long-lived signal. */
function limited(other: AbortSignal | undefined, timeout_ms: number): Limit {
  other?.throwIfAborted()
  const signal = new EventEmitter()
  let timed_out = false
  const abort = () => void signal.emit('abort')
  const timer = setTimeout(() => {
    timed_out = true
    abort()
  }, timeout_ms)
  other?.addEventListener('abort', abort, { once: true })
  return {
    signal,
    timedOut: () => timed_out,
    release() {
      clearTimeout(timer)
      other?.removeEventListener('abort', abort)
    },
  }
}

/** By events: iterating over a stream costs twice as much as reading it. */
function bytesOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    body.on('error', reject)
    body.on('end', () => resolve(Buffer.concat(parts)))
    body.on('data', (part: Buffer) => {
      bytes += part.length
      parts.push(part)
      if (bytes > body_bytes_max) body.destroy(tooLarge(body_bytes_max))
    })
  })
}

/** Names come in small letters. */
function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const flattened: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    flattened[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return flattened
}

function refusePlainHttp({ protocol, hostname, origin }: URL, insecure_http: boolean): void {
  if (protocol === 'https:' || insecure_http || isLoopback(hostname)) return
  throw new Failure('configuration', { en: `credentials would travel to ${origin} unencrypted`, de: `Zugangsdaten würden unverschlüsselt an ${origin} gesendet` }, {
    hint: { en: 'use https, or --insecure-http if that network is trusted', de: 'https verwenden, oder --insecure-http, wenn das Netz vertrauenswürdig ist' },
  })
}
