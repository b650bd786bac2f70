// Random requests from a seed all get a response, never a 500 or the 503 of one that took too long, and the service
// still runs. FUZZ_REQUESTS sets their number; memory does not grow over many.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startServer, type TestServer } from '../../src/testing.ts'
import { type AnyRequest, anyRequests } from '../support/any-request.ts'

const count = Number(process.env.FUZZ_REQUESTS ?? 800)
const seed = Number(process.env.CAL_SEED ?? 1)
const reset_every = 5_000
const at_once = 8

type Outcome = number | string

function send({ apiRoot }: TestServer, agent: Agent, { method, path, headers, body }: AnyRequest): Promise<Outcome> {
  const { hostname, port } = new URL(apiRoot)
  return new Promise((resolve) => {
    const call = request(
      {
        hostname,
        port,
        agent,
        method,
        path,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        answer
          .on('end', () => resolve(answer.statusCode ?? 0))
          .on('error', (error) => resolve(error.message))
          .resume()
      },
    )
    call.on('error', (error) => resolve(error.message))
    call.end(body)
  })
}

/** Malformed requests get a response or a closed connection. */
function sendBytes({ apiRoot }: TestServer, bytes: Uint8Array): Promise<void> {
  const { hostname, port } = new URL(apiRoot)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    socket
      .on('close', () => resolve())
      .on('error', () => {})
      .resume()
  })
}

it(`answers ${count} requests from seed ${seed}`, { timeout: 120_000 + count * 100 }, async () => {
  const server = await startServer({
    users: [
      { login: 'admin', password: 'secret', role: 'administrator' },
      { login: 'author', password: 'secret', role: 'author' },
    ],
    premium: { geofence_km: 25 },
  })
  onTestFinished(() => server.stop())
  const agent = new Agent({ keepAlive: true, maxSockets: at_once })
  onTestFinished(() => agent.destroy())
  const requests = anyRequests(seed)
  const bad: unknown[] = []
  const statuses = new Map<number | string, number>()
  const resident: number[] = []
  let sent = 0
  const work = async () => {
    while (sent < count && bad.length < 5) {
      sent += 1
      if (sent % reset_every === 0) {
        await server.reset()
        resident.push(process.memoryUsage.rss())
      }
      if (sent % 100 === 0)
        await sendBytes(
          server,
          Uint8Array.from({ length: 50 }, (_, i) => (sent * 31 + i * i * 7) % 256),
        )
      const one = requests.next().value as AnyRequest
      const status = await send(server, agent, one)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (typeof status === 'string' || status === 500 || status === 503) bad.push({ status, ...one })
    }
  }
  await Promise.all(Array.from({ length: at_once }, work))
  expect(bad).toEqual([])
  expect((await server.fetch('/events')).status).toBe(200)
  // The last resets must not need more memory than the first ones.
  const half = Math.floor(resident.length / 2)
  if (half >= 2) expect(Math.max(...resident.slice(half))).toBeLessThan(Math.max(...resident.slice(0, half)) * 1.5)
  expect(statuses.get(201) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(count / 50)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 10)
})
