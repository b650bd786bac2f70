// The HTTP listener: requests, limits, malformed input, closing.
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import { CalError } from '../../../../src/base/errors.ts'
import { sameText } from '../../../../src/base/text/language.ts'
import { receiveRequest } from '../../../../src/server/api/request.ts'
import { type Listener, listen } from '../../../../src/server/http/http.ts'
import type { Site } from '../../../../src/server/http/origin-check.ts'
import { type Limits, limits } from '../../../../src/server/http/connections.ts'
import { eventually } from '../../../support/eventually.ts'

const opened: Listener[] = []
const bugs: unknown[] = []
afterEach(async () => {
  bugs.length = 0
  await Promise.all(opened.splice(0).map((listening) => listening.close()))
})

function openDoor(exchange: Exchange, changed: Partial<Limits> = {}): Promise<Listener> {
  return openSite(exchange, changed)
}

async function openSite(answer: Site['answer'], changed: Partial<Limits> = {}): Promise<Listener> {
  const listening = await listen({
    host: '127.0.0.1',
    port: 0,
    limits: { ...limits, refused_ms_max: 100, ...changed },
    onUnexpectedError: (error) => bugs.push(error),
  })
  opened.push(listening)
  listening.answerWith({ receive: receiveRequest, answer })
  return listening
}

const echo: Exchange = async ({ method, path, query, headers, body = '' }) => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'x-seen': headers['x-sent'] ?? '' },
  body: JSON.stringify({ method, path, query, body: Buffer.from(body).toString() }),
})

/** An exchange that holds its response back: `begun` resolves with the first request, `answer` lets it go on. */
function heldExchange() {
  let answer = () => {}
  let begin = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const exchange: Exchange = async () => {
    begin()
    await held
    return { status: 200, headers: {}, body: 'done' }
  }
  return { exchange, begun, answer }
}

const urlOf = ({ port }: Listener, path = '/') => `http://127.0.0.1:${port}${path}`

/** Sends raw bytes and returns everything received until the other side closes. */
function raw({ port }: Listener, text: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', () => {})
      .on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

describe('a request', () => {
  it('is received completely, as is its response', async () => {
    const door = await openDoor(echo)
    const answer = await fetch(urlOf(door, '/a%20b?c=d%20e?'), {
      method: 'POST',
      headers: { 'X-Sent': 'yes' },
      body: 'Größe',
    })
    expect(await answer.json()).toEqual({ method: 'POST', path: '/a%20b', query: 'c=d%20e?', body: 'Größe' })
    expect(answer.headers.get('x-seen')).toBe('yes')
    expect(answer.headers.get('content-length')).toBe('69')
  })

  it('takes little memory in chunks of single bytes', async () => {
    const taken: number[] = []
    const door = await openDoor(async ({ body = '' }) => {
      taken.push(process.memoryUsage().arrayBuffers)
      return { status: 200, headers: {}, body: String(body.length) }
    })
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const count of [1, 50_000]) await raw(door, `${head}${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`)
    const [before = 0, after = 0] = taken
    expect(after - before).toBeLessThan(10_000_000)
    expect(await raw(door, `${head}2\r\nab\r\n1\r\nc\r\n4\r\ndefg\r\n0\r\n\r\n`)).toMatch(/\r\n7$/)
  })

  it('can have its host in the URL', async () => {
    const door = await openDoor(echo)
    expect(await raw(door, 'GET http://else.example/x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      '"path":"/x","query":"y"',
    )
    const host = await openDoor(async ({ path, headers }) => ({
      status: 200,
      headers: {},
      body: `${headers.host} ${path}`,
    }))
    expect(await raw(host, 'GET http://else.example?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /else\.example \/$/,
    )
  })

  it('gets a streamed body with backpressure, and none with HEAD', async () => {
    let made = 0
    const door = await openSite(async () => ({
      status: 200,
      headers: { 'content-type': 'text/calendar' },
      body: (async function* () {
        for (; made < 300; made += 1) yield 'x'.repeat(100_000)
      })(),
    }))
    const head = await raw(door, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect([head.endsWith('\r\n\r\n'), made]).toEqual([true, 0])
    const answer = await fetch(urlOf(door))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(made).toBeLessThan(200)
    expect((await answer.text()).length).toBe(30_000_000)
  })

  it('is cut off when the stream of its response fails', async () => {
    const door = await openSite(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield 'begun'
        throw new Error('disk')
      })(),
    }))
    await expect(fetch(urlOf(door)).then((answer) => answer.text())).rejects.toThrow('terminated')
    expect(bugs).toEqual([new Error('disk')])
  })

  it('waits until an exchange is set', async () => {
    const listening = await listen({ host: '127.0.0.1', port: 0, limits, onUnexpectedError: () => {} })
    opened.push(listening)
    const early = fetch(urlOf(listening, '/early'))
    listening.answerWith({ receive: receiveRequest, answer: echo })
    expect(await (await early).json()).toMatchObject({ path: '/early' })
  })
})

describe('a limit', () => {
  const code = (text: string) => [
    Number(text.slice(9, 12)),
    JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).code,
    JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).message,
  ]

  it('applies to a body, before it is read if it has a Content-Length', async () => {
    const door = await openDoor(echo, { body_bytes_max: 10 })
    const large = await Promise.all(
      ['Content-Length: 1000000000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n'].map((rest) =>
        raw(door, `POST / HTTP/1.1\r\nHost: a\r\n${rest}`),
      ),
    )
    const refused = [413, 'rest_body_too_large', 'the request body may have at most 10 bytes']
    expect(large.map(code)).toEqual([refused, refused])
  })

  it('is explained as a page to browsers, in their language, and as JSON to programs', async () => {
    const late = await openDoor(() => new Promise(() => {}), { answer_ms_max: 50, body_bytes_max: 10 })
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de' }
    const slow = await fetch(urlOf(late, '/events/'), { headers: browser })
    expect([slow.status, slow.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
    expect(await slow.text()).toMatch(/<html lang="de">[\s\S]*<p>503: keine Antwort innerhalb von 0\.05 s/)
    const large = await fetch(urlOf(late, '/event/talk/?lang=en'), {
      method: 'POST',
      headers: browser,
      body: 'x'.repeat(11),
    })
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'text/html; charset=UTF-8'])
    expect(await large.text()).toContain('<html lang="en">')
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const answer = await fetch(urlOf(late, '/events/'), { headers: { accept } })
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        {
          code: 'rest_answer_too_slow',
          message: 'no response within 0.05 s; the request may still have taken effect',
        },
      ])
    }
  })

  it('applies to Expect: 100-continue without requesting the body', async () => {
    const door = await openDoor(echo, { body_bytes_max: 10 })
    expect(await raw(door, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 413 /,
    )
    expect(
      await raw(
        door,
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nok',
      ),
    ).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  it('applies to headers', async () => {
    const text = await raw(await openDoor(echo), `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(code(text)).toEqual([431, 'rest_headers_too_large', 'URL and headers together may have at most 16384 bytes'])
  })

  it('applies to the time of a request that is never completed or slowly sent; others are answered', async () => {
    const door = await openDoor(echo, { headers_ms_max: 500, request_ms_max: 500 })
    const parts = [
      'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n',
    ]
    const slow = parts.map((start) => {
      const socket = connect(door.port, '127.0.0.1').on('error', () => {})
      socket.write(start)
      const dripping = setInterval(() => socket.write('a'), 50)
      return new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(String(data))).on('close', () => clearInterval(dripping))
      })
    })
    const never = parts.map((start) => raw(door, start))
    expect((await fetch(urlOf(door))).status).toBe(200)
    for (const answer of await Promise.all([...slow, ...never]))
      expect(code(answer)).toEqual([
        408,
        'rest_request_too_slow',
        'headers must arrive within 0.5 s, and the whole request within 0.5 s',
      ])
  })

  it('applies to the number of pipelined requests, none of which is answered', async () => {
    const asked: string[] = []
    const door = await openDoor(
      (request) => {
        asked.push(request.path)
        return new Promise(() => {})
      },
      { pipelined_max: 2, answer_ms_max: 200 },
    )
    expect(await raw(door, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4))).toBe('')
    expect(asked).toEqual(['/'])
    expect(
      await raw(
        door,
        `${'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2)}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 503 /)
  })
})

describe('a malformed request', () => {
  it.each([
    ['FOO /events HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'rest_no_route'],
    ['hello\r\n\r\n', 404, 'rest_no_route'],
    ['GET / HTTP/1.1\r\nbad header\r\n\r\n', 400, 'rest_no_request'],
    ['CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'rest_no_route'],
    ['GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400, 'rest_many_hosts'],
  ])('%j gets a response', async (bytes, status, code) => {
    const text = await raw(await openDoor(echo), bytes)
    expect(text.startsWith(`HTTP/1.1 ${status} `), text).toBe(true)
    expect(text).toContain(`"code":"${code}"`)
  })
})

describe('an unexpected error', () => {
  it('is reported to the server but not to the client', async () => {
    const door = await openDoor(async () => {
      throw new Error('secret path /var/lib')
    })
    const answer = await fetch(urlOf(door), { headers: { 'Accept-Language': 'de' } })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({
      code: 'internal_server_error',
      message: 'interner Fehler; das Protokoll des Servers enthält die Einzelheiten',
      data: { status: 500 },
    })
    expect(bugs.map(String)).toEqual(['Error: secret path /var/lib'])
  })

  it('is distinguished from a disk error', async () => {
    const door = await openDoor(async () => {
      throw new CalError('configuration', sameText('the disk that holds /var/lib/secret.db is full'))
    })
    const answer = await fetch(urlOf(door))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'rest_not_stored', message: 'nothing was saved; reading still works' },
    ])
    expect(bugs.map(String)).toEqual(['CalError: the disk that holds /var/lib/secret.db is full'])
  })

  it('is not reported if the client disconnects', async () => {
    let sent: ClientRequest | undefined
    const aborted = new Promise<void>((resolve) => {
      openDoor(({ signal }) => {
        signal?.addEventListener('abort', () => resolve())
        sent?.destroy()
        return new Promise(() => {})
      }).then((door) => {
        sent = request(urlOf(door)).on('error', () => {})
        sent.end()
      })
    })
    await aborted
    expect(bugs).toEqual([])
  })
})

describe('connections', () => {
  const open = ({ port }: Listener): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {})
    })
  const ended = (socket: Socket) =>
    new Promise((resolve) => {
      socket.on('close', resolve).resume()
    })

  it('that are idle longest are closed to make room', async () => {
    const door = await openDoor(echo, { connections_max: 2 })
    const [first, second] = [await open(door), await open(door)]
    const gone = ended(first)
    expect((await fetch(urlOf(door), { headers: { connection: 'close' } })).status).toBe(200)
    await gone
    expect(second.destroyed).toBe(false)
    second.destroy()
  })

  /** Begins a body that never ends, from this address of this machine; resolves when the server waits for it. */
  const slowBody = ({ port }: Listener, localAddress: string): Promise<Socket> =>
    new Promise((resolve) => {
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n'
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(head))
        .on('error', () => {})
        .once('data', () => socket.write('slow', () => resolve(socket)))
    })
  const areOpen = (sockets: readonly Socket[]) => sockets.map((socket) => !socket.destroyed)

  // Other systems know one address of their own.
  it.skipIf(process.platform !== 'linux')(
    'on which one sender sends slow bodies are few, and those of others stay',
    async () => {
      const door = await openDoor(echo, { bodies_max: 2 })
      const other = await slowBody(door, '127.0.0.2')
      const slow: Socket[] = []
      for (let i = 0; i < 5; i += 1) slow.push(await slowBody(door, '127.0.0.3'))
      await eventually(() => expect(areOpen([other, ...slow])).toEqual([true, false, false, false, true, true]))
      const answer = await fetch(urlOf(door), { method: 'POST', body: 'quick' })
      expect(await answer.json()).toMatchObject({ body: 'quick' })
      expect(areOpen([other, ...slow])).toEqual([true, false, false, false, true, true])
      for (const socket of [other, ...slow]) socket.destroy()
    },
  )

  it('that wait for slow bodies are closed to make room, the oldest first', async () => {
    const door = await openDoor(echo, { connections_max: 3 })
    const oldest = await slowBody(door, '127.0.0.1')
    const slow = [oldest, await slowBody(door, '127.0.0.1'), await slowBody(door, '127.0.0.1')]
    const closed = ended(oldest)
    const answer = await fetch(urlOf(door), { method: 'POST', body: 'quick', headers: { connection: 'close' } })
    expect(await answer.json()).toMatchObject({ body: 'quick' })
    await closed
    expect(areOpen(slow)).toEqual([false, true, true])
    for (const socket of slow) socket.destroy()
  })

  it('stay open if all are busy, and a new one is rejected with 503', async () => {
    const { exchange, begun, answer } = heldExchange()
    const door = await openDoor(exchange, { connections_max: 1 })
    const first = fetch(urlOf(door))
    await begun
    expect(await raw(door, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('all 1 connections are busy')
    answer()
    expect((await first).status).toBe(200)
  })
})

describe('a rejected client', () => {
  it('is disconnected even if it does not close the connection', async () => {
    const { exchange, begun, answer } = heldExchange()
    const door = await openDoor(exchange, { connections_max: 1, close_ms_max: 600_000 })
    const first = fetch(urlOf(door), { headers: { connection: 'close' } })
    await begun
    const clinging = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true })
    await new Promise((resolve) => clinging.on('end', resolve).resume())
    answer()
    await first
    await door.close()
    clinging.destroy()
  })
})

describe('closing', () => {
  it('completes requests in progress and closes idle connections', async () => {
    const held = heldExchange()
    const door = await openDoor(held.exchange)
    const idle = connect(door.port, '127.0.0.1')
    await new Promise((resolve) => idle.once('connect', resolve))
    const idleEnded = new Promise((resolve) => idle.on('close', resolve))
    const inFlight = fetch(urlOf(door))
    await held.begun
    const closed = door.close()
    await idleEnded
    held.answer()
    const answer = await inFlight
    expect([await answer.text(), answer.headers.get('connection')]).toEqual(['done', 'close'])
    await closed
    await expect(fetch(urlOf(door))).rejects.toThrow()
  })

  it('does not wait for a response that never ends', async () => {
    const { exchange, begun } = heldExchange()
    const door = await openDoor(exchange, { close_ms_max: 10 })
    const lost = fetch(urlOf(door)).catch(() => 'lost')
    await begun
    await door.close()
    expect(await lost).toBe('lost')
  })

  it('a port in use is reported with the error of the system', async () => {
    const { port } = await openDoor(echo)
    await expect(listen({ host: '127.0.0.1', port, limits, onUnexpectedError: () => {} })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
