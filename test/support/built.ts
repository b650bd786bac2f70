// Builds the program once before the tests that spawn it, also when several projects need it.
import { execFileSync } from 'node:child_process'

export default function setup(): void {
  if (process.env.CAL_TEST_BUILT !== undefined) return
  process.env.CAL_TEST_BUILT = '1'
  execFileSync(process.execPath, ['build.js'], { stdio: 'inherit' })
}
