// The cases in each mode on a calendar in memory: the written ones over HTTP, the recorded ones, whose steps have the
// same forms, in this process, and in the nightly run over HTTP too.
import { describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { modes } from '../support/modes.ts'
import { type Case, casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'
import { startOverHttp } from './over-http.ts'

const isRecorded = ({ file }: Case) => file.startsWith('recorded/')
const overHttp = (one: Case) => is_nightly || !isRecorded(one)

describe.each(modes)('%s mode', (mode) => {
  it.each(casesOf(mode).filter(overHttp))('$file over HTTP', async (one) => {
    expect(await mismatchesOf(one, mode, () => startOverHttp(one.scenario, mode))).toEqual([])
  })

  it.each(casesOf(mode).filter(isRecorded))('$file in process', async (one) => {
    expect(await mismatchesOf(one, mode, () => startInProcess(one.scenario, mode))).toEqual([])
  })
})
