// The rules that follow from the interface, against simulated services.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import type { Server } from '../../src/server/serve.ts'
import { afterFile } from '../support/cleanup.ts'
import { openServed } from '../support/served.ts'
import { fakeService } from '../support/fake-service.ts'

let deployed: Server
beforeAll(async () => {
  deployed = await openServed({ mode: 'quirks', timezone: 'Europe/Berlin' }, afterFile)
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

describe('pages', () => {
  it('are all requested with the same filters, and duplicate records are dropped', async () => {
    const pages = [
      [1, 2],
      [2, 3],
    ]
    const service = await fakeService((_, query) => {
      const page = Number(query.get('page') ?? 1)
      const ids = pages[page - 1]
      if (!ids) return { status: 404, body: { code: 'event-archive-page-not-found', message: 'no such page' } }
      return { body: { events: ids.map((id) => record(id)), next_rest_url: 'http://nowhere.example/lost' } }
    })
    const { stdout, stderr, code } = await service.cal('events list --all --search jazz --per-page 2 -o ids')
    expect({ stdout, code }).toEqual({ stdout: '1\n2\n3\n', code: 0 })
    expect(stderr).toMatch(/received twice on different pages, shown once: 1;/)
    expect(service.requests.length).toBeGreaterThan(2)
    for (const asked of service.requests) expect(asked).toMatch(/^GET \/events\?(?=.*search=jazz)(?=.*per_page=2)/)
  })

  it('have at most 50 records, which is also the requested size', async () => {
    const service = await fakeService((_, query) => ({
      body: { events: Number(query.get('page') ?? 1) > 1 ? [] : [record(1)], total: 1, total_pages: 1 },
    }))
    await service.cal('events list --all -o ids')
    await service.cal('events list --limit 500 -o ids')
    for (const asked of service.requests) expect(asked).toContain('per_page=50')
  })
})

describe('update on a service that resets fields that are not sent', () => {
  it('preserves other fields; --only-given sends only the given ones', async () => {
    const home = localHome({ CAL_API_ROOT: deployed.api_root })
    const { stdout: id } = await home.cal([
      'events',
      'create',
      '--title',
      'Kept',
      '--start-date',
      '2027-01-01 10:00',
      '--end-date',
      '2027-01-01 12:00',
      '--featured',
      '--website',
      'http://kept.example/',
      '--cost',
      '5',
      '--tags',
      'kept',
      '--create-missing',
      '--porcelain',
    ])
    const shown = async () =>
      JSON.parse(
        (
          await home.cal([
            'events',
            'get',
            id.trim(),
            '--json',
            '--fields',
            'title,start_date,end_date,featured,website,cost,tags.name',
          ])
        ).stdout,
      )
    const before = await shown()
    expect(before).toMatchObject({ featured: true, website: 'http://kept.example/' })
    expect(await home.cal(['events', 'update', id.trim(), '--title', 'New'])).toMatchObject({ code: 0 })
    expect(await shown()).toEqual({ ...before, title: 'New' })
    await home.cal(['events', 'update', id.trim(), '--end-date', '2027-01-01 13:00'])
    expect(await shown()).toEqual({ ...before, title: 'New', end_date: '2027-01-01 13:00:00' })
    const { stderr } = await home.cal([
      'events',
      'update',
      id.trim(),
      '--title',
      'Typed',
      '--only-given',
      '--show-request',
    ])
    expect(stderr).toMatch(/-d '\{"title":"Typed"\}'|-d 'title=Typed'/)
    expect((await shown()).featured).toBe(false)
  })

  it('warns about other changed fields', async () => {
    const before = record(7, { cost: '5', website: '', all_day: false })
    const service = await fakeService(({ method }) => ({
      body: method === 'GET' ? before : { ...before, title: 'New', cost: '' },
    }))
    const { stderr, code } = await service.cal('events update 7 --title New')
    expect(code).toBe(0)
    expect(stderr).toMatch(/cost/)
  })

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

describe('equivalent responses', () => {
  const blames = (...names: readonly string[]) => ({
    code: 'rest_invalid_param',
    message: 'Invalid',
    data: { status: 400, params: Object.fromEntries(names.map((name) => [name, 'wrong'])) },
  })
  it.each([
    [404, { code: 'rest-event-not-found', message: 'gone' }, 4],
    [410, { code: 'rest_already_trashed', message: 'gone' }, 4],
    [400, blames('id'), 4],
    [400, blames('id', 'title'), 5],
    [401, { code: 'rest_forbidden', message: 'who' }, 3],
    [403, { code: 'rest_forbidden', message: 'no' }, 3],
  ])('%i %j ends with %i', async (status, body, exit) => {
    const service = await fakeService(() => ({ status, body }))
    expect(await service.cal('events get 7')).toMatchObject({ code: exit, stdout: '' })
  })
})

describe('texts changed by services', () => {
  const wild = record(7, {
    title: 'Jazz &amp; Blues &#8211; live',
    description: '<p>All <b>night</b></p>',
    x_extension: { seats: 3 },
  })

  it('are plain text in tables and CSV, and unchanged in JSON, extensions included', async () => {
    const service = await fakeService(() => ({ body: { events: [wild], total: 1, total_pages: 1 } }))
    const shown = async (...words: readonly string[]) =>
      (await service.cal(['events', 'list', '--fields', 'title,description', ...words])).stdout
    expect(await shown('-o', 'csv', '--no-header')).toBe('Jazz & Blues – live,All night\n')
    expect(await shown('-o', 'table', '--no-header')).toMatch(/^Jazz & Blues – live +All night\n$/)
    expect(JSON.parse((await service.cal('events list --json')).stdout)).toEqual([wild])
  })

  it('are not sent by an update if their key is unknown, so that services preserve it', async () => {
    const service = await fakeService(({ method }) => ({ body: method === 'GET' ? wild : { ...wild, title: 'New' } }))
    expect(await service.cal('events update 7 --title New')).toMatchObject({ code: 0 })
    expect(service.requests.at(-1)).toMatch(/^(PUT|POST) \/events\/7 /)
    expect(service.requests.at(-1)).not.toContain('x_extension')
  })
})

describe('an unreliable network', () => {
  it('GET is retried after 503 and the time in Retry-After', async () => {
    let calls = 0
    const service = await fakeService(() =>
      ++calls < 3
        ? { status: 503, headers: { 'retry-after': '0' }, body: '' }
        : { body: { tags: [], total: 0, total_pages: 0 } },
    )
    expect(await service.cal('tags list')).toMatchObject({ code: 0 })
    expect(service.requests).toHaveLength(3)
  })

  it('POST is not retried after a lost response: import looks up the record first', async () => {
    const made: object[] = []
    const service = await fakeService(({ method, path, body }) => {
      if (method !== 'POST')
        return path === '/events'
          ? { body: { events: made, total: made.length, total_pages: made.length } }
          : { body: { venues: [], organizers: [], categories: [], tags: [], total: 0, total_pages: 0 } }
      made.push({ ...record(made.length + 1), slug: 'lost', ...JSON.parse(String(body)) })
      return undefined
    })
    writeFileSync(
      join(service.folder, 'lost.csv'),
      'title,start_date,end_date\nLost,2027-01-01 10:00:00,2027-01-01 11:00:00\n',
    )
    expect(await service.cal('import lost.csv')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event created'),
    })
    expect([made.length, service.requests.filter((line) => line.startsWith('POST')).length]).toEqual([1, 1])
  })

  it('create does not retry it either, and reports that', async () => {
    const service = await fakeService(({ method }) =>
      method === 'POST' ? undefined : { body: { tags: [], total: 0, total_pages: 0 } },
    )
    expect(await service.cal('tags create --name lost')).toMatchObject({ code: 7, stdout: '' })
    expect(service.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })
})

describe('changes without confirmation', () => {
  it('are refused for several records without --yes', async () => {
    const home = localHome({ CAL_API_ROOT: 'file:./c.db' })
    await home.cal('tags create -f -', '[{"name":"a"},{"name":"b"}]')
    mkdirSync(join(home.folder, 'out'))
    await home.cal('export tags --to out/before.json')
    for (const verb of [
      ['delete', 'a', 'b'],
      ['update', 'a', 'b', '--description', 'x'],
      ['delete', '--where', 'search=a'],
    ]) {
      expect(await home.cal(['tags', ...verb])).toMatchObject({ code: 9, stderr: expect.stringContaining('--yes') })
    }
    await home.cal('export tags --to out/after.json')
    expect(readFileSync(join(home.folder, 'out/after.json'), 'utf8')).toBe(
      readFileSync(join(home.folder, 'out/before.json'), 'utf8'),
    )
  })

  it('are refused with one coordinate only', async () => {
    const home = localHome({ CAL_API_ROOT: 'file:./c.db' })
    for (const flag of ['--geoloc-lat', '--geoloc-lng'])
      expect(await home.cal(['events', 'list', flag, '1'])).toEqual({
        code: 2,
        stdout: '',
        stderr: 'error: --geoloc-lat and --geoloc-lng must be used together\n',
      })
  })
})
