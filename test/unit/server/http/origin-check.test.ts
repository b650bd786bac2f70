// Accepting and rejecting requests by their host and origin.
import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../../src/base/exchange.ts'
import { parseOnce, receiveRequest } from '../../../../src/server/api/request.ts'
import { checkOrigin, type Site } from '../../../../src/server/http/origin-check.ts'
import { siteOf } from '../../../../src/server/http/site.ts'

const inside: Site<ApiResponse>['answer'] = async ({ path }) => ({
  status: 200,
  headers: { 'x-inside': 'yes', ...(path === '/events/' && { vary: 'Accept-Language, Authorization' }) },
  body: 'inside',
})
const answerWith =
  ({ receive, answer }: Site<ApiResponse>) =>
  (request: ApiRequest) =>
    answer(receive(request))
const site = answerWith(
  checkOrigin(
    { hosts: ['Cal.Example.org'], origins: ['https://app.example.org'] },
    { receive: receiveRequest, answer: inside },
  ),
)

async function ask(
  headers: ApiRequest['headers'],
  { method = 'GET', query = '', path = '/wp-json/tribe/events/v1/events' } = {},
) {
  const answer = await site({
    method,
    path,
    query,
    headers: { host: '127.0.0.1:8787', ...headers },
  })
  return answer.status === 200 ? answer.headers : [answer.status, JSON.parse(answer.body).code]
}

describe('the name of the service', () => {
  it('that is unknown is explained as a page to browsers, without its markup', async () => {
    const { status, headers, body } = await site({
      method: 'GET',
      path: '/events/',
      query: '',
      headers: { host: 'a<b>.example', accept: 'text/html' },
    })
    expect([status, headers['content-type']]).toEqual([421, 'text/html; charset=UTF-8'])
    expect(body).toContain('unknown host name a&lt;b&gt;.example')
  })

  it.each([
    '127.0.0.1:8787',
    '192.168.1.7',
    '[::1]:8787',
    'localhost:8787',
    'LOCALHOST',
    'cal.localhost:1',
    'cal.example.org',
    'cal.example.org.:443',
  ])('may be %s', async (host) => {
    expect(await ask({ host })).toEqual({ 'x-inside': 'yes' })
  })

  it.each([
    'evil.example',
    'cal.example.org.evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    '',
    '127.0.0.1@evil.example',
    'evilcal.example.org',
    'cal.example.org.evil.example:80',
  ])('may not be %j', async (host) => {
    expect(await ask({ host })).toEqual([421, 'rest_host_refused'])
  })
})

describe('a page of another origin', () => {
  const stranger = { origin: 'https://evil.example' }

  it('can send reads, but its scripts cannot see the response', async () => {
    expect(await ask(stranger)).toEqual({ 'x-inside': 'yes' })
    expect(await ask(stranger, { method: 'OPTIONS' })).toEqual({ 'x-inside': 'yes' })
  })

  it.each([
    [stranger, { method: 'POST' }],
    [stranger, { method: 'DELETE' }],
    [{ origin: 'null' }, { method: 'POST' }],
    [{ origin: 'http://127.0.0.1:3000' }, { method: 'POST' }],
    // These only start with the service's own address or with an allowed one.
    [{ origin: 'http://127.0.0.1:8787.evil.example' }, { method: 'POST' }],
    [{ origin: 'http://127.0.0.1:87870' }, { method: 'POST' }],
    [{ origin: 'http://127.0.0.1:878' }, { method: 'POST' }],
    [{ origin: 'https://app.example.org.evil.example' }, { method: 'POST' }],
    [{ origin: 'https://app.example.org:8443' }, { method: 'POST' }],
    [{ origin: 'https://app.example.or' }, { method: 'POST' }],
    [stranger, { query: '_method=DELETE' }],
    [stranger, { query: '_method=PROPFIND' }],
    [{ ...stranger, 'x-http-method-override': 'PUT' }, {}],
    [{ 'sec-fetch-site': 'cross-site' }, { query: '_method=DELETE' }],
    [{ 'sec-fetch-site': 'same-site' }, { query: '_jsonp=steal' }],
    [{ 'sec-fetch-site': 'cross-site' }, { method: 'POST' }],
    // The element of a page tells an error from an answer, and so whether a search finds something.
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, {}],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }, {}],
  ])('%j may not send %j', async (headers, request) => {
    expect(await ask(headers, request)).toEqual([403, 'rest_origin_refused'])
  })

  it('may link to an answer', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect(await ask(headers)).toEqual({ 'x-inside': 'yes' })
  })

  it('whose origin only starts with an allowed one is not allowed', async () => {
    expect(await ask({ origin: 'https://app.example.org.evil.example' })).toEqual({ 'x-inside': 'yes' })
  })

  it('that is allowed can do everything, with its own credentials only', async () => {
    const headers = await ask({ origin: 'https://app.example.org', 'sec-fetch-site': 'cross-site' }, { method: 'POST' })
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.org',
      vary: 'Origin',
      'x-inside': 'yes',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('adds to what the answer depends on', async () => {
    expect(await ask({ origin: 'https://app.example.org' }, { path: '/events/' })).toMatchObject({
      vary: 'Accept-Language, Authorization, Origin',
    })
  })
})

describe('other clients', () => {
  it.each([
    [{}],
    [{ origin: 'http://127.0.0.1:8787' }],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('%j writes', async (headers) => {
    expect(await ask(headers, { method: 'POST' })).toEqual({ 'x-inside': 'yes' })
  })
})

describe('the method and callback that a request means', () => {
  const address = { base: 'http://127.0.0.1:8787', root: 'wp-json', vendor: 'tribe' }
  const guarded = answerWith(
    checkOrigin(
      { hosts: [], origins: ['https://app.example.org'] },
      siteOf({ ...address, timezone: 'UTC' }, async (request) => {
        const { method, error } = parseOnce(request).parsed
        return { status: error?.status ?? 200, headers: {}, body: method }
      }),
    ),
  )
  const route = '/tribe/events/v1/events/4'
  const values = '&a'.repeat(4_999)
  const forms: readonly [string, string][] = [
    ['/wp-json/tribe/events/v1/events/4', ''],
    ['/', `rest_route=${route}&`],
    ['/index.php', `rest_route=${route}&`],
    ['/de/', `rest_route=${route}&`],
    ['/', `rest_route=/x&+rest_route=${route}&`],
    ['/', `rest%5Froute=${encodeURIComponent(route)}&`],
  ]
  const means = ['_method=DELETE', '_method=POST', '_method=delete', '_method=HEAD&_method=PUT', '_jsonp=grab']
  const requests = forms.flatMap(([path, start]) =>
    means.flatMap((meant) => ['', values].map((more) => [path, `${start}${meant}${more}`] as const)),
  )
  const sent = (path: string, query: string, headers: ApiRequest['headers']) =>
    guarded({ method: 'GET', path, query, headers: { host: '127.0.0.1:8787', ...headers } })
  const browsers: readonly ApiRequest['headers'][] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none', accept: 'text/html,*/*;q=0.8' },
    { accept: 'text/html' },
    { referer: 'https://evil.example/page' },
    { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', accept: 'image/avif,*/*' },
  ]

  it.each(browsers)('are refused from a page in every form of address: %j', async (headers) => {
    const answers = await Promise.all(requests.map(([path, query]) => sent(path, query, headers)))
    expect(answers.filter(({ status }) => status !== 403 && status !== 400)).toEqual([])
  })

  it.each(['HEAD', 'head', 'OPTIONS', 'PROPFIND'])('are refused from a browser that sends %s', async (method) => {
    const headers = { host: '127.0.0.1:8787', 'user-agent': 'Mozilla/5.0', accept: '*/*' }
    for (const query of ['_method=DELETE', '_jsonp=grab'])
      expect((await guarded({ method, path: '/wp-json/tribe/events/v1/events/4', query, headers })).status).toBe(403)
  })

  it('are executed for a program, and what cannot be parsed is not', async () => {
    expect((await sent('/', `rest_route=${route}&_method=DELETE${values}`, {})).body).toBe('DELETE')
    const parsed = parseOnce({
      method: 'GET',
      path: '/events/4',
      query: `_method=DELETE${values}&a`,
      headers: {},
    }).parsed
    expect(parsed).toMatchObject({ method: 'GET', error: { code: 'rest_too_many_values' } })
  })

  it('are executed for an allowed origin; JSONP also for the own pages', async () => {
    const allowed = { origin: 'https://app.example.org', 'user-agent': 'Mozilla/5.0' }
    expect((await sent('/wp-json/tribe/events/v1/events/4', '_method=DELETE', allowed)).body).toBe('DELETE')
    const own = { referer: 'http://127.0.0.1:8787/events/', 'user-agent': 'Mozilla/5.0' }
    expect((await sent('/wp-json/tribe/events/v1/events', '_jsonp=show', own)).status).toBe(200)
    expect((await sent('/wp-json/tribe/events/v1/events/4', '_method=DELETE', own)).status).toBe(403)
  })
})
