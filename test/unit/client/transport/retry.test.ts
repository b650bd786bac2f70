// Which requests are retried, and after which pause.
import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../../../src/base/exchange.ts'
import { CalError } from '../../../../src/base/errors.ts'
import { retryAfterOf, withRetry } from '../../../../src/client/transport/retry.ts'
import { json, recording } from '../../../support/recording.ts'

const lost = () => new CalError('unreachable', { en: 'gone', de: 'weg' })
const now = Date.UTC(2026, 10, 21, 12)

function clock(waits: number[]) {
  return { now: () => now, random: () => 0.5, sleep: async (duration_ms: number) => void waits.push(duration_ms) }
}

async function asked(method: string, ...answers: readonly (ApiResponse | Error)[]) {
  const waits: number[] = []
  const notices: string[] = []
  const recorded = recording(...answers)
  const exchange = withRetry(recorded.exchange, clock(waits), {
    wait_ms_max: 60_000,
    onWait: ({ en }) => notices.push(en),
  })
  const end = await exchange({ method, path: '/', query: '', headers: {} }).then(
    ({ status }) => status,
    (error: CalError) => error.code,
  )
  return { end, waits, times: recorded.requests.length, ...(notices.length > 0 ? { notices } : {}) }
}

describe('withRetry', () => {
  it.each(['GET', 'PUT', 'DELETE'])('retries a %s after a lost connection', async (method) => {
    expect(await asked(method, lost(), json(200, {}))).toEqual({ end: 200, waits: [400], times: 2 })
  })

  it.each(['POST', 'PATCH'])('never retries a %s', async (method) => {
    expect(await asked(method, lost())).toEqual({ end: 'unreachable', waits: [], times: 1 })
    expect(await asked(method, json(503, {}))).toEqual({ end: 503, waits: [], times: 1 })
  })

  it.each([
    ['GET', 200, 2],
    ['HEAD', 200, 2],
    ['PUT', 500, 1],
    ['DELETE', 500, 1],
  ])('retries only reads after an internal error: %s', async (method, end, times) => {
    expect(await asked(method, json(500, {}), json(200, {}))).toMatchObject({ end, times })
  })

  it('does not retry a request that was aborted', async () => {
    const recorded = recording(lost(), json(200, {}))
    const exchange = withRetry(recorded.exchange, clock([]))
    const aborted = { method: 'GET', path: '/', query: '', headers: {}, signal: AbortSignal.abort() }
    await expect(exchange(aborted)).rejects.toMatchObject({ code: 'unreachable' })
    expect(recorded.requests).toHaveLength(1)
  })

  it('pauses as long as the server requests', async () => {
    const answers = [json(429, {}, { 'retry-after': '2' }), json(503, {}, { 'retry-after': '60' }), json(200, {})]
    expect(await asked('GET', ...answers)).toEqual({
      end: 200,
      waits: [2_000, 60_000],
      times: 3,
      notices: ['the server is unavailable (503): retrying in 60 s'],
    })
  })

  it('rejects a pause of ten minutes with a hint on how to accept it', async () => {
    const { exchange } = recording(json(429, {}, { 'retry-after': '600' }))
    const failure = await withRetry(
      exchange,
      clock([]),
    )({ method: 'GET', path: '/', query: '', headers: {} }).catch((error: CalError) => error)
    expect(failure).toMatchObject({
      code: 'server_failed',
      text: { en: 'the server is limiting requests (429) and asks to retry in 600 s' },
      hint: { en: 'to wait that long, use --max-wait 600' },
    })
  })

  it('returns the last response after four attempts', async () => {
    expect(await asked('GET', json(502, {}), json(502, {}), json(502, {}), json(504, {}))).toEqual({
      end: 504,
      waits: [400, 800, 1_600],
      times: 4,
    })
  })

  it('does not retry a rejected request', async () => {
    expect(await asked('GET', json(400, {}))).toEqual({ end: 400, waits: [], times: 1 })
  })
})

describe('retryAfterOf', () => {
  it.each([
    ['7', 7_000],
    ['Sat, 21 Nov 2026 12:00:09 GMT', 9_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s', (header, wait) => {
    expect(retryAfterOf(header, now)).toBe(wait)
  })
})
