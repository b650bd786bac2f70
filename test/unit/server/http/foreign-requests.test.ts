// Requests that a web page of another origin can cause, in every form of address, query and body: none changes or
// reveals anything.
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Headers } from '../../../../src/base/exchange.ts'
import type { ServeOptions } from '../../../../src/server/serve.ts'
import { is_nightly } from '../../../support/extent.ts'
import { openServed } from '../../../support/served.ts'

interface Sent {
  readonly method?: string
  readonly address: string
  readonly headers: Headers
  readonly body?: string
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const draft = 'Secret draft'

/** A service with a draft, what it contains, and a request to it with any headers. */
async function openCalendar(options: Partial<ServeOptions> = {}, credentials: Headers = {}) {
  const { api_root } = await openServed(options)
  const { origin, host, hostname, port } = new URL(api_root)
  const send = ({ method = 'GET', address, headers, body }: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        { hostname, port, method, path: address, headers: { host, ...credentials, ...headers } },
        (incoming) => {
          const parts: Buffer[] = []
          incoming.on('data', (part) => parts.push(part))
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  const json = { 'content-type': 'application/json' }
  const made = await send({
    method: 'POST',
    address: '/wp-json/tribe/events/v1/events',
    headers: json,
    body: JSON.stringify({
      title: draft,
      status: 'draft',
      start_date: '2026-12-01 10:00:00',
      end_date: '2026-12-01 11:00:00',
    }),
  })
  const { id } = JSON.parse(made.body)
  const contents = async () => {
    const lists = ['events?status=publish,draft,pending,private,future,trash', 'venues', 'tags'].map((list) =>
      send({ address: `/wp-json/tribe/events/v1/${list}`, headers: {} }),
    )
    const { events } = JSON.parse((await lists[0])?.body ?? '')
    const totals = (await Promise.all(lists)).map(({ headers }) => headers['x-tec-total'])
    const { snapshots } = JSON.parse((await send({ address: '/_cal/snapshots', headers: {} })).body)
    return { events: events.map(stateOf), totals, snapshots }
  }
  return { id: Number(id), origin, send, contents }
}

function stateOf({ title, status, modified }: Readonly<Record<string, unknown>>) {
  return { title, status, modified }
}

type Calendar = Awaited<ReturnType<typeof openCalendar>>

/**
 * Sends all requests, or each fourth in a short run, 20 at a time; returns those that revealed something or failed, and
 * requires that none wrote.
 */
async function letIn({ send, contents }: Calendar, all: readonly Sent[]): Promise<readonly unknown[]> {
  const requests = all.filter((_, i) => is_nightly || i % 4 === 0)
  const before = await contents()
  expect(before).toMatchObject({ events: [{ title: draft, status: 'draft' }], totals: ['1', '0', '0'] })
  const wrong: unknown[] = []
  for (let i = 0; i < requests.length; i += 20)
    await Promise.all(
      requests.slice(i, i + 20).map(async (sent) => {
        const { status, headers, body } = await send(sent)
        const isReadable =
          headers['access-control-allow-origin'] !== undefined ||
          /javascript/.test(String(headers['content-type'])) ||
          /^\S*grab/.test(body)
        if (isReadable || status >= 500 || (status >= 400 && body.includes(draft)) || status === 201)
          wrong.push([{ ...sent, address: sent.address.slice(0, 200) }, status, headers, body.slice(0, 100)])
      }),
    )
  expect(await contents()).toEqual(before)
  return wrong
}

const event = 'title=Foreign&start_date=2026-12-02+10:00:00&end_date=2026-12-02+11:00:00'
const overrides = [
  '_method=DELETE',
  '_method=delete',
  '_method=DELETE&_method=DELETE',
  '_method=GET&_method=DELETE',
  '_method=DELETE&_method=GET',
  '_method=HEAD&_method=DELETE',
  '_method[]=DELETE',
  '_method[0]=DELETE',
  '_method[a]=GET&_method=DELETE',
  '_method=GET&_method[]=DELETE',
  '%5Fmethod=DELETE',
  '_method=%44ELETE',
  '_method%5B%5D=DELETE',
  '+_method=DELETE',
  '%20_method=DELETE',
  '_METHOD=DELETE',
  '.method=DELETE',
  '_method=DELETE%00',
  'a=1;_method=DELETE',
  'a=1%26_method=DELETE',
  '&&_method=DELETE&&',
  '%_method=DELETE',
  '_method=DELETE#_method=GET',
  `_method=POST&${event}`,
  `_method=PUT&${event}`,
  `_method=PATCH&${event}`,
  '_method=PUT',
]
const callbacks = [
  '_jsonp=grab',
  '_jsonp=other&_jsonp=grab',
  '_jsonp=grab&_jsonp[]=x',
  '_jsonp[]=grab',
  '%5Fjsonp=grab',
  '+_jsonp=grab',
  'a=1;_jsonp=grab',
  '_envelope&_jsonp=grab',
  '_method=OPTIONS&_jsonp=grab',
  '_method=HEAD&_jsonp=grab',
  '_jsonp=grab&password=x',
  'status=draft&_jsonp=grab',
]
const paddings: readonly ((query: string) => string)[] = [
  (query) => `${'a&'.repeat(4_998)}${query}`,
  (query) => `${'a&'.repeat(5_000)}${query}`,
  (query) => `${query}${'&a'.repeat(5_000)}`,
]

function addressesOf({ id }: Calendar): readonly ((query: string) => string)[] {
  const root = '/tribe/events/v1'
  return [
    (query) => `/wp-json${root}/events/${id}?${query}`,
    (query) => `/wp-json${root}/events?${query}`,
    (query) => `/index.php/wp-json${root}/events/${id}?${query}`,
    (query) => `/de/wp-json${root}/events/${id}?${query}`,
    (query) => `/?rest_route=${root}/events/${id}&${query}`,
    (query) => `/?${query}&rest_route=${root}/events/${id}`,
    (query) => `/index.php?rest_route=${root}/events/${id}&${query}`,
    (query) => `/?rest_route=/x&${query}&rest_route=${root}/events/${id}`,
    (query) => `/?rest_route=${root}/events/${id}&${query}&rest_route=${root}/events`,
    (query) => `/?rest%5Froute=${encodeURIComponent(`${root}/events/${id}`)}&${query}`,
    (query) => `/event/secret-draft/?${query}`,
    (query) => `/events/list/?${query}`,
    (query) => `/_cal/reset?${query}`,
    (query) => `/_cal/snapshots/foreign?${query}`,
  ]
}

/** The marks of a request that a page sends by a script or a form. */
const pages: readonly Headers[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { referer: 'http://127.0.0.1:1/page' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
/** Those of a link, an image or a script, which shows no origin. */
const navigations: readonly Headers[] = [
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  { accept: 'image/avif,*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  { accept: 'text/html' },
]

/** Each query at each address, each long one at some; each of both with all marks. */
function withoutBody(calendar: Calendar): readonly Sent[] {
  const marks = [...pages, ...navigations]
  return addressesOf(calendar).flatMap((addressOf, i) =>
    [...overrides, ...callbacks].flatMap((query, j) => {
      const padded = paddings.filter((_, k) => (i + j + k) % 5 === 0).map((pad) => pad(query))
      return [query, ...padded].map((text, k) => ({
        address: addressOf(text),
        headers: marks[(i + j + k * 4) % marks.length] ?? {},
      }))
    }),
  )
}

const boundary = 'limit'
const multipart = ['title=Foreign', 'start_date=2026-12-02 10:00:00', 'end_date=2026-12-02 11:00:00', '_method=DELETE']
  .map((pair) => pair.split('='))
  .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  .join('')
const bodies: readonly (readonly [type: string, body: string])[] = [
  ['application/x-www-form-urlencoded', event],
  ['application/x-www-form-urlencoded', `${event}&_method=DELETE`],
  ['application/x-www-form-urlencoded', `${'a&'.repeat(100_000)}_method=DELETE`],
  [`multipart/form-data; boundary=${boundary}`, `${multipart}--${boundary}--\r\n`],
  ['text/plain', JSON.stringify(Object.fromEntries(new URLSearchParams(event)))],
  ['text/plain; application/json', JSON.stringify(Object.fromEntries(new URLSearchParams(event)))],
  ['application/json', JSON.stringify(Object.fromEntries(new URLSearchParams(event)))],
  ['', event],
  ['application/x-www-form-urlencoded', 'password=tulip&_jsonp=grab'],
]

function withBody(calendar: Calendar): readonly Sent[] {
  const queries = ['', '_method=DELETE', '_method=GET', '_method=GET&_jsonp=grab', '_jsonp=grab', '_method=HEAD']
  return addressesOf(calendar).flatMap((addressOf, i) =>
    queries.flatMap((query, j) =>
      bodies.map(([type, body], k) => ({
        method: 'POST',
        address: addressOf(query),
        headers: { ...pages[(i + j + k) % pages.length], ...(type !== '' && { 'content-type': type }) },
        body,
      })),
    ),
  )
}

function withOverrideHeader(calendar: Calendar): readonly Sent[] {
  return addressesOf(calendar).flatMap((addressOf) =>
    ['GET', 'HEAD', 'POST', 'OPTIONS'].flatMap((method) =>
      [...pages, ...(method === 'POST' ? [] : navigations)].map((headers) => ({
        method,
        address: addressOf(''),
        headers: { ...headers, 'x-http-method-override': 'DELETE' },
      })),
    ),
  )
}

const kinds = [
  ['an address', withoutBody],
  ['a form or a script', withBody],
  ['an override in a header', withOverrideHeader],
] as const

describe('a page of another origin changes and reveals nothing', () => {
  it.each(kinds)('by %s, on a calendar without users', async (_, requestsOf) => {
    const calendar = await openCalendar()
    expect(await letIn(calendar, requestsOf(calendar))).toEqual([])
  })

  it.each(kinds)('by %s, with the credentials that the browser stored', async (_, requestsOf) => {
    const user = { id: 1, login: 'ada', email: '', role: 'administrator', password: 'right' } as const
    const authorization = `Basic ${btoa('ada:right')}`
    const calendar = await openCalendar({ users: [user] }, { authorization, cookie: 'session=1' })
    expect(await letIn(calendar, requestsOf(calendar))).toEqual([])
  })
})
