// Proxies for trials: one that spreads requests over several servers, and one whose connections can be cut.
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  close(): void
}

/** Each request goes to the next server; one that can't be connected to is passed over, as nginx does. */
export async function roundRobin(api_roots: readonly string[]): Promise<Proxy & { readonly api_root: string }> {
  const targets = api_roots.map((root) => new URL(root))
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const chunk of incoming) parts.push(chunk)
    const body = Buffer.concat(parts)
    const first = turn++
    const attempt = (n: number) => {
      const target = targets[(first + n) % targets.length] ?? new URL('http://localhost')
      const headers = { ...incoming.headers, host: target.host }
      const passed = request(
        {
          host: target.hostname,
          port: target.port,
          method: incoming.method,
          path: incoming.url,
          headers,
          agent: false,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.on('error', () => outgoing.destroy())
          answer.pipe(outgoing)
        },
      )
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && n + 1 < targets.length) attempt(n + 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end('')
      })
      passed.end(body)
    }
    attempt(0)
  })
  const port = await listening(server)
  return {
    port,
    api_root: `http://127.0.0.1:${port}${targets[0]?.pathname}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface CuttableProxy extends Proxy {
  /** Ends all connections at once, in the middle of whatever they carry. */
  cut(): void
  /** New connections lead to this port. */
  leadTo(port: number): void
}

/** Passes bytes on. */
export async function cuttableProxy(host: string, first_port: number): Promise<CuttableProxy> {
  const open = new Set<Socket>()
  let target_port = first_port
  const server = createTcpServer((near) => {
    const far = connect(target_port, host)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: await listening(server),
    cut,
    leadTo: (port) => {
      target_port = port
    },
    close: () => {
      server.close()
      cut()
    },
  }
}

function listening(server: ReturnType<typeof createTcpServer>): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
