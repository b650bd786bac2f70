// The same work on a small and on a large calendar: what grows with the file.
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { Pool } from 'undici'
import { alternately, plainEnvironment, project, rate, run, sampleEvent, serving, timed } from '../harness.js'
import { get, post } from './service.js'

const small = 1_000, middle = 100_000, large = 1_000_000
const slice_ms = 1000, rounds = 5

/** Page 1 and a search with 1,000 and with 100,000 events: cost of one after the other, from one client. */
export const growth = {
  name: 'growth',
  measure: async (folder) => {
    const files = await filled(folder, [small, middle])
    return serving(folder, ['--data', files[small]], (one) => serving(folder, ['--data', files[middle]], async (many) => {
      const asks = { list: 'events', filter: 'events?categories=2&venue=10', search: 'events?search=opera', rare: 'events?search=zeppelin' }
      const rows = []
      for (const [name, path] of Object.entries(asks)) {
        const rates = await compared(one, many, (pool, root, turn) => get(pool, freshly(root, path, turn)))
        rows.push({ name: `${name}: cost with 100,000 events ÷ with 1,000`, goal: 3, most: true, ratio: rates.one / rates.many, scale: `${Math.round(rates.many)}/s` })
      }
      return rows
    }))
  },
}

/** A million events beside a thousand. */
export const million = {
  name: 'million',
  measure: async (folder) => {
    const files = await filled(folder, [small, large])
    const starts = await alternately(7, {
      one: () => timed(() => serving(folder, ['--data', files[small]], async () => {})),
      many: () => timed(() => serving(folder, ['--data', files[large]], async () => {})),
    })
    const rows = await serving(folder, ['--data', files[small]], (one) => serving(folder, ['--data', files[large]], async (many) => {
      let made = 0
      const list = await compared(one, many, (pool, root, turn) => get(pool, freshly(root, 'events', turn)))
      const create = await compared(one, many, (pool, root) => post(pool, `${new URL(root).pathname}/events`, sampleEvent(made++)))
      return [
        { name: 'list at 1,000,000 events ÷ at 1,000', goal: 0.85, most: false, ratio: list.many / list.one, scale: `${Math.round(list.many)}/s` },
        { name: 'create at 1,000,000 events ÷ at 1,000', goal: 0.75, most: false, ratio: create.many / create.one, scale: `${Math.round(create.many)}/s` },
      ]
    }))
    return [...rows, { name: 'cal serve ready, 1,000,000 events ÷ 1,000', goal: 1.5, most: true, ratio: starts.many / starts.one, scale: `${Math.round(starts.many)} ms` }]
  },
}

/** An address that no answer is kept for: every turn asks for another page size or day. */
function freshly(root, path, turn) {
  const { pathname } = new URL(root)
  const day = new Date(Date.UTC(2026, 0, 1) + (turn % 700) * 86_400_000).toISOString().slice(0, 10)
  return `${pathname}/${path}${path.includes('?') ? '&' : '?'}start_date=${day}`
}

async function compared(one, many, ask) {
  const pools = [one, many].map((root) => new Pool(new URL(root).origin, { connections: 8 }))
  const rates = await alternately(rounds, {
    one: () => rate(8, slice_ms, (client, turn) => ask(pools[0], one, client * 97 + turn)),
    many: () => rate(8, slice_ms, (client, turn) => ask(pools[1], many, client * 97 + turn)),
  })
  await Promise.all(pools.map((pool) => pool.close()))
  return rates
}

/** Calendar files of these sizes, made by the store itself. */
export async function filled(folder, sizes) {
  const maker = join(project, 'node_modules/.cache/cal-bench/fill-file.mjs')
  const bundle = await rolldown({ input: join(project, 'test/bench/fill-file.ts'), platform: 'node', external: ['better-sqlite3'] })
  await bundle.write({ file: maker, format: 'esm' })
  const files = {}
  for (const size of sizes) {
    files[size] = join(folder, `${size}.db`)
    await run(process.execPath, [maker, files[size], String(size)], { env: plainEnvironment(folder) })
  }
  return files
}
