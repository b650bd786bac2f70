// Limits the open connections, and handles the requests of each connection in order.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { hasBody } from './request.ts'

export type Connections = ReturnType<typeof limitConnections>

interface ConnectionLimits {
  /** The event of a connection that is ready for HTTP. */
  readonly event: 'connection' | 'secureConnection'
  readonly max: number
  /** Request bodies that one client address may send at once; beyond it, its oldest such connection is closed. */
  readonly bodies_max: number
  /** Responds to a new connection if all others are busy, and closes it. */
  reject(socket: Socket): void
}

/** Counts the connections of a server. Beyond the limit, the connection that has been idle longest is closed. */
export function limitConnections(server: Server, { event, max, bodies_max, reject }: ConnectionLimits) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Connections that never complete their TLS handshake are not counted elsewhere.
  if (event === 'secureConnection') server.maxConnections = max * 2
  /** Requests in flight on each open connection, least recently changed first. */
  const open = new Map<Socket, number>()
  const bodies = pendingBodies(bodies_max)
  const change = (socket: Socket, difference: number) => {
    const inFlight = open.get(socket)
    if (inFlight === undefined) return
    open.delete(socket)
    open.set(socket, inFlight + difference)
  }
  server.on(event, (socket: Socket) => {
    socket.on('close', () => {
      open.delete(socket)
      bodies.end(socket)
    })
    if (open.size >= max) {
      const longest = idleLongest(open) ?? bodies.oldest()
      if (!longest) return reject(socket)
      open.delete(longest)
      longest.destroy()
    }
    open.set(socket, 0)
  })
  return {
    /** Called when a request arrives on a connection. */
    begin: (socket: Socket, request: IncomingMessage) => {
      change(socket, 1)
      bodies.begin(socket, request)
    },
    /** Called when the response to a request has been sent. */
    end: (socket: Socket) => {
      bodies.end(socket)
      change(socket, -1)
    },
    /** Closes every connection without a request in flight. */
    endIdle: () => {
      for (const [socket, inFlight] of open) if (inFlight === 0) socket.destroy()
    },
    /** Closes every connection, including those in their TLS handshake. */
    endAll: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Limits the requests of each client address whose bodies have not arrived completely. */
function pendingBodies(max: number) {
  const receiving = new Map<Socket, IncomingMessage>()
  const unfinished = () => [...receiving].flatMap(([socket, request]) => (request.complete ? [] : [socket]))
  return {
    begin: (socket: Socket, request: IncomingMessage) => {
      if (!hasBody(request)) return
      receiving.set(socket, request)
      // Most bodies are complete before the limit is reached.
      if (receiving.size <= max) return
      const ofSender = unfinished().filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress)
      if (ofSender.length > max) ofSender[0]?.destroy()
    },
    end: (socket: Socket) => {
      receiving.delete(socket)
    },
    oldest: () => unfinished()[0],
  }
}

function idleLongest(open: ReadonlyMap<Socket, number>): Socket | undefined {
  for (const [socket, inFlight] of open) if (inFlight === 0) return socket
  return undefined
}

interface RequestQueue {
  readonly server: Server
  readonly connections: Connections
  readonly pipelined_max: number
  onRequest(request: IncomingMessage, response: ServerResponse): Promise<void>
  onUnexpectedError(error: unknown): void
}

/**
 * Handles the requests of each connection one after the other.
 *
 * The next request waits until the response before it has been sent, so a client that does not read gets no more
 * responses. A connection with more than `pipelined_max` waiting requests is closed: 400,000 of them, 11 MB on the
 * wire, took 730 MB of memory. Before each pipelined request the event loop runs once, so that one client's requests do
 * not delay those of others.
 */
export function queueRequests({
  server,
  connections,
  pipelined_max,
  onRequest,
  onUnexpectedError,
}: RequestQueue): void {
  const nextTurn = turns()
  /** The waiting requests of connections that have a request in progress. */
  const pipelined = new WeakMap<Socket, (() => Promise<void>)[]>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const close = (error: unknown) => {
      onUnexpectedError(error)
      socket.destroy()
    }
    connections.begin(socket, request)
    response.on('close', () => {
      connections.end(socket)
      const next = pipelined.get(socket)?.shift()
      if (next && !socket.destroyed) nextTurn().then(next).catch(close)
      else pipelined.delete(socket)
    })
    const queue = pipelined.get(socket)
    if (queue === undefined) {
      pipelined.set(socket, [])
      onRequest(request, response).catch(close)
    } else if (queue.length >= pipelined_max) socket.destroy()
    else queue.push(() => onRequest(request, response))
  })
}

/**
 * Each call waits for one more turn of the event loop than the call before: with the requests of 40 connections in one
 * turn, another client waited 50 to 100 ms instead of 3, and at most 3 s instead of 0.1.
 */
function turns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}

/** Sizes are in bytes, times in milliseconds. */
export const limits = {
  body_bytes_max: 4 * 1024 * 1024,
  /** Request line and headers together. */
  header_bytes_max: 16 * 1024,
  /** Open connections; beyond it, the one that has been idle longest is closed. */
  connections_max: 1_000,
  /** Request bodies that one client address may send at once; beyond it, its oldest such connection is closed. */
  bodies_max: 64,
  /** Waiting requests of one connection; beyond it, the connection is closed. */
  pipelined_max: 1_000,
  /** Time for a client to send its headers. */
  headers_ms_max: 10_000,
  /** Time for a client to send a whole request. */
  request_ms_max: 30_000,
  /** Time for the service to answer and the client to read. */
  answer_ms_max: 30_000,
  /** Time of a connection without a request. */
  idle_ms_max: 15_000,
  /** Time for requests in flight when the service stops. */
  close_ms_max: 4_000,
  /** Time for a client to finish sending a refused request, so that it reads the answer. */
  refused_ms_max: 1_000,
}

export type Limits = Readonly<typeof limits>
