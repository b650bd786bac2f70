// A proxy that simulates network faults: it drops requests and responses, throttles, fails and
// stalls.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededRandom } from '../../src/base/seeded-random.ts'

export const faults = [
  'drop request',
  'drop answer',
  'throttle',
  'fail',
  'fail after',
  'unavailable after',
  'stall',
  'stall after',
] as const
export type Fault = (typeof faults)[number]

export interface FaultProxy {
  readonly api_root: string
  /** The number of requests affected by each fault. */
  readonly struck: ReadonlyMap<Fault, number>
  /** Forwards every request from now on. */
  end_faults(): void
  close(): void
}

interface Trouble {
  readonly seed: number
  readonly share: number
  readonly kinds?: readonly Fault[]
  /** Only requests of this method. */
  readonly method?: string
}

/**
 * Forwards to the server at `api_root`; `share` of the requests get a fault, the same ones for the same seed, of each
 * kind in turn.
 */
export async function faultProxy(
  api_root: string,
  { seed, share, kinds = faults, method }: Trouble,
): Promise<FaultProxy> {
  const target = new URL(api_root)
  const chance = seededRandom(seed)
  const struck = new Map<Fault, number>()
  let ended = false
  let count = 0
  const server = createServer((incoming, outgoing) => {
    const fault =
      !ended && chance() < share && incoming.method === (method ?? incoming.method)
        ? kinds[count++ % kinds.length]
        : undefined
    if (fault) struck.set(fault, (struck.get(fault) ?? 0) + 1)
    void answer(fault, { incoming, outgoing, target })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    api_root: `http://127.0.0.1:${port}${target.pathname}`,
    struck,
    end_faults: () => {
      ended = true
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly target: URL
}

async function answer(fault: Fault | undefined, { incoming, outgoing, target }: Passing): Promise<void> {
  const body: Buffer[] = []
  for await (const chunk of incoming) body.push(chunk)
  const pass = () => forwarded(incoming, Buffer.concat(body), target)
  switch (fault) {
    case 'drop request':
      return void incoming.socket.destroy()
    case 'drop answer':
      await pass()
      return void incoming.socket.destroy()
    case 'throttle':
      return void outgoing.writeHead(429, { 'retry-after': '0' }).end('{"code":"slow_down"}')
    case 'fail':
      return void outgoing.writeHead(500).end('<h1>broken</h1>')
    case 'fail after':
      await pass()
      return void outgoing.writeHead(502).end('')
    case 'unavailable after':
      await pass()
      return void outgoing.writeHead(503, { 'retry-after': '0' }).end('{}')
    case 'stall':
      return undefined
    case 'stall after':
      return void (await pass())
    case undefined: {
      const { status, headers, text } = await pass()
      outgoing.writeHead(status, headers).end(text)
    }
  }
}

function forwarded(
  incoming: IncomingMessage,
  body: Buffer,
  target: URL,
): Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: target.host }
    const outgoing = request(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers, agent: false },
      async (answered) => {
        const parts: Buffer[] = []
        for await (const chunk of answered) parts.push(chunk)
        const {
          'content-type': type = 'application/json',
          'x-tec-total': total = '',
          'x-tec-totalpages': pages = '',
        } = answered.headers as Record<string, string>
        resolve({
          status: answered.statusCode ?? 500,
          headers: { 'content-type': type, 'x-tec-total': total, 'x-tec-totalpages': pages },
          text: Buffer.concat(parts).toString('utf8'),
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
