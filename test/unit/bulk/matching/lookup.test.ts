// Finding records of creates whose response was lost, in each mode.
import { openInMemory } from '../../../support/open-calendar.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import {
  findCreated,
  findExisting,
  lookupFieldsOf,
  matchesCreate,
  termFinder,
} from '../../../../src/bulk/matching/lookup.ts'
import type { OpenedCalendar } from '../../../../src/server/service/service.ts'
import { modes } from '../../../support/modes.ts'

let calendar: OpenedCalendar | undefined
afterEach(async () => {
  await calendar?.close()
  calendar = undefined
})

/** Services that store names with entities find nothing for the plain characters; none finds `missed`. */
function keepingEntities(exchange: Exchange, missed = /[&"]/): Exchange {
  return (request) => {
    const query = new URLSearchParams(request.query)
    if (missed.test(query.get('search') ?? '')) query.set('search', 'no such name')
    return exchange({ ...request, query: query.toString() })
  }
}

describe.each(modes)('a create without a response, in %s mode', (mode) => {
  async function calendarWith(records: readonly (readonly [path: string, values: object])[]) {
    calendar = await openInMemory(mode, { timezone: 'Europe/Berlin' })
    const { exchange } = calendar
    const ids: number[] = []
    for (const [path, values] of records) {
      const { body } = await exchange({
        method: 'POST',
        path,
        query: '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      ids.push(Number(JSON.parse(body).id))
    }
    return { exchange, ids }
  }

  it('is found by its slug with a number if the slug was taken, even if lists omit it', async () => {
    const jazz = {
      title: 'Jazz',
      slug: 'jazz',
      start_date: '2027-03-01 20:00:00',
      end_date: '2027-03-01 23:00:00',
      hide_from_listings: true,
    }
    const { exchange, ids } = await calendarWith([
      ['/events', jazz],
      ['/events', { ...jazz, title: 'Other' }],
      ['/events', jazz],
    ])
    const found = await findCreated(exchange, 'events', lookupFieldsOf('events', jazz), ids[0] ?? 0)
    expect(found.map(({ id, slug }) => [id, slug])).toEqual([[ids[2], 'jazz-3']])
  })

  it.each([
    ['categories', { name: 'Kinder & Familie' }],
    ['tags', { name: 'Rhythm & Blues' }],
    ['venues', { venue: 'Ochs & Esel' }],
    ['organizers', { organizer: 'Meier & "Söhne"' }],
  ] as const)('is found by its name with & or quotes: %s', async (kind, values) => {
    const { exchange, ids } = await calendarWith([[`/${kind}`, values]])
    const found = await findCreated(keepingEntities(exchange), kind, lookupFieldsOf(kind, values), 0)
    expect(found.map(({ id }) => id)).toEqual(ids)
    const existing = await findExisting(keepingEntities(exchange), kind, values)
    expect(existing.map(({ id }) => id)).toEqual(ids)
  })

  it('is found among many terms by one search for each word', async () => {
    const { exchange, ids } = await calendarWith([['/tags', { name: 'Genre A' }]])
    const requests: string[] = []
    const counting: Exchange = (request) => {
      requests.push(request.query)
      return exchange(request)
    }
    const names = [{ name: 'Genre A' }, { name: 'Genre B' }]
    const find = await termFinder(counting, 'tags', names)
    expect((await Promise.all(names.map(find))).map((found) => found.map(({ id }) => id))).toEqual([ids, []])
    expect(requests).toHaveLength(1)
  })

  it('is found if it is a venue whose name the search of the service misses', async () => {
    const { exchange, ids } = await calendarWith([['/venues', { venue: 'Straße' }]])
    const found = await findCreated(keepingEntities(exchange, /./), 'venues', { venue: 'Straße' }, 0)
    expect(found.map(({ id }) => id)).toEqual(ids)
  })
})

describe('a record may be the one that was created', () => {
  const jazz = { title: 'Jazz', start_date: '2027-03-01 20:00:00' }
  const record = { ...jazz, id: 5, slug: 'jazz-night-2', all_day: false }

  it.each([
    ['with the same title and start', 'events', jazz, record, true],
    ['with the slug that was sent, and a number', 'events', { ...jazz, slug: 'Jazz Night' }, record, true],
    ['with an empty slug', 'events', { ...jazz, slug: '' }, record, true],
    ['but not with another slug', 'events', { ...jazz, slug: 'blues' }, record, false],
    ['nor with another title', 'events', { ...jazz, title: 'Blues' }, record, false],
    ['nor with another start', 'events', { ...jazz, start_date: '2027-03-02 20:00:00' }, record, false],
    [
      'with any slug of a venue, which the service chooses',
      'venues',
      { venue: 'Hall', slug: 'x' },
      { id: 5, venue: 'Hall', slug: 'hall' },
      true,
    ],
    [
      'with any slug of an organizer',
      'organizers',
      { organizer: 'Choir', slug: 'x' },
      { id: 5, organizer: 'Choir', slug: 'choir' },
      true,
    ],
    [
      'but not with another slug of a tag',
      'tags',
      { name: 'Red', slug: 'x' },
      { id: 5, name: 'Red', slug: 'red' },
      false,
    ],
    ['nor below another parent', 'categories', { name: 'Red', parent: 3 }, { id: 5, name: 'Red', parent: 0 }, false],
  ] as const)('%s', (_, kind, values, found, expected) => {
    expect(matchesCreate(kind, values, found)).toBe(expected)
  })
})
