// Linked records and terms in quirks mode, with requests other than the recorded ones.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestCalendar, type TestCalendar } from '../../../support/calendar.ts'

let opened: TestCalendar
const ask: TestCalendar['ask'] = (...asked) => opened.ask(...asked)
beforeEach(async () => {
  opened = await openTestCalendar({ mode: 'quirks-6.17' })
})
afterEach(() => opened.close())

const dates = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' }
const event = (json: object) => ask('POST', '/events', { title: 'A', ...dates, ...json })

describe('a new organizer inside an event', () => {
  it.each([0, '', '0', null])('may have the id %j beside its name', async (id) => {
    expect((await event({ organizer: [{ id, organizer: 'Club' }] })).body.organizer).toMatchObject([
      { organizer: 'Club' },
    ])
    expect((await event({ venue: { id, venue: 'Hall' } })).body.venue).toMatchObject({ venue: 'Hall' })
  })

  it('is refused as a bare object with other keys than an id', async () => {
    const { body } = await ask('POST', '/organizers', { organizer: 'Club' })
    expect((await event({ organizer: { id: body.id } })).status).toBe(201)
    expect((await event({ organizer: { id: body.id, organizer: 'Other' } })).body.code).toBe(
      'could-not-create-organizer',
    )
  })

  it.each(['', '0', '  ', ' 0 '])('is refused with the name %j', async (name) => {
    expect((await event({ organizer: [{ organizer: name }] })).body.code).toBe('could-not-create-organizer')
    expect((await event({ venue: { venue: name } })).body.code).toBe('could-not-create-venue')
  })

  it.each(['<b></b>', '&nbsp;'])('is created with the name %j', async (name) => {
    expect((await event({ organizer: [{ organizer: name }] })).status).toBe(201)
  })

  it.each([[[{ organizer: '' }]], [[{ organizer: ' ' }]], [{ organizer: 'Bare' }]])(
    'that is refused leaves the new venue and term of the request: %j',
    async (organizer) => {
      const { body } = await event({ venue: { venue: 'Hall' }, categories: ['Song'], organizer })
      expect(body.code).toBe('could-not-create-organizer')
      expect((await ask('GET', '/venues')).body.venues).toMatchObject([{ venue: 'Hall' }])
      expect((await ask('GET', '/categories?hide_empty=false')).body.categories).toMatchObject([{ name: 'Song' }])
      expect((await ask('GET', '/events')).body.total).toBe(0)
    },
  )

  it('that is refused leaves nothing in standard mode', async () => {
    const standard = await openTestCalendar()
    const sent = { title: 'A', ...dates, venue: { venue: 'Hall' }, organizer: [{ organizer: ' ' }] }
    expect((await standard.ask('POST', '/events', sent)).status).toBe(400)
    expect((await standard.ask('GET', '/venues')).body.total).toBe(0)
    await standard.close()
  })
})

describe('names of terms', () => {
  it('are compared and ordered escaped', async () => {
    for (const name of ['R & D', 'R A', '<b>Bold</b> < thin']) await ask('POST', '/categories', { name })
    const found = async (query: string) => (await ask('GET', `/categories?hide_empty=false&${query}`)).body.categories
    expect(await found('')).toMatchObject([{ name: 'Bold &lt; thin' }, { name: 'R &amp; D' }, { name: 'R A' }])
    expect(await found('search=amp')).toMatchObject([{ name: 'R &amp; D' }])
    expect(await found('search=r+%26+d')).toEqual([])
    expect((await ask('POST', '/categories', { name: 'r & d' })).body.code).toBe('term_exists')
    expect((await event({ categories: ['R & D'] })).body.categories).toMatchObject([{ name: 'R &amp; D', slug: 'r-d' }])
    expect((await ask('GET', '/events?categories=R+%26+D')).body.total).toBe(1)
  })

  it('of more than 200 characters are ignored in events', async () => {
    const { body } = await event({ categories: ['n'.repeat(201), 'n'.repeat(200)], tags: ['ö'.repeat(201)] })
    expect(body.categories).toHaveLength(1)
    expect(body.tags).toEqual([])
  })

  it('include 1 for true', async () => {
    expect((await event({ categories: true })).body.categories).toMatchObject([{ name: '1', slug: '1' }])
    expect((await event({ categories: true })).body.categories).toMatchObject([{ name: '1', slug: '1' }])
  })

  it('are shown alone as in lists, by context', async () => {
    const { body } = await ask('POST', '/categories', { name: 'Song' })
    const read = async (context: string) => (await ask('GET', `/categories/${body.id}?context=${context}`)).body
    expect(Object.keys(await read('embed'))).toEqual(expect.not.arrayContaining(['count', 'description', 'parent']))
    expect(await read('embed')).toMatchObject({ name: 'Song', slug: 'song' })
    expect(await read('view')).toMatchObject({ count: 0, parent: 0 })
    expect(await read('other')).toEqual([])
  })
})

describe('a time zone', () => {
  it.each([
    ['CET', '2027-07-01 09:00:00', 'CET'],
    ['eet', '2027-07-01 08:00:00', 'EET'],
    ['x', '2027-07-01 21:00:00', 'X'],
    ['M', '2027-06-30 22:00:00', 'M'],
    ['z', '2027-07-01 10:00:00', 'Z'],
  ])('%s has a fixed offset', async (timezone, utc_start_date, timezone_abbr) => {
    expect((await event({ timezone })).body).toMatchObject({ timezone, utc_start_date, timezone_abbr })
  })

  it('of a letter is unknown if it is J, and in standard mode', async () => {
    expect((await event({ timezone: 'j' })).status).toBe(400)
    const standard = await openTestCalendar()
    expect((await standard.ask('POST', '/events', { title: 'A', ...dates, timezone: 'x' })).status).toBe(400)
    await standard.close()
  })
})

describe('an event that ends before it starts', () => {
  it('is in the list of the trash alone', async () => {
    const { body } = await event({ end_date: '2027-06-30' })
    expect((await ask('GET', '/events')).body.total).toBe(0)
    await ask('DELETE', `/events/${body.id}`)
    expect((await ask('GET', '/events?status=trash')).body.total).toBe(1)
  })
})

describe('an update with an unknown slug', () => {
  it('of events is 404 before values are checked, but after rights', async () => {
    const visitors = await openTestCalendar({ mode: 'quirks-6.17', authenticate: () => async () => undefined })
    const sent = { date: 'nonsense' }
    expect((await ask('PUT', '/events/by-slug/none', sent)).body.code).toBe('rest-event-not-found')
    expect((await visitors.ask('PUT', '/events/by-slug/none', sent)).body.code).toBe('rest_forbidden')
    await visitors.close()
  })

  it.each(['venues', 'organizers'])('of %s is 400 before rights', async (path) => {
    const visitors = await openTestCalendar({ mode: 'quirks', authenticate: () => async () => undefined })
    expect((await visitors.ask('POST', `/${path}/by-slug/none`, { phone: '1' })).body.code).toBe('rest_invalid_param')
    await visitors.close()
  })
})
