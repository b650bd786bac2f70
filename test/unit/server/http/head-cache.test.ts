// An identical request head gets the cached response as long as that is current.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../../src/base/exchange.ts'
import { receiveRequest } from '../../../../src/server/api/request.ts'
import { type Listener, listen } from '../../../../src/server/http/http.ts'
import { limits } from '../../../../src/server/http/connections.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

/** A listener whose exchange counts its requests; its responses are valid in the state `current`. */
async function counting() {
  const asked: ApiRequest[] = []
  const current = { state: 'first' }
  const door = await listen({
    host: '127.0.0.1',
    port: 0,
    limits,
    onUnexpectedError: (error) => {
      throw error
    },
  })
  toClose.push(door.close)
  door.answerWith(
    {
      receive: receiveRequest,
      answer: async (request) => {
        asked.push(request)
        const headers = { 'x-turn': String(asked.length) }
        return { status: 200, headers, body: 'a'.repeat(5_000), valid_at: current.state }
      },
    },
    () => current.state,
  )
  return { asked, current, say: await lineTo(door) }
}

/** One connection; sends bytes and returns the request number in the response. */
async function lineTo({ port }: Listener): Promise<(bytes: string) => Promise<string | undefined>> {
  const socket = await new Promise<Socket>((resolve) => {
    const made = connect(port, '127.0.0.1', () => resolve(made))
  })
  toClose.push(() => socket.destroy())
  return (bytes) =>
    new Promise((resolve) => {
      let text = ''
      const hear = (chunk: Buffer) => {
        text += chunk
        if (!text.endsWith('a'.repeat(5_000))) return
        socket.off('data', hear)
        resolve(/x-turn: (\d+)/.exec(text)?.[1])
      }
      socket.on('data', hear)
      socket.write(bytes)
    })
}

const get = 'GET /events HTTP/1.1\r\nHost: a\r\n\r\n'

describe('an identical request head', () => {
  it('gets the cached response without another exchange until it is outdated', async () => {
    const { asked, current, say } = await counting()
    expect([await say(get), await say(get)]).toEqual(['1', '1'])
    current.state = 'second'
    expect([await say(get), await say(get), asked.length]).toEqual(['2', '2', 2])
  })

  it('is not identical with other credentials, another host, or a body', async () => {
    const { say } = await counting()
    const others = [
      get,
      get.replace('\r\n\r\n', '\r\nAuthorization: Basic YTpi\r\n\r\n'),
      get.replace('Host: a', 'Host: b'),
      get.replace('GET', 'POST'),
      get.replace('/events', '/events?page=2'),
      get.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n{}'),
      get.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n[]'),
    ]
    const turns: unknown[] = []
    for (const bytes of others) turns.push(await say(bytes))
    expect(turns).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })
})

it('responses to reads are current for one second and until the next write; responses to writes never are', async () => {
  let now = Date.UTC(2026, 10, 20, 12)
  const calendar = await openTestCalendar(':memory:', { now: () => now, server: { pid: 1 } })
  const ask = (method: string, query: string, body?: string) =>
    calendar.exchange({
      method,
      path: '/tags',
      query,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
  const list = await ask('GET', '')
  expect(list.valid_at).toBe(calendar.validAt())
  const made = await ask('POST', '', '{"name":"new"}')
  expect([made.status, made.valid_at, list.valid_at === calendar.validAt()]).toEqual([201, undefined, false])
  const disguised = await ask('GET', '_method=POST&name=other')
  expect([disguised.status, disguised.valid_at]).toEqual([201, undefined])
  const again = await ask('GET', '')
  expect(again.valid_at).toBe(calendar.validAt())
  now += 1_000
  expect(again.valid_at).not.toBe(calendar.validAt())
})
