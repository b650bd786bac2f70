// A server whose system clock is changed while it runs: limits use a monotonic clock.
import { describe, expect, it } from 'vitest'
import type { ServeOptions } from '../../../src/server/serve.ts'
import { openServed } from '../../support/served.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hour_ms = 3_600_000
const admin = { id: 1, login: 'admin', email: '', role: 'administrator', password: 'right' } as const

/** A server with clocks that the test sets. */
async function serverWith(more: Partial<ServeOptions> = {}) {
  const clocks = { wall: noon, ticks: 0 }
  const { api_root } = await openServed({
    users: [admin],
    now: () => clocks.wall,
    clock: () => clocks.wall,
    ticks: () => clocks.ticks,
    ...more,
  })
  const ask = (path: string, password: string, init: RequestInit = {}) =>
    fetch(`${api_root}${path}`, {
      ...init,
      headers: { authorization: `Basic ${btoa(`admin:${password}`)}`, 'content-type': 'application/json' },
    })
  return { clocks, ask }
}

describe('a changed system clock', () => {
  it.each([
    ['forward', hour_ms],
    ['back', -hour_ms],
  ])('%s does not change the limit of wrong passwords', async (_, jump_ms) => {
    const { clocks, ask } = await serverWith()
    const tried = async (password: string) => (await ask('/events', password)).status
    const outcomes = await Promise.all(Array.from({ length: 31 }, (_, i) => tried(`wrong${i}`)))
    expect([
      outcomes.filter((status) => status === 401).length,
      outcomes.filter((status) => status === 429).length,
    ]).toEqual([30, 1])
    clocks.wall += jump_ms
    expect(await tried('again')).toBe(429)
    clocks.ticks += 2_000
    expect([await tried('again'), await tried('again')]).toEqual([401, 429])
  })

  it.each([
    ['forward', hour_ms],
    ['back', -hour_ms],
  ])('%s does not change the rate limit', async (_, jump_ms) => {
    const { clocks, ask } = await serverWith({ users: [], faults: { latency: undefined, fail: [], rate_limit: '2/s' } })
    const asked = async () => (await ask('/events', 'any')).status
    expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
    clocks.wall += jump_ms
    expect(await asked()).toBe(429)
    clocks.ticks += 500
    expect([await asked(), await asked()]).toEqual([200, 429])
  })

  it.each([
    ['forward', hour_ms],
    ['back', -hour_ms],
  ])('%s publishes records that are due then, at once', async (_, jump_ms) => {
    const { clocks, ask } = await serverWith()
    const published = async () => Number((await ask('/venues?status=publish', 'right')).headers.get('x-tec-total'))
    const due = async (name: string, at: number) => {
      const date = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
      expect(
        await (await ask('/venues', 'right', { method: 'POST', body: JSON.stringify({ venue: name, date }) })).json(),
      ).toMatchObject({ status: 'future' })
    }
    await due('Later', noon + hour_ms / 2)
    expect(await published()).toBe(0)
    clocks.wall += jump_ms
    expect(await published()).toBe(jump_ms > 0 ? 1 : 0)
    await due('Soon', clocks.wall + 90_000)
    expect(await published()).toBe(jump_ms > 0 ? 1 : 0)
    clocks.wall += 90_000
    expect(await published()).toBe(jump_ms > 0 ? 2 : 1)
  })
})

describe('users', () => {
  it.each([
    [[admin, { ...admin, login: 'bob' }], 'admin and bob have the same id 1'],
    [[admin, { ...admin, id: 2 }], 'the user admin is defined twice'],
  ])('with one id or login are refused before anything is opened', async (users, message) => {
    await expect(serverWith({ users, file: '/no/such/folder/calendar.db' })).rejects.toThrow(message)
  })
})
