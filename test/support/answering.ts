// A service in this process that answers over HTTP as a test says, and the program to ask it with.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { ApiResponse, Exchange } from '../../src/base/exchange.ts'
import { cal, type Typed, type Written } from './runtime.ts'

export interface Answering {
  readonly api_root: string
  /** `GET /events?page=1`, a body after a blank. */
  readonly asked: string[]
  /** Runs the program against it; blanks part words, single quotes keep them. */
  cal(line: string, typed?: Typed): Promise<Written>
}

const root = '/wp-json/tribe/events/v1'
/** In place of an answer: the connection is cut. */
export const silence = Symbol('silence')

/** Ends with the test. */
export async function answering(
  exchange: (...request: Parameters<Exchange>) => Promise<ApiResponse | typeof silence>,
): Promise<Answering> {
  const asked: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const [path = '', query = ''] = (incoming.url ?? '').replace(root, '').split('?')
    const body = Buffer.concat(parts).toString('utf8')
    asked.push(`${incoming.method} ${path}${query === '' ? '' : `?${query}`}${body === '' ? '' : ` ${body}`}`)
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const answer = await exchange({
      method: incoming.method ?? 'GET',
      path,
      query,
      headers,
      ...(body === '' ? {} : { body }),
    })
    if (answer === silence) incoming.socket.destroy()
    else outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const api_root = `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`
  return {
    api_root,
    asked,
    cal: (line, typed = {}) =>
      cal(wordsOf(line), { ...typed, env: { CAL_API_ROOT: api_root, CAL_TZ: 'UTC', ...typed.env } }),
  }
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Splits at blanks; single quotes keep them. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
