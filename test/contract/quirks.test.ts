// Every case in quirks mode, of either release, on a calendar in this process.
import { describe, expect, it } from 'vitest'
import { casesOf, mismatchesOf } from './cases.ts'
import { startInProcess } from './in-process.ts'

describe.each(['quirks', 'quirks-6.17'] as const)('%s mode in process', (mode) => {
  it.each(casesOf(mode))('$file', async (one) => {
    expect(await mismatchesOf(one, mode, () => startInProcess(one.scenario, mode))).toEqual([])
  })
})
