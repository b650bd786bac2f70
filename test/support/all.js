// `npm test`: build, types, lint and all tests; the last line is the summary, and the exit code is 0 if all passed.
import { run, runTogether, skippedLines, tested } from './tests.js'

const checks = {
  // Several threads check the same types: a third more processor time, which the tests need.
  types: ['node_modules/typescript-7/bin/tsc', '-p', '.', '--singleThreaded'],
  'types of the pages': ['node_modules/typescript-7/bin/tsc', '-p', 'src/server/web/browser'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'format'],
  unused: ['node_modules/knip/bin/knip.js'],
}

console.log('# build')
const failed = (await run([process.execPath, 'build.js'])) === 0 ? [] : ['build']

// Tests wait for processes and servers, which leaves time for the checks.
console.log('# tests')
const [failed_checks, tests] = await Promise.all([runTogether(checks), tested([], { ...process.env, CAL_TEST_BUILT: '1' })])
failed.push(...failed_checks)

for (const name of failed) console.log(`failed: ${name}`)
for (const line of skippedLines(tests.skipped)) console.log(line)
const checks_passed = 1 + Object.keys(checks).length - failed.length
console.log(`${checks_passed + tests.passed} passed, ${failed.length + tests.failed} failed`)
process.exitCode = failed.length + tests.failed > 0 ? 1 : 0
