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
