// How many connections may be open: when one too many comes, the one that has been idle longest goes.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** A request has come on this connection, or has been answered: told by whoever hears of it first, so that one listener does for both. */
  begin(socket: Socket): void
  end(socket: Socket): void
  /** Ends every connection on which nothing is in flight. */
  endIdle(): void
  /** Ends every connection, also those that have not agreed on their encryption yet. */
  endAll(): void
}

export interface Bound {
  /** What the server calls a new connection that speaks HTTP. */
  readonly event: 'connection' | 'secureConnection'
  readonly max: number
  /** Tells a newcomer that all others are busy, and ends it. */
  turnAway(socket: Socket): void
}

export function boundConnections(server: Server, { event, max, turnAway }: Bound): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Those that never agree on their encryption are counted nowhere else.
  if (event === 'secureConnection') server.maxConnections = max * 2
  /** Requests in flight on each open connection; the order is the order in which they last changed. */
  const open = new Map<Socket, number>()
  const change = (socket: Socket, difference: number) => {
    const inFlight = open.get(socket)
    if (inFlight === undefined) return
    open.delete(socket)
    open.set(socket, inFlight + difference)
  }
  server.on(event, (socket: Socket) => {
    socket.on('close', () => open.delete(socket))
    if (open.size >= max) {
      const longest = idleLongest(open)
      if (!longest) return turnAway(socket)
      open.delete(longest)
      longest.destroy()
    }
    open.set(socket, 0)
  })
  return {
    begin: (socket) => change(socket, 1),
    end: (socket) => change(socket, -1),
    endIdle: () => {
      for (const [socket, inFlight] of open) if (inFlight === 0) socket.destroy()
    },
    endAll: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function idleLongest(open: ReadonlyMap<Socket, number>): Socket | undefined {
  for (const [socket, inFlight] of open) if (inFlight === 0) return socket
  return undefined
}
