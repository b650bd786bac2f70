// How many connections may be open: when one too many comes, the one that has been idle longest goes.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { bringsBody } from './request.ts'

export interface Connections {
  /**
   * A request has come on this connection, or has been answered: told by whoever hears of it first, so that one
   * listener does for both.
   */
  begin(socket: Socket, request: IncomingMessage): void
  end(socket: Socket): void
  /** Ends every connection on which nothing is in flight. */
  endIdle(): void
  /** Ends every connection, also those that have not agreed on their encryption yet. */
  endAll(): void
}

export interface ConnectionBound {
  /** What the server calls a new connection that speaks HTTP. */
  readonly event: 'connection' | 'secureConnection'
  readonly max: number
  /** Bodies that one sender may be sending at once; beyond, the one that began first goes. */
  readonly bodies_max: number
  /** Tells a newcomer that all others are busy, and ends it. */
  turnAway(socket: Socket): void
}

export function boundConnections(server: Server, { event, max, bodies_max, turnAway }: ConnectionBound): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Those that never agree on their encryption are counted nowhere else.
  if (event === 'secureConnection') server.maxConnections = max * 2
  /** Requests in flight on each open connection; the order is the order in which they last changed. */
  const open = new Map<Socket, number>()
  const bodies = bodiesOnTheirWay(bodies_max)
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
      if (!longest) return turnAway(socket)
      open.delete(longest)
      longest.destroy()
    }
    open.set(socket, 0)
  })
  return {
    begin: (socket, request) => {
      change(socket, 1)
      bodies.begin(socket, request)
    },
    end: (socket) => {
      bodies.end(socket)
      change(socket, -1)
    },
    endIdle: () => {
      for (const [socket, inFlight] of open) if (inFlight === 0) socket.destroy()
    },
    endAll: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Requests whose bodies have not come whole, in the order in which they began. */
function bodiesOnTheirWay(max: number) {
  const receiving = new Map<Socket, IncomingMessage>()
  const slow = () => [...receiving].flatMap(([socket, request]) => (request.complete ? [] : [socket]))
  return {
    begin: (socket: Socket, request: IncomingMessage) => {
      if (!bringsBody(request)) return
      receiving.set(socket, request)
      // Bodies that come at once are whole before so many are.
      if (receiving.size <= max) return
      const ofSender = slow().filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress)
      if (ofSender.length > max) ofSender[0]?.destroy()
    },
    end: (socket: Socket) => {
      receiving.delete(socket)
    },
    oldest: () => slow()[0],
  }
}

function idleLongest(open: ReadonlyMap<Socket, number>): Socket | undefined {
  for (const [socket, inFlight] of open) if (inFlight === 0) return socket
  return undefined
}
