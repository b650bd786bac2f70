// Values that are small in a request and expensive in the service: lists in a text, and amounts of a cost.
import { describe, expect, it } from 'vitest'
import { readCost } from '../../../../src/spec/cost.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'

async function send(method: string, path: string, values: object) {
  const calendar = await openTestCalendar(':memory:')
  const { status, body } = await calendar.exchange({
    method,
    path,
    query: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  const { total } = JSON.parse((await calendar.exchange({ method: 'GET', path, query: '', headers: {} })).body)
  return { status, code: JSON.parse(body).code, total }
}

const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 11:00:00' }

describe('a text with more than 5,000 items', () => {
  const many = '7,'.repeat(300_000)

  it.each(['tags', 'categories', 'venue', 'organizer', 'include', 'status', '_fields'])(
    'is refused for %s of a list',
    async (name) => {
      expect(await send('GET', '/events', { [name]: many })).toMatchObject({
        status: 400,
        code: 'rest_too_many_values',
      })
    },
  )

  it.each(['tags', 'categories', 'venue', 'organizer'])('is refused for %s of an event', async (name) => {
    const refused = { status: 400, code: 'rest_too_many_values', total: 0 }
    expect(await send('POST', '/events', { title: 'A', ...dates, [name]: many })).toEqual(refused)
  })

  it('is refused for several texts together', async () => {
    const parts = Array.from({ length: 3 }, () => 'title,'.repeat(2_000))
    expect(await send('GET', '/events', { _fields: parts })).toMatchObject({ code: 'rest_too_many_values' })
  })
})

describe('a number of a million digits that is none', () => {
  it.each(['venue', 'organizer', 'categories', 'author'])('is refused for %s of an event', async (name) => {
    const sent = { title: 'A', ...dates, [name]: `${'0'.repeat(1_000_000)}x` }
    expect(await send('POST', '/events', sent)).toMatchObject({ status: 400, total: 0 })
  })
})

describe('a cost of more than 1,000 characters', () => {
  it.each([['1.,'.repeat(900_000)], [`0.${'1'.repeat(900_000)},${'1,'.repeat(1_000)}`], [Array(500).fill('12,5')]])(
    'is refused, and nothing is stored',
    async (cost) => {
      const refused = { status: 400, code: 'rest_invalid_param', total: 0 }
      expect(await send('POST', '/events', { title: 'A', ...dates, cost })).toEqual(refused)
    },
  )

  it('that was stored before is shown', () => {
    const stored = Array.from({ length: 200_000 }, (_, i) => i + 1).join(', ')
    expect(readCost(stored, false).values).toHaveLength(200_000)
  })
})
