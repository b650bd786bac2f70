// A million rows read by `cal validate` and brought into a calendar file by `cal import`: what they hold at their peak.
import { createWriteStream, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { plainEnvironment, program, sampleEvent } from '../harness.js'

/** An import of a million takes minutes: `CAL_BENCH_ROWS=300000 npm run bench memory` asks for less. */
const rows = Number(process.env.CAL_BENCH_ROWS ?? 1_000_000)

export const memory = {
  name: 'memory',
  async measure(folder) {
    const files = { ndjson: join(folder, 'events.ndjson'), csv: join(folder, 'events.csv') }
    await write(files.ndjson, function* () { for (let n = 0; n < rows; n++) yield `${JSON.stringify({ kind: 'events', ...shortEvent(n) })}\n` })
    await write(files.csv, function* () {
      yield 'title,slug,start_date,end_date,timezone,cost\n'
      for (let n = 0; n < rows; n++) { const e = shortEvent(n); yield `${e.title},${e.slug},${e.start_date},${e.end_date},${e.timezone},${e.cost}\n` }
    })
    const result = []
    const figure = async (name, goal, args) => {
      const { peak_mib, seconds } = await peakOf([program, ...args], plainEnvironment(folder))
      result.push({ name: `${name}, peak memory in MiB`, goal, most: true, ratio: peak_mib, scale: `${Math.round(rows / seconds)} rows/s` })
    }
    const count = rows.toLocaleString('en')
    for (const [format, file] of Object.entries(files)) await figure(`cal validate of ${count} rows (${format})`, 250, ['validate', file])
    for (const [format, file] of Object.entries(files)) {
      await figure(`cal import of ${count} rows (${format}) into file:`, 300, ['import', file, '--yes', '--progress', 'none', '--api-root', `file:${join(folder, `${format}.db`)}`])
    }
    return result
  },
}

function shortEvent(n) {
  const { description: _, website: __, ...event } = sampleEvent(n)
  return event
}

async function write(file, lines) {
  const out = createWriteStream(file)
  let chunk = ''
  for (const line of lines()) {
    chunk += line
    if (chunk.length < 1 << 20) continue
    if (!out.write(chunk)) await once(out, 'drain')
    chunk = ''
  }
  out.end(chunk)
  await once(out, 'finish')
}

/** The largest resident size the kernel saw, read until the process ends. */
async function peakOf(args, env) {
  const start = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let peak_kib = 0
  const look = setInterval(() => {
    try {
      peak_kib = Math.max(peak_kib, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    }
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(look)
  if (code !== 0) throw new Error(`cal ${args.slice(1).join(' ')} ended with ${code}`)
  return { peak_mib: peak_kib / 1024, seconds: (performance.now() - start) / 1000 }
}
