// Bulk writes, compared with the client's raw request rate and with a shell loop of curl.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { alternately, countOf, inFolder, plainEnvironment, program, run, sampleEvent, serving, timed } from '../harness.js'
import { post } from './service.js'

const rows_max = 10_000, curl_rows_max = 1_000, rounds = 3, concurrency = 32

export const bulk = {
  name: 'bulk',
  async measure() {
    const [rows, curl_rows] = [countOf(rows_max), countOf(curl_rows_max)]
    const medians = await alternately(rounds, {
      raw: () => intoEmpty(rows, ({ root, events }) => rawLoop(root, events)),
      cal: () => intoEmpty(rows, ({ root, events, folder, env }) => {
        const { file } = preparedFile(folder, events)
        return () => run(process.execPath, [program, 'import', file, '--yes', '--api-root', root, '--concurrency', String(concurrency), '--progress', 'none'], { env })
      }),
      file: () => inFolder((folder) => {
        const { file, env } = preparedFile(folder, Array.from({ length: rows }, (_, n) => sampleEvent(n)))
        return rateOf(rows, () => run(process.execPath, [program, 'import', file, '--yes', '--api-root', `file:${join(folder, 'bulk.db')}`, '--progress', 'none'], { env }))
      }),
      curl: () => intoEmpty(curl_rows, ({ root, events, folder, env }) => {
        for (const [i, event] of events.entries()) writeFileSync(join(folder, `${i}.json`), JSON.stringify(event))
        const line = `seq 0 ${curl_rows - 1} | xargs -P8 -I{} curl -sf -o /dev/null -H 'content-type: application/json' --data-binary @${folder}/{}.json ${root}/events`
        return () => run('bash', ['-c', line], { env })
      }),
    })
    const scale = `${Math.round(medians.cal)} rows/s; raw ${Math.round(medians.raw)}, curl ${Math.round(medians.curl)}; ${concurrency} at once`
    return [
      { name: 'cal import of 10,000 events over HTTP ÷ a bare Pool.request loop', ratio: medians.cal / medians.raw, scale },
      { name: 'the same ÷ xargs -P8 curl', ratio: medians.cal / medians.curl, scale },
      { name: 'the same into file: ÷ over HTTP', ratio: medians.file / medians.cal, scale: `${Math.round(medians.file)} rows/s; HTTP ${Math.round(medians.cal)}` },
    ]
  },
}

/**
 * Rows per second into an empty calendar, so that contenders of a round do not affect each other.
 */
function intoEmpty(count, prepared) {
  return inFolder((folder) => serving(folder, ['--data', join(folder, 'bulk.db')], async (root) => {
    const events = Array.from({ length: count }, (_, n) => sampleEvent(n))
    const work = prepared({ root, events, folder, env: plainEnvironment(folder) })
    return rateOf(count, work)
  }))
}

function preparedFile(folder, events) {
  const file = join(folder, 'events.ndjson')
  writeFileSync(file, events.map((event) => `${JSON.stringify({ kind: 'events', ...event })}\n`).join(''))
  return { file, env: plainEnvironment(folder) }
}

async function rateOf(count, work) {
  return count / ((await timed(work)) / 1000)
}

/** Posts every event at the importer's concurrency, and reads each response. */
function rawLoop(root, events) {
  const { origin, pathname } = new URL(root)
  const waiting = events.values()
  return async () => {
    const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
    const worker = async () => { for (const event of waiting) JSON.parse(await post(pool, `${pathname}/events`, event)) }
    await Promise.all(Array.from({ length: concurrency }, worker))
    await pool.close()
  }
}
