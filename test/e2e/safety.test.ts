// What strangers do to a server, and that the others are still served meanwhile.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serveIn } from '../support/served.ts'

let server: Served
let port: number

beforeAll(async () => {
  server = await serveIn('--data', ':memory:')
  port = Number(new URL(server.api_root).port)
})
afterAll(() => server.stop())

/** Somebody else asks, and is answered soon. */
async function othersAreServed(): Promise<void> {
  const before = performance.now()
  const answer = await fetch(`${server.api_root}/events`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5_000)
}

function socketTo(bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
    socket.on('error', () => {})
  })
}

const residentBytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024
const head = (line: string, ...headers: readonly string[]) => `${[line, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

describe('a body of 1 GB', () => {
  it('is refused while it is sent, and not kept', async () => {
    const before = residentBytes()
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    let sent = 0
    const status = new Promise<number | string>((resolve) => {
      const call = request({ port, method: 'POST', path: '/wp-json/tribe/events/v1/events', headers: { 'content-type': 'application/json' } })
      let answered = false
      call.on('response', (answer) => {
        answered = true
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).on('error', (error) => resolve(error.message))
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
  it('ten thousand of them take no place from those who ask', async () => {
    const sockets: Socket[] = []
    for (let hundred = 0; hundred < 100; hundred += 1) {
      sockets.push(...await Promise.all(Array.from({ length: 100 }, () => socketTo(''))))
      if (hundred % 20 === 0) await othersAreServed()
    }
    await othersAreServed()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
    expect(open).toBeLessThanOrEqual(1_000)
    for (const socket of sockets) socket.destroy()
    await othersAreServed()
  })
})

describe('slow clients', () => {
  it('that never finish what they say hold up nobody', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, (_, i) => socketTo(i % 2 ? 'GET / HTTP/1.1\r\nHost: 127' : head('POST /wp-json/tribe/events/v1/events HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000'))))
    await othersAreServed()
    for (const socket of sockets) socket.destroy()
  })

  it('that never read what they are told hold up nobody', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => socketTo(head('GET /wp-json/tribe/events/v1/doc HTTP/1.1').repeat(100))))
    for (const socket of sockets) socket.pause()
    await othersAreServed()
    for (const socket of sockets) socket.destroy()
  })
})

describe('a page of another origin', () => {
  /** Every browser sends these with what a page asks for; `fetch` here does not let them be set. */
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>>) => new Promise<{ status: number; headers: object; body: string }>((resolve, reject) => {
    request({ port, method, path: `/wp-json/tribe/events/v1${path}`, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }))
    }).on('error', reject).end()
  })

  it('is given no leave to read, to write, or to run what it is told', async () => {
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const read = await ask('GET', '/events', evil)
    expect([read.status, Object.keys(read.headers).includes('access-control-allow-origin')]).toEqual([200, false])
    for (const [method, path] of [['POST', '/events'], ['DELETE', '/events/4'], ['GET', '/events/4?_method=DELETE'], ['GET', '/events?_jsonp=steal']] as const) {
      const { status, body } = await ask(method, path, evil)
      expect([status, JSON.parse(body).code], path).toEqual([403, 'rest_origin_refused'])
    }
  })

  it('that took a name for this machine is refused under that name', async () => {
    const { status, body } = await ask('GET', '/events', { host: 'rebound.evil.example' })
    expect([status, JSON.parse(body).message]).toEqual([421, 'this service does not go by the name rebound.evil.example; --allow-host rebound.evil.example makes it'])
  })
})

describe('paths', () => {
  it.each(['/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/wp-json/../../etc/passwd', '/wp-json/tribe/events/v1/events/by-slug/..%2f..%2f..%2fetc%2fpasswd', '/calendar.db', '/_cal/snapshots/..%2F..%2Fetc'])('%s reaches no file', async (path) => {
    const socket = await socketTo(head(`GET ${path} HTTP/1.1`, 'Connection: close'))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(text).not.toContain('root:x:0')
  })
})
