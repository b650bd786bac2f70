// Events end to end: what a client sends and reads, on a calendar in this process.
import { describe, expect, it } from 'vitest'
import { type CalendarResponse, friday, openAskedCalendar, type TestCalendar } from '../../../../support/calendar.ts'

async function calendar(options?: Parameters<typeof openAskedCalendar>[0]): Promise<TestCalendar['ask']> {
  return (await openAskedCalendar(options)).ask
}

const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' }
const bodyOf = ({ body }: CalendarResponse) => body

describe('an event', () => {
  it('has every key, in the order of deployed services', async () => {
    const ask = await calendar()
    const { status, body } = await ask('POST', '/events', { title: 'Jazz', ...dates })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual([
      'id',
      'global_id',
      'global_id_lineage',
      'author',
      'status',
      'date',
      'date_utc',
      'modified',
      'modified_utc',
      'url',
      'rest_url',
      'title',
      'description',
      'excerpt',
      'slug',
      'image',
      'all_day',
      'start_date',
      'start_date_details',
      'end_date',
      'end_date_details',
      'utc_start_date',
      'utc_start_date_details',
      'utc_end_date',
      'utc_end_date_details',
      'timezone',
      'timezone_abbr',
      'cost',
      'cost_details',
      'website',
      'show_map',
      'show_map_link',
      'hide_from_listings',
      'sticky',
      'featured',
      'categories',
      'tags',
      'venue',
      'organizer',
    ])
  })

  it('has structured data when read by id but not in lists', async () => {
    const ask = await calendar()
    const { id } = bodyOf(
      await ask('POST', '/events', {
        title: 'Jazz',
        ...dates,
        cost: '10 - 20',
        venue: { venue: 'Hall', city: 'Graz' },
      }),
    )
    expect(bodyOf(await ask('GET', `/events/${id}`)).json_ld).toMatchObject({
      '@type': 'Event',
      startDate: '2027-03-01T10:00:00-05:00',
      location: { name: 'Hall', address: { addressLocality: 'Graz' } },
      offers: { price: '10' },
    })
    expect(bodyOf(await ask('GET', '/events?start_date=2027-01-01')).events).toMatchObject([{ id }])
    expect(JSON.stringify(bodyOf(await ask('GET', '/events?start_date=2027-01-01')))).not.toContain('json_ld')
  })

  it('that is rejected creates no venue and no term', async () => {
    const ask = await calendar()
    const refused = await ask('POST', '/events', {
      title: 'x',
      start_date: '2027-03-02',
      end_date: '2027-03-01',
      venue: { venue: 'Hall' },
      tags: 'loud',
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { end_date: expect.any(String) } } },
    })
    expect(bodyOf(await ask('GET', '/venues'))).toMatchObject({ total: 0 })
    expect(bodyOf(await ask('GET', '/tags?hide_empty=false'))).toMatchObject({ total: 0 })
  })

  it('ignores a password in the query of an update', async () => {
    const ask = await calendar()
    const { id } = bodyOf(await ask('POST', '/events', { title: 'Open', ...dates }))
    await ask('PATCH', `/events/${id}?password=key`, { title: 'Still open' })
    expect(bodyOf(await ask('GET', `/events/${id}`)).json_ld).toMatchObject({ name: 'Still open' })
  })

  it('that is scheduled is published when it is due', async () => {
    let now = friday
    const ask = await calendar({ now: () => now })
    const { id, status } = bodyOf(await ask('POST', '/events', { title: 'Later', date: '2026-11-20 18:00', ...dates }))
    expect(status).toBe('future')
    expect(bodyOf(await ask('GET', '/events?status=publish'))).toMatchObject({ total: 0 })
    now += 2 * 3_600_000
    expect(bodyOf(await ask('GET', '/events?status=publish'))).toMatchObject({
      total: 1,
      events: [{ id, date: '2026-11-20 18:00:00', url: 'http://calendar.example/event/later/' }],
    })
  })
})

describe('a venue', () => {
  it('accepts coordinates only with the extension, and can be found by them', async () => {
    const here = { geo_lat: 47.07, geo_lng: '15.44' }
    const plain = await calendar()
    expect(bodyOf(await plain('POST', '/venues', { venue: 'Hall', ...here }))).not.toHaveProperty('geo_lat')
    const premium = await calendar({ premium: { geofence_km: 25 } })
    const { id } = bodyOf(await premium('POST', '/venues', { venue: 'Hall', ...here }))
    await premium('POST', '/events', { title: 'Jazz', ...dates, venue: id })
    expect(bodyOf(await premium('GET', '/events?geoloc_lat=47.1&geoloc_lng=15.4'))).toMatchObject({
      total: 1,
      events: [{ venue: { geo_lat: 47.07, geo_lng: 15.44 } }],
    })
    expect(bodyOf(await premium('GET', '/events?geoloc_lat=48.2&geoloc_lng=16.4'))).toMatchObject({ total: 0 })
  })

  it('keeps its coordinates when null or unusable ones are sent, and loses them with empty texts', async () => {
    const ask = await calendar({ premium: { geofence_km: 25 } })
    const { id } = bodyOf(await ask('POST', '/venues', { venue: 'Hall', geo_lat: 47.07, geo_lng: 15.44 }))
    const refused = [
      [{ geo_lat: '47,1', geo_lng: '15,4' }, ['geo_lat', 'geo_lng']],
      [{ geo_lat: 97.1, geo_lng: 15.4 }, ['geo_lat']],
      [{ geo_lng: 15.5 }, ['geo_lat']],
      [{ geo_lat: '', geo_lng: 15.5 }, ['geo_lat']],
    ] as const
    for (const [sent, names] of refused) {
      const { status, body } = await ask('PATCH', `/venues/${id}`, sent)
      expect([status, Object.keys((body.data as { readonly params: object }).params)]).toEqual([400, names])
    }
    const { data } = bodyOf(await ask('PATCH', `/venues/${id}`, { geo_lat: 97.1, geo_lng: 15.4 }))
    expect(data).toMatchObject({
      params: {
        geo_lat:
          'needs a latitude from -90 to 90, together with geo_lng, not 97.1; two empty texts remove the coordinates',
      },
    })
    const kept = { geo_lat: 47.07, geo_lng: 15.44 }
    expect(bodyOf(await ask('PATCH', `/venues/${id}`, { geo_lat: null, geo_lng: null }))).toMatchObject(kept)
    expect(bodyOf(await ask('GET', `/venues/${id}`))).toMatchObject(kept)
    expect(bodyOf(await ask('PATCH', `/venues/${id}`, { geo_lat: '', geo_lng: '' }))).not.toHaveProperty('geo_lat')
  })

  it('that is trashed by its status is unlinked from its events as with DELETE', async () => {
    const ask = await calendar()
    const event = bodyOf(await ask('POST', '/events', { title: 'Jazz', ...dates, venue: { venue: 'Hall' } }))
    const { id } = event.venue as { readonly id: number }
    await ask('PATCH', `/venues/${id}`, { status: 'trash' })
    expect(bodyOf(await ask('GET', `/events/${event.id}`)).venue).toEqual([])
  })
})

describe('_fields', () => {
  it('reads linked records only for members that show them', async () => {
    const ask = await calendar()
    const links = { venue: { venue: 'Hall' }, categories: ['music'] }
    const { id } = bodyOf(await ask('POST', '/events', { title: 'Jazz', ...dates, ...links }))
    const whole = bodyOf(await ask('GET', `/events/${id}`))
    expect(bodyOf(await ask('GET', `/events/${id}?_fields=id,title`))).toEqual({ id, title: 'Jazz' })
    for (const name of ['venue', 'categories', 'json_ld'])
      expect(bodyOf(await ask('GET', `/events/${id}?_fields=${name}`))).toEqual({ [name]: whole[name] })
    expect(bodyOf(await ask('GET', `/events/${id}?_fields=venue.venue`))).toEqual({ venue: { venue: 'Hall' } })
    expect(bodyOf(await ask('GET', '/events?_fields=total'))).toEqual({ total: 1 })
    expect(bodyOf(await ask('GET', '/events?_fields=events'))).toMatchObject({ events: [{ title: 'Jazz' }] })
    expect(bodyOf(await ask('GET', '/categories?_fields=categories'))).toMatchObject({
      categories: [{ name: 'music' }],
    })
    expect(bodyOf(await ask('DELETE', `/events/${id}?_fields=id,venue.venue`))).toEqual({
      id,
      venue: { venue: 'Hall' },
    })
  })
})
