// Listens for HTTP requests, handles them with an exchange, and enforces the limits.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CalError, errorCode, UnusableDatabaseError } from '../../base/errors.ts'
import { isComplete, type WebResponse } from '../../base/exchange.ts'
import type { ReceivedRequest } from '../api/request.ts'
import { errorReply } from '../api/respond.ts'
import { ApiError } from '../domain/api-error.ts'
import { type Connections, limitConnections, type Limits, queueRequests } from './connections.ts'
import { errorAnswerTo } from './error-answer.ts'
import type { Site } from './origin-check.ts'
import { apiRequestOf, bodyOf, hasBody, HeadCache, requireOneHost, type ValidAt } from './request.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** PEM texts, for HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly limits: Limits
  /** Called for unexpected and disk errors, whose details are not sent to the client. */
  onUnexpectedError(error: unknown): void
}

export interface Listener {
  readonly port: number
  /**
   * Answers all requests with this site; until it is called they wait. An answer that is valid at `validAt` is sent
   * again for the same request without calling the site.
   */
  answerWith(site: Site, validAt?: ValidAt): void
  /** Rejects new connections, finishes the requests in flight and closes idle connections. */
  close(): Promise<void>
}

/** Listens on a port. Errors: those of the system for host and port: `EADDRINUSE`, `EACCES`, `ENOTFOUND`… */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { limits } = options
  let setSite: (site: Site) => void = () => {}
  const opened_site = new Promise<Site>((resolve) => {
    setSite = resolve
  })
  let head_cache: HeadCache | undefined
  const server = serverOf(options)
  const connections = limitConnections(server, {
    event: options.tls ? 'secureConnection' : 'connection',
    max: limits.connections_max,
    bodies_max: limits.bodies_max,
    reject: (socket) =>
      sendRawError(
        socket,
        new ApiError('rest_too_many_connections', { values: { max: String(limits.connections_max) } }),
        limits,
      ),
  })
  let closing = false
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const known = head_cache?.answerTo(request)
    const answer = known ?? (await respond(request, { site: await opened_site, options, signal: signalOf(response) }))
    const sent = answer && !known ? (head_cache?.remember(request, answer) ?? answer) : answer
    if (closing) response.shouldKeepAlive = false
    if (sent && !response.destroyed) await send(response, sent)?.catch(options.onUnexpectedError)
    discardRest(request, limits)
  }
  const { onUnexpectedError } = options
  queueRequests({ server, connections, pipelined_max: limits.pipelined_max, onRequest, onUnexpectedError })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= limits.body_bytes_max) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    sendRawError(socket, new ApiError('rest_no_route'), limits)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isHttp = /^(HPE_|ERR_HTTP_)/.test(error.code ?? '')
    if (isHttp) sendRawError(socket, parserError(error, limits), limits)
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answerWith: (site, validAt) => {
      head_cache = validAt && new HeadCache(validAt)
      setSite(site)
    },
    close: () => {
      closing = true
      return closed(server, connections, limits.close_ms_max)
    },
  }
}

/** Resolves when all connections are closed; those that are still open after `ms_max` are closed then. */
async function closed(server: Server, connections: Connections, ms_max: number): Promise<void> {
  const timer = setTimeout(connections.endAll, ms_max)
  const end = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  connections.endIdle()
  await end
  clearTimeout(timer)
}

/** Aborted when the answer has been sent or the client has disconnected. */
function signalOf(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (response.destroyed) closed.abort()
  else response.once('close', () => closed.abort())
  return closed.signal
}

function serverOf({ tls, limits }: ListenOptions): Server {
  const options = {
    maxHeaderSize: limits.header_bytes_max,
    headersTimeout: limits.headers_ms_max,
    requestTimeout: limits.request_ms_max,
    keepAliveTimeout: limits.idle_ms_max,
    connectionsCheckingInterval: 1_000,
  }
  const server = tls
    ? createSecureServer({ ...options, ...tls, handshakeTimeout: limits.headers_ms_max })
    : createServer(options)
  // Ends connections of clients that stop reading.
  server.setTimeout(limits.request_ms_max + limits.answer_ms_max)
  return server
}

interface Answering {
  readonly site: Site
  readonly options: ListenOptions
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/** The answer to a request, also after an error; undefined if the client has disconnected. */
async function respond(
  request: IncomingMessage,
  { site, options, signal }: Answering,
): Promise<WebResponse | undefined> {
  let received: ReceivedRequest | undefined
  const receive = (body?: Uint8Array) => (received ??= site.receive({ ...apiRequestOf(request, signal), body }))
  try {
    requireOneHost(request)
    // Parsed after it: requests whose body does not arrive take little memory.
    const body = await bodyOf(request, options.limits.body_bytes_max)
    return await withinTime(site.answer(receive(body)), options.limits.answer_ms_max)
  } catch (error) {
    if (signal.aborted) return undefined
    const answer = (known: ApiError) => errorAnswerTo(receive(), known)
    if (error instanceof ApiError) return answer(error)
    options.onUnexpectedError(error)
    if (!(error instanceof CalError)) return answer(new ApiError('internal_server_error'))
    return answer(new ApiError(error instanceof UnusableDatabaseError ? 'rest_database_unusable' : 'rest_not_stored'))
  }
}

async function withinTime<T>(work: Promise<T>, ms_max: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ApiError('rest_answer_too_slow', { values: { max: String(ms_max / 1_000) } })),
      ms_max,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Discards the rest of the body of a refused request, and closes the connection if it does not end in time. */
function discardRest(request: IncomingMessage, { refused_ms_max }: Limits): void {
  if (request.complete || request.destroyed || !hasBody(request)) return
  const end = setTimeout(() => request.destroy(), refused_ms_max)
  request.once('end', () => clearTimeout(end))
  request.resume()
}

/** The error for bytes that Node could not parse as a request. */
function parserError({ code }: NodeJS.ErrnoException, limits: Limits): ApiError {
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
function sendRawError(socket: Duplex, error: ApiError, { refused_ms_max }: Limits): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const end = setTimeout(() => socket.destroy(), refused_ms_max)
  socket.once('close', () => clearTimeout(end))
  const { status, headers, body } = errorReply(error, 'en')
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Sends an answer. For a stream, returns a promise that resolves when the client has read it or has disconnected. */
export function send(response: ServerResponse, answer: WebResponse): Promise<void> | undefined {
  if (!isComplete(answer.body)) return sendStream(response, answer, answer.body)
  const { status, headers, body } = answer
  // Without the body, the header would have to be the length of the representation.
  const isBare = status === 304 || (response.req.method === 'HEAD' && body.length === 0)
  response.writeHead(status, isBare ? headers : { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
  return undefined
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
