// Every case in each mode over HTTP, each with its own calendar and server.
import { describe, expect, it } from 'vitest'
import { modes } from '../support/modes.ts'
import { casesOf, mismatchesOf } from './cases.ts'
import { startOverHttp } from './over-http.ts'

describe.each(modes)('%s mode over HTTP', (mode) => {
  it.each(casesOf(mode))('$file', async (one) => {
    expect(await mismatchesOf(one, mode, () => startOverHttp(one.scenario, mode))).toEqual([])
  })
})
