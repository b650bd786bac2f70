// A create with a lost response over a real connection.
import { beforeAll, describe, expect, it } from 'vitest'
import { faultProxy } from '../support/fault-proxy.ts'
import { localHome, runTime } from '../support/home.ts'
import type { Server } from '../../src/server/serve.ts'
import { afterFile } from '../support/cleanup.ts'
import { openServed } from '../support/served.ts'

let served: Server
beforeAll(async () => {
  served = await openServed({ now: runTime, clock: runTime }, afterFile)
})

describe('cal events create', () => {
  it('with a lost response finds the record it created', async () => {
    const proxy = await faultProxy(served.api_root, { seed: 1, share: 1, kinds: ['drop answer'], method: 'POST' })
    const home = localHome({ CAL_API_ROOT: proxy.api_root })
    const words = ['events', 'create', '--title', 'Jazz', '--start-date', '2027-03-01 20:00', '--duration', '3h']
    const ran = await home.cal(words)
    const listed = await home.cal('events list --any-date -o ids')
    proxy.close()
    expect(ran).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^the response was lost; this record was found afterwards:\\nCreated event ${listed.stdout.trim()} "Jazz" · Mon 1 Mar 2027, 20:00–23:00 \\(UTC\\) · http://127.0.0.1:\\d+/event/jazz/\\nto undo: .*\\n$`,
        ),
      ),
    })
    expect(listed.stdout).toMatch(/^\d+\n$/)
  })

  it('with a lost request reports that nothing was created', async () => {
    const proxy = await faultProxy(served.api_root, { seed: 1, share: 1, kinds: ['drop request'], method: 'POST' })
    const home = localHome({ CAL_API_ROOT: proxy.api_root })
    const ran = await home.cal('tags create --name free')
    proxy.close()
    expect(ran).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('hint: it was not created: rerun the command to create it\n'),
    })
  })
})
