// Every case in each mode, on a calendar in PostgreSQL, in this process; over HTTP too if CAL_ALL_CASES is set.
import { describe, expect, it } from 'vitest'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { modes } from '../support/modes.ts'
import { casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

/** Some cases have hundreds of requests, each with several exchanges with the server. */
const limit_ms = 120_000

const starts = [
  ['in process', startInProcess],
  ...(process.env.CAL_ALL_CASES === undefined ? [] : [['over HTTP', startOverHttp] as const]),
] as const

describe.each(starts)('PostgreSQL %s', (_, start) => {
  describe.each(modes)('in %s mode', (mode) => {
    it.each(casesOf(mode))('$file', { timeout: limit_ms }, async (one) => {
      const empty = async () => start(one.scenario, mode, await emptyPostgresCalendar(one.scenario.timezone))
      expect(await mismatchesOf(one, mode, empty)).toEqual([])
    })
  })
})
