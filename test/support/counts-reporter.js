// Counts tests while they run, and writes the counts to the file that CAL_COUNTS names after each test file, so that an
// interrupted run has them too.
import { writeFileSync } from 'node:fs'

export default class CountsReporter {
  #counts = { passed: 0, failed: 0, skipped: [] }

  onTestRunStart() {
    this.#write()
  }

  onTestModuleEnd(module) {
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
    this.#counts.failed += errors.length
    this.#write()
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
