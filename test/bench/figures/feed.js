// The iCalendar feed of a whole calendar: its rate, and the memory of the server.
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { countOf, median, plainEnvironment, program, run, sampleEvent, serving, settled } from '../harness.js'
import { filled } from './scale.js'

const small = 10_000, large = 100_000, rounds = 5

export const feed = {
  name: 'feed',
  async measure(folder) {
    const files = await filled(folder, [small, large])
    const [one, many] = [await served(folder, files[small], rounds), await served(folder, files[large], 2)]
    const long = await served(folder, await longEvents(folder), rounds)
    const sizeOf = ({ bytes }) => `${(bytes / 1e6).toFixed(1)} MB`
    return [
      { name: 'feed of 10,000 events of 2 kB, MB/s', ratio: long.rate, scale: sizeOf(long) },
      { name: 'the same with gzip, MB/s of text', ratio: long.gzip_rate, scale: `${(long.gzip_bytes / 1e6).toFixed(1)} MB sent` },
      { name: 'feed of 10,000 short events with venues, organizers and terms, MB/s', ratio: one.rate, scale: `${sizeOf(one)}; 100,000: ${many.rate.toFixed(1)} MB/s` },
      { name: 'unchanged feed of 100,000 events, 304 in ms', ratio: many.unchanged_ms, scale: 'median' },
      { name: 'feed of 100,000 events ÷ of 10,000, peak memory of the server', ratio: many.peak_mib / one.peak_mib, scale: `${Math.round(many.peak_mib)} MiB; ${Math.round(one.peak_mib)} MiB` },
    ]
  },
}

/** A database file with events that have a description of 1.5 kB and no links. */
async function longEvents(folder) {
  const [input, file] = [join(folder, 'long.ndjson'), join(folder, 'long.db')]
  writeFileSync(input, Array.from({ length: countOf(small) }, (_, n) => `${JSON.stringify({ kind: 'events', ...sampleEvent(n) })}\n`).join(''))
  await run(process.execPath, [program, 'import', input, '--yes', '--progress', 'none', '--api-root', `file:${file}`], { env: plainEnvironment(folder) })
  return file
}

/** Downloads the feed of a database file several times. */
function served(folder, file, times) {
  return serving(folder, ['--data', file], async (root, child) => {
    const url = new URL('/events.ics', root)
    await settled(child)
    const { etag } = await download(url)
    const plain = [], gzip = [], unchanged = []
    for (let i = 0; i < times; i++) {
      plain.push(await download(url))
      gzip.push(await download(url, { 'accept-encoding': 'gzip' }))
      for (let j = 0; j < 10; j++) unchanged.push(await download(url, { 'if-none-match': etag }))
    }
    if (unchanged.some(({ status }) => status !== 304)) throw new Error('the feed changed')
    const { bytes } = plain[0]
    const rate = (all) => median(all.map(({ ms }) => bytes / 1e6 / (ms / 1000)))
    const peak_mib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024
    return { bytes, rate: rate(plain), gzip_rate: rate(gzip), gzip_bytes: gzip[0].bytes, unchanged_ms: median(unchanged.map(({ ms }) => ms)), peak_mib }
  })
}

/** Bytes of the body and the time until its end; the body is discarded. */
function download(url, headers = {}) {
  const start = performance.now()
  return new Promise((done, failed) => {
    request(url, { headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk) => { bytes += chunk.length })
      response.on('error', failed)
      response.on('end', () => done({ bytes, status: response.statusCode, etag: response.headers.etag, ms: performance.now() - start }))
    }).on('error', failed).end()
  })
}
