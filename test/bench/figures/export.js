// Exporting a calendar to a file, compared with reading the same pages and discarding them.
import { Pool } from 'undici'
import { join } from 'node:path'
import { alternately, plainEnvironment, program, run, serving, timed } from '../harness.js'
import { filled } from './scale.js'
import { get } from './service.js'

const events = 100_000, per_page = 50, rounds = 3

export const exported = {
  name: 'export',
  async measure(folder) {
    const files = await filled(folder, [events])
    return serving(folder, ['--data', files[events]], async (root) => {
      const env = plainEnvironment(folder)
      const seconds = await alternately(rounds, {
        raw: () => rawPages(root),
        cal: async () => (await timed(() => run(process.execPath, [program, 'export', 'events', '--to', join(folder, 'events.ndjson'), '--api-root', root], { env }))) / 1000,
      })
      const scale = `${Math.round(events / seconds.cal)} rows/s; raw ${Math.round(events / seconds.raw)}`
      return [{ name: 'cal export of 100,000 events over HTTP ÷ the same pages read raw', ratio: seconds.raw / seconds.cal, scale }]
    })
  },
}

/** Seconds for all pages that an export requests, two in flight: enough to keep the service busy. */
async function rawPages(root) {
  const { origin, pathname } = new URL(root)
  const pool = new Pool(origin, { connections: 2, pipelining: 1 })
  const window = 'start_date=1000-01-01%2000:00:00&end_date=9999-12-31%2023:59:59&status=publish,future,draft,pending,private'
  const page = (number) => `${pathname}/events?per_page=${per_page}&page=${number}&${window}`
  const { total_pages } = JSON.parse(await get(pool, page(1)))
  const pages = Array.from({ length: total_pages }, (_, i) => page(i + 1)).values()
  const worker = async () => { for (const one of pages) await get(pool, one) }
  const ms = await timed(() => Promise.all([worker(), worker()]))
  await pool.close()
  return ms / 1000
}
