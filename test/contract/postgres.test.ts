// The cases in each mode on a calendar in PostgreSQL, in this process: in quirks mode the recorded ones, because the
// engine knows no modes. CAL_ALL_CASES has them all, over HTTP too.
import { describe, expect, it } from 'vitest'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { modes } from '../support/modes.ts'
import { type Case, casesOf, mismatchesOf } from './cases.ts'
import { startShared } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

/** Some cases have hundreds of requests, each with several exchanges with the server. */
const limit_ms = 120_000
const has_all = process.env.CAL_ALL_CASES !== undefined

const starts = [
  ['in process', startShared(emptyPostgresCalendar)],
  ...(has_all
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
  describe.each(modes)('in %s mode', (mode) => {
    const isReplayed = ({ file }: Case) => has_all || mode !== 'quirks' || !file.startsWith('public/')
    it.each(casesOf(mode).filter(isReplayed))('$file', { timeout: limit_ms }, async (one) => {
      expect(await mismatchesOf(one, mode, () => start(one.scenario, mode))).toEqual([])
    })
  })
})
