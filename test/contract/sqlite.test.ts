// The cases in each mode on a calendar in memory: in standard mode the written ones over HTTP, the others, whose steps
// have the same forms, in this process. The nightly run has all of them in both ways.
import { describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { type Mode, modes } from '../support/modes.ts'
import { type Case, casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

const isRecorded = ({ file }: Case) => file.startsWith('recorded/')
const overHttp = (one: Case, mode: Mode) => is_nightly || (mode === 'standard' && !isRecorded(one))

describe.each(modes)('%s mode', (mode) => {
  it.each(casesOf(mode).filter((one) => overHttp(one, mode)))('$file over HTTP', async (one) => {
    expect(await mismatchesOf(one, mode, () => startOverHttp(one.scenario, mode))).toEqual([])
  })

  it.each(casesOf(mode).filter((one) => is_nightly || !overHttp(one, mode)))('$file in process', async (one) => {
    expect(await mismatchesOf(one, mode, () => startInProcess(one.scenario, mode))).toEqual([])
  })
})
