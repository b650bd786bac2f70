// The addresses of the interface, and how other paths refer to it.
import { describe, expect, it } from 'vitest'
import type { ApiRequest, Exchange } from '../../../../src/base/exchange.ts'
import type { Site } from '../../../../src/server/http/origin-check.ts'
import { siteOf } from '../../../../src/server/http/site.ts'

const service_address = { base: 'http://127.0.0.1:8787', root: 'wp-json', vendor: 'tribe' }
/** Longer than the name of a parameter may be. */
const long_name = 'n'.repeat(1_100)
const echo: Exchange = async ({ path, query, headers }) => ({
  status: 200,
  headers: {},
  body: JSON.stringify([path, query, headers['accept-language'] ?? '']),
})

function answerOf<T>({ receive, answer }: Site<T>, request: ApiRequest): Promise<T> {
  return answer(receive(request))
}

function ask(address: string, headers: ApiRequest['headers'] = {}) {
  const [path = '', query = ''] = address.split('?')
  return answerOf(siteOf({ ...service_address, timezone: 'Europe/Berlin' }, echo), {
    method: 'GET',
    path,
    query,
    headers,
  })
}

describe('the interface', () => {
  it.each([
    ['/wp-json/tribe/events/v1', ['/', '', '']],
    ['/wp-json/tribe/events/v1/', ['/', '', '']],
    ['/wp-json/tribe/events/v1/events?page=2', ['/events', 'page=2', '']],
    ['/wp-json/Tribe/Events/V1/Events/4', ['/Events/4', '', '']],
    ['/wp-json/tribe/events/v1//events', ['//events', '', '']],
    ['/wp-json/tribe/events/v1/events/by-slug/caf%C3%A9', ['/events/by-slug/caf%C3%A9', '', '']],
    ['/index.php/wp-json/tribe/events/v1/tags', ['/tags', '', '']],
    ['/de/wp-json/tribe/events/v1/doc', ['/doc', '', 'de']],
    ['/pt-BR/index.php/wp-json/tribe/events/v1/doc', ['/doc', '', 'pt-BR']],
    ['/?rest_route=/tribe/events/v1/events&per_page=1', ['/events', 'per_page=1', '']],
    ['/index.php?a=1&rest_route=%2Ftribe%2Fevents%2Fv1', ['/', 'a=1', '']],
    ['/?a=1&%20rest_route=/tribe/events/v1/events', ['/events', 'a=1', '']],
    ['/?rest_route=/x&a=1&rest%5Froute=/tribe/events/v1/events', ['/events', 'a=1', '']],
    ['/?rest_route=/tribe/events/v1/events&rest_route[]=/x', ['/events', 'rest_route[]=/x', '']],
    [`/?${long_name}=1&rest_route=/tribe/events/v1/events`, ['/events', `${long_name}=1`, '']],
    ['/de/?rest_route=/tribe/events/v1/events/by-slug/caf%C3%A9', ['/events/by-slug/caf%C3%A9', '', 'de']],
  ])('is at %s', async (address, asked) => {
    expect(JSON.parse((await ask(address)).body)).toEqual(asked)
  })

  it('uses the language of the headers if the URL has none', async () => {
    expect(JSON.parse((await ask('/wp-json/tribe/events/v1/doc', { 'accept-language': 'de-AT' })).body)[2]).toBe(
      'de-AT',
    )
  })

  it.each(['/wp-json/wp/v2/posts', '/wp-json/tribe/events/v1x/events', '/wp-json/tribe', '/?rest_route=/wp/v2/posts'])(
    'is not at %s',
    async (address) => {
      const { status, body } = await ask(address)
      expect([status, JSON.parse(body).code]).toEqual([404, 'rest_no_route'])
    },
  )

  it.each(['/de/wp-json/wp/v2/posts', '/de/?rest_route=/wp/v2/posts'])(
    'is refused in the language of %s',
    async (address) => {
      expect(JSON.parse((await ask(address, { 'accept-language': 'en' })).body).message).toContain('keine Route')
    },
  )
})

describe('other paths', () => {
  it.each([
    ['/', 200],
    ['/index.php', 200],
    ['/nope', 404],
    ['/wp-jsonx/tribe/events/v1/events', 404],
    ['/wp-admin/?rest_route=/tribe/events/v1/events', 404],
    ['/../../etc/passwd', 404],
    ['*', 404],
  ])('%s points to it with %d', async (address, expected) => {
    const { status, headers, body } = await ask(address)
    expect(status).toBe(expected)
    expect(headers).toMatchObject({
      'x-tec-api-version': 'v1',
      'x-tec-api-root': 'http://127.0.0.1:8787/wp-json/tribe/events/v1/',
      'x-tec-api-origin': 'http://127.0.0.1:8787',
    })
    expect(body).toContain('http://127.0.0.1:8787/wp-json/tribe/events/v1\n')
  })

  it('show the page of a path that has one', async () => {
    const site = siteOf({ ...service_address, timezone: 'Europe/Berlin' }, echo, async ({ path }) =>
      path === '/events/' ? { status: 200, page: path } : undefined,
    )
    expect(await answerOf(site, { method: 'GET', path: '/events/', query: '', headers: {} })).toEqual({
      status: 200,
      page: '/events/',
    })
    expect(await answerOf(site, { method: 'GET', path: '/nope', query: '', headers: {} })).toMatchObject({
      status: 404,
    })
    const { status, body } = {
      body: '',
      ...(await answerOf(site, { method: 'GET', path: '/', query: 'rest_route=/x', headers: {} })),
    }
    expect([status, body]).toEqual([404, expect.stringContaining('rest_no_route')])
  })

  it('/wp-json/ lists the interfaces of the site', async () => {
    for (const address of ['/wp-json', '/wp-json/', '/?rest_route=/']) {
      expect(JSON.parse((await ask(address)).body)).toMatchObject({
        url: 'http://127.0.0.1:8787',
        timezone_string: 'Europe/Berlin',
        namespaces: ['tribe/events/v1'],
      })
    }
  })
})
