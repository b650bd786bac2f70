// The written cases in each mode over HTTP, each with its own calendar and server; the recorded ones, whose steps have
// the same forms, only if CAL_ALL_CASES is set.
import { describe, expect, it } from 'vitest'
import { modes } from '../support/modes.ts'
import { type Case, casesOf, mismatchesOf } from './cases.ts'
import { startOverHttp } from './over-http.ts'

const isReplayed = ({ file }: Case) => process.env.CAL_ALL_CASES !== undefined || !file.startsWith('recorded/')

describe.each(modes)('%s mode over HTTP', (mode) => {
  it.each(casesOf(mode).filter(isReplayed))('$file', async (one) => {
    expect(await mismatchesOf(one, mode, () => startOverHttp(one.scenario, mode))).toEqual([])
  })
})
