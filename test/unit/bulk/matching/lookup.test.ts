// Finding records of creates whose response was lost, in each mode.
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import { findCreated, lookupFieldsOf } from '../../../../src/bulk/matching/lookup.ts'
import { type OpenedCalendar, openCalendar } from '../../../../src/server/service/open.ts'
import { modes } from '../../../support/modes.ts'

let calendar: OpenedCalendar | undefined
afterEach(async () => {
  await calendar?.close()
  calendar = undefined
})

/** Services that store names with entities find nothing for the plain characters. */
function keepingEntities(exchange: Exchange): Exchange {
  return (request) => {
    const query = new URLSearchParams(request.query)
    if (/[&"]/.test(query.get('search') ?? '')) query.set('search', 'no such name')
    return exchange({ ...request, query: query.toString() })
  }
}

describe.each(modes)('a create without a response, in %s mode', (mode) => {
  async function calendarWith(records: readonly (readonly [path: string, values: object])[]) {
    const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }
    calendar = await openCalendar({
      file: ':memory:',
      address,
      timezone: 'Europe/Berlin',
      mode,
      read_only: false,
      writer: 'inline',
      now: () => Date.UTC(2026, 10, 21, 12),
    })
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
  })
})
