// Ways of the deployed services that the recorded cases show, asked in other words than theirs.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarOpened, type OpenedCalendar } from '../../../support/calendar.ts'

let opened: OpenedCalendar
const ask: OpenedCalendar['ask'] = (...asked) => opened.ask(...asked)
beforeEach(async () => { opened = await calendarOpened({ mode: 'quirks' }) })
afterEach(() => opened.close())

const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' }
const created = async (path: string, json: unknown) => (await ask('POST', path, json)).body.id
const nextId = () => created('/organizers', { organizer: `O${Math.random()}` })

describe('ids', () => {
  it('go to the first revision, and to one for each change of the texts', async () => {
    const venue = await created('/venues', { venue: 'Hall' })
    await ask('POST', `/venues/${venue}`, { city: 'Graz' })
    await ask('POST', `/venues/${venue}`, { phone: '1' })
    expect(await nextId()).toBe(venue + 2)
    await ask('POST', `/venues/${venue}`, { description: 'New' })
    await ask('DELETE', `/venues/${venue}`)
    expect(await nextId()).toBe(venue + 4)
  })

  it('go to the revision of what is deleted unchanged', async () => {
    for (const [path, json] of [['/events', { title: 'A', ...dates }], ['/venues', { venue: 'A' }], ['/organizers', { organizer: 'A' }]] as const) {
      const id = await created(path, json)
      await ask('DELETE', `${path}/${id}`)
      expect(await nextId()).toBe(id + 2)
    }
  })

  it('go to an embedded address once', async () => {
    const event = await created('/events', { title: 'A', ...dates, description: 'See:\nhttps://video.example/1\nand https://video.example/2' })
    expect(await nextId()).toBe(event + 2)
    const venue = await created('/venues', { venue: 'A', description: 'https://video.example/1' })
    expect(await nextId()).toBe(venue + 1)
  })
})

describe('lists', () => {
  it('do not have events that end before they start or have no dates', async () => {
    await created('/events', { title: 'Backward', start_date: '2027-03-02', end_date: '2027-03-01' })
    await created('/events', { title: 'Dateless', start_date: '0', end_date: '0' })
    expect((await ask('GET', '/events?starts_before=2028-01-01')).body.total).toBe(0)
  })

  it('of tags begin where an offset says', async () => {
    for (const name of ['a', 'b', 'c']) await created('/tags', { name })
    const { body } = await ask('GET', '/tags?hide_empty=false&offset=1&per_page=1')
    expect(body).toMatchObject({ total: 3, tags: [{ name: 'b' }] })
    expect((await ask('GET', '/tags?hide_empty=false&context=odd')).body.tags).toEqual([[], [], []])
  })

  it('of organizers have no hit for a sign', async () => {
    await created('/organizers', { organizer: 'Rock & Roll' })
    expect((await ask('GET', '/organizers?search=%26')).body).toMatchObject({ total: 1, organizers: [] })
    expect((await ask('GET', '/organizers?search=rock+%26')).body).toMatchObject({ organizers: [{ organizer: 'Rock &#038; Roll' }] })
  })
})
