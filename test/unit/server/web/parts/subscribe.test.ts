// The page of an event, and the menus for calendar programs.
import { describe, expect, it } from 'vitest'
import { isPublicHost } from '../../../../../src/server/web/parts/subscribe.ts'
import { openPages, textOf } from '../../../../support/pages.ts'

const evening = { start_date: '2026-11-27 19:00:00', end_date: '2026-11-27 21:00:00' }

describe('the page of an event', () => {
  it('has a map, and previews for other sites', async () => {
    const pages = await openPages()
    const { id: venue } = await pages.create('venues', { venue: 'Hall', address: 'Weg 1', city: 'Lindenau' })
    await pages.create('events', {
      title: 'Trio',
      description: '<p>Guitar &amp; bass</p>',
      image: 'https://elsewhere.example/p.jpg',
      venue,
      start_date: '2026-11-27 19:00:00',
      end_date: '2026-11-27 21:00:00',
    })
    const { body } = await pages.get('/event/trio/')
    expect(body).toContain('https://www.openstreetmap.org/search?query=Weg+1%2C+Lindenau')
    expect(body).toContain('<meta property="og:title" content="Trio">')
    expect(body).toContain('<meta property="og:image" content="https://elsewhere.example/p.jpg">')
    expect(body).toContain(
      '<meta name="description" content="Friday, 27 November 2026, 19:00–21:00 · Hall · Guitar &amp; bass">',
    )
    expect(body).not.toContain('<img')
  })

  it('adds the event to calendars on the web, all-day events by their days', async () => {
    const pages = await openPages()
    await pages.create('events', { title: 'Trio & Co', ...evening, timezone: 'Europe/Berlin' })
    await pages.create('events', { title: 'Fair', start_date: '2026-11-27', end_date: '2026-11-28', all_day: true })
    const trio = (await pages.get('/event/trio-co/')).body
    expect(trio).toContain('text=Trio+%26+Co&amp;dates=20261127T180000Z%2F20261127T200000Z&amp;ctz=Europe%2FBerlin')
    expect(trio).toContain('startdt=2026-11-27T18%3A00%3A00.000Z&amp;enddt=2026-11-27T20%3A00%3A00.000Z')
    expect((await pages.get('/event/fair/')).body).toContain('dates=20261127%2F20261129')
  })

  it('shows an image only of its own origin', async () => {
    const pages = await openPages()
    await pages.create('events', { title: 'Trio', ...evening, image: 'http://calendar.example/trio.jpg' })
    const picture = '<img class="picture" src="http://calendar.example/trio.jpg" alt="" loading="lazy">'
    expect((await pages.get('/event/trio/')).body).toContain(picture)
    expect((await pages.get('/events/list/')).body).toContain(picture)
  })
})

describe('subscribing', () => {
  it.each([
    ['/events/month/2026-11/?category=jazz&status=draft', '/events/?category=jazz&amp;ical=1'],
    ['/events/list/?past=true', '/events/?ical=1'],
    ['/events/category/jazz/', '/events/category/jazz/?ical=1'],
    ['/venue/hall/', '/venue/hall/?ical=1'],
  ])('%s offers the selection, not the dates, of the page', async (address, feed) => {
    const pages = await openPages()
    await pages.create('venues', { venue: 'Hall' })
    await pages.create('categories', { name: 'Jazz' })
    const { body } = await pages.get(address)
    expect(body).toContain(`href="webcal://calendar.example${feed}"`)
    expect(body).toContain(`value="http://calendar.example${feed}"`)
    expect(body).toContain(`<img src="${feed}&amp;qr=1"`)
    const address_in_query = encodeURIComponent(`webcal://calendar.example${feed}`.replaceAll('&amp;', '&'))
    expect(body).toContain(`https://calendar.google.com/calendar/render?cid=${address_in_query}`)
    expect(body).toContain('https://outlook.live.com/owa/?path=')
  })

  it.each([
    ['127.0.0.1', false],
    ['localhost', false],
    ['192.168.1.5', false],
    ['172.20.0.1', false],
    ['[::1]', false],
    ['[fd00::1]', false],
    ['printer.local', false],
    ['nas', false],
    ['172.15.0.1', true],
    ['[2001:db8::1]', true],
    ['calendar.example', true],
  ] as const)('services on the web can reach %s: %s', (host, expected) => {
    expect(isPublicHost(host)).toBe(expected)
  })

  it('says why services on the web are missing at an address of this machine', async () => {
    const pages = await openPages({ web: { base: 'http://127.0.0.1:8787' } })
    const { body } = await pages.get('/events/')
    expect(body).not.toContain('google.com')
    expect(textOf(body)).toContain('an address on the internet; 127.0.0.1 is not one.')
  })

  it('is not offered where the pages end with the command', async () => {
    const { body } = await (await openPages({ web: { temporary: true } })).get('/events/')
    expect(body).not.toContain('webcal:')
    expect(textOf(body)).toContain('Calendar file (.ics)')
  })

  it('has a QR code as an image of the site', async () => {
    const { status, headers, body } = await (await openPages()).get('/events/?ical=1&qr=1')
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(body).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*><path [^<]*\/><path [^<]*\/><\/svg>$/)
  })
})
