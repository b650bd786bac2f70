// Work that ends what a test or a test file has opened. Modules are loaded once for several files, so that a hook at
// the top of one would run for the first file only.
import { afterAll, afterEach } from 'vitest'

type Work = () => unknown

const after_test: Work[] = []
const after_file: Work[] = []

/** Runs after the test, or after the first one if no test runs yet. The last work is done first. */
export function afterTest(work: Work): void {
  after_test.push(work)
}

/** Runs after the last test of the file. The last work is done first. */
export function afterFile(work: Work): void {
  after_file.push(work)
}

async function done(all: Work[]): Promise<void> {
  for (const work of all.splice(0).reverse()) await work()
}

/** Registers the hooks of a test file. */
export function cleanUpAfterTests(): void {
  afterEach(() => done(after_test))
  afterAll(() => done(after_file))
}
