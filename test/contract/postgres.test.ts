// Each third case on a calendar in PostgreSQL, in this process: in standard mode, because the engine knows no modes.
// The nightly run has all in each mode, and over HTTP too; test/contract/storage is the suite of the engine itself.
import { describe, expect, it } from 'vitest'
import { firstOf, is_nightly } from '../support/extent.ts'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { all_modes } from '../support/modes.ts'
import { casesOf, mismatchesOf } from './cases.ts'
import { startShared } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

const starts = [
  ['in process', startShared(emptyPostgresCalendar)],
  ...(is_nightly
    ? [
        [
          'over HTTP',
          async (...[scenario, mode]: Parameters<typeof startOverHttp>) =>
            startOverHttp(scenario, mode, await emptyPostgresCalendar(scenario.timezone)),
        ] as const,
      ]
    : []),
] as const

describe.each(starts)('PostgreSQL %s', (_, start) => {
  describe.each(firstOf(1, all_modes))('in %s mode', (mode) => {
    it.each(casesOf(mode).filter((_, i) => is_nightly || i % 3 === 0))('$file', async (one) => {
      expect(await mismatchesOf(one, mode, () => start(one.scenario, mode))).toEqual([])
    })
  })
})
