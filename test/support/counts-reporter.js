// Counts tests while they run, and writes the counts to the file that CAL_COUNTS names after each test file, so that an
// interrupted run has them too.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Longer than any test file takes: a loop without an end ends the run, which names its file. */
const silence_ms_max = 15 * 60_000

export default class CountsReporter {
  #counts = { passed: 0, failed: 0, skipped: [] }
  #running = new Set()
  #silence

  onTestRunStart() {
    this.#write()
    this.#silence = setTimeout(() => this.#giveUp(), silence_ms_max)
  }

  onTestModuleQueued({ relativeModuleId }) {
    this.#running.add(relativeModuleId)
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.relativeModuleId)
    this.#silence.refresh()
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') this.#counts.passed++
      else if (state === 'failed') this.#counts.failed++
      else if (state === 'skipped') this.#counts.skipped.push(`${module.relativeModuleId}: ${skippedPart(test)}`)
    }
    if (module.errors().length > 0) this.#counts.failed++
    this.#write()
  }

  onTestRunEnd(_, errors) {
    clearTimeout(this.#silence)
    this.#counts.failed += errors.length
    this.#write()
  }

  #giveUp() {
    console.log(`does not end: ${[...this.#running].join(', ')}`)
    this.#counts.failed += this.#running.size
    this.#write()
    // Vitest would wait for its workers, which may be in that loop.
    spawnSync('pkill', ['-KILL', '-P', String(process.pid)])
    process.exit(1)
  }

  #write() {
    if (process.env.CAL_COUNTS) writeFileSync(process.env.CAL_COUNTS, JSON.stringify(this.#counts))
  }
}

/** The outermost skipped suite of a skipped test, whose title says what it needs. */
function skippedPart(test) {
  for (let part = test; part.type !== 'module'; part = part.parent) {
    if (part.parent.type === 'module' || part.parent.options?.mode !== 'skip') return part.name
  }
}
