// Three processes over a primary with a synchronous standby: the primary is killed and the standby promoted, under
// load.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { create, startServer } from '../support/parallel-writers.ts'
import { startWithStandby } from '../support/postgres-server.ts'
import { cuttableProxy } from '../support/round-robin.ts'

/** `npm run nightly -- standby` sets it. */
const rounds = Number(process.env.CAL_STANDBY_ROUNDS ?? 0)
const writers = 32

it.skipIf(rounds === 0).each(Array.from({ length: Math.max(rounds, 1) }, (_, i) => i + 1))(
  'loses no confirmed write when the standby takes over, round %i',
  async (round) => {
    const { primary, standby } = await startWithStandby({ synchronous: true })
    onTestFinished(() => primary.stop())
    const ports = [primary, standby].map(({ url }) => Number(new URL(url).port))
    const [first_port = 0, second_port = 0] = ports
    // What a virtual address does: it always leads to the primary.
    const address = await cuttableProxy('127.0.0.1', first_port)
    onTestFinished(() => address.close())
    const url = primary.url.replace(`:${first_port}/`, `:${address.port}/`)
    const servers = await Promise.all([1, 2, 3].map(() => startServer(url)))
    const confirmed = new Map<string, number>()
    const statuses = new Set<number>()
    let isDone = false
    const write = async (writer: number) => {
      const { api_root } = servers[writer % servers.length] ?? { api_root: '' }
      for (let i = 0; !isDone; i += 1) {
        const title = `Event ${writer}-${i}`
        const { status, body } = await create(api_root, title)
        statuses.add(status)
        if (status === 201) confirmed.set(title, body.id)
        else await sleep(50)
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    while (confirmed.size < 100) await sleep(5)
    await sleep((round * 37) % 200)
    await primary.kill()
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query('SELECT pg_promote()')
    address.leadTo(second_port)
    address.cut()
    const before = confirmed.size
    while (confirmed.size < before + 50) await sleep(5)
    isDone = true
    await writing
    const { rows } = await client.query('SELECT id, title FROM calendar.event')
    await client.end()
    const stored = new Map(rows.map(({ id, title }) => [String(title), Number(id)]))
    expect([...confirmed].filter(([title, id]) => stored.get(title) !== id)).toEqual([])
    expect(stored.size).toBe(rows.length)
    expect([...statuses].toSorted()).toEqual([201, 503])
    for (const server of servers) await server.end('SIGTERM')
  },
)
