// The network exchange against a local server.
import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { CalError } from '../../../../src/base/errors.ts'
import { openNetwork } from '../../../../src/client/transport/network.ts'
import { rootOf } from '../../../../src/client/address/api-root.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function served(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  path = '/wp-json/tribe/events/v1/',
  more: { headers?: Record<string, string>; timeout_ms?: number } = {},
) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = await openNetwork({
    api_root: `${origin}${path}`,
    headers: {},
    timeout_ms: 5_000,
    insecure_http: false,
    ...more,
  })
  closing.push(open.close, () => new Promise((resolve) => server.close(resolve)))
  const get = (place: string, query = '') => open.exchange({ method: 'GET', path: place, query, headers: {} })
  return { get, open, seen, origin }
}

describe('openNetwork', () => {
  it('sends requests below the api root and returns the body as text', async () => {
    const { get, seen } = await served((_, response) => response.setHeader('X-TEC-Total', '3').end('{"id":1}'))
    expect(await get('/events', 'page=2')).toMatchObject({
      status: 200,
      body: '{"id":1}',
      headers: { 'x-tec-total': '3' },
    })
    expect(seen[0]?.url).toBe('/wp-json/tribe/events/v1/events?page=2')
  })

  it('sends requests by rest_route if the api root contains it', async () => {
    const { get, seen } = await served((_, response) => response.end('{}'), '/index.php?rest_route=/tribe/events/v1')
    await get('/events', 'page=2')
    expect(seen[0]?.url).toBe('/index.php?rest_route=/tribe/events/v1/events&page=2')
  })

  it('follows no redirect, so that credentials are sent to no other host', async () => {
    const headers = { authorization: 'Bearer canary' }
    const { get, seen } = await served(
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      '/',
      { headers },
    )
    expect(await get('/events')).toMatchObject({ status: 302 })
    expect(seen.map((request) => request.headers.authorization)).toEqual(['Bearer canary'])
  })

  it('ends at the time limit while a slow response still arrives', async () => {
    const { get } = await served(
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
      '/',
      { timeout_ms: 200 },
    )
    await expect(get('/events')).rejects.toMatchObject({
      code: 'unreachable',
      text: { en: expect.stringContaining('did not respond within 0.2 s') },
    })
  })

  it('reports an incomplete response as a lost connection', async () => {
    const { get } = await served((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(get('/events')).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('hints that a POST without a response may have succeeded', async () => {
    const { open } = await served((request) => request.socket.destroy())
    const failure = await open
      .exchange({ method: 'POST', path: '/events', query: '', headers: {}, body: '{}' })
      .catch((error: CalError) => error)
    expect(failure).toMatchObject({
      code: 'unreachable',
      hint: { en: 'the request may have succeeded: check before retrying it' },
    })
    const nobody = await openNetwork({
      api_root: 'http://127.0.0.1:1/',
      headers: {},
      timeout_ms: 1_000,
      insecure_http: false,
    })
    closing.push(nobody.close)
    const never = await nobody
      .exchange({ method: 'POST', path: '/events', query: '', headers: {} })
      .catch((error: CalError) => error)
    expect(never).toMatchObject({ code: 'unreachable', hint: { en: expect.stringContaining('check the URL') } })
  })

  it('limits the size of a response', async () => {
    const { get } = await served((_, response) => {
      const part = Buffer.alloc(4 * 1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    })
    await expect(get('/events')).rejects.toMatchObject({
      code: 'server_failed',
      text: { en: 'the response is larger than 64 MB' },
    })
  })

  it('rejects with the reason of an aborted signal', async () => {
    const { open } = await served(() => {})
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(
      open.exchange({ method: 'GET', path: '/', query: '', headers: {}, signal: controller.signal }),
    ).rejects.toThrow('enough')
  })

  it('rejects a request that waits for a connection at once', async () => {
    const { open, seen } = await served(() => {})
    const all = new AbortController()
    setMaxListeners(0, all.signal)
    const under_way = Array.from({ length: 64 }, () =>
      open.exchange({ method: 'GET', path: '/', query: '', headers: {}, signal: all.signal }),
    )
    const one = new AbortController()
    const waiting = open.exchange({ method: 'GET', path: '/late', query: '', headers: {}, signal: one.signal })
    one.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    all.abort(new Error('all of them'))
    expect(
      new Set(
        (await Promise.allSettled(under_way)).map((ended) => ended.status === 'rejected' && ended.reason.message),
      ),
    ).toEqual(new Set(['all of them']))
    expect(seen.map(({ url }) => url)).not.toContain('/wp-json/tribe/events/v1/late')
  })

  it('returns the final response after an informational one', async () => {
    const { get } = await served((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload', 'x-early': 'yes' })
      response.setHeader('X-TEC-Total', '3').end('[]')
    })
    const answer = await get('/events')
    expect(answer).toMatchObject({ status: 200, body: '[]', headers: { 'x-tec-total': '3' } })
    expect(answer.headers).not.toHaveProperty('x-early')
  })

  it('names the address that refuses the connection', async () => {
    const open = await openNetwork({
      api_root: 'http://127.0.0.1:1/',
      headers: {},
      timeout_ms: 1_000,
      insecure_http: false,
    })
    closing.push(open.close)
    await expect(open.exchange({ method: 'GET', path: '/', query: '', headers: {} })).rejects.toMatchObject({
      code: 'unreachable',
      text: {
        en: 'cannot reach http://127.0.0.1:1: connection refused (ECONNREFUSED)',
        de: 'http://127.0.0.1:1 ist nicht erreichbar: Verbindung abgelehnt (ECONNREFUSED)',
      },
    })
  })

  it('refuses to send credentials unencrypted to another machine without --insecure-http', async () => {
    const network = {
      api_root: 'http://calendar.example/',
      headers: { authorization: 'x' },
      timeout_ms: 1_000,
      insecure_http: false,
    }
    await expect(openNetwork(network)).rejects.toMatchObject({
      code: 'configuration',
      text: { en: 'credentials would be sent to http://calendar.example unencrypted' },
    })
    for (const allowed of [
      { ...network, insecure_http: true },
      { ...network, headers: {} },
      { ...network, api_root: 'https://calendar.example/' },
      { ...network, api_root: 'http://[::1]:1/' },
    ]) {
      closing.push((await openNetwork(allowed)).close)
    }
  })
})

describe('rootOf', () => {
  it.each(['calendar', 'ftp://x.example/', 'localhost:8787'])('rejects %s', (text) => {
    expect(() => rootOf(text)).toThrow(`"${text}" is not an api root`)
  })
})
