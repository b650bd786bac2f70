// The proxy for an address, from environment variables.
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openNetwork } from '../../../../src/client/transport/network.ts'
import { proxyOf } from '../../../../src/client/transport/proxy.ts'

const https = new URL('https://calendar.example.org/wp-json')

describe('proxyOf', () => {
  it.each<readonly [string, Record<string, string>, string | undefined]>([
    ['no variable', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    ['a lower-case name first', { HTTPS_PROXY: 'http://a', https_proxy: 'b:1' }, 'http://b:1'],
    ['HTTP_PROXY alone', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['ALL_PROXY', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    ['an excluded name', { HTTPS_PROXY: 'http://p', NO_PROXY: 'other, calendar.example.org' }, undefined],
    ['an excluded parent domain', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.org' }, undefined],
    ['an excluded domain', { HTTPS_PROXY: 'http://p', NO_PROXY: '.example.org' }, undefined],
    ['everything excluded', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
    ['the default port excluded', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.org:443' }, undefined],
    ['another port excluded', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.org:8080' }, 'http://p'],
    ['an excluded name that is no parent domain', { HTTPS_PROXY: 'http://p', NO_PROXY: 'ample.org' }, 'http://p'],
  ])('%s', (_, env, proxy) => {
    expect(proxyOf(https, env)).toBe(proxy)
  })

  it('is none for loopback addresses', () => {
    for (const host of ['127.0.0.1:80', 'localhost', '[::1]:8787'])
      expect(proxyOf(new URL(`http://${host}/`), { HTTP_PROXY: 'http://p', ALL_PROXY: 'http://p' })).toBeUndefined()
  })
})

describe('a request through a proxy', () => {
  it('is answered by the host behind the proxy', async () => {
    const calendar = createServer((request, response) => response.end(`answer to ${request.url}`))
    await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve))
    const asked: (string | undefined)[] = []
    const port = (calendar.address() as AddressInfo).port
    const proxy = createServer((request, response) => {
      asked.push(request.url)
      response.end('answer to /events')
    }).on('connect', (request, client) => {
      asked.push(request.url)
      const onward = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(client).pipe(onward)
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const open = await openNetwork({
      api_root: 'http://calendar.example/',
      headers: {},
      timeout_ms: 5_000,
      insecure_http: false,
      proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    })
    expect((await open.exchange({ method: 'GET', path: '/events', query: '', headers: {} })).body).toBe(
      'answer to /events',
    )
    expect(asked.join()).toContain('calendar.example')
    await open.close()
    for (const server of [calendar, proxy]) {
      server.closeAllConnections()
      server.close()
    }
  })
})
