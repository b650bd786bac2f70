// Fault injection, and the requests that it affects.
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/base/seeded-random.ts'
import type { ApiRequest, Exchange } from '../../../src/base/exchange.ts'
import { type Faults, withFaults, withRequestLog } from '../../../src/server/test-control.ts'

const inside: Exchange = async () => ({ status: 200, headers: {}, body: '' })
const to = (method: string, path: string, query = ''): ApiRequest => ({ method, path, query, headers: {} })

function over(
  faults: Partial<Faults>,
  { seed = 1, now = () => 0 }: { seed?: number; now?: () => number } = {},
): Exchange {
  return withFaults({ failing: [], ...faults }, { random: seededRandom(seed), now }, inside)
}

async function statuses(exchange: Exchange, request: ApiRequest, times: number): Promise<readonly number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i += 1) found.push((await exchange(request)).status)
  return found
}

describe('random numbers', () => {
  it('are reproducible from a seed, differ between seeds, and are evenly distributed', () => {
    const numbers = (seed: number) => {
      const chance = seededRandom(seed)
      return Array.from({ length: 10_000 }, chance)
    }
    expect(numbers(7)).toEqual(numbers(7))
    expect(numbers(7).slice(0, 3)).not.toEqual(numbers(8).slice(0, 3))
    const tenths = Array.from(
      { length: 10 },
      (_, i) => numbers(7).filter((number) => Math.floor(number * 10) === i).length,
    )
    expect(Math.min(...tenths)).toBeGreaterThan(900)
    expect(Math.max(...tenths)).toBeLessThan(1_100)
  })
})

describe('failures', () => {
  it('affect the requested share of requests, the same ones for the same seed', async () => {
    const failing = [{ method: 'POST', path: '/events', share: 0.05, status: 503 }]
    const first = await statuses(over({ failing }), to('POST', '/events'), 1_000)
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(30)
    expect(first.filter((status) => status === 503).length).toBeLessThan(70)
    expect(await statuses(over({ failing }), to('POST', '/events'), 1_000)).toEqual(first)
    expect(await statuses(over({ failing }, { seed: 2 }), to('POST', '/events'), 1_000)).not.toEqual(first)
  })

  it.each([
    ['POST', '/events', [503]],
    ['POST', '/events/', [503]],
    ['GET', '/events', [200]],
    ['POST', '/events/12', [200]],
    ['POST', '/venues', [200]],
    ['DELETE', '/tags/3', [500]],
    ['GET', '/tags/3', [500]],
  ])('%s %s is answered %j', async (method, path, expected) => {
    const failing = [
      { method: 'POST', path: '/events', share: 1, status: 503 },
      { path: '/tags/*', share: 1, status: 500 },
    ]
    expect(await statuses(over({ failing }), to(method, path), 1)).toEqual(expected)
  })

  it('affect only the requested method', async () => {
    expect(
      await statuses(
        over({ failing: [{ method: 'DELETE', path: '*', share: 1, status: 502 }] }),
        to('POST', '/events/1', '_method=DELETE'),
        1,
      ),
    ).toEqual([502])
  })
})

describe('a rate limit', () => {
  it('accepts the allowed number of requests and sends Retry-After with others', async () => {
    let instant = 0
    const exchange = over({ rate: { requests: 2, period_ms: 4_000 } }, { now: () => instant })
    expect(await statuses(exchange, to('GET', '/events'), 3)).toEqual([200, 200, 429])
    const { headers, body } = await exchange(to('GET', '/events', 'lang=de'))
    expect([headers['retry-after'], JSON.parse(body).message]).toEqual([
      '2',
      'zu viele Anfragen; in 2 s erneut versuchen',
    ])
    instant += 2_000
    expect(await statuses(exchange, to('GET', '/events'), 2)).toEqual([200, 429])
  })
})

describe('latency', () => {
  it('is between its bounds', async () => {
    const exchange = over({ latency: { from: 30, to: 60 } })
    const before = performance.now()
    await exchange(to('GET', '/events'))
    expect(performance.now() - before).toBeGreaterThanOrEqual(29)
  })
})

describe('the log of requests', () => {
  it('contains requests and statuses, without credentials', async () => {
    const log = withRequestLog(inside, () => Date.UTC(2026, 10, 20, 12))
    await log.exchange({
      method: 'POST',
      path: '/events',
      query: 'a=1',
      headers: { authorization: 'Basic abc', cookie: 'x', 'x-a': 'b' },
      body: 'Größe',
    })
    expect(log.entries()).toEqual([
      {
        number: 1,
        time: '2026-11-20 12:00:00',
        method: 'POST',
        path: '/events',
        query: 'a=1',
        headers: { 'x-a': 'b' },
        body: 'Größe',
        status: 200,
      },
    ])
    log.clear()
    expect(log.entries()).toEqual([])
  })

  it('contains the last thousand', async () => {
    const log = withRequestLog(inside, () => 0)
    for (let i = 0; i < 2_500; i += 1) await log.exchange(to('GET', '/events'))
    expect([log.entries().length, log.entries()[0]?.number, log.entries().at(-1)?.number]).toEqual([
      1_000, 1_501, 2_500,
    ])
  })
})
