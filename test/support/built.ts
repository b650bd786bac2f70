// Builds the program once before the tests that spawn it.
import { execFileSync } from 'node:child_process'

export default function setup(): void {
  execFileSync(process.execPath, ['build.js'], { stdio: 'inherit' })
}
