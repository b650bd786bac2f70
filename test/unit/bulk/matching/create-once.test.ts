// A single create whose response is lost although the record was created.
import { openInMemory } from '../../../support/open-calendar.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import { withRetry } from '../../../../src/client/transport/retry.ts'
import { executeWrite } from '../../../../src/bulk/execute/execute-write.ts'
import { Throttle } from '../../../../src/bulk/execute/throttle.ts'
import { CreateClaims } from '../../../../src/bulk/matching/create-claims.ts'
import { networkError } from '../../../../src/client/transport/network-errors.ts'
import type { Values } from '../../../../src/spec/read.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hour_ms = 3_600_000
const jazz = { title: 'Jazz & Wine', start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 23:00:00' }

let now = noon
let close = async () => {}
afterEach(async () => {
  await close()
  close = async () => {}
})

function lost(): never {
  throw networkError(new Error('socket hang up'), {
    origin: 'http://calendar.example',
    timeout_ms: 1000,
    method: 'POST',
  })
}

/** The create of a command that writes one record, without reading the calendar before. */
async function createOnce(
  kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags',
  values: Values,
  { exchange, now: clock_now }: { readonly exchange: Exchange; now(): number },
) {
  const clock = { now: clock_now, random: () => 0, sleep: async () => {} }
  const { record, found = false } = await executeWrite(
    { kind, n: 0, key: '', title: '', action: 'create', values, since: clock_now() },
    {
      exchange,
      reading: withRetry(exchange, clock),
      clock,
      throttle: new Throttle({ concurrency: 1, clock }),
      creates: new CreateClaims({ known_id_max: () => 0 }),
      single: true,
    },
  )
  return { record, found }
}

/** `posts` determines what happens to a POST. */
async function service(posts: (exchange: Exchange) => Exchange) {
  now = noon
  const calendar = await openInMemory('standard', { timezone: 'Europe/Berlin', now: () => now })
  close = () => calendar.close()
  const { exchange } = calendar
  const sent: string[] = []
  const faulty: Exchange = (request) => {
    sent.push(request.method)
    return (request.method === 'POST' ? posts(exchange) : exchange)(request)
  }
  return { sent, plain: exchange, faulty: { exchange: faulty, now: () => now } }
}

describe('a create whose response is lost', () => {
  const rows: readonly (readonly ['events' | 'venues' | 'organizers' | 'categories' | 'tags', Values])[] = [
    ['events', jazz],
    ['events', { ...jazz, status: 'draft', date: '2020-01-01 12:00:00' }],
    ['events', { ...jazz, status: 'draft' }],
    ['venues', { venue: 'Town Hall' }],
    ['venues', { venue: 'Town Hall', status: 'draft' }],
    ['organizers', { organizer: 'Choir' }],
    ['categories', { name: 'Music' }],
    ['tags', { name: 'free' }],
  ]
  it.each(rows)('is found by a lookup and not sent again: %s %j', async (plural, values) => {
    const { sent, faulty } = await service((exchange) => async (request) => {
      await exchange(request)
      return lost()
    })
    expect(await createOnce(plural, values, faulty)).toMatchObject({ found: true, record: { id: expect.any(Number) } })
    expect(sent.filter((method) => method === 'POST')).toHaveLength(1)
  })

  it('is found if a proxy answered instead of the service', async () => {
    const { faulty } = await service((exchange) => async (request) => {
      await exchange(request)
      return { status: 502, headers: {}, body: '' }
    })
    expect((await createOnce('events', jazz, faulty)).found).toBe(true)
  })

  it('reports that the record was not found if the request never arrived', async () => {
    const { sent, faulty } = await service(() => lost)
    await expect(createOnce('events', jazz, faulty)).rejects.toMatchObject({
      code: 'unreachable',
      hint: { en: 'it was not created: rerun the command to create it' },
    })
    expect(sent.filter((method) => method === 'POST')).toHaveLength(1)
  })

  it('is not mistaken for a record created an hour earlier', async () => {
    const { plain, faulty } = await service(() => lost)
    const before = await createOnce('events', jazz, { exchange: plain, now: () => now })
    expect(before.found).toBe(false)
    now = noon + hour_ms
    await expect(createOnce('events', jazz, faulty)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('a rejected create', () => {
  it('is not looked up', async () => {
    const { sent, faulty } = await service((exchange) => exchange)
    await expect(createOnce('events', { title: 'Jazz' }, faulty)).rejects.toMatchObject({ code: 'refused' })
    expect(sent).toEqual(['POST'])
  })
})
