// Many records at once, beside the client's raw request rate and beside a shell loop of curl.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { alternately, plainEnvironment, program, run, sampleEvent, serving, timed } from '../harness.js'
import { post } from './service.js'

const rows = 10_000, curl_rows = 1_000, rounds = 3, concurrency = 4

export const bulk = {
  name: 'bulk',
  measure: (folder) => serving(folder, ['--data', join(folder, 'bulk.db')], async (root) => {
    const env = plainEnvironment(folder)
    let made = 0
    const next = (count) => Array.from({ length: count }, () => sampleEvent(made++))
    const medians = await alternately(rounds, {
      raw: async () => rows / (await rawSeconds(root, next(rows))),
      cal: async () => {
        const file = join(folder, 'events.ndjson')
        writeFileSync(file, next(rows).map((event) => `${JSON.stringify({ kind: 'events', ...event })}\n`).join(''))
        const args = [program, 'import', file, '--yes', '--api-root', root, '--match', 'slug', '--concurrency', String(concurrency), '--progress', 'none']
        return rows / ((await timed(() => run(process.execPath, args, { env }))) / 1000)
      },
      curl: async () => {
        for (const [i, event] of next(curl_rows).entries()) writeFileSync(join(folder, `${i}.json`), JSON.stringify(event))
        const line = `seq 0 ${curl_rows - 1} | xargs -P8 -I{} curl -sf -o /dev/null -H 'content-type: application/json' --data-binary @${folder}/{}.json ${root}/events`
        return curl_rows / ((await timed(() => run('bash', ['-c', line], { env }))) / 1000)
      },
    })
    const scale = `${Math.round(medians.cal)} rows/s; raw ${Math.round(medians.raw)}, curl ${Math.round(medians.curl)}`
    return [
      { name: 'cal import of 10,000 events over HTTP ÷ a bare Pool.request loop', goal: 0.7, most: false, ratio: medians.cal / medians.raw, scale },
      { name: 'the same ÷ xargs -P8 curl', goal: 20, most: false, ratio: medians.cal / medians.curl, scale },
    ]
  }),
}

/** Seconds for posting every event at the importer's concurrency, reading each answer. */
async function rawSeconds(root, events) {
  const { origin, pathname } = new URL(root)
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const waiting = events.values()
  const worker = async () => { for (const event of waiting) JSON.parse(await post(pool, `${pathname}/events`, event)) }
  const ms = await timed(() => Promise.all(Array.from({ length: concurrency }, worker)))
  await pool.close()
  return ms / 1000
}
