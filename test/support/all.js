// `npm test`: build, types, lint and all tests; the last line is the summary, and the exit code is 0 if all passed.
import { run, skippedLines, tested } from './tests.js'

const checks = [
  ['build', [process.execPath, 'build.js']],
  ['types', [process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.']],
  ['types of the pages', [process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'src/server/web/browser']],
  ['lint', [process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings']],
  ['format', [process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'format']],
  ['unused', [process.execPath, 'node_modules/knip/bin/knip.js']],
]

const failed = []
for (const [name, command] of checks) {
  console.log(`# ${name}`)
  if ((await run(command)) !== 0) failed.push(name)
}

console.log('# tests')
const tests = await tested([])

for (const name of failed) console.log(`failed: ${name}`)
for (const line of skippedLines(tests.skipped)) console.log(line)
console.log(`${checks.length - failed.length + tests.passed} passed, ${failed.length + tests.failed} failed`)
process.exitCode = failed.length + tests.failed > 0 ? 1 : 0
