// node:http on one side, an Exchange on the other, and the limits between them.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiRequest, ApiResponse, Exchange, Headers } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { languageOf } from '../../base/text/language.ts'
import { HeadCache, type IsCurrent } from './head-cache.ts'
import { bodyOf, bringsBody } from './body.ts'
import { boundConnections, type Connections } from './connections.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Limits } from './limits.ts'
import { errorReply } from '../api/error-response.ts'
import { send } from './send-response.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** PEM texts; with them the door speaks HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly limits: Limits
  /** Hears of what nobody foresaw, and of a disk that fails; the caller hears nothing of it but that it happened. */
  onUnexpectedError(error: unknown): void
}

export interface Listener {
  readonly port: number
  /**
   * From now on this answers; until now requests have waited. Paths are those of the site, not below an api root.
   * With `isCurrent` an answer that it vouches for is given again without asking the exchange.
   */
  answerWith(exchange: Exchange, isCurrent?: IsCurrent): void
  /** Takes no more connections, finishes what is in flight, ends the rest. */
  close(): Promise<void>
}

/**
 * Opens the door: connections are taken at once, requests wait until something answers.
 * Fails:  whatever the system says of host and port, as it says it (`EADDRINUSE`, `EACCES`, `ENOTFOUND`…).
 */
export async function listen(door: ListenOptions): Promise<Listener> {
  const { limits } = door
  let begin: (exchange: Exchange) => void = () => {}
  const answering = new Promise<Exchange>((resolve) => {
    begin = resolve
  })
  let again: HeadCache | undefined
  const server = serverOf(door)
  const connections = boundConnections(server, {
    event: door.tls ? 'secureConnection' : 'connection',
    max: limits.connections_max,
    bodies_max: limits.bodies_max,
    turnAway: (socket) =>
      answerRaw(socket, new ApiError('rest_too_many_connections', { values: { max: String(limits.connections_max) } })),
  })
  const signalOf = signalsOfConnections()
  let closing = false
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const known = again?.answerTo(request)
    const answer =
      known ?? (await answered(request, { exchange: await answering, door, signal: signalOf(request.socket) }))
    if (answer && !known) again?.remember(request, answer)
    if (closing) response.shouldKeepAlive = false
    if (answer && !response.destroyed) send(response, answer)
    endUnread(request)
  }
  onEachInTurn({ server, connections, ahead_max: limits.ahead_max, onRequest })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= limits.body_bytes_max) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    answerRaw(socket, new ApiError('rest_no_route'))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isHttp = /^(HPE_|ERR_HTTP_)/.test(error.code ?? '')
    if (isHttp) answerRaw(socket, refusalOf(error, limits))
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(door.port, door.host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answerWith: (exchange, isCurrent) => {
      again = isCurrent && new HeadCache(isCurrent)
      begin(exchange)
    },
    close: async () => {
      closing = true
      const late = setTimeout(connections.endAll, limits.close_ms_max)
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      connections.endIdle()
      await closed
      clearTimeout(late)
    },
  }
}

interface Turns {
  readonly server: Server
  readonly connections: Connections
  readonly ahead_max: number
  onRequest(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/**
 * Requests of one connection are looked at one after the other: whoever does not read its answers gets no more of them,
 * and whoever sends too many ahead loses the connection (400,000 of them, 11 MB on the wire, were 730 MB here); what
 * waited on it is not looked at. Before one that was sent ahead of its turn the system is asked what else has come, so
 * that many requests of one do not hold up another.
 */
function onEachInTurn({ server, connections, ahead_max, onRequest }: Turns): void {
  /** Those sent ahead of their turn on connections that are being answered. */
  const ahead = new WeakMap<Socket, (() => Promise<void>)[]>()
  const turnOfOthers = turnstileOfOne()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    connections.begin(socket, request)
    response.on('close', () => {
      connections.end(socket)
      const next = ahead.get(socket)?.shift()
      if (next && !socket.destroyed) void turnOfOthers().then(next)
      else ahead.delete(socket)
    })
    const queue = ahead.get(socket)
    if (queue && queue.length >= ahead_max) return void socket.destroy()
    if (queue) return void queue.push(() => onRequest(request, response))
    ahead.set(socket, [])
    void onRequest(request, response)
  })
}

function turnstileOfOne(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve)
        }),
    )
    return last
  }
}

/**
 * One signal for each connection: its requests come one after the other, and one for each of them was 3.4 % of the busy
 * time in a profile of kept answers.
 */
function signalsOfConnections(): (socket: Socket) => AbortSignal {
  const signals = new WeakMap<Socket, AbortSignal>()
  return (socket) => {
    const known = signals.get(socket)
    if (known) return known
    const gone = new AbortController()
    if (socket.destroyed) gone.abort()
    else socket.once('close', () => gone.abort())
    signals.set(socket, gone.signal)
    return gone.signal
  }
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
  // A client that stops reading holds its answer no longer than this.
  server.setTimeout(limits.request_ms_max + limits.answer_ms_max)
  return server
}

interface Answering {
  readonly exchange: Exchange
  readonly door: ListenOptions
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
}

/** The answer to a request whatever happens; undefined when the client is gone. */
async function answered(
  request: IncomingMessage,
  { exchange, door, signal }: Answering,
): Promise<ApiResponse | undefined> {
  const language = languageOf(request.headers['accept-language']) ?? 'en'
  try {
    requireOneHost(request)
    const body = await bodyOf(request, door.limits.body_bytes_max)
    return await withinTime(exchange(requestOf(request, body, signal)), door.limits.answer_ms_max)
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof ApiError) return errorReply(error, language)
    door.onUnexpectedError(error)
    if (error instanceof CalError) return errorReply(new ApiError('rest_not_stored'), language)
    return errorReply(new ApiError('internal_server_error'), language)
  }
}

/** An address that names a host counts more than the header does: RFC 9112, 3.2.2. */
function requestOf(
  { method = 'GET', url = '/', headers, socket: { remoteAddress: from } }: IncomingMessage,
  body: Uint8Array,
  signal: AbortSignal,
): ApiRequest {
  const [, host, path = '', query = ''] = /^(?:https?:\/\/([^/?]*))?([^?]*)\??(.*)$/is.exec(url) ?? []
  const texts = host === undefined ? joined(headers) : { ...joined(headers), host }
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers: texts,
    signal,
    ...(from !== undefined && { from }),
    ...(body.length > 0 && { body }),
  }
}

/** Whoever looks at one name and whoever looks at the other would not agree. Fails: 400 `rest_many_hosts`. */
function requireOneHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new ApiError('rest_many_hosts')
}

/** Only `set-cookie` comes as a list. */
function joined(headers: IncomingHttpHeaders): Headers {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return texts
}

async function withinTime<T>(work: Promise<T>, ms_max: number): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const refusal = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new ApiError('rest_answer_too_slow', { values: { max: String(ms_max / 1_000) } })),
      ms_max,
    )
  })
  try {
    return await Promise.race([work, refusal])
  } finally {
    clearTimeout(late)
  }
}

/** How long a refused sender may go on sending, unread, so that he sees the answer before the connection ends. */
const linger_ms = 1_000

function endUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed || !bringsBody(request)) return
  const end = setTimeout(() => request.destroy(), linger_ms)
  request.once('end', () => clearTimeout(end))
  request.resume()
}

/** What is wrong with bytes that are no request. */
function refusalOf({ code }: NodeJS.ErrnoException, limits: Limits): ApiError {
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

/**
 * An answer where there is no request to answer, and the end of the connection, also where the other side does not end
 * it.
 */
function answerRaw(socket: Duplex, refusal: ApiError): void {
  if (!socket.writable) return void socket.destroy()
  const end = setTimeout(() => socket.destroy(), linger_ms)
  socket.once('close', () => clearTimeout(end))
  const { status, headers, body } = errorReply(refusal, 'en')
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
