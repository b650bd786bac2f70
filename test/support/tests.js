// Runs tests in a separate process and counts them.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Ctrl-C reaches the process that runs the tests too: it ends, and the summary of what ran is printed.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true
    for (const child of running) child.kill('SIGINT')
  })
const running = new Set()

/** Runs a program in this terminal and returns its exit code. */
export async function run(command, env = process.env) {
  return (await ended(command, { stdio: 'inherit', env })).code
}

/** Runs programs of Node at the same time, prints the output of each as a whole, and returns the names of those that failed. */
export async function runTogether(programs) {
  const codes = await Promise.all(
    Object.entries(programs).map(async ([name, words]) => {
      const { code, output } = await ended([process.execPath, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
      console.log(`# ${name}\n${output}`.trimEnd())
      return [name, code]
    }),
  )
  return codes.filter(([, code]) => code !== 0).map(([name]) => name)
}

function ended([program, ...words], options) {
  if (isInterrupted) return { code: 130, output: '' }
  const child = spawn(program, words, options)
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    const end = (code) => {
      running.delete(child)
      resolve({ code: isInterrupted ? 130 : (code ?? 1), output })
    }
    child.on('error', () => end(1))
    child.on('close', end)
  })
}

/**
 * Runs these test files, or all of them, and counts passed and failed tests; `skipped` has the suites that did not run,
 * whose titles say what they need. Their temporary files are deleted.
 */
export async function tested(files, env = process.env) {
  const folder = mkdtempSync(join(placeOfFiles(), 'cal-'))
  // Tests that run as another user pass through it.
  chmodSync(folder, 0o711)
  const report = join(folder, 'counts.json')
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files]
  const reporters = ['--reporter=default', '--reporter=./test/support/counts-reporter.js']
  const code = await run([...vitest, ...reporters], { ...env, TMPDIR: folder, CAL_COUNTS: report })
  const counts = counted(report, code)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return counts
}

const memory = '/dev/shm'
const bytes_min = 4 * 2 ** 30

/**
 * In memory, if there is enough: most tests write to database files and journals, and a disk takes up to 50 times as long
 * to sync them. A process that is killed loses nothing there either.
 */
function placeOfFiles() {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= bytes_min ? memory : tmpdir()
}

/** A run without counts, or one that ended with an error and without a failed test, counts as one failure. */
function counted(report, exit_code) {
  try {
    const { passed, failed, skipped } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed: Math.max(failed, exit_code === 0 ? 0 : 1), skipped }
  } catch (error) {
    console.log(`no counts of the tests: ${error.message}`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}

/** One line for each suite that was skipped, with the number of its tests. */
export function skippedLines(skipped) {
  return [...new Set(skipped)].map((name) => `skipped: ${skipped.filter((other) => other === name).length} of ${name}`)
}
