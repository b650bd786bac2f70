// Peak memory of bulk commands, and the CPU time of repeating and undoing an import.
import { createWriteStream, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { countOf, hideProgress, plainEnvironment, program, sampleEvent, showProgress, ticksOf } from '../harness.js'

const million = 1_000_000
const imported = 100_000

export const memory = {
  name: 'memory',
  async measure(folder, report) {
    const env = plainEnvironment(folder)
    for (const format of ['ndjson', 'csv']) {
      const { peak_mib, seconds } = await spentBy(['validate', await written(folder, format, countOf(million))], env)
      report({ name: `cal validate of 1,000,000 rows (${format}), peak memory in MiB`, ratio: peak_mib, scale: `${Math.round(countOf(million) / seconds)} rows/s` })
    }
    const { first, second, undone, each } = await repeated(countOf(imported), { folder, env, report, names: repeated_names })
    report({ name: 'the import again, all unchanged ÷ the import, CPU time per row', ratio: second.cpu_seconds / first.cpu_seconds, scale: `${each(second)}; ${each(first)}` })
    report({ name: 'cal history undo ÷ the import, CPU time per row', ratio: undone.cpu_seconds / first.cpu_seconds, scale: `${each(undone)}; ${each(first)}` })
  },
}

/** Takes 10 minutes on a machine without other work. */
export const memory_million = {
  name: 'memory-million',
  async measure(folder, report) {
    await repeated(countOf(million), { folder, env: plainEnvironment(folder), report, names: million_names })
  },
}

const repeated_names = [
  'cal import into file:, peak memory in MiB',
  'the same again, all unchanged, peak memory in MiB',
  'cal export of these to csv, peak memory in MiB',
  'cal history undo of the import, peak memory in MiB',
]
const million_names = [
  'cal import of 1,000,000 rows into file:, peak memory in MiB',
  'the same 1,000,000 again, all unchanged, peak memory in MiB',
  'cal export of 1,000,000 rows to csv, peak memory in MiB',
  'cal history undo of 1,000,000 rows, peak memory in MiB',
]

/** An import, the same again, an export and an undo. */
async function repeated(count, { folder, env, report, names }) {
  const file = await written(folder, 'csv', count)
  const there = ['--api-root', `file:${join(folder, 'csv.db')}`]
  const quietly = ['--yes', '--progress', 'none', ...there]
  const each = ({ cpu_seconds }) => `${Math.round((cpu_seconds * 1e6) / count)} µs`
  const peakOf = async (name, args) => {
    const one = await spentBy(args, env)
    report({ name, ratio: one.peak_mib, scale: `${count.toLocaleString('en')} rows; ${Math.round(count / one.seconds)} rows/s` })
    return one
  }
  const first = await peakOf(names[0], ['import', file, ...quietly])
  const second = await peakOf(names[1], ['import', file, ...quietly])
  await peakOf(names[2], ['export', 'events', '--to', join(folder, 'out.csv'), ...there])
  const undone = await peakOf(names[3], ['history', 'undo', ...quietly])
  return { first, second, undone, each }
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

/** Peak memory, CPU time and duration of a command, according to the kernel, sampled until it ends. */
async function spentBy(args, env) {
  showProgress(`cal ${args.slice(0, 2).join(' ')}`)
  const start = performance.now()
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let peak_kib = 0, cpu_seconds = 0, said = ''
  child.stderr.on('data', (chunk) => { said = `${said}${chunk}`.slice(-2000) })
  const look = setInterval(() => {
    try {
      peak_kib = Math.max(peak_kib, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
      cpu_seconds = Math.max(cpu_seconds, ticksOf(child.pid) / 100)
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    }
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(look)
  hideProgress()
  if (code !== 0) throw new Error(`cal ${args.join(' ')} ended with ${code}: ${said}`)
  return { peak_mib: peak_kib / 1024, cpu_seconds, seconds: (performance.now() - start) / 1000 }
}
