import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with much work. */
const long = /test\/(commands\/(sessions|lines)|contract\/\w+|contract\/storage\/probes)\.test\.ts$/

/** Begins the last project, whose tests run in the test's own process, with what would otherwise keep one worker alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ project, moduleId }: TestSpecification) => project.name !== 'sources' || long.test(moduleId)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

const shared = {
  pool: 'forks',
  setupFiles: ['test/support/setup.ts'],
  // Only a test that hangs is ended: on a slow machine everything takes several times longer.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Modules are loaded once for all files, which halves the time.
  isolate: false,
} as const

// `sources` runs what is written, `program` spawns what is built, `browser` looks at its pages.
export default defineConfig({
  test: {
    // Three are slower on two cores: 8 min 27 s instead of 7 min 48 s.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'sources',
          include: ['test/*.test.ts', 'test/{unit,commands,property,contract}/**/*.test.ts'],
          globalSetup: ['test/support/postgres-server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'program',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/built.ts', 'test/support/postgres-server.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/browser-notice.ts'],
        },
      },
    ],
  },
})
