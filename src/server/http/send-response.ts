// Sends responses, and errors on connections that have not sent a valid request.
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../../base/errors.ts'
import { isComplete, type WebResponse } from '../../base/exchange.ts'
import { errorReply } from '../api/respond.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Limits } from './limits.ts'
import { hasBody } from './request.ts'

/** Time for a client to finish sending a refused request, so that it reads the answer. */
const linger_ms = 1_000

/** Discards the rest of the body of a refused request, and closes the connection if it does not end in time. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed || !hasBody(request)) return
  const end = setTimeout(() => request.destroy(), linger_ms)
  request.once('end', () => clearTimeout(end))
  request.resume()
}

/** The error for bytes that Node could not parse as a request. */
export function parserError({ code }: NodeJS.ErrnoException, limits: Limits): ApiError {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return new ApiError('rest_no_route')
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('rest_headers_too_large', { values: { max: String(limits.header_bytes_max) } })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('rest_request_too_slow', {
        values: { headers: String(limits.headers_ms_max / 1_000), whole: String(limits.request_ms_max / 1_000) },
      })
    default:
      return new ApiError('rest_no_request')
  }
}

/** Writes an error to a connection without a request, and closes it. */
export function sendRawError(socket: Duplex, error: ApiError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const end = setTimeout(() => socket.destroy(), linger_ms)
  socket.once('close', () => clearTimeout(end))
  const { status, headers, body } = errorReply(error, 'en')
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** The headers and the bytes of an answer. */
interface EncodedAnswer {
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** The bytes of cached answers, which are the same object each time: encoding 30 KB took a quarter of sending it. */
const encoded_answers = new WeakMap<WebResponse, EncodedAnswer>()
const cached_bytes_min = 4_096

/** Sends an answer. For a stream, returns a promise that resolves when the client has read it or has disconnected. */
export function send(response: ServerResponse, answer: WebResponse): Promise<void> | undefined {
  if (!isComplete(answer.body)) return sendStream(response, answer, answer.body)
  const { headers, body } = encoded_answers.get(answer) ?? encoded(answer, answer.body)
  response.writeHead(answer.status, headers)
  response.end(body)
  return undefined
}

function encoded(answer: WebResponse, complete: string | Uint8Array): EncodedAnswer {
  const body = Buffer.from(complete)
  // In a 304, the header would have to be the length of the representation.
  const length = answer.status === 304 ? {} : { 'content-length': body.length }
  const made = { headers: { ...answer.headers, ...length }, body }
  if (body.length >= cached_bytes_min) encoded_answers.set(answer, made)
  return made
}

/** Sends a stream. Its errors close the connection, so that the client notices that the body is incomplete. */
async function sendStream(
  response: ServerResponse,
  { status, headers }: WebResponse,
  body: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  response.writeHead(status, headers)
  if (response.req.method === 'HEAD') {
    response.end()
    return
  }
  try {
    await pipeline(Readable.from(body, { objectMode: false }), response)
  } catch (error) {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
