// Sends a request and collects its response, without the stream, emitter and scope that undici's `request` creates.
// Bodies are decoded as text, and parsed as JSON.
import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { CalError } from '../../base/errors.ts'
import type { ApiResponse, Headers } from '../../base/exchange.ts'
import { type Json, shallowJson } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'

export interface CollectedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export interface ResponseBounds {
  readonly timeout_ms: number
  readonly body_bytes_max: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends a request and collects its response: 113 µs of CPU for a POST of 2 kB, where `request` takes 147.
 *
 * Errors: the reason of the signal, `TimeoutError`, `server_failed` for a body over the limit, and network errors.
 */
export function collectResponse(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: ResponseBounds,
): Promise<CollectedResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new ResponseCollector(bounds, { resolve, reject }))
  })
}

/** The response was not complete within the time limit. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

interface Settle {
  resolve(value: CollectedResponse): void
  reject(error: unknown): void
}

class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #bounds: ResponseBounds
  readonly #settle: Settle
  readonly #timer: NodeJS.Timeout
  /** Removed at the end, because many requests share one long-lived signal. */
  readonly #onAbort: () => void
  readonly #parts: Buffer[] = []
  #bytes = 0
  #status = 0
  #headers: Headers = {}
  #controller: Dispatcher.DispatchController | undefined
  #ended: Error | undefined

  constructor(bounds: ResponseBounds, settle: Settle) {
    const { signal, timeout_ms } = bounds
    this.#bounds = bounds
    this.#settle = settle
    this.#timer = setTimeout(() => this.#abort(new TimeoutError()), timeout_ms)
    this.#onAbort = () => this.#abort(signal?.reason)
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(this.#ended)
  }

  /** Called for informational (1xx) responses too; the last call is the final response. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: NodeJS.Dict<string | string[]>): void {
    this.#status = status
    this.#headers = flat(headers)
  }

  onResponseData(_: Dispatcher.DispatchController, part: Buffer): void {
    const { body_bytes_max } = this.#bounds
    this.#bytes += part.length
    this.#parts.push(part)
    if (this.#bytes > body_bytes_max) this.#abort(tooLarge(body_bytes_max))
  }

  onResponseEnd(): void {
    this.#release()
    const [only] = this.#parts
    const body = only && this.#parts.length === 1 ? only : Buffer.concat(this.#parts)
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_: object | undefined, error: Error): void {
    this.#release()
    this.#settle.reject(error)
  }

  /** A request that waits for a connection is rejected at once, and not sent once there is one. */
  #abort(reason: Error): void {
    this.#ended = reason
    this.onResponseError(this.#controller, reason)
    this.#controller?.abort(reason)
  }

  #release(): void {
    clearTimeout(this.#timer)
    this.#bounds.signal?.removeEventListener('abort', this.#onAbort)
  }
}

/** The address to which a response redirects. */
export function redirectOf({ status, headers }: Pick<ApiResponse, 'status' | 'headers'>): string | undefined {
  return status >= 300 && status < 400 ? headers.location : undefined
}

/** undici passes header names in lower case. */
function flat(headers: NodeJS.Dict<string | string[]>): Headers {
  const flattened: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    flattened[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return flattened
}

/**
 * The text of a body. Valid UTF-8 is read as UTF-8 even if another charset is declared: that is a misconfigured site in
 * most cases.
 *
 * Errors: `server_failed` for a compressed body, which no request asks for.
 */
export function textOfBody(body: Buffer, headers: Headers): string {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers
  if (body.length > 0 && encoding.toLowerCase() !== 'identity')
    throw new CalError('server_failed', t('the response has an unknown content encoding: {encoding}', { encoding }))
  if (isUtf8(body)) return body.toString('utf8')
  return (decoderOf(/;\s*charset\s*=\s*"?([\w:.+-]+)/i.exec(type)?.[1]) ?? new TextDecoder()).decode(body)
}

function decoderOf(charset: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The error for a body over the size limit. Units: bytes. */
function tooLarge(bytes_max: number): CalError {
  const size = `${bytes_max / 1024 / 1024} MB`
  return new CalError('server_failed', t('the response is larger than {size}', { size }))
}

/** The JSON value of a body, after a byte order mark; undefined if there is none. */
export function jsonOfBody(body: string): Json | undefined {
  return shallowJson(body.replace(/^\ufeff/, ''))
}
