// Several processes over one PostgreSQL database, under load and while processes are killed. Short runs leave out what
// test/unit/server/storage/postgres/postgres-engine.test.ts shows in one process, and test/property/resume.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, startServer, writeInParallel, type WriteResults } from '../support/parallel-writers.ts'
import { is_nightly } from '../support/extent.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { homeWith } from '../support/program.ts'
import { cuttableProxy, roundRobin } from '../support/round-robin.ts'

/** Set CAL_TRIAL_ROUNDS=50 and CAL_TRIAL_SECONDS=60 for longer trials. */
const rounds = Number(process.env.CAL_TRIAL_ROUNDS ?? 1)
const load_s = Number(process.env.CAL_TRIAL_SECONDS ?? 1)
const limit_ms = 240_000 + rounds * 20_000 + load_s * 3_000
const clients = is_nightly ? 32 : 8
const processes = is_nightly ? 4 : 2

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres('-c', 'max_connections=200')
})
afterAll(() => server.stop())

async function query(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const count = async (from: string) => Number((await query(`SELECT count(*) AS n FROM ${from}`))[0]?.n)
const addressOf = (schema: string) => `${server.url}?schema=${schema}`

describe('processes at the same time', () => {
  it('that create events of the same titles, terms and venues: nothing twice, nothing lost, nothing refused', {
    timeout: limit_ms,
  }, async () => {
    const servers = await Promise.all(Array.from({ length: processes }, () => startServer(addressOf('crowd'))))
    const end = Date.now() + load_s * 1_000
    const answers = new Map<string, number>()
    const stored: { readonly id: number; readonly slug: string }[] = []
    const client = async (n: number) => {
      const { api_root } = servers[n % servers.length] ?? { api_root: '' }
      for (let i = 0; Date.now() < end; i += 1) {
        const { status, body } = await create(api_root, `Party ${i % 3}`, {
          venue: { venue: `Hall ${i % 5}` },
          organizer: { organizer: `People ${i % 2}` },
          tags: [`Tag ${i % 40}`, 'All'],
          categories: [`Group ${i % 30}`],
        })
        const answer = status === 201 ? 'created' : `${status} ${body.code}`
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        if (status === 201) stored.push({ ...body, slug: '' })
      }
    }
    await Promise.all(Array.from({ length: processes * clients }, (_, n) => client(n)))
    for (const one of servers) await one.end('SIGTERM')
    expect([...answers.keys()]).toEqual(['created'])
    const ids = new Set((await query('SELECT id FROM crowd.event')).map(({ id }) => Number(id)))
    expect(ids.size).toBe(stored.length)
    expect(stored.filter(({ id }) => !ids.has(id))).toEqual([])
    for (const kind of ['event', 'venue', 'organizer'])
      expect([
        kind,
        await count(`(SELECT slug FROM crowd.${kind} GROUP BY slug HAVING count(*) > 1) AS twice`),
      ]).toEqual([kind, 0])
    expect(await count('(SELECT 1 FROM crowd.term GROUP BY taxonomy, name HAVING count(*) > 1) AS twice')).toBe(0)
    const wrong = `SELECT t.name FROM crowd.term t WHERE
      (SELECT coalesce(sum(n), 0) FROM crowd.term_use u WHERE u.term = t.id) <>
      (SELECT count(*) FROM crowd.event e WHERE t.id = ANY(e.tags || e.categories))`
    expect(await query(wrong)).toEqual([])
    const [{ n } = {}] = await query("SELECT count(*) AS n FROM crowd.event WHERE NOT slug ~ '^party-[012](-[0-9]+)?$'")
    expect(Number(n)).toBe(0)
  })

  it('publish scheduled events once', async () => {
    const servers = await Promise.all(Array.from({ length: 2 }, () => startServer(addressOf('scheduled'))))
    const [first] = servers
    for (let i = 0; i < 20; i += 1) {
      const { status } = await create(first?.api_root ?? '', `Later ${i}`, { tags: ['Soon'] })
      expect(status).toBe(201)
    }
    await query(`SET search_path = scheduled, public; UPDATE event SET status = 'future', listing_bucket = 'future',
      date_utc = to_char(now() AT TIME ZONE 'UTC' + interval '1 second', 'YYYY-MM-DD HH24:MI:SS')`)
    const published = "scheduled.event WHERE status = 'publish'"
    expect(await count(published)).toBe(0)
    const used = "scheduled.term_use JOIN scheduled.term ON term = id WHERE name = 'Soon'"
    while ((await count(published)) < 20) {
      await Promise.all(servers.flatMap(({ api_root }) => [1, 2, 3].map(() => fetch(`${api_root}/events?per_page=1`))))
      await sleep(100)
    }
    for (const one of servers) await one.end('SIGTERM')
    expect(await count(published)).toBe(20)
    const [{ n } = {}] = await query(`SELECT sum(n) AS n FROM ${used}`)
    expect(Number(n)).toBe(20)
  })
})

const noResults = (): WriteResults => ({ created: new Map(), refused: new Set() })

/** Events that were answered with 201 and are missing, or there with another id, and those there twice. */
async function lostIn(schema: string, { created }: WriteResults) {
  const rows = await query(`SELECT id, title FROM ${schema}.event`)
  const ids = new Map(rows.map(({ id, title }) => [String(title), Number(id)]))
  return {
    lost: [...created].filter(([title, id]) => ids.get(title) !== id),
    doubled: rows.length - ids.size,
  }
}

describe('a process that is killed', () => {
  it(`loses nothing that it has answered, in ${rounds} rounds, and the other process continues`, {
    timeout: limit_ms,
  }, async () => {
    const results = noResults()
    const lasting = await startServer(addressOf('killed'))
    for (let round = 0; round < rounds; round += 1) {
      const killed = await startServer(addressOf('killed'))
      const isDone = { value: false }
      const write = (name: string, api_root: string) =>
        writeInParallel(clients / 2, { api_root, name: `${name} ${round}`, results, enough: () => isDone.value })
      const [dying, staying] = [write('dying', killed.api_root), write('staying', lasting.api_root)]
      const before = results.created.size
      while (results.created.size < before + 30) await sleep(5)
      await sleep((round * 37) % 100)
      await killed.end('SIGKILL')
      await dying
      const afterwards = results.created.size
      while (results.created.size < afterwards + 10) await sleep(5)
      isDone.value = true
      await staying
    }
    expect([...results.refused]).toEqual([])
    expect(await lostIn('killed', results)).toEqual({ lost: [], doubled: 0 })
    await lasting.end('SIGTERM')
  })
})

/** Ends when a write is answered with 201. */
async function recovered(api_root: string, title: string): Promise<void> {
  for (let i = 0; (await create(api_root, `${title} ${i}`)).status !== 201; i += 1) await sleep(50)
}

describe.runIf(is_nightly)('a database server that is killed, in the nightly run', () => {
  it(`loses nothing that was answered, in ${rounds} rounds, and is used again`, {
    timeout: limit_ms,
  }, async () => {
    const results = noResults()
    const { api_root, end } = await startServer(addressOf('crashed'))
    for (let round = 0; round < rounds; round += 1) {
      const isDone = { value: false }
      const writing = writeInParallel(clients, {
        api_root,
        name: `crash ${round}`,
        results,
        enough: () => isDone.value,
      })
      const before = results.created.size
      while (results.created.size < before + 30) await sleep(5)
      await sleep((round * 37) % 100)
      await server.kill()
      const refused = await fetch(`${api_root}/events?per_page=1`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      await server.start()
      await recovered(api_root, `again ${round}`)
      isDone.value = true
      await writing
    }
    expect(await lostIn('crashed', results)).toEqual({ lost: [], doubled: 0 })
    await end('SIGTERM')
  })

  it('answers 503 with Retry-After while connections are cut, and a cancelled statement does not end the others', {
    timeout: limit_ms,
  }, async () => {
    const { hostname, port } = new URL(server.url)
    const proxy = await cuttableProxy(hostname, Number(port))
    const results = noResults()
    const { api_root, end } = await startServer(addressOf('cut').replace(`:${port}/`, `:${proxy.port}/`))
    const isDone = { value: false }
    const writing = writeInParallel(8, { api_root, name: 'cut', results, enough: () => isDone.value })
    for (let i = 0; i < 3 + rounds || results.refused.size === 0; i += 1) {
      await sleep(60 + ((i * 37) % 100))
      proxy.cut()
    }
    await recovered(api_root, 'after the cuts')
    isDone.value = true
    await writing
    expect(await lostIn('cut', results)).toEqual({ lost: [], doubled: 0 })
    const holder = new pg.Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE cut.event IN SHARE MODE')
    const waiting = create(api_root, 'Cancelled')
    const stuck =
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'"
    while ((await query(stuck)).length === 0) await sleep(20)
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'rest_database_unavailable' } })
    await holder.query('ROLLBACK')
    await holder.end()
    expect((await create(api_root, 'Cancelled')).status).toBe(201)
    expect(await count("cut.event WHERE title = 'Cancelled'")).toBe(1)
    await end('SIGTERM')
    proxy.close()
  })
})

describe.runIf(is_nightly)('an importer, in the nightly run', () => {
  it('that writes to two processes in turn, one of which is killed, stores every record once', {
    timeout: limit_ms,
  }, async () => {
    const servers = await Promise.all([1, 2].map(() => startServer(addressOf('imported'))))
    const proxy = await roundRobin(servers.map(({ api_root }) => api_root))
    const home = homeWith({ CAL_API_ROOT: proxy.api_root }, limit_ms)
    const rows = Array.from({ length: 150 }, (_, i) => `Row ${i},2027-03-01 19:00,2027-03-01 22:00,Hall ${i % 7}`)
    writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date,venue\n${rows.join('\n')}\n`)
    const importing = home.cal(['import', 'rows.csv', '--create-missing', '--yes'])
    while ((await count('imported.event')) < 50) await sleep(5)
    await servers[0]?.end('SIGKILL')
    const first = await importing
    // Requests that were lost with the process are looked up, and sent again if they were not stored.
    const resumed = first.code === 0 ? first : await home.cal(['import', '--resume', '--yes'])
    expect(resumed).toMatchObject({ code: 0 })
    const titles = (await query('SELECT title FROM imported.event')).map(({ title }) => String(title))
    expect(titles.toSorted()).toEqual(Array.from({ length: 150 }, (_, i) => `Row ${i}`).toSorted())
    expect(await count('imported.venue')).toBe(7)
    await servers[1]?.end('SIGTERM')
    proxy.close()
  })
})
