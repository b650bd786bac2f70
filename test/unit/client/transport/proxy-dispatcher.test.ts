// Requests through a proxy, and to hosts that are excluded from it.
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNetwork } from '../../../../src/client/transport/network.ts'

const calendar = createServer((request, response) => response.end(`answer to ${request.url}`))
let requested: (string | undefined)[] = []
/** Whatever address is asked for, it is the calendar that answers. */
const proxy = createServer().on('connect', (request, client) => {
  requested.push(request.url)
  const onward = connect(portOf(calendar), '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    onward.pipe(client).pipe(onward)
  })
})

beforeAll(async () => {
  for (const server of [calendar, proxy])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})

afterAll(() => {
  for (const server of [calendar, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** The response, and the hosts that the proxy was asked for. */
async function requestTo(api_root: string, exceptions: string) {
  requested = []
  const open = await openNetwork({
    api_root,
    headers: {},
    timeout_ms: 5_000,
    insecure_http: false,
    proxy: { address: `http://127.0.0.1:${portOf(proxy)}`, exceptions },
  })
  const { body } = await open.exchange({ method: 'GET', path: '/events', query: '', headers: {} })
  await open.close()
  return { body, requested }
}

describe('a request through a proxy', () => {
  it('is answered by the host behind the proxy', async () => {
    expect(await requestTo('http://calendar.example/', '')).toEqual({
      body: 'answer to /events',
      requested: ['calendar.example:80'],
    })
  })

  it.each(['127.0.0.1', 'other.example, 127.0.0.1', '*', '127.0.0.1:PORT'])(
    'is sent directly to what %s excludes',
    async (exceptions) => {
      const port = String(portOf(calendar))
      expect(await requestTo(`http://127.0.0.1:${port}/`, exceptions.replace('PORT', port))).toEqual({
        body: 'answer to /events',
        requested: [],
      })
    },
  )

  it.each(['other.example', 'endar.example', 'calendar.example:1'])(
    'is not sent directly if %s is excluded',
    async (exceptions) => {
      expect((await requestTo('http://calendar.example/', exceptions)).requested).toEqual(['calendar.example:80'])
    },
  )
})
