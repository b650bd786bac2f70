// `cal feed`: addresses of `cal serve` and of deployed sites, for people and for programs.
import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../../../src/base/exchange.ts'
import { feedAddress, publicSite } from '../../../../../src/cli/commands/serve/feed.run.ts'
import { siteAddressOf } from '../../../../../src/client/address/api-root.ts'
import { serveExchange } from '../../../../support/exchange-server.ts'

const json = { 'content-type': 'application/json' }
const calendar: ApiResponse = { status: 200, headers: { 'content-type': 'text/calendar; charset=utf-8' }, body: '' }
const page: ApiResponse = { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
const index = { namespace: 'tribe/events/v1', _links: { up: [{ href: 'https://example.org/blog/wp-json/' }] } }
const records: Readonly<Record<string, object>> = {
  '/': index,
  '/events/5': { id: 5, title: 'Jazz', status: 'publish', url: 'https://example.org/event/jazz/' },
  '/events/6': { id: 6, title: 'Plan', status: 'draft', url: 'https://example.org/?post_type=tribe_events&p=6' },
  '/categories/3': { id: 3, slug: 'music', name: 'Music' },
  '/tags/4': { id: 4, slug: '%e3%82%b8%e3%83%a3%e3%82%ba', name: 'ジャズ' },
}

/** A site whose feeds are at the addresses that `has` accepts. */
function siteWith(has: (path: string) => boolean) {
  return serveExchange(async ({ method, path, query }: ApiRequest) => {
    if (method === 'HEAD') return has(query === '' ? path : `${path}?${query}`) ? calendar : page
    const record = records[path]
    return record
      ? { status: 200, headers: json, body: JSON.stringify(record) }
      : { status: 404, headers: json, body: '{"code":"rest_no_route","message":"No."}' }
  })
}

describe('the address of a feed', () => {
  it('is a file of cal serve', async () => {
    const site = await siteWith((path) => path === '/events.ics')
    const of = async (line: string) => (await site.cal(line)).stdout
    expect(await of('feed')).toBe('https://example.org/blog/events.ics\n')
    expect(await of('feed category id:3')).toBe('https://example.org/blog/events/category/music.ics\n')
    expect(await of('feed tag id:4')).toBe('https://example.org/blog/events/tag/%e3%82%b8%e3%83%a3%e3%82%ba.ics\n')
    expect(await of('feed 5')).toBe('https://example.org/event/jazz/?ical=1\n')
  })

  it('is a page of a deployed site', async () => {
    const site = await siteWith((path) => path.includes('ical=1'))
    expect(await site.cal('feed')).toEqual({
      code: 0,
      stdout: 'https://example.org/blog/?post_type=tribe_events&eventDisplay=list&ical=1\n',
      stderr: '',
    })
    expect((await site.cal('feed category id:3')).stdout).toBe(
      'https://example.org/blog/?post_type=tribe_events&tribe_events_cat=music&eventDisplay=list&ical=1\n',
    )
    expect(JSON.parse((await site.cal('feed tag id:4 -o json')).stdout)).toEqual({
      url: 'https://example.org/blog/?post_type=tribe_events&tag=%e3%82%b8%e3%83%a3%e3%82%ba&eventDisplay=list&ical=1',
      webcal:
        'webcal://example.org/blog/?post_type=tribe_events&tag=%e3%82%b8%e3%83%a3%e3%82%ba&eventDisplay=list&ical=1',
    })
  })

  it('is printed with a note if no calendar answers there', async () => {
    const site = await siteWith(() => false)
    expect(await site.cal('feed', { env: { LANG: 'de_DE.UTF-8' } })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ical=1\n'),
      stderr: expect.stringContaining(
        'nicht mit einem Kalender (HTTP 404, text/html); vielleicht sind Feeds abgeschaltet',
      ),
    })
  })

  it('is for both kinds of devices, and a QR code, on a terminal', async () => {
    const site = await siteWith((path) => path === '/events.ics')
    const { stdout } = await site.cal('feed', { terminal: true, columns: 80 })
    const [https, webcal, blank, first = ''] = stdout.split('\n')
    expect([https, webcal, blank]).toEqual([
      'https://example.org/blog/events.ics',
      'webcal://example.org/blog/events.ics',
      '',
    ])
    expect(first).toContain('█'.repeat(20))
    // White on black, also on a light terminal.
    const colored = await site.cal('feed --color always', { terminal: true, columns: 80 })
    const [, , , third = ''] = colored.stdout.split('\n')
    expect(third.replaceAll('█', '')).toBe('\u001b[97;40m\u001b[0m')
    expect(third).toContain('█'.repeat(20))
    expect((await site.cal('feed', { terminal: true, columns: 20 })).stdout).not.toContain('█')
  })
})

describe('there is no feed', () => {
  it('of a draft, of an unknown record, and of several', async () => {
    const site = await siteWith(() => true)
    expect(await site.cal('feed 6')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('event 6 is not published (draft), so it has no feed'),
    })
    expect(await site.cal('feed 7')).toMatchObject({ code: 4, stdout: '' })
    expect(await site.cal('feed tags')).toMatchObject({
      code: 2,
      stderr: 'error: TARGET is missing after "tags"\nhint: cal feed tag open-air\n',
    })
    expect(await site.cal('feed 5 6')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a feed covers one record, not "5 6"'),
    })
  })
})

it('the site is that of the service, or around the api root', () => {
  expect(publicSite(index)).toBe('https://example.org/blog')
  expect(publicSite({ _links: { up: [{ href: 'javascript:alert(1)' }] } })).toBe(undefined)
  expect(publicSite('no index')).toBe(undefined)
  for (const root of [
    'wp-json/tribe/events/v1',
    'index.php?rest_route=/tribe/events/v1',
    '?rest_route=/x',
    'api/v/events/v1',
  ])
    expect(siteAddressOf(`https://example.org/${root}`)).toBe('https://example.org')
  expect(feedAddress('https://x.example', 'pages', { plural: 'events', record: { url: 'mailto:x' } })).toBe(undefined)
})
