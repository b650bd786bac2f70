// Hostile clients of a server: other clients are still served.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let server: ServerProcess
let port: number

beforeAll(async () => {
  server = await startServer('--data', ':memory:')
  port = Number(new URL(server.api_root).port)
})
afterAll(() => server.stop())

/** Another client gets a response: one that has to wait for 30 s gets 503. */
async function othersAreServed(): Promise<void> {
  const answer = await fetch(`${server.api_root}/events`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
}

function socketTo(bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
    socket.on('error', () => {})
  })
}

/** Everything received after sending these bytes until the connection closes. */
async function toTheEnd(bytes: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await socketTo(bytes)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const residentBytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024
const head = (line: string, ...headers: readonly string[]) =>
  `${[line, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

describe('a body of 1 GB', () => {
  it('is rejected while it is sent, and not held in memory', async () => {
    const before = residentBytes()
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    let sent = 0
    const status = new Promise<number | string>((resolve) => {
      const call = request({
        port,
        method: 'POST',
        path: '/wp-json/tribe/events/v1/events',
        headers: { 'content-type': 'application/json' },
      })
      let answered = false
      call
        .on('response', (answer) => {
          answered = true
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        .on('error', (error) => resolve(error.message))
      const pour = () => {
        if (answered || sent >= 1_024 * megabyte.length) return call.destroy()
        sent += megabyte.length
        call.write(megabyte, pour)
      }
      pour()
    })
    await othersAreServed()
    expect(await status).toBe(413)
    expect(sent).toBeLessThan(200 * megabyte.length)
    expect(residentBytes() - before).toBeLessThan(100 * megabyte.length)
    await othersAreServed()
  })
})

describe('idle connections', () => {
  it('three thousand of them do not block other clients', async () => {
    const sockets: Socket[] = []
    for (let hundred = 0; hundred < 30; hundred += 1) {
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => socketTo('')))))
      if (hundred % 10 === 0) await othersAreServed()
    }
    await othersAreServed()
    const open = () => sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
    await eventually(() => expect(open()).toBeLessThanOrEqual(1_000))
    for (const socket of sockets) socket.destroy()
    await othersAreServed()
  })
})

describe('slow clients', () => {
  it('that send single bytes do not block other clients', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        socketTo(
          i % 2
            ? 'GET / HTTP/1.1\r\nHost: 127'
            : head(
                'POST /wp-json/tribe/events/v1/events HTTP/1.1',
                'Content-Type: application/json',
                'Content-Length: 1000',
              ),
        ),
      ),
    )
    for (let drop = 0; drop < 10; drop += 1) {
      for (const socket of sockets) socket.write('1')
      await othersAreServed()
    }
    // One address may send 64 bodies at a time: the oldest connections of the hundred are closed.
    expect(sockets.filter((socket) => socket.destroyed).length).toBeLessThanOrEqual(36)
    for (const socket of sockets) socket.destroy()
  })

  it('that never read responses do not block other clients', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 10 }, () => socketTo(head('GET /wp-json/tribe/events/v1/doc HTTP/1.1').repeat(100))),
    )
    for (const socket of sockets) socket.pause()
    await othersAreServed()
    for (const socket of sockets) socket.destroy()
  })
})

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request with the headers that browsers add and that `fetch` of Node does not allow to be set. */
function ask(
  method: string,
  path: string,
  { headers = {}, body = '' }: Asked,
): Promise<{ readonly status: number; readonly headers: object; readonly body: string }> {
  return new Promise((resolve, reject) => {
    request(
      {
        port,
        method,
        path: `/wp-json/tribe/events/v1${path}`,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          )
      },
    )
      .on('error', reject)
      .end(body)
  })
}

/** The statuses of many identical requests in parallel, while another client is served. */
async function said(times: number, send: () => ReturnType<typeof ask>): Promise<readonly unknown[]> {
  const answers = Array.from({ length: times }, send)
  await othersAreServed()
  const texts = (await Promise.all(answers)).map(({ status, body }) =>
    JSON.stringify([status, JSON.parse(body).message]),
  )
  return [...new Set(texts)].map((text) => JSON.parse(text))
}

describe('a page of another origin', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const refused = (origin: string) => [
    [403, `requests from other origins are not allowed (${origin}); cal serve --cors ORIGIN allows an origin`],
  ]

  it('cannot read, write, or run a response as a script', async () => {
    const read = await ask('GET', '/events', { headers: evil })
    expect([read.status, Object.keys(read.headers).includes('access-control-allow-origin')]).toEqual([200, false])
    for (const [method, path] of [
      ['POST', '/events'],
      ['DELETE', '/events/4'],
      ['GET', '/events/4?_method=DELETE'],
      ['GET', '/events?_jsonp=steal'],
    ] as const) {
      expect(await said(20, () => ask(method, path, { headers: evil })), path).toEqual(refused('https://evil.example'))
    }
  })

  it.each([
    ['https://evil.example', { origin: 'https://evil.example' }],
    ['null', { origin: 'null' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
  ] as const)('sends no form that needs no leave: %s', async (origin, headers) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=X', 'text/plain']) {
      expect(
        await said(5, () =>
          ask('POST', '/tags', { headers: { ...headers, 'content-type': type }, body: 'name=Forged' }),
        ),
        type,
      ).toEqual(refused(origin))
    }
    expect(JSON.parse((await ask('GET', '/tags?hide_empty=0', {})).body)).toMatchObject({ tags: [] })
  })

  it('whose host name resolves to this machine is rejected', async () => {
    expect(await said(50, () => ask('GET', '/events', { headers: { host: 'rebound.evil.example' } }))).toEqual([
      [421, 'unknown host name rebound.evil.example; cal serve --allow-host rebound.evil.example accepts it'],
    ])
  })
})

describe('names of hosts', () => {
  it.each([
    ['GET http://rebound.evil.example/ HTTP/1.1', 'X-Other: 1', 421, 'unknown host name rebound.evil.example'],
    ['GET / HTTP/1.1', 'Host: rebound.evil.example', 400, 'a request must have a single Host header'],
    ['CONNECT rebound.evil.example:443 HTTP/1.1', 'X-Other: 1', 404, 'no route matches this path and method'],
  ])('%s, with %s, are refused', async (line, header, status, message) => {
    const text = await toTheEnd(head(line, header, 'Connection: close'))
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toContain(message)
    await othersAreServed()
  })
})

describe('bodies of many parts', () => {
  it.each([
    ['application/json', () => `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['application/x-www-form-urlencoded', () => 'a=1&'.repeat(1_000_000)],
    [
      'multipart/form-data; boundary=X',
      () => '\r\n--X\r\nContent-Disposition: form-data; name=a\r\n\r\n1'.repeat(70_000),
    ],
  ])('%s are refused by their number', async (type, body) => {
    expect(await said(4, () => ask('POST', '/events', { headers: { 'content-type': type }, body: body() }))).toEqual([
      [400, 'a request may contain at most 5000 values'],
    ])
  })
})

describe('paths', () => {
  it.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/wp-json/../../etc/passwd',
    '/wp-json/tribe/events/v1/events/by-slug/..%2f..%2f..%2fetc%2fpasswd',
    '/calendar.db',
    '/_cal/snapshots/..%2F..%2Fetc',
  ])('%s reaches no file', async (path) => {
    const text = await toTheEnd(head(`GET ${path} HTTP/1.1`, 'Connection: close'))
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(text).not.toContain('root:x:0')
  })
})
