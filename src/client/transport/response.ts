// Sends a request and collects its response, without the stream, emitter and scope that undici's `request` creates.
// Bodies are decompressed, decoded as text, and parsed as JSON.
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { Dispatcher } from 'undici'
import { CalError, errorCode } from '../../base/errors.ts'
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
 * The text of a body.
 *
 * Units:  `bytes_max` counts decompressed bytes.
 * Errors: `server_failed` for a compression that is unknown or broken, and for a larger body.
 */
export async function textOfBody(body: Buffer, headers: Headers, bytes_max: number): Promise<string> {
  let bytes = body
  const encodings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  for (const encoding of encodings.reverse())
    if (encoding !== '' && encoding !== 'identity' && bytes.length > 0)
      bytes = await decompress(bytes, encoding, bytes_max)
  return decoded(bytes, headers['content-type'])
}

/** The error for a body over the size limit. Units: bytes. */
function tooLarge(bytes_max: number): CalError {
  const size = `${bytes_max / 1024 / 1024} MB`
  return new CalError('server_failed', t('the response is larger than {size}', { size }))
}

async function decompress(bytes: Buffer, encoding: string, bytes_max: number): Promise<Buffer> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib')
  const method = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[encoding]
  if (!method)
    throw new CalError('server_failed', t('the response has an unknown content encoding: {encoding}', { encoding }))
  try {
    return await promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(method)(bytes, {
      maxOutputLength: bytes_max,
    })
  } catch (cause) {
    if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytes_max)
    throw new CalError(
      'server_failed',
      t('the response is not valid {encoding} data, although its headers say so', { encoding }),
      { cause },
    )
  }
}

/** Valid UTF-8 is read as UTF-8 even if another charset is declared: that is a misconfigured site in most cases. */
function decoded(bytes: Buffer, type: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([\w:.+-]+)/i.exec(type ?? '')?.[1]?.toLowerCase()
  if (charset === undefined || /^utf-?8$/.test(charset) || (!charset.startsWith('utf-16') && isUtf8(bytes)))
    return bytes.toString('utf8')
  return decoderOf(charset)?.decode(bytes) ?? bytes.toString('utf8')
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Messages that PHP prints before the JSON, as text or HTML, on sites that display errors. */
const warning = /\b(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?:/
/** Matches a possible start of an object or a list. */
const json_start = /\{(?=["}])|\[(?=[{\]])/g
const starts_max = 50

/** The JSON value of a body, after a byte order mark or messages of PHP; undefined if there is none. */
export function jsonOfBody(body: string): Json | undefined {
  const text = body.replace(/^\ufeff/, '')
  const value = shallowJson(text)
  return value === undefined && warning.test(text) ? jsonAfterWarnings(text) : value
}

function jsonAfterWarnings(text: string): Json | undefined {
  let tried = 0
  for (const { index } of text.matchAll(json_start)) {
    const value = shallowJson(text.slice(index))
    tried += 1
    if (value !== undefined || tried === starts_max) return value
  }
  return undefined
}
