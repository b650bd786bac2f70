// Every case in quirks mode, on a calendar in this process.
import { describe, expect, it } from 'vitest'
import { casesOf, complaintsOf } from './cases.ts'
import { startInProcess } from './in-process.ts'

describe('quirks mode in process', () => {
  it.each(casesOf('quirks'))('$file', async (one) => {
    expect(await complaintsOf(one, 'quirks', () => startInProcess(one.scenario, 'quirks'))).toEqual([])
  })
})
