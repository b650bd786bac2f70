// Runs tests in a separate process and counts them.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Ctrl-C reaches the process that runs the tests too: it ends, and the summary of what ran is printed.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true
    running?.kill('SIGINT')
  })
let running

/** Runs a program in this terminal and returns its exit code. */
export async function run([program, ...words], env = process.env) {
  if (isInterrupted) return 130
  running = spawn(program, words, { stdio: 'inherit', env })
  return new Promise((resolve) => {
    running.on('error', () => resolve(1))
    running.on('exit', (code) => resolve(isInterrupted ? 130 : (code ?? 1)))
  })
}

/**
 * Runs these test files, or all of them, and counts passed and failed tests; `skipped` has the suites that did not run,
 * whose titles say what they need. Their temporary files are deleted.
 */
export async function tested(files, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'cal-'))
  // Tests that run as another user pass through it.
  chmodSync(folder, 0o711)
  const report = join(folder, 'counts.json')
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files]
  const reporters = ['--reporter=default', '--reporter=./test/support/counts-reporter.js']
  const code = await run([...vitest, ...reporters], { ...env, TMPDIR: folder, CAL_COUNTS: report })
  const counts = counted(report, code)
  rmSync(folder, { recursive: true, force: true })
  return counts
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
