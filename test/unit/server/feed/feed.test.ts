// A feed over HTTP: what it holds, its validators, and how it ends.
import { describe, expect, it } from 'vitest'
import { eventsIn, feedServer, type FeedServer, titlesIn } from '../../../support/feeds.ts'

const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }

async function textAt(server: FeedServer, path = '/events.ics'): Promise<string> {
  return (await fetch(server.url + path)).text()
}

describe('the events of a feed', () => {
  it('make a valid calendar without any', async () => {
    for (const zone of ['Europe/Berlin', 'UTC']) {
      const text = await textAt(await feedServer(zone))
      expect(titlesIn(text)).toEqual([])
      expect(text).toContain(`\r\nTZID:${zone}\r\n`)
    }
  })
})

describe('a feed', () => {
  it('has a name, an address and an interval', async () => {
    const server = await feedServer()
    const answer = await fetch(`${server.url}/events.ics`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="events.ics"',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language',
      'content-encoding': 'gzip',
    })
    expect((await answer.text()).split('\r\n').slice(0, 9)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//cal//feed//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Town\\, events',
      'X-WR-CALNAME:Town\\, events',
      'URL:http://calendar.example/events.ics',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
    ])
  })

  it('is not sent again until anything changes', async () => {
    const server = await feedServer()
    const url = `${server.url}/events.ics`
    const { id } = await server.send('POST', '/events', { title: 'A', ...times })
    await server.send('POST', '/events', { title: 'B', ...times })
    const venue = await server.send('POST', '/venues', { venue: 'Hall' })
    const changes = [
      () => server.send('POST', `/events/${String(id)}`, { title: 'A2' }),
      () => server.send('POST', `/events/${String(id)}`, { venue: venue.id ?? 0 }),
      () => server.send('POST', `/venues/${String(venue.id)}`, { city: 'Ulm' }),
      () => server.send('DELETE', `/events/${String(id)}`),
    ]
    for (const change of changes) {
      const { headers } = await fetch(url)
      const etag = headers.get('etag') ?? ''
      const modified = headers.get('last-modified') ?? ''
      server.requests.length = 0
      for (const condition of [
        { 'if-none-match': etag },
        { 'if-none-match': `"x", ${etag.slice(2)}` },
        { 'if-modified-since': modified },
      ]) {
        const again = await fetch(url, { headers: condition })
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
        expect([again.headers.get('last-modified'), again.headers.get('content-length')]).toEqual([modified, null])
      }
      // One request of one event each: the feed is not read.
      expect(server.requests.map((line) => line.includes('per_page=1'))).toEqual([true, true, true])
      await change()
      for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': modified }])
        expect((await fetch(url, { headers: condition })).status).toBe(200)
    }
  })

  it('is sent again when a scheduled event is due', async () => {
    const server = await feedServer()
    await server.send('POST', '/events', { title: 'Later', date: '2026-11-22 12:00:00', status: 'publish', ...times })
    const before = await fetch(`${server.url}/events.ics`)
    expect(titlesIn(await before.text())).toEqual([])
    server.at(Date.UTC(2026, 10, 23))
    const after = await fetch(`${server.url}/events.ics`, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    expect(titlesIn(await after.text())).toEqual(['Later'])
  })

  it('has no validators for a service whose changes are unknown', async () => {
    const server = await feedServer('UTC', false)
    const { headers } = await fetch(`${server.url}/events.ics`)
    expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null])
    expect((await fetch(`${server.url}/events.ics`, { headers: { 'if-none-match': '*' } })).status).toBe(200)
  })

  it('answers HEAD without reading the events', async () => {
    const server = await feedServer()
    const get = await fetch(`${server.url}/events.ics`)
    server.requests.length = 0
    const head = await fetch(`${server.url}/events.ics`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    for (const name of ['content-type', 'etag', 'last-modified', 'content-encoding'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect(server.requests).toHaveLength(1)
  })

  it('is the same with and without compression', async () => {
    const server = await feedServer()
    for (let i = 0; i < 120; i += 1) await server.send('POST', '/events', { title: `Event ${i}`, ...times })
    const [plain, packed] = await Promise.all(
      ['identity', 'gzip;q=0.5, *;q=0'].map((coding) =>
        fetch(`${server.url}/events.ics`, { headers: { 'accept-encoding': coding } }),
      ),
    )
    expect(plain?.headers.get('content-encoding')).toBe(null)
    expect(packed?.headers.get('content-encoding')).toBe('gzip')
    const text = (await plain?.text()) ?? ''
    expect(await packed?.text()).toBe(text)
    expect(titlesIn(text)).toHaveLength(120)
  })
})

describe('an error of the service', () => {
  const busy = { status: 503, headers: { 'retry-after': '7' }, body: '{"message":"Busy."}' }

  /** 120 events of 2 kB. */
  const filled = async () => {
    const server = await feedServer()
    for (let i = 0; i < 120; i += 1)
      await server.send('POST', '/events', { title: `Event ${i}`, description: `${'long '.repeat(400)}`, ...times })
    return server
  }

  it.each([
    ['the first request', /per_page=1$/],
    ['the first page', /per_page=50&page=1$/],
  ])('is the response: %s', async (_, failing) => {
    const server = await filled()
    server.intercept(async (query) => (failing.test(query) ? busy : undefined))
    const answer = await fetch(`${server.url}/events.ics`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    expect(await answer.text()).toBe('This calendar feed is not available.\nBusy.\n')
  })

  it.each(['identity', 'gzip'])('after the first events breaks the connection: %s', async (coding) => {
    const server = await filled()
    server.intercept(async (query) => (/&page=3$/.test(query) ? busy : undefined))
    // Compressed, nothing may have been sent by then.
    const read = async () => {
      const answer = await fetch(`${server.url}/events.ics`, { headers: { 'accept-encoding': coding } })
      return answer.text()
    }
    await expect(read()).rejects.toThrow()
    expect(server.requests.some((line) => line.endsWith('&page=3'))).toBe(true)
  })
})

it('a moved event keeps its UID, and its SEQUENCE rises', async () => {
  const server = await feedServer()
  const { id } = await server.send('POST', '/events', { title: 'A', slug: 'a', ...times })
  const read = async () => {
    const [event] = eventsIn(await textAt(server))
    return ['uid', 'sequence', 'dtstart'].map((name) => String(event?.getFirstPropertyValue(name)))
  }
  const before = await read()
  server.at(Date.UTC(2026, 10, 22))
  await server.send('POST', `/events/${String(id)}`, { start_date: '2027-03-01 08:00:00' })
  const after = await read()
  expect([before[0], before[2]]).toEqual(['a@calendar.example', '2027-03-01T10:00:00'])
  expect([after[0], after[2]]).toEqual(['a@calendar.example', '2027-03-01T08:00:00'])
  expect(Number(after[1])).toBeGreaterThan(Number(before[1]))
})
