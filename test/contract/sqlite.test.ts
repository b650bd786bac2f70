// The cases in each mode on a calendar in memory: each fourth of the written ones in standard mode over HTTP, the
// others, whose steps have the same forms, in this process. The nightly run has all of them in both ways.
import { describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { all_modes } from '../support/modes.ts'
import { type Case, casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

const isRecorded = ({ file }: Case) => file.startsWith('recorded/')

describe.each(all_modes)('%s mode', (mode) => {
  const cases = casesOf(mode)
  const written = mode === 'standard' ? cases.filter((one) => !isRecorded(one)) : []
  const over_http = is_nightly ? cases : written.filter((_, i) => i % 4 === 0)

  it.each(over_http)('$file over HTTP', async (one) => {
    expect(await mismatchesOf(one, mode, () => startOverHttp(one.scenario, mode))).toEqual([])
  })

  it.each(cases.filter((one) => is_nightly || !over_http.includes(one)))('$file in process', async (one) => {
    expect(await mismatchesOf(one, mode, () => startInProcess(one.scenario, mode))).toEqual([])
  })
})
