// Quirks of the recorded cases, with requests other than the recorded ones.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestCalendar, type TestCalendar } from '../../../support/calendar.ts'

let opened: TestCalendar
const ask: TestCalendar['ask'] = (...asked) => opened.ask(...asked)
beforeEach(async () => {
  opened = await openTestCalendar({ mode: 'quirks' })
})
afterEach(() => opened.close())

const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' }
const created = async (path: string, json: unknown) => (await ask('POST', path, json)).body.id
const nextId = () => created('/organizers', { organizer: `O${Math.random()}` })

describe('ids', () => {
  it('are used by the first revision and by one for each change of the texts', async () => {
    const venue = await created('/venues', { venue: 'Hall' })
    await ask('POST', `/venues/${venue}`, { city: 'Graz' })
    await ask('POST', `/venues/${venue}`, { phone: '1' })
    expect(await nextId()).toBe(venue + 2)
    await ask('POST', `/venues/${venue}`, { description: 'New' })
    await ask('DELETE', `/venues/${venue}`)
    expect(await nextId()).toBe(venue + 4)
  })

  it('are used by the revision of a record that is deleted unchanged', async () => {
    for (const [path, json] of [
      ['/events', { title: 'A', ...dates }],
      ['/venues', { venue: 'A' }],
      ['/organizers', { organizer: 'A' }],
    ] as const) {
      const id = await created(path, json)
      await ask('DELETE', `${path}/${id}`)
      expect(await nextId()).toBe(id + 2)
    }
  })

  it('are used once for an embedded URL', async () => {
    const event = await created('/events', {
      title: 'A',
      ...dates,
      description: 'See:\nhttps://video.example/1\nand https://video.example/2',
    })
    expect(await nextId()).toBe(event + 2)
    const venue = await created('/venues', { venue: 'A', description: 'https://video.example/1' })
    expect(await nextId()).toBe(venue + 1)
  })
})

describe('a deleted record', () => {
  it.each(['draft', 'pending'])('is dated now if it was a %s that was never published', async (status) => {
    for (const [path, json] of [
      ['/events', { title: 'A', ...dates }],
      ['/venues', { venue: 'A' }],
      ['/organizers', { organizer: 'A' }],
    ] as const) {
      const id = await created(path, { ...json, status, date: '2026-02-03 10:00' })
      const { date, date_utc, modified_utc } = (await ask('DELETE', `${path}/${id}`)).body
      expect(date).not.toBe('2026-02-03 10:00:00')
      expect(date_utc).toBe(modified_utc)
    }
  })

  it('keeps its date if it was published', async () => {
    const id = await created('/venues', { venue: 'A', date: '2026-02-03 10:00' })
    expect((await ask('DELETE', `/venues/${id}`)).body.date).toBe('2026-02-03 10:00:00')
  })
})

describe('lists', () => {
  it('leave out events that end before they start or have no dates', async () => {
    await created('/events', { title: 'Backward', start_date: '2027-03-02', end_date: '2027-03-01' })
    await created('/events', { title: 'Dateless', start_date: '0', end_date: '0' })
    expect((await ask('GET', '/events?starts_before=2028-01-01')).body.total).toBe(0)
  })

  it('of events with include are ordered by publication date, oldest first, for every caller', async () => {
    const visitors = await openTestCalendar({
      mode: 'quirks',
      authenticate:
        () =>
        async ({ headers }) =>
          headers['content-type'] === undefined ? undefined : { id: 1, login: 'ada', role: 'administrator' },
    })
    const ids: number[] = []
    for (const day of ['01', '02', '03'])
      ids.push(
        (
          await visitors.ask('POST', '/events', {
            title: day,
            date: `2026-02-0${5 - Number(day)} 10:00:00`,
            start_date: `2027-03-${day} 10:00`,
            end_date: `2027-03-${day} 11:00`,
          })
        ).body.id,
      )
    const asked = async (query: string) => (await visitors.visit(`/events?${query}`)).body.events
    const newest_last = [{ title: '03' }, { title: '02' }, { title: '01' }]
    expect(await asked(`include=${ids.join(',')}`)).toMatchObject(newest_last)
    expect(await asked(`include=${ids[1]},${ids[0]},${ids[2]}&per_page=2&page=2`)).toMatchObject([{ title: '01' }])
    expect((await visitors.ask('GET', `/events?include=${ids.join(',')}`)).body.events).toMatchObject(newest_last)
    await visitors.close()
  })

  it('of tags start at the offset', async () => {
    for (const name of ['a', 'b', 'c']) await created('/tags', { name })
    const { body } = await ask('GET', '/tags?hide_empty=false&offset=1&per_page=1')
    expect(body).toMatchObject({ total: 3, tags: [{ name: 'b' }] })
    expect((await ask('GET', '/tags?hide_empty=false&context=odd')).body.tags).toEqual([[], [], []])
  })

  it('of organizers match nothing when searching for a punctuation mark', async () => {
    await created('/organizers', { organizer: 'Rock & Roll' })
    expect((await ask('GET', '/organizers?search=%26')).body).toMatchObject({ total: 1, organizers: [] })
    expect((await ask('GET', '/organizers?search=rock+%26')).body).toMatchObject({
      organizers: [{ organizer: 'Rock &#038; Roll' }],
    })
  })
})

describe('a slug in a non-Latin script', () => {
  it.each([
    ['/events', { title: '日本語', ...dates }],
    ['/venues', { venue: '日本語' }],
    ['/organizers', { organizer: '日本語' }],
  ] as const)('of %s is found encoded once', async (path, json) => {
    const { body } = await ask('POST', path, json)
    expect(body.slug).toBe('%e6%97%a5%e6%9c%ac%e8%aa%9e')
    expect(await ask('GET', `${path}/by-slug/${encodeURIComponent(String(body.slug))}`)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { slug: expect.any(String) } } },
    })
    expect((await ask('GET', `${path}/by-slug/${encodeURIComponent('日本語')}`)).body.id).toBe(body.id)
    expect((await ask('GET', `${path}/by-slug/${body.slug}`)).body.id).toBe(body.id)
  })

  it('is found encoded and decoded in standard mode', async () => {
    const standard = await openTestCalendar()
    const { body } = await standard.ask('POST', '/venues', { venue: 'Große 日本 Halle' })
    expect((await standard.ask('GET', '/venues/by-slug/grose%2F日本-halle')).body.code).toBe('rest-venue-not-found')
    for (const slug of ['Große 日本 Halle', 'grose-日本-halle', String(body.slug)]) {
      expect((await standard.ask('GET', `/venues/by-slug/${encodeURIComponent(slug)}`)).body.id).toBe(body.id)
    }
    await standard.close()
  })

  it('in Latin letters is compared with its accents', async () => {
    const { body } = await ask('POST', '/venues', { venue: 'Café Zürich' })
    for (const slug of ['cafe-zurich', 'Cafe%20Zurich', 'cafe+zurich', 'CAFE.ZURICH'])
      expect((await ask('GET', `/venues/by-slug/${slug}`)).body.id).toBe(body.id)
    for (const slug of [encodeURIComponent('Café Zürich'), "cafe'zurich", 'cafe%2Fzurich'])
      expect((await ask('GET', `/venues/by-slug/${slug}`)).status).toBe(400)
  })
})

describe('a search for venues', () => {
  const titles = async (search: string, from = opened) => {
    const { body } = await from.ask('GET', `/venues?search=${encodeURIComponent(search)}`)
    return [body.total, ...(body.venues as readonly { venue: string }[]).map(({ venue }) => venue)]
  }

  it('matches if one field contains every fragment, in any order', async () => {
    await ask('POST', '/venues', { venue: 'Grand Arena', address: '100 Main Street', city: 'Portland' })
    await ask('POST', '/venues', {
      venue: 'Ödön Hall',
      zip: '97_201',
      country: 'Canada',
      website: 'https://odon.example',
    })
    expect(await titles('street main')).toEqual([1, 'Grand Arena'])
    expect(await titles('main portland')).toEqual([2])
    expect(await titles('ödön hall')).toEqual([1, 'Ödön Hall'])
    expect(await titles('97_201')).toEqual([1, 'Ödön Hall'])
    expect(await titles('HALL')).toEqual([1, 'Ödön Hall'])
    expect(await titles('Canada')).toEqual([2])
    expect(await titles('example')).toEqual([2])
    expect(await titles('é')).toEqual([2])
    expect(await titles('0 é')).toEqual([2])
  })

  it('without a fragment matches nothing in standard mode', async () => {
    const standard = await openTestCalendar()
    await standard.ask('POST', '/venues', { venue: 'Ödön Hall 東京' })
    expect(await titles('%', standard)).toEqual([0])
    expect(await titles('_', standard)).toEqual([0])
    expect(await titles('東京 hall', standard)).toEqual([1, 'Ödön Hall 東京'])
    expect(await titles('odon', standard)).toEqual([1, 'Ödön Hall 東京'])
    await standard.close()
  })
})
