// Every case in each mode, on a calendar in PostgreSQL in this process.
import { describe, expect, it } from 'vitest'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { modes } from '../support/modes.ts'
import { casesOf, complaintsOf } from './cases.ts'
import { startInProcess } from './in-process.ts'

describe.each(modes)('%s mode in PostgreSQL', (mode) => {
  it.each(casesOf(mode))('$file', async (one) => {
    const start = async () => startInProcess(one.scenario, mode, await emptyPostgresCalendar(one.scenario.timezone))
    expect(await complaintsOf(one, mode, start)).toEqual([])
  })
})
