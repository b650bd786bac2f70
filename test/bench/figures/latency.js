// Bulk writes to a service with a latency of 200 ms, compared with a shell loop of curl: measures concurrency.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alternately, inFolder, plainEnvironment, program, run, sampleEvent, serving, timed } from '../harness.js'

const rows = 300, rounds = 3, latency_ms = 200

export const latency = {
  name: 'latency',
  async measure() {
    const medians = await alternately(rounds, {
      cal: () => intoDistant(({ root, events, folder, env }) => {
        const file = join(folder, 'events.ndjson')
        writeFileSync(file, events.map((event) => `${JSON.stringify({ kind: 'events', ...event })}\n`).join(''))
        return () => run(process.execPath, [program, 'import', file, '--yes', '--api-root', root, '--progress', 'none'], { env })
      }),
      curl: () => intoDistant(({ root, events, folder, env }) => {
        for (const [i, event] of events.entries()) writeFileSync(join(folder, `${i}.json`), JSON.stringify(event))
        const line = `seq 0 ${rows - 1} | xargs -P8 -I{} curl -sf -o /dev/null -H 'content-type: application/json' --data-binary @${folder}/{}.json ${root}/events`
        return () => run('bash', ['-c', line], { env })
      }),
    })
    return [{
      name: `cal import of ${rows} events into a service that answers in ${latency_ms} ms ÷ xargs -P8 curl`, ratio: medians.cal / medians.curl,
      scale: `${medians.cal.toFixed(1)} rows/s; curl ${medians.curl.toFixed(1)}`,
    }]
  },
}

/** Rows per second into an empty calendar, including start-up and reading. */
function intoDistant(prepared) {
  return inFolder((folder) => serving(folder, ['--data', ':memory:', '--latency', String(latency_ms)], async (root) => {
    const events = Array.from({ length: rows }, (_, n) => sampleEvent(n))
    const work = prepared({ root, events, folder, env: plainEnvironment(folder) })
    return rows / ((await timed(work)) / 1000)
  }))
}
