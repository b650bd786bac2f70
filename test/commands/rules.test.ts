// The rules that follow from the interface, against simulated services.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
import type { Server } from '../../src/server/serve.ts'
import { afterFile } from '../support/cleanup.ts'
import { openServed } from '../support/served.ts'
import { fakeService } from '../support/fake-service.ts'

let deployed: Server
beforeAll(async () => {
  deployed = await openServed({ mode: 'quirks', timezone: 'Europe/Berlin', now: runTime, clock: runTime }, afterFile)
})

const record = (id: number, more: object = {}) => ({
  id,
  title: `Event ${id}`,
  status: 'publish',
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
  ...more,
})

describe('the four implicit filters of lists', () => {
  it('are reported by list, and turned off by export, diff and bulk delete', async () => {
    const home = localHome({ CAL_API_ROOT: 'file:./c.db' })
    const rows = Array.from({ length: 60 }, (_, i) => ({
      title: `Old ${i}`,
      start_date: '2001-01-01 10:00',
      end_date: '2001-01-01 11:00',
      status: i % 2 ? 'draft' : 'publish',
    }))
    writeFileSync(join(home.folder, 'old.json'), JSON.stringify({ events: rows, categories: [{ name: 'unused' }] }))
    await home.cal('import old.json')
    const { events, categories } = JSON.parse((await home.cal('export')).stdout)
    expect([events.length, categories.length]).toEqual([60, 1])
    expect((await home.cal('diff -f old.json --exit-code')).code).toBe(0)
    expect((await home.cal('import old.json')).stderr).toBe('60 events, 1 category unchanged\n')
    expect(await home.cal('events list')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No events match\. Searched until \d+ \w+ \d{4}\. Any date: --any-date\.\n/),
    })
    expect((await home.cal('categories list')).stderr).toContain('--no-hide-empty')
    expect((await home.cal('events delete --where search=Old --yes')).stderr).toMatch(/60 events deleted/)
  })
})

describe('update on a service that resets fields that are not sent', () => {
  it('does not create a second venue or organizer with the same name', async () => {
    const home = localHome({ CAL_API_ROOT: deployed.api_root })
    for (const [kind, label] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const { stdout: id } = await home.cal([kind, 'create', '--name', 'Same', '--porcelain'])
      expect(await home.cal([kind, 'create', '--name', 'Same'])).toMatchObject({
        code: 5,
        stderr: expect.stringMatching(
          new RegExp(`^error: the ${label} "Same" already exists \\(id ${id.trim()}\\)\n[\\s\\S]*--allow-duplicate`),
        ),
      })
    }
  })
})

describe('texts changed by services', () => {
  const wild = record(7, {
    title: 'Jazz &amp; Blues &#8211; live',
    description: '<p>All <b>night</b></p>',
    x_extension: { seats: 3 },
  })

  it('are not sent by an update if their key is unknown, so that services preserve it', async () => {
    const service = await fakeService(({ method }) => ({ body: method === 'GET' ? wild : { ...wild, title: 'New' } }))
    expect(await service.cal('events update 7 --title New')).toMatchObject({ code: 0 })
    expect(service.requests.at(-1)).toMatch(/^(PUT|POST) \/events\/7 /)
    expect(service.requests.at(-1)).not.toContain('x_extension')
  })
})
