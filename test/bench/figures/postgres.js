// The service over PostgreSQL, compared with its driver alone, with SQLite, and with a minimal server.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { alternately, median, plainEnvironment, program, run, sampleEvent, serving, settled, timed } from '../harness.js'
import { poolFor, withPostgres } from '../postgres-server.js'
import { openWire, rateOf, requestOf } from '../wire.js'
import { withBare } from './service.js'

const crowd = { clients: 32, ms: 1500 }, rounds = 5
const prepared = 30_000

/** Creates and lists; client, server and database share the cores. */
export const postgres = {
  name: 'postgres',
  measure: (folder) => withPostgres(join(folder, 'postgres'), (database) =>
    serving(folder, ['--data', database.addressOf('postgres', 'one')], (root, child) =>
      serving(folder, ['--data', join(folder, 'sqlite.db')], async (other, second) => {
        let made = 0
        const creates = (api_root, count) => Array.from({ length: count }, () => requestOf('POST', new URL(`${api_root}/events`), sampleEvent(made++)))
        for (const api_root of [root, other]) {
          const some = creates(api_root, 2_000)
          await rateOf(api_root, { clients: 32, ms: 1000 }, () => some.pop() ?? requestOf('GET', new URL(`${api_root}/events?per_page=1`)))
        }
        const listOf = (api_root) => new URL(`${api_root}/events?start_date=2027-01-01`)
        const changing = (api_root, process) => async () => {
          const requests = creates(api_root, prepared / 10)
          const get = requestOf('GET', listOf(api_root))
          const rate = await rateOf(api_root, crowd, (client, turn) => (client === 0 && turn % 8 === 0 ? requests.pop() : get))
          await settled(process)
          return rate
        }
        const medians = await withBare(folder, listOf(root), (bare) => withRaw(database.socket_url, (raw) => alternately(rounds, {
          bare: () => rateOf(bare.address, crowd, () => bare.get),
          unchanged: () => rateOf(root, crowd, () => requestOf('GET', listOf(root))),
          changing: changing(root, child),
          changing_sqlite: changing(other, second),
          raw,
          create: async () => {
            const requests = creates(root, prepared)
            return rateOf(root, crowd, () => requests.pop())
          },
          update: async () => {
            const events = await (await fetch(`${root}/events?per_page=50&start_date=2027-01-01`)).json()
            const urls = events.events.slice(0, crowd.clients).map(({ id }) => new URL(`${root}/events/${id}`))
            return rateOf(root, crowd, (client, turn) => requestOf('POST', urls[client % urls.length], { title: `Update ${turn}` }))
          },
        })))
        const row = (name, key, base) =>
          ({ name, ratio: medians[key] / medians[base], scale: `${Math.round(medians[key])}/s; ${base} ${Math.round(medians[base])}/s` })
        const shared = await ratesOfProcesses(folder, database.addressOf('postgres', 'one'), root, creates)
        const statements = await statementsOfList(database.socket_url, root)
        const imports = await importRates(folder, database.addressOf('postgres', 'imported'))
        return [
          row('postgres: create, durable, 32 clients ÷ raw single-row insert, same driver and pool', 'create', 'raw'),
          row('postgres: updates of different events, 32 clients ÷ creates', 'update', 'create'),
          row('postgres: list of ten, calendar changing ÷ SQLite', 'changing', 'changing_sqlite'),
          { name: 'postgres: statements for a list of ten with venues, organizers and terms', ratio: statements, scale: 'BEGIN, LOCK, COMMIT and reads of the generation included' },
          { name: 'postgres: import of rows ÷ SQLite', ratio: imports.postgres / imports.sqlite, scale: `${import_rows} rows: ${Math.round(imports.postgres)}/s; SQLite ${Math.round(imports.sqlite)}/s` },
          row('postgres: list of ten, calendar unchanged ÷ bare node:http, same bytes', 'unchanged', 'bare'),
          { name: 'postgres: create, two processes ÷ one', ratio: shared.two / shared.one, scale: `${availableParallelism()} cores for all of it: ${Math.round(shared.two)}/s; one ${Math.round(shared.one)}/s` },
        ]
      }),
    )),
}

/** Creates of the same number of clients at the process of `root` alone, and at this one and a second one. */
function ratesOfProcesses(folder, address, root, creates) {
  return serving(folder, ['--data', address], (second) => {
    const rateAt = async (roots) => {
      const rates = await Promise.all(roots.map((api_root) => {
        const requests = creates(api_root, prepared / roots.length)
        return rateOf(api_root, { ...crowd, clients: crowd.clients / roots.length }, () => requests.pop())
      }))
      return rates.reduce((sum, rate) => sum + rate)
    }
    return alternately(rounds, { one: () => rateAt([root]), two: () => rateAt([root, second]) })
  })
}

/** What the server counts for one list after a write; the check of users after a write is not part of it. */
async function statementsOfList(url, root) {
  const pool = poolFor(url, 1)
  try {
    const { hostname, port } = new URL(root)
    const wire = await openWire(hostname, Number(port))
    const linked = { venue: [{ venue: 'Hall' }], organizer: [{ organizer: 'People' }], categories: ['Music'], tags: ['Jazz'] }
    await wire.send(requestOf('POST', new URL(`${root}/events`), { ...sampleEvent(9_000_000), ...linked, start_date: '2027-01-01 03:00:00', end_date: '2027-01-01 04:00:00' }))
    const { events } = await (await fetch(`${root}/events?start_date=2027-01-01`)).json()
    if (events[0]?.venue?.venue !== 'Hall') throw new Error('the list does not begin with the event that has links')
    await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    const counts = []
    for (let turn = 0; turn < 20; turn++) {
      // A second list of the same generation: users are known by then.
      await wire.send(requestOf('GET', new URL(`${root}/events?start_date=2027-01-01&asked=${turn}`)))
      await pool.query('SELECT pg_stat_statements_reset()')
      await wire.send(requestOf('GET', new URL(`${root}/events?start_date=2027-01-01&asked=other-${turn}`)))
      const { rows } = await pool.query("SELECT sum(calls)::int AS n FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'")
      counts.push(rows[0].n)
    }
    wire.close()
    return median(counts)
  } finally {
    await pool.end()
  }
}

/** Set CAL_BENCH_ROWS=100000 for a large import. */
const import_rows = Number(process.env.CAL_BENCH_ROWS ?? 2_000)

/** Rows per second of `cal import` into a new calendar of each engine, without a service in between. */
async function importRates(folder, address) {
  const file = join(folder, 'rows.ndjson')
  writeFileSync(file, Array.from({ length: import_rows }, (_, n) => JSON.stringify(sampleEvent(n))).join('\n'))
  const imported = async (root) => {
    const args = ['import', file, '--api-root', root, '--yes']
    const ms = await timed(() => run(process.execPath, [program, ...args], { env: plainEnvironment(folder) }))
    return import_rows / (ms / 1000)
  }
  const empty = join(folder, 'imported.db')
  await serving(folder, ['--data', empty], async () => {})
  await serving(folder, ['--data', address], async () => {})
  return { sqlite: await imported(`file:${empty}`), postgres: await imported(address) }
}

/** Rows per second of 32 clients that insert one row each in a transaction of its own, on the connections of one pool. */
async function withRaw(url, work) {
  const pool = poolFor(url, 16)
  const columns = Array.from({ length: 25 }, (_, i) => `c${i}`)
  await pool.query(`CREATE TABLE raw (id bigserial PRIMARY KEY, slug text UNIQUE, ${columns.map((name) => `${name} text`).join(', ')})`)
  const text = `INSERT INTO raw (slug, ${columns.join(', ')}) VALUES (${['slug', ...columns].map((_, i) => `$${i + 1}`).join(', ')})`
  let n = 0
  try {
    return await work(async () => {
      const start = performance.now()
      let count = 0
      await Promise.all(Array.from({ length: crowd.clients }, async () => {
        for (; performance.now() - start < crowd.ms; count++) {
          const { slug, description } = sampleEvent(n++)
          await pool.query({ name: 'raw', text, values: [slug, description, ...columns.slice(1).map((_, i) => `value ${i}`)] })
        }
      }))
      return count / ((performance.now() - start) / 1000)
    })
  } finally {
    await pool.end()
  }
}
