// Peak memory of `cal validate` and `cal import` into a database file with a million rows.
import { createWriteStream, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { plainEnvironment, program, sampleEvent } from '../harness.js'

/**
 * Importing a million rows takes minutes for each format: run `CAL_BENCH_ROWS=1000000 npm run bench -- memory`.
 */
const asked = process.env.CAL_BENCH_ROWS
const rows = { validate: Number(asked ?? 1_000_000), import: Number(asked ?? 300_000) }

export const memory = {
  name: 'memory',
  async measure(folder) {
    const result = []
    for (const format of ['ndjson', 'csv']) {
      const figure = async (verb, where, goal, args) => {
        const count = rows[verb]
        const file = await written(folder, format, count)
        const { peak_mib, seconds } = await peakOf([program, ...args(file)], plainEnvironment(folder))
        result.push({ name: `cal ${verb} of ${count.toLocaleString('en')} rows (${format})${where}, peak memory in MiB`, goal, most: true, ratio: peak_mib, scale: `${Math.round(count / seconds)} rows/s` })
      }
      await figure('validate', '', 250, (file) => ['validate', file])
      await figure('import', ' into file:', 300, (file) => ['import', file, '--yes', '--progress', 'none', '--api-root', `file:${join(folder, `${format}.db`)}`])
    }
    return result
  },
}

/** A file with this many short events. */
async function written(folder, format, count) {
  const file = join(folder, `${count}.${format}`)
  await write(file, format === 'ndjson'
    ? function* () { for (let n = 0; n < count; n++) yield `${JSON.stringify({ kind: 'events', ...shortEvent(n) })}\n` }
    : function* () {
      yield 'title,slug,start_date,end_date,timezone,cost\n'
      for (let n = 0; n < count; n++) { const e = shortEvent(n); yield `${e.title},${e.slug},${e.start_date},${e.end_date},${e.timezone},${e.cost}\n` }
    })
  return file
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

/** The maximum resident set size according to the kernel, sampled until the process ends. */
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
