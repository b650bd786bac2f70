// The rules that follow from the interface, against simulated services.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import { fakeService } from '../support/fake-service.ts'

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
