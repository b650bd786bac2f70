// Requests per second of the service, compared with a minimal server that sends the same bytes.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { alternately, answering, median, plainEnvironment, project, sampleEvent, serving, settled, timed } from '../harness.js'
import { rateOf, requestOf } from '../wire.js'

const crowd = { clients: 32, ms: 1500 }, alone = { clients: 1, ms: 1500 }, rounds = 5
/** More events than any contender can write in one slice. */
const prepared = 30_000
const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite')

export const service = {
  name: 'service',
  measure: (folder) => serving(folder, ['--data', join(folder, 'service.db')], async (root, child) => {
    let made = 0
    const creates = (count) => Array.from({ length: count }, () => requestOf('POST', new URL(`${root}/events`), sampleEvent(made++)))
    const some = creates(prepared)
    await rateOf(root, crowd, () => some.pop())
    const list = new URL(`${root}/events?start_date=2027-01-01`), get = requestOf('GET', list)
    const whole = { create_many: [], create_one: [] }
    const creating = (name, who) => async () => {
      const requests = creates(prepared)
      let rate = 0
      const ms = await timed(async () => { rate = await rateOf(root, who, () => requests.pop()); await settled(child) })
      whole[name].push((prepared - requests.length) / (ms / 1000))
      return rate
    }
    const medians = await withBare(folder, list, (bare) => alternately(rounds, {
      bare: () => rateOf(bare.address, crowd, () => bare.get),
      unchanged: () => rateOf(root, crowd, () => get),
      changing: async () => {
        const requests = creates(prepared / 10)
        const rate = await rateOf(root, crowd, (client, turn) => (client === 0 && turn % 8 === 0 ? requests.pop() : get))
        await settled(child)
        return rate
      },
      raw: rawInserts(join(folder, 'raw.db')),
      create_many: creating('create_many', crowd),
      create_one: creating('create_one', alone),
    }))
    const row = (name, key, base) => {
      const also = whole[key] ? `; until the search index is up to date ${Math.round(median(whole[key]))}/s` : ''
      return { name, ratio: medians[key] / medians[base], scale: `${Math.round(medians[key])}/s; ${base} ${Math.round(medians[base])}/s${also}` }
    }
    return [
      row('list of ten, 32 clients, store unchanged ÷ bare node:http, same bytes', 'unchanged', 'bare'),
      row('list of ten, 32 clients, store changing ÷ bare node:http, same bytes', 'changing', 'bare'),
      row('create, durable, 32 clients ÷ raw SQLite insert, one transaction each, FULL', 'create_many', 'raw'),
      row('create, durable, one client ÷ the same', 'create_one', 'raw'),
    ]
  }),
}

/** A minimal server in a separate process: sends the same bytes from memory. */
export async function withBare(folder, list, work) {
  const body = join(folder, 'list.json')
  writeFileSync(body, await (await fetch(list)).text())
  return answering([join(project, 'test/bench/bare-server.js'), body], plainEnvironment(folder), (address) => work({ address, get: requestOf('GET', new URL(address)) }))
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

/** Slug check, 25 columns and 3 links in one transaction each: the cost of an event in SQLite alone. */
function rawInserts(file) {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const columns = Array.from({ length: 25 }, (_, i) => `c${i}`)
  db.exec(`CREATE TABLE event (id INTEGER PRIMARY KEY, slug TEXT UNIQUE, ${columns.join(', ')}); CREATE TABLE link (event, kind, target, PRIMARY KEY (event, kind, target)) WITHOUT ROWID`)
  const taken = db.prepare('SELECT 1 FROM event WHERE slug = ?')
  const insert = db.prepare(`INSERT INTO event (slug, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`)
  const link = db.prepare('INSERT INTO link VALUES (?, ?, ?)')
  let n = 0
  const [begin, commit] = ['BEGIN', 'COMMIT'].map((sql) => db.prepare(sql))
  const one = () => {
    begin.run()
    const { slug, description } = sampleEvent(n++)
    taken.get(slug)
    const { lastInsertRowid } = insert.run(slug, description, ...columns.slice(1).map((_, i) => `value ${i}`))
    for (let kind = 0; kind < 3; kind++) link.run(lastInsertRowid, kind, 1)
    commit.run()
  }
  return () => {
    const start = performance.now()
    let count = 0
    for (; performance.now() - start < alone.ms; count++) one()
    return count / ((performance.now() - start) / 1000)
  }
}
