// `npm test`: build, types, lint and every test; the last line counts, and the exit code says whether all is well.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'cal-tests-'))
const report = join(folder, 'report.json')
const checks = [
  ['build', [process.execPath, 'build.js']],
  ['types', [process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.']],
  ['lint', [process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings']],
  ['unused', [process.execPath, 'node_modules/knip/bin/knip.js']],
]

const failed = checks.filter(([name, command]) => {
  console.log(`# ${name}`)
  return run(command) !== 0
}).map(([name]) => name)

console.log('# tests')
const code = run([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
const tests = counted(code)
rmSync(folder, { recursive: true, force: true })

for (const name of failed) console.log(`failed: ${name}`)
console.log(`${checks.length - failed.length + tests.passed} passed, ${failed.length + tests.failed} failed`)
process.exitCode = failed.length + tests.failed > 0 ? 1 : 0

function run([program, ...words]) {
  return spawnSync(program, words, { stdio: 'inherit' }).status ?? 1
}

/** A run that broke before its report, and one that failed without a failed test, count as one failure. */
function counted(exit_code) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, exit_code === 0 ? 0 : 1) }
  } catch (error) {
    console.log(`no report of the tests: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}
