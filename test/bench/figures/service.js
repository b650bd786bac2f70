// What the service does in a second, beside the least that could be done with the same bytes.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Pool } from 'undici'
import { alternately, rate, sampleEvent, serving } from '../harness.js'

const clients = 32, slice_ms = 1500, rounds = 5
const Database = createRequire(import.meta.url)('better-sqlite3')

export const service = {
  name: 'service',
  measure: (folder) => serving(folder, ['--data', join(folder, 'service.db')], async (root) => {
    const { origin, pathname } = new URL(root)
    const pool = new Pool(origin, { connections: clients, pipelining: 1 })
    let made = 0
    const create = () => post(pool, `${pathname}/events`, sampleEvent(made++))
    while (made < 1000) await create()
    const path = `${pathname}/events?start_date=2027-01-01`
    const body = await get(pool, path)
    const bare = await bareServer(body)
    const raw = rawInserts(join(folder, 'raw.db'))
    const medians = await alternately(rounds, {
      bare: () => rate(clients, slice_ms, () => get(bare.pool, '/')),
      unchanged: () => rate(clients, slice_ms, () => get(pool, path)),
      changing: () => rate(clients, slice_ms, (client, turn) => (client === 0 && turn % 8 === 0 ? create() : get(pool, path))),
      raw: async () => raw(slice_ms),
      create_many: () => rate(clients, slice_ms, create),
      create_one: () => rate(1, slice_ms, create),
    })
    await Promise.all([pool.close(), bare.close()])
    const row = (name, goal, key, base) => ({ name, goal, most: false, ratio: medians[key] / medians[base], scale: `${Math.round(medians[key])}/s` })
    return [
      row('list of ten, 32 clients, store unchanged ÷ bare node:http, same bytes', 0.75, 'unchanged', 'bare'),
      row('list of ten, 32 clients, store changing ÷ bare node:http, same bytes', 0.25, 'changing', 'bare'),
      row('create, durable, 32 clients ÷ raw SQLite insert, one transaction each, FULL', 3, 'create_many', 'raw'),
      row('create, durable, one client ÷ the same', 0.45, 'create_one', 'raw'),
    ]
  }),
}

export async function get(pool, path) {
  const { statusCode, body } = await pool.request({ method: 'GET', path })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}: ${text.slice(0, 300)}`)
  return text
}

export async function post(pool, path, record) {
  const { statusCode, body } = await pool.request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(record) })
  const text = await body.text()
  if (statusCode !== 201) throw new Error(`POST ${path} answered ${statusCode}: ${text.slice(0, 300)}`)
  return text
}

/** The least a server can do: the same bytes from memory. */
async function bareServer(body) {
  const bytes = Buffer.from(body)
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length }).end(bytes))
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const pool = new Pool(`http://127.0.0.1:${server.address().port}`, { connections: clients, pipelining: 1 })
  return { pool, close: async () => { await pool.close(); server.close() } }
}

/** Slug check, 25 columns and 3 links in a transaction of its own: what one event costs SQLite itself. */
function rawInserts(file) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const columns = Array.from({ length: 25 }, (_, i) => `c${i}`)
  db.exec(`CREATE TABLE event (id INTEGER PRIMARY KEY, slug TEXT UNIQUE, ${columns.join(', ')}); CREATE TABLE link (event, kind, target, PRIMARY KEY (event, kind, target)) WITHOUT ROWID`)
  const taken = db.prepare('SELECT 1 FROM event WHERE slug = ?')
  const insert = db.prepare(`INSERT INTO event (slug, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`)
  const link = db.prepare('INSERT INTO link VALUES (?, ?, ?)')
  let n = 0
  const one = db.transaction(() => {
    const { slug, description } = sampleEvent(n++)
    taken.get(slug)
    const { lastInsertRowid } = insert.run(slug, description, ...columns.slice(1).map((_, i) => `value ${i}`))
    for (let kind = 0; kind < 3; kind++) link.run(lastInsertRowid, kind, 1)
  })
  return (ms) => {
    const start = performance.now()
    let count = 0
    for (; performance.now() - start < ms; count++) one()
    return count / ((performance.now() - start) / 1000)
  }
}
