// An HTTP server in this process whose responses come from a test, and the program configured to use it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiResponse, Exchange } from '../../src/base/exchange.ts'
import { afterTest } from './cleanup.ts'
import { cal, type RunInput, type RunResult } from './runtime.ts'
import { splitArguments } from './shell-words.ts'

export interface ExchangeServer {
  readonly api_root: string
  /** `GET /events?page=1`, followed by a space and the body if there is one. */
  readonly requests: string[]
  /** Runs the program with this server; the line is split as by `splitArguments`. */
  cal(line: string, typed?: RunInput): Promise<RunResult>
}

const root = '/wp-json/tribe/events/v1'
/** The core interface of the same site. */
const core = '/wp-json/wp/v2'
/** Returned instead of a response to close the connection. */
export const disconnect = Symbol('silence')

/** The server closes after the test. */
export async function serveExchange(
  exchange: (...request: Parameters<Exchange>) => Promise<ApiResponse | typeof disconnect>,
  timezone_string?: string,
): Promise<ExchangeServer> {
  const requests: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    // Discovery asks for pages too, and may be answered by the test.
    if (incoming.url === '/wp-json/' && incoming.headers.accept === 'application/json') {
      outgoing.writeHead(200).end(JSON.stringify({ timezone_string }))
      return
    }
    const isCore = incoming.url?.startsWith(core) === true
    const [path = '', query = ''] = (incoming.url ?? '').replace(isCore ? core : root, '').split('?')
    const body = Buffer.concat(parts).toString('utf8')
    requests.push(`${incoming.method} ${path}${query === '' ? '' : `?${query}`}${body === '' ? '' : ` ${body}`}`)
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const answer = await exchange({
      method: incoming.method ?? 'GET',
      ...(isCore && { namespace: 'wp/v2' }),
      path,
      query,
      headers,
      ...(body === '' ? {} : { body }),
    })
    if (answer === disconnect) incoming.socket.destroy()
    else outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTest(() => {
    server.close()
    server.closeAllConnections()
  })
  const api_root = `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`
  return {
    api_root,
    requests,
    cal: (line, typed = {}) =>
      cal(splitArguments(line), { ...typed, env: { CAL_API_ROOT: api_root, CAL_TZ: 'UTC', ...typed.env } }),
  }
}
