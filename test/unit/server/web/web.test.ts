// The pages of a calendar: what each address shows, to whom, and what it asks the interface for.
import { describe, expect, it } from 'vitest'
import { limitPasswords } from '../../../../src/server/auth/limits.ts'
import { CalError } from '../../../../src/base/errors.ts'
import { sameText } from '../../../../src/base/text/language.ts'
import { api_root, openPages, textOf } from '../../../support/pages.ts'

const evening = { start_date: '2026-11-27 19:00:00', end_date: '2026-11-27 21:00:00' }

describe('addresses', () => {
  it.each(['standard', 'quirks'] as const)(
    'every url that the service hands out is a page, in %s mode',
    async (mode) => {
      const pages = await openPages({ calendar: { mode } })
      const venue = await pages.create('venues', { venue: 'Café Süß', address: 'Weg 1' })
      const organizer = await pages.create('organizers', { organizer: '東京クラブ' })
      const parent = await pages.create('categories', { name: 'Music' })
      await pages.create('categories', { name: 'Free Jazz', parent: parent.id })
      await pages.create('tags', { name: '2026' })
      const links = { venue: venue.id, organizer: [organizer.id], categories: ['free-jazz', 'music'], tags: ['2026'] }
      for (const status of ['publish', 'draft', 'pending', 'private'])
        await pages.create('events', { title: `Concert ${status}`, status, ...evening, ...links })
      await pages.create('venues', { venue: 'Planned', status: 'draft' })
      const answers = await Promise.all(
        [
          ...['publish', 'draft', 'pending', 'private'].map((status) => `events?status=${status}`),
          'venues?status=draft',
          'venues',
          'organizers',
          'categories?hide_empty=false',
          'tags?hide_empty=false',
          'events/by-slug/concert-publish',
        ].map((address) => pages.read(`${api_root}/${address}`)),
      )
      const urls = new Set(
        [...JSON.stringify(answers).matchAll(/"url":"(http:\/\/calendar\.example\/(?!wp-json)[^"]*)"/g)].map(
          ([, url = '']) => url,
        ),
      )
      expect(urls.size).toBeGreaterThanOrEqual(10)
      for (const url of urls) {
        const { status, headers } = await pages.get(url)
        expect([url, status, headers['content-type']]).toEqual([url, 200, 'text/html; charset=UTF-8'])
      }
    },
  )

  it.each([
    ['/', '/events/'],
    ['/events', '/events/'],
    ['/events/list?search=jazz', '/events/list/?search=jazz'],
    ['/event/late-film', '/event/late-film/'],
    ['/venue/', '/venues/'],
    ['/organizer/', '/organizers/'],
    ['/event/', '/events/list/'],
  ])('%s leads to %s', async (address, location) => {
    const { status, headers } = await (await openPages()).get(address)
    expect([status, headers.location]).toEqual([302, location])
  })

  it.each([
    ['/events/month/2026-13/', 400, 'There is no month “2026-13”. A month is written as 2026-11.'],
    ['/events/2026-02-30/', 400, 'There is no day “2026-02-30”. A day is written as 2026-11-29.'],
    ['/events/week/soon/', 400, 'There is no day “soon”.'],
    ['/events/list/?page=-1', 400, 'page must be a number such as 2, not “-1”'],
    ['/events/list/?page=99', 404, 'There is no page 99 of this list.'],
    ['/events/list/?venue=hall', 400, 'venue must be an id such as 12, not “hall”.'],
    ['/events/list/?status=nope', 400, 'status: needs publish, future'],
    ['/events/list/?venue=99', 400, 'venue: needs ids'],
    ['/event/nope/', 404, 'There is no event “nope”.'],
    ['/events/category/nope/', 404, 'There is no category “nope”.'],
    ['/events/tag/nope/', 404, 'There is no tag “nope”.'],
    ['/venue/%E6%9D%B1/', 404, 'There is no venue “東”.'],
    ['/organizer/a%2Fb/', 404, 'There is no organizer “a/b”.'],
    ['/events/nope/', 404, 'There is no page at this address.'],
    ['/nope', 404, 'There is no page at this address.'],
  ])('%s is %i in words', async (address, expected, words) => {
    const { status, body } = await (await openPages()).get(address)
    expect(status).toBe(expected)
    expect(textOf(body)).toContain(words)
    expect(body).not.toContain('at file:')
  })

  it('a program that asks for an unknown path does not get a page', async () => {
    await expect((await openPages()).get('/nope', { accept: '*/*' })).rejects.toThrow('no page at /nope')
  })
})

describe('lists', () => {
  it('show upcoming events, and past events with the latest first', async () => {
    const pages = await openPages()
    for (const [title, day] of [
      ['Over', '18'],
      ['Earlier', '17'],
      ['Coming', '21'],
      ['Later', '22'],
    ])
      await pages.create('events', {
        title,
        start_date: `2026-11-${day} 10:00:00`,
        end_date: `2026-11-${day} 11:00:00`,
      })
    await pages.create('events', { title: 'Running', start_date: '2026-11-01', end_date: '2026-11-30', all_day: true })
    const titles = async (address: string) =>
      [...(await pages.get(address)).body.matchAll(/<h3><a [^>]*>([^<]*)/g)].map(([, title]) => title)
    expect(await titles('/events/list/')).toEqual(['Running', 'Coming', 'Later'])
    expect(await titles('/events/list/?past=true')).toEqual(['Over', 'Earlier'])
  })

  it('of the past contain an all-day event from the day after it, and show the request and the command for it', async () => {
    const pages = await openPages()
    const day = (of: string) => ({ start_date: of, end_date: of, all_day: true })
    await pages.create('events', { title: 'Fair', ...day('2026-11-19') })
    await pages.create('events', { title: 'Market', ...day('2026-11-20') })
    const past = (await pages.get('/events/list/?past=true')).body
    expect([past.includes('>Fair<'), past.includes('>Market<')]).toEqual([true, false])
    expect(textOf(past)).toContain('--ends-before 2026-11-20T05:00:00Z --strict-dates')
    const upcoming = (await pages.get('/events/list/')).body
    expect([upcoming.includes('>Fair<'), upcoming.includes('>Market<')]).toEqual([false, true])
  })

  it('of the past begin with the last page', async () => {
    const pages = await openPages()
    for (let i = 0; i < 60; i += 1)
      await pages.create('events', {
        title: `N${i}`,
        start_date: `2025-01-01 00:${String(i).padStart(2, '0')}:00`,
        end_date: '2025-01-01 01:00:00',
      })
    const first = (await pages.get('/events/list/?past=true')).body
    expect(first).toContain('>N59<')
    expect(first).not.toContain('>N49<')
    expect((await pages.get('/events/list/?past=true&page=2')).body).toContain('>N49<')
    expect((await pages.get('/events/list/?past=true&page=3')).status).toBe(404)
  })

  it('take their filters from the address and keep them in their links', async () => {
    const pages = await openPages()
    const { id: venue } = await pages.create('venues', { venue: 'Hall' })
    await pages.create('categories', { name: 'Jazz' })
    await pages.create('categories', { name: '2026' })
    await pages.create('events', { title: 'Trio', ...evening, venue, categories: ['jazz'] })
    await pages.create('events', { title: 'Market', ...evening })
    pages.requests()
    const { body } = await pages.get(`/events/list/?category=jazz&venue=${venue}&search=trio&tag=&lang=de`)
    expect(pages.requests()).toContain(
      `/events?search=trio&categories=jazz&venue=${venue}&ends_after=2026-11-19&per_page=25`,
    )
    expect(textOf(body)).toContain('Trio')
    expect(textOf(body)).not.toContain('Market')
    expect(body).toContain(`/events/month/2026-11/?search=trio&amp;category=jazz&amp;venue=${venue}&amp;lang=de`)
    expect(body).toContain('<option value="jazz" selected>')
    // Digits would be read as an id.
    await pages.get('/events/list/?category=2026')
    expect(pages.requests().filter((line) => line.includes('categories=2026'))).toEqual([])
  })

  it('offer every venue as a filter', async () => {
    const pages = await openPages()
    for (let n = 1; n <= 120; n += 1) await pages.create('venues', { venue: `Hall ${n}` })
    const { body } = await pages.get('/events/list/')
    expect(body.match(/<option value="\d+">Hall \d+/g)).toHaveLength(120)
    expect(body).not.toContain('class="note"')
  })

  it('show the request behind them, and the command with its quotes', async () => {
    const { body } = await (await openPages()).get(`/events/list/?search=${encodeURIComponent(`it's "x" & y`)}`)
    expect(body).toContain(
      `GET ${api_root}/events?search=it%27s+%22x%22+%26+y&amp;ends_after=2026-11-19&amp;per_page=25`,
    )
    expect(body).toContain(
      `cal events list --api-root ${api_root} --search &#39;it&#39;\\&#39;&#39;s &quot;x&quot; &amp; y&#39; --ends-after 2026-11-19 --per-page 25`,
    )
    const week = await (await openPages()).get('/events/week/2026-11-23/?search=jazz')
    expect(week.body).toContain(`cal agenda 2026-11-23..2026-11-29 --api-root ${api_root} --search jazz`)
  })

  it('have no control characters of their address in them', async () => {
    const { body } = await (await openPages()).get('/events/list/?search=a%00b%0Ac')
    expect(body).toContain('value="a b c"')
  })

  it('in a month or a week have every event that touches a day of it, with bars and times', async () => {
    const pages = await openPages()
    await pages.create('events', {
      title: 'Exhibition',
      start_date: '2026-10-20',
      end_date: '2026-11-24',
      all_day: true,
    })
    await pages.create('events', { title: 'Night', start_date: '2026-11-28 22:00:00', end_date: '2026-11-29 02:00:00' })
    await pages.create('events', {
      title: 'Outside',
      start_date: '2026-12-24 10:00:00',
      end_date: '2026-12-24 11:00:00',
    })
    const { body } = await pages.get('/events/month/2026-11/')
    // One bar for each week, and the event on each of its days.
    expect(body.match(/ run w\d/g)).toEqual([' run w7', ' run w7', ' run w7', ' run w7', ' run w2'])
    expect(body.match(/>Exhibition</g)).toHaveLength(30)
    expect(body).toContain('<time datetime="2026-11-28T22:00-05:00">22:00<span class="end">–02:00 +1</span></time>')
    expect(body.match(/>Night</g)).toHaveLength(1)
    expect(body).not.toContain('Outside')
    expect((await pages.get('/events/week/2026-11-29/')).body).toContain('Night')
    expect((await pages.get('/events/week/2026-11-30/')).body).not.toContain('Night')
    expect((await pages.get('/events/2026-11-29/')).body).toContain('Night')
  })

  it('of a month list twenty events of a day, and the rest on its own page', async () => {
    const pages = await openPages()
    for (let i = 0; i < 120; i += 1) await pages.create('events', { title: `N${i}`, ...evening })
    const month = (await pages.get('/events/month/2026-11/')).body
    expect(month.match(/>N\d+</g)).toHaveLength(20)
    expect(textOf(month)).toContain('100 more')
    expect((await pages.get('/events/2026-11-27/')).body.match(/>N\d+</g)).toHaveLength(120)
  })
})

describe('links', () => {
  it.each(['//evil.example/x', '//evil.example/', '///evil.example', '/\\evil.example'])(
    'of the page for %s stay at the calendar',
    async (path) => {
      const { status, body } = await (await openPages()).get(path)
      expect(status).toBe(404)
      expect(body).toContain('href="/evil.example')
      expect(body).not.toMatch(/href="(?:\/[/\\]|https?:)/)
    },
  )

  it('are written for slugs that no address can have', async () => {
    const slug = 'a\ud800b'
    const event = { id: 1, title: 'Odd', slug, status: 'publish', ...evening, categories: [{ id: 2, slug, name: 'C' }] }
    const body = JSON.stringify({ events: [{ ...event, venue: [{ id: 3, slug, status: 'publish' }] }], total: 1 })
    const pages = await openPages({ web: { exchange: async () => ({ status: 200, headers: {}, body }) } })
    expect(await pages.get('/events/month/2026-11/')).toMatchObject({
      status: 200,
      body: expect.stringContaining('href="/event/a%EF%BF%BDb/"'),
    })
  })
})

describe('languages and zones', () => {
  it.each([
    ['/events/list/', 'de-AT,de;q=0.9', 'de', 'Kommende Termine'],
    ['/events/list/?lang=en', 'de', 'en', 'Upcoming events'],
    ['/events/list/', 'fr', 'en', 'Upcoming events'],
  ])('%s with %s is %s', async (address, accepted, language, title) => {
    const { body } = await (await openPages()).get(address, { 'accept-language': accepted })
    expect(body).toContain(`<html lang="${language}">`)
    expect(textOf(body)).toContain(title)
  })

  it('an event shows its own time and names its zone, and is on its own day', async () => {
    const pages = await openPages()
    const times = { start_date: '2026-11-30 20:00:00', end_date: '2026-11-30 22:00:00', timezone: 'America/New_York' }
    const { url } = await pages.create('events', { title: 'Abroad', ...times })
    const { body } = await pages.get(`${url}?lang=de`)
    expect(body).toContain('<time datetime="2026-11-30T20:00-05:00">Montag, 30. November 2026, 20:00–22:00</time>')
    expect(textOf(body)).toContain('America/New_York (EST)')
    for (const view of ['2026-11-30', '2026-12-01', 'month/2026-11', 'week/2026-11-30', 'week/2026-12-07']) {
      const [page, file] = [(await pages.get(`/events/${view}/`)).body, await pages.stream(`/events/${view}/?ical=1`)]
      const isOn = !['2026-12-01', 'week/2026-12-07'].includes(view)
      expect([view, page.includes('Abroad'), file.includes('Abroad')]).toEqual([view, isOn, isOn])
    }
  })
})

describe('pages without events', () => {
  it('lead to past events, and to all events of a filter', async () => {
    const pages = await openPages()
    await pages.create('categories', { name: 'Jazz' })
    expect((await pages.get('/events/2026-12-24/')).body).toContain('<a href="/events/list/?past=true">Past events</a>')
    const filtered = (await pages.get('/events/list/?category=jazz')).body
    expect(filtered).toContain('<a href="/events/list/?category=jazz&amp;past=true">Past events</a>')
    expect(filtered).toContain('<a href="/events/list/">All events</a>')
  })
})

it('an event without dates has a page without a time', async () => {
  const pages = await openPages({ calendar: { mode: 'quirks' } })
  const { url } = await pages.create('events', { title: 'Some day', status: 'publish', start_date: '0', end_date: '0' })
  const { body } = await pages.get(url)
  expect(body).toContain('<h1>Some day</h1>')
  expect(body).not.toMatch(/<time|1970|id="add"/)
})

describe('readers', () => {
  const basic = { ada: `Basic ${btoa('ada:one')}`, sam: `Basic ${btoa('sam:two')}` }
  const users = {
    [basic.ada]: { id: 1, login: 'ada', role: 'administrator' },
    [basic.sam]: { id: 2, login: 'sam', role: 'subscriber' },
  } as const

  it('that are visitors see published records and are asked to sign in for others', async () => {
    const pages = await openPages({ users })
    const { url } = await pages.create('events', { title: 'Secret plan', status: 'private', ...evening })
    expect((await pages.get('/events/list/')).body).not.toContain('Secret plan')
    const addresses = ['/events/?status=draft', '/events/list/?status=private', url, '/sign-in']
    const unread = [{}, { authorization: 'Bearer abc' }, { authorization: 'Basic ada' }]
    for (const [address, sent] of addresses.flatMap((address) => unread.map((sent) => [address, sent] as const))) {
      const { status, headers, body } = await pages.get(address, sent)
      expect(body).toContain('href="/sign-in"')
      expect([address, status, headers['www-authenticate']]).toEqual([
        address,
        401,
        'Basic realm="calendar", charset="UTF-8"',
      ])
      expect(body).not.toContain('Secret plan')
    }
  })

  it('that are signed in see what they may, marked', async () => {
    const pages = await openPages({ users })
    const { url } = await pages.create('events', { title: 'Secret plan', status: 'private', ...evening })
    await pages.create('events', { title: 'Idea', status: 'draft', hide_from_listings: true, ...evening })
    const headers = { authorization: basic.ada }
    expect(textOf((await pages.get('/events/?status=private', headers)).body)).toContain('Secret plan Private')
    expect(textOf((await pages.get('/events/list/?status=draft', headers)).body)).toContain(
      'Idea Draft Hidden from lists',
    )
    expect((await pages.get(url, headers)).body).toContain('<meta name="robots" content="noindex">')
    expect((await pages.get('/sign-in', headers)).headers.location).toBe('/events/')
    const { status } = await pages.get(url, { authorization: basic.sam })
    expect(status).toBe(403)
  })

  it('of a calendar without users see drafts and the trash', async () => {
    const pages = await openPages()
    await pages.create('events', { title: 'Idea', status: 'draft', ...evening })
    const { body } = await pages.get('/events/month/2026-11/')
    expect(body).toContain('unpublished')
    expect(textOf(body)).toContain('Idea Draft')
  })

  it('need the password of a protected event, and see nothing of it before', async () => {
    const pages = await openPages({ users })
    const { url } = await pages.create('events', {
      title: 'Board dinner',
      description: 'Code 4711',
      password: 'tulip',
      ...evening,
    })
    const closed = await pages.get(url)
    expect([closed.status, /Board dinner|4711|2026-11-27/.test(closed.body)]).toEqual([403, false])
    expect(closed.body).toContain('<form method="post"')
    expect(closed.body).toContain('<h1>Protected event</h1>')
    expect((await pages.get('/events/list/')).body).not.toContain('4711')
    const wrong = await pages.ask('POST', url, 'password=rose')
    expect([wrong.status, textOf(wrong.body).includes('The password is incorrect.')]).toEqual([403, true])
    const right = await pages.ask('POST', url, 'password=tulip')
    expect([right.status, right.body.includes('Code 4711'), right.body.includes('tulip')]).toEqual([200, true, false])
    // As the interface reads it: the last value of a form, and only of a form.
    expect((await pages.ask('POST', url, 'password=rose&password=tulip')).status).toBe(200)
    expect((await pages.ask('POST', url, 'password=tulip&password=rose')).status).toBe(403)
    expect((await pages.ask('POST', url, 'password=tulip', 'text/plain')).status).toBe(403)
  })

  it('limit the passwords that a client can try for protected events', async () => {
    let now = 0
    const pages = await openPages({ users, calendar: { limitPasswords: limitPasswords(() => now) } })
    const { url } = await pages.create('events', { title: 'Board dinner', password: 'tulip', ...evening })
    const attempt = (password: string) => pages.ask('POST', url, `password=${password}`)
    expect((await attempt('tulip')).status).toBe(200)
    for (let n = 1; n < 30; n += 1) expect((await attempt(`rose${n}`)).status).toBe(403)
    const refused = await attempt('violet')
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      429,
      '2',
      'text/html; charset=UTF-8',
    ])
    expect(textOf(refused.body)).toContain('Too many wrong passwords; retry in 2 s.')
    // What was tried before tells nothing new.
    expect([(await attempt('tulip')).status, (await attempt('rose1')).status]).toEqual([200, 403])
    now += 2_000
    expect((await attempt('violet')).status).toBe(403)
  })
})

describe('what is in the page', () => {
  it('has a policy that runs nothing but the scripts of the site', async () => {
    const { headers, body } = await (await openPages()).get('/events/')
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'self';.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
    expect(body).not.toMatch(/<script(?! type="(module" src|application\/ld\+json))|<style|\sstyle=|\son\w+=/)
  })

  it('has structured data, a canonical address and the calendar file', async () => {
    const pages = await openPages()
    const { url } = await pages.create('events', { title: 'Talk </script><script>alert(1)</script>', ...evening })
    const { body } = await pages.get(url)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Event', startDate: '2026-11-27T19:00:00-05:00' })
    expect(body).toContain(`<link rel="canonical" href="${url}">`)
    expect(body).toContain('<link rel="alternate" type="text/calendar"')
    expect(body).not.toContain('<script>alert')
  })
})

describe('a service that does not answer', () => {
  it.each([
    ['unreachable', 502],
    ['timed_out', 504],
  ] as const)('%s is %i', async (code, expected) => {
    const pages = await openPages({
      web: { exchange: () => Promise.reject(new CalError(code, sameText('calendar.example does not answer'))) },
    })
    const { status, body } = await pages.get('/events/list/')
    expect([status, textOf(body).includes('calendar.example does not answer')]).toEqual([expected, true])
  })

  it('a server error or another body is 502', async () => {
    for (const [status, body] of [
      [500, '{"code":"x","message":"stack at /srv"}'],
      [200, '<html>'],
    ] as const) {
      const pages = await openPages({ web: { exchange: async () => ({ status, headers: {}, body }) } })
      const page = await pages.get('/events/list/')
      expect([page.status, page.body.includes('/srv')]).toEqual([502, false])
    }
  })

  it('a bug is not a page', async () => {
    const pages = await openPages({ web: { exchange: () => Promise.reject(new TypeError('bug')) } })
    await expect(pages.get('/events/list/')).rejects.toThrow('bug')
  })
})

describe('calendar files', () => {
  it('hold the events of their page', async () => {
    const pages = await openPages()
    const { id: venue } = await pages.create('venues', { venue: 'Hall' })
    await pages.create('categories', { name: 'Jazz' })
    const { url } = await pages.create('events', { title: 'Trio', ...evening, venue, categories: ['jazz'] })
    await pages.create('events', {
      title: 'Market',
      start_date: '2020-01-01 10:00:00',
      end_date: '2020-01-01 11:00:00',
    })
    await pages.create('events', { title: 'Idea', status: 'draft', ...evening })
    const titles = async (address: string) => (await pages.stream(address)).match(/(?<=SUMMARY:).*(?=\r)/g)
    expect(await titles('/events.ics')).toEqual(['Market', 'Trio'])
    expect(await titles('/events/?ical=1')).toEqual(['Market', 'Trio'])
    expect(await titles('/events/list/?ical=1&search=market')).toEqual(['Market'])
    for (const address of [
      '/events/month/2026-11/?ical=1',
      '/events/week/2026-11-27/?ical=1',
      '/events/2026-11-27/?ical=1',
      '/events/category/jazz.ics',
      '/events/category/jazz/?ical=1',
      '/venue/hall/?ical=1',
      `${url}?ical=1`,
    ])
      expect([address, await titles(address)]).toEqual([address, ['Trio']])
    expect((await pages.get('/events/category/nope.ics')).status).toBe(404)
  })
})
