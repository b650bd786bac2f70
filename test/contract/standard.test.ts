// Every case in standard mode, on a calendar in this process.
import { describe, expect, it } from 'vitest'
import { casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'

describe('standard mode in process', () => {
  it.each(casesOf('standard'))('$file', async (one) => {
    expect(await mismatchesOf(one, 'standard', () => startInProcess(one.scenario, 'standard'))).toEqual([])
  })
})
