// The test control routes: access, snapshots, the request log.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiRequest, Exchange } from '../../../src/base/exchange.ts'
import { snapshotsOf, withRequestLog, withTestControl } from '../../../src/server/test-control.ts'
import type { Role } from '../../../src/server/domain/records.ts'
import { openTestCalendar } from '../../support/open-calendar.ts'

const now = () => Date.UTC(2026, 10, 20, 12)

async function open(role: Role | undefined = 'administrator') {
  const calendar = await openTestCalendar(':memory:')
  const snapshots = snapshotsOf(calendar)
  onTestFinished(() => snapshots.close())
  const log = withRequestLog(calendar.exchange, now)
  const exchange = withTestControl(
    { log, snapshots, authenticate: async () => role && { id: 1, login: 'x', role } },
    log.exchange,
  )
  return { calendar, ask: asking(exchange) }
}

function asking(exchange: Exchange) {
  return async (method: string, path: string, json?: object) => {
    const request: ApiRequest = {
      method,
      path,
      query: '',
      headers: json ? { 'content-type': 'application/json' } : {},
      ...(json && { body: JSON.stringify(json) }),
    }
    const { status, body } = await exchange(request)
    return { status, body: JSON.parse(body) }
  }
}

const names = async (ask: ReturnType<typeof asking>) =>
  (await ask('GET', '/venues')).body.venues.map((venue: { venue: string }) => venue.venue)

describe('a snapshot', () => {
  it('can be restored, after which the same ids are assigned', async () => {
    const { ask } = await open()
    await ask('POST', '/venues', { venue: 'First' })
    expect(await ask('PUT', '/_cal/snapshots/one')).toEqual({ status: 200, body: { saved: 'one' } })
    const before = await ask('POST', '/venues', { venue: 'Second' })
    expect(await ask('POST', '/_cal/snapshots/one')).toEqual({ status: 200, body: { restored: 'one' } })
    expect(await names(ask)).toEqual(['First'])
    const after = await ask('POST', '/venues', { venue: 'Third' })
    expect(after.body.id).toBe(before.body.id)
    expect(await names(ask)).toEqual(['Third', 'First'])
  })

  it('can be replaced, listed and deleted', async () => {
    const { ask } = await open()
    await ask('PUT', '/_cal/snapshots/one')
    await ask('POST', '/venues', { venue: 'First' })
    await ask('PUT', '/_cal/snapshots/one')
    await ask('POST', '/_cal/snapshots/one')
    expect(await names(ask)).toEqual(['First'])
    expect(await ask('GET', '/_cal/snapshots')).toEqual({ status: 200, body: { snapshots: ['one'] } })
    expect(await ask('DELETE', '/_cal/snapshots/one')).toEqual({ status: 200, body: { deleted: 'one' } })
    expect(await ask('POST', '/_cal/snapshots/one')).toMatchObject({ status: 404, body: { code: 'rest_no_snapshot' } })
  })

  it('is not changed by writes that wait for a restore', async () => {
    const { calendar, ask } = await open()
    await ask('PUT', '/_cal/snapshots/start')
    await Promise.all([
      ask('POST', '/_cal/reset'),
      ...Array.from({ length: 20 }, (_, i) => ask('POST', '/venues', { venue: `V${i}` })),
    ])
    const ids = (await ask('GET', '/venues')).body.venues.map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const generation = await calendar.generation()
    await ask('POST', '/_cal/reset')
    expect(await names(ask)).toEqual([])
    expect(await calendar.generation()).toBeGreaterThan(generation)
  })
})

describe('the test control paths', () => {
  it.each([
    [undefined, 401],
    ['subscriber', 403],
    ['editor', 403],
  ] as const)('is closed to %s', async (role, status) => {
    const control = withTestControl(
      {
        authenticate: async () => role && { id: 2, login: 'x', role },
        log: { entries: () => [], clear: () => {} },
        snapshots: snapshotsOf({ snapshot: async () => {}, restore: async () => {} }),
      },
      async () => ({ status: 200, headers: {}, body: '{}' }),
    )
    expect(await asking(control)('POST', '/_cal/reset')).toMatchObject({ status, body: { code: 'rest_forbidden' } })
    expect((await asking(control)('GET', '/events')).status).toBe(200)
  })

  it('lists requests, without its own', async () => {
    const { ask } = await open()
    await ask('POST', '/venues', { venue: 'First' })
    await ask('GET', '/nope')
    const { body } = await ask('GET', '/_cal/requests')
    expect(body.requests).toMatchObject([
      { number: 1, method: 'POST', path: '/venues', body: '{"venue":"First"}', status: 201 },
      { number: 2, method: 'GET', path: '/nope', status: 404 },
    ])
    await ask('DELETE', '/_cal/requests')
    expect((await ask('GET', '/_cal/requests')).body).toEqual({ requests: [] })
  })

  it.each([
    ['GET', '/_cal/'],
    ['GET', '/_cal/reset'],
    ['PUT', '/_cal/snapshots/..%2Fx'],
    ['PUT', '/_cal/snapshots/a/b'],
    ['PUT', `/_cal/snapshots/${'a'.repeat(65)}`],
    ['POST', '/_cal/requests'],
  ])('has no %s %s', async (method, path) => {
    const { ask } = await open()
    expect(await ask(method, path)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })
})
