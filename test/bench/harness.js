// Compares contenders: alternating rounds in one run, medians, ratios. Absolute times are only for orientation.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

export const project = resolve(import.meta.dirname, '../..')
export const program = join(project, 'bin/cal.js')

/** A temporary folder for one figure. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'cal-bench-'))
  return untilDone(() => work(folder), () => rmSync(folder, { recursive: true, force: true }))
}

/** Runs `clean` after the work, or when the process exits before, as with Ctrl-C. */
async function untilDone(work, clean) {
  process.once('exit', clean)
  try {
    return await work()
  } finally {
    process.off('exit', clean)
    await clean()
  }
}

/** Whether one short round is enough, because only what can be measured is asked. */
export const isQuick = () => process.env.CAL_BENCH_QUICK === '1'

/** A number of records; fewer in a quick run. */
export const countOf = (count) => (isQuick() ? count / 20 : count)

/**
 * Runs every contender once per round, in turn, and returns the median of each one's results. A first round is not
 * counted.
 */
export async function alternately(rounds, contenders) {
  const names = Object.keys(contenders)
  const seen = Object.fromEntries(names.map((name) => [name, []]))
  const turns = isQuick() ? 0 : rounds
  for (let round = 0; round <= turns; round++) {
    for (const name of names) {
      showProgress(`${name}, round ${round} of ${turns}`)
      const result = await contenders[name]()
      if (round > 0 || isQuick()) seen[name].push(result)
    }
  }
  hideProgress()
  return Object.fromEntries(names.map((name) => [name, median(seen[name])]))
}

/** On a terminal, one line that says what is measured now. */
export function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

export function hideProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The duration of the work in milliseconds. */
export async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** An environment without settings of this machine that affect start-up. */
export function plainEnvironment(folder, more = {}) {
  return { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', XDG_CONFIG_HOME: join(folder, 'config'), XDG_CACHE_HOME: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state'), ...more }
}

/** Runs a command; an exit code other than 0 ends the benchmark. */
export function run(command, args, { env, cwd = project, input } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { env, cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
    let out = '', err = ''
    child.stdout.on('data', (chunk) => { out += chunk })
    child.stderr.on('data', (chunk) => { err += chunk })
    if (input !== undefined) child.stdin.end(input)
    child.on('error', failed)
    child.on('close', (code) => code === 0 ? done(out) : failed(new Error(`${command} ${args.join(' ')} ended with ${code}: ${err.slice(-2000)}`)))
  })
}

/** Starts `cal serve` on a file and a free port. */
export function serving(folder, args, work, more = {}) {
  return answering([program, 'serve', '--port', '0', '-o', 'json', ...args], plainEnvironment(folder, more), work)
}

/** Starts a server that prints its address on the first line; stops it after the work. */
export async function answering(args, env, work) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((done) => child.on('close', done))
  const answered = async () => work(JSON.parse(await firstLine(child)).api_root, child)
  return untilDone(answered, () => {
    child.kill('SIGTERM')
    return ended
  })
}

/**
 * Waits until a server is idle, so that remaining work does not affect the next measurement. On a busy machine a server
 * may not run for a while although it has work: then one of its threads is runnable or waits for the disk.
 */
export async function settled({ pid }) {
  for (let before = -1, spent = ticksOf(pid); before !== spent || isBusy(pid); spent = ticksOf(pid)) {
    before = spent
    await setTimeout(300)
  }
}

function isBusy(pid) {
  return readdirSync(`/proc/${pid}/task`).some((thread) => /^[RD]/.test(fieldsOf(`/proc/${pid}/task/${thread}/stat`)[0]))
}

/** CPU time so far, in hundredths of a second. */
export function ticksOf(pid) {
  const fields = fieldsOf(`/proc/${pid}/stat`)
  return Number(fields[11]) + Number(fields[12])
}

/** The state and what follows it. */
function fieldsOf(file) {
  return readFileSync(file, 'utf8').split(') ')[1].split(' ')
}

function firstLine(child) {
  return new Promise((done, failed) => {
    let out = '', err = ''
    child.stderr.on('data', (chunk) => { err += chunk })
    child.stdout.on('data', (chunk) => { out += chunk; if (out.includes('\n')) done(out.split('\n')[0]) })
    child.on('close', (code) => failed(new Error(`the server ended with ${code}: ${err}`)))
  })
}

/** An event of about 2 kB in the form of a request, different for each number. */
export function sampleEvent(n) {
  const day = String(1 + (n % 28)).padStart(2, '0')
  const month = String(1 + (Math.floor(n / 28) % 12)).padStart(2, '0')
  return {
    title: `Sample event ${n}`,
    slug: `sample-event-${n}`,
    start_date: `${2027 + (Math.floor(n / 336) % 2)}-${month}-${day} 18:00:00`,
    end_date: `${2027 + (Math.floor(n / 336) % 2)}-${month}-${day} 20:00:00`,
    timezone: 'Europe/Berlin',
    description: `${'An evening with music, talk and something to drink. '.repeat(30)}Number ${n}.`,
    cost: String(n % 40),
    website: `https://example.org/events/${n}`,
  }
}
