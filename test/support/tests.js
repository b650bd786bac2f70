// Runs tests in a separate process and counts them by its report.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a program in this terminal and returns its exit code. */
export function run([program, ...words], env = process.env) {
  return spawnSync(program, words, { stdio: 'inherit', env }).status ?? 1
}

/** Runs these test files, or all of them, and counts passed and failed tests. Their temporary files are deleted. */
export function tested(files, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'cal-'))
  // Tests that run as another user pass through it.
  chmodSync(folder, 0o711)
  const report = join(folder, 'report.json')
  const code = run([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { ...env, TMPDIR: folder })
  const counts = counted(report, code)
  rmSync(folder, { recursive: true, force: true })
  return counts
}

/** A run without a report, or one that failed without a failed test, counts as one failure. */
function counted(report, exit_code) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, exit_code === 0 ? 0 : 1) }
  } catch (error) {
    console.log(`no report of the tests: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}
