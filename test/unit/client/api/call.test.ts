// The requests that operations send.
import type { JsonObject } from '../../../../src/base/json.ts'
import { describe, expect, it } from 'vitest'
import { type CallOptions, queryOf } from '../../../../src/client/api/call.ts'
import type { OperationName } from '../../../../src/spec/operations.ts'
import { send } from '../../../support/calendar.ts'
import { json, recording } from '../../../support/recording.ts'

async function sent(name: OperationName, values: JsonObject, extra?: CallOptions) {
  const { exchange, requests } = recording(json(200, {}))
  await send(exchange, name, values, extra)
  return requests[0]
}

describe('the request of an operation', () => {
  it('sends path values in the path, the others in the query or the body', async () => {
    expect(await sent('events.get', { id: 12, password: 'a b' })).toBe('GET /events/12?password=a+b')
    expect(await sent('venues.get-by-slug', { slug: 'café/1' })).toBe('GET /venues/by-slug/caf%C3%A9%2F1')
    expect(await sent('events.update', { id: 12, title: 'x', cost: undefined })).toBe('PUT /events/12 {"title":"x"}')
    expect(await sent('tags.delete', { id: 3 })).toBe('DELETE /tags/3')
    expect(await sent('events.create', { title: 'x' }, { query: { _fields: 'id' } })).toBe(
      'POST /events?_fields=id {"title":"x"}',
    )
  })

  it('sends the only venue of an event without a list, which deployed services reject', async () => {
    expect(await sent('events.create', { venue: [4], organizer: [5] })).toBe('POST /events {"venue":4,"organizer":[5]}')
    expect(await sent('events.create', { venue: [4, 6] })).toBe('POST /events {"venue":[4,6]}')
  })
})

describe('queryOf', () => {
  it('joins lists by commas unless an item contains one', () => {
    expect(queryOf({ venue: [3, 4], tags: ['a,b', 'c'], featured: false, at: '2027-01-01 10:00', none: null })).toBe(
      'venue=3,4&tags[]=a,b&tags[]=c&featured=false&at=2027-01-01+10:00',
    )
  })

  it('replaces unpaired surrogates', () => {
    expect(queryOf({ a: '\ud800&=#+' })).toBe('a=%EF%BF%BD%26%3D%23%2B')
  })
})
