// Bulk writes to services that answer late, compared with a shell loop of curl: measures concurrency. One answers any
// number of requests after 200 ms, the other has six workers, each busy for 60 ms with a request, as with PHP.
import { writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { alternately, inFolder, median, plainEnvironment, program, run, sampleEvent, serving, timed } from '../harness.js'

const rows = 300, rounds = 3, latency_ms = 200, workers = 6, busy_ms = 60

export const latency = {
  name: 'latency',
  async measure() {
    const distant = await compared((folder, work) => serving(folder, ['--data', ':memory:', '--latency', String(latency_ms)], work))
    const slowest = { cal: [], curl: [] }
    const few = await compared((folder, work, name) => serving(folder, ['--data', ':memory:'], async (root) => {
      const { slowest_ms, result } = await behindWorkers(root, work)
      slowest[name].push(slowest_ms)
      return result
    }))
    const [cal_s, curl_s] = [slowest.cal, slowest.curl].map((all) => median(all) / 1000)
    return [
      { name: `cal import of ${rows} events into a service that answers in ${latency_ms} ms ÷ xargs -P8 curl`, ...distant },
      { name: `cal import of ${rows} events into a service with ${workers} workers of ${busy_ms} ms ÷ xargs -P8 curl`, ...few },
      { name: 'the slowest request of that import, s', ratio: cal_s, scale: `curl ${curl_s.toFixed(2)} s` },
    ]
  },
}

/** Rows per second into an empty calendar, including start-up and reading. */
async function compared(serve) {
  const into = (name, prepared) => () => inFolder((folder) => serve(folder, async (root) => {
    const events = Array.from({ length: rows }, (_, n) => sampleEvent(n))
    const work = prepared({ root, events, folder, env: plainEnvironment(folder) })
    return rows / ((await timed(work)) / 1000)
  }, name))
  const medians = await alternately(rounds, {
    cal: into('cal', ({ root, events, folder, env }) => {
      const file = join(folder, 'events.ndjson')
      writeFileSync(file, events.map((event) => `${JSON.stringify({ kind: 'events', ...event })}\n`).join(''))
      return () => run(process.execPath, [program, 'import', file, '--yes', '--api-root', root, '--progress', 'none'], { env })
    }),
    curl: into('curl', ({ root, events, folder, env }) => {
      for (const [i, event] of events.entries()) writeFileSync(join(folder, `${i}.json`), JSON.stringify(event))
      const line = `seq 0 ${rows - 1} | xargs -P8 -I{} curl -sf -o /dev/null -H 'content-type: application/json' --data-binary @${folder}/{}.json ${root}/events`
      return () => run('bash', ['-c', line], { env })
    }),
  })
  return { ratio: medians.cal / medians.curl, scale: `${medians.cal.toFixed(1)} rows/s; curl ${medians.curl.toFixed(1)}` }
}

/** A proxy that has a fixed number of workers; other requests wait. Returns the longest time of a request, too. */
async function behindWorkers(root, work) {
  const target = new URL(root)
  const waiting = []
  let free = workers, slowest_ms = 0
  const server = createServer(async (incoming, answer) => {
    const start = performance.now()
    const parts = []
    for await (const part of incoming) parts.push(part)
    if (free > 0) free--
    else await new Promise((next) => waiting.push(next))
    await setTimeout(busy_ms)
    const { method, url, headers } = incoming
    const forwarded = send({ host: target.hostname, port: target.port, method, path: url, headers: { ...headers, host: target.host } }, (response) => {
      answer.writeHead(response.statusCode, response.headers)
      response.pipe(answer)
    })
    forwarded.end(Buffer.concat(parts))
    answer.on('close', () => {
      slowest_ms = Math.max(slowest_ms, performance.now() - start)
      const next = waiting.shift()
      if (next) next()
      else free++
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  try {
    const result = await work(`http://127.0.0.1:${server.address().port}${target.pathname}`)
    return { result, slowest_ms }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
