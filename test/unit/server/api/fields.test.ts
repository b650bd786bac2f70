// What `_fields` leaves of a body.
import { describe, expect, it } from 'vitest'
import { pickedFields } from '../../../../src/server/api/fields.ts'

const body = { id: 7, title: 'Jazz', venue: { city: 'Graz', zip: '8010' }, organizer: [{ id: 1 }] }

describe('_fields', () => {
  it.each([
    [['id', 'title'], { id: 7, title: 'Jazz' }],
    [['venue.city'], { venue: { city: 'Graz' } }],
    [['venue.city', 'venue'], { venue: { city: 'Graz', zip: '8010' } }],
    [['organizer.id', 'id'], { id: 7, organizer: [] }],
    [['organizer'], { organizer: [{ id: 1 }] }],
    [['nope'], []],
    [['title.x'], []],
  ])('%j', (fields, left) => {
    expect(pickedFields(body, fields)).toEqual(left)
  })
})
