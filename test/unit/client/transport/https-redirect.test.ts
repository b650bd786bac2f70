import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse, OpenExchange } from '../../../../src/base/exchange.ts'
import { discover } from '../../../../src/client/discover.ts'
import { followHttps } from '../../../../src/client/open.ts'

const root = new URL('http://a.example/wp-json/tribe/events/v1')
const get: ApiRequest = { method: 'GET', path: '/events', query: 'page=2', headers: {} }

/** A site that redirects every request to one location; records the requests to each address. */
function site(location: string, { at = root, signed_in }: { readonly at?: URL; readonly signed_in?: true } = {}) {
  const requests: string[] = []
  const closed: string[] = []
  const answering = (name: string, answer: ApiResponse): OpenExchange => ({
    exchange: async ({ method, path }) => {
      requests.push(`${name} ${method} ${path}`)
      return answer
    },
    close: async () => void closed.push(name),
  })
  const plain = answering('plain', { status: 301, headers: { location }, body: '' })
  const open = followHttps(
    plain,
    at,
    signed_in ? undefined : async (address) => answering(address, { status: 200, headers: {}, body: '{}' }),
  )
  return { open, requests, closed }
}

describe('a site that redirects to https', () => {
  it.each(['/wp-json/tribe/events/v1', ''])('is found at the address that it redirects to, from %s', async (path) => {
    const found = await discover(`http://a.example${path}`, async (address) =>
      address.startsWith('http:')
        ? { status: 301, headers: { location: `${address.replace('http://a', 'https://www.a')}/#top` }, body: '' }
        : { status: 200, headers: {}, body: '{"namespace":"tribe/events/v1","namespaces":["tribe/events/v1"]}' },
    )
    expect(found).toEqual({ api_root: 'https://www.a.example/wp-json/tribe/events/v1' })
  })

  it('is read over https, the second time without the redirect', async () => {
    const { open, requests, closed } = site('https://a.example/wp-json/tribe/events/v1/events?page=2')
    expect(await open.exchange(get)).toMatchObject({ status: 200 })
    expect(await open.exchange({ ...get, path: '/venues' })).toMatchObject({ status: 200 })
    await open.close()
    const secure = 'https://a.example/wp-json/tribe/events/v1'
    expect(requests).toEqual(['plain GET /events', `${secure} GET /events`, `${secure} GET /venues`])
    expect(closed).toEqual(['plain', secure])
  })

  it('is read over https by rest_route', async () => {
    const { open, requests } = site('https://a.example:8443/?rest_route=/tribe/events/v1/events&page=2', {
      at: new URL('http://a.example/?rest_route=/tribe/events/v1'),
    })
    await open.exchange(get)
    expect(requests[1]).toBe('https://a.example:8443/?rest_route=/tribe/events/v1 GET /events')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects a %s; the hint is the https address', async (method) => {
    const { open, requests } = site('https://a.example/wp-json/tribe/events/v1/events?page=2')
    await expect(open.exchange({ ...get, method })).rejects.toMatchObject({
      code: 'server_failed',
      hint: { en: 'use the api root https://a.example/wp-json/tribe/events/v1' },
    })
    expect(requests).toHaveLength(1)
  })

  it('is not read over https with credentials, which belong to the http address', async () => {
    const { open } = site('https://a.example/wp-json/tribe/events/v1/events?page=2', { signed_in: true })
    await expect(open.exchange(get)).rejects.toMatchObject({
      code: 'server_failed',
      hint: { en: 'use the api root https://a.example/wp-json/tribe/events/v1' },
    })
  })

  it.each([
    'https://b.example/wp-json/tribe/events/v1/events?page=2',
    'https://a.example/',
    'https://a.example/wp-json/tribe/events/v1/events',
    'http://a.example/wp-json/tribe/events/v1/events?page=2',
    'https://',
  ])('does not follow a redirect to %s', async (location) => {
    const { open, requests } = site(location)
    expect(await open.exchange(get)).toMatchObject({ status: 301 })
    expect(requests).toHaveLength(1)
  })
})
