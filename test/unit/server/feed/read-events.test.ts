// Paging through a list that changes: each event that was there all the time is read exactly once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import type { JsonObject } from '../../../../src/base/json.ts'
import { readEvents } from '../../../../src/server/feed/read-events.ts'

interface Listed {
  readonly id: number
  readonly start_date: string
}

/** A service with these events; `change` is called before each request with its number. */
function serviceOf(events: Listed[], change: (request: number) => void, per_page_max = 50) {
  const requests: string[] = []
  let version = 0
  const exchange: Exchange = async ({ query }) => {
    change(requests.length)
    requests.push(query)
    const values = new URLSearchParams(query)
    const size = Math.min(per_page_max, Number(values.get('per_page')))
    const page = Number(values.get('page'))
    const sorted = [...events].sort((a, b) => (a.start_date < b.start_date ? -1 : 1) || a.id - b.id)
    const found = sorted.slice((page - 1) * size, page * size)
    if (found.length === 0 && page > 1) return { status: 404, headers: {}, body: '{}' }
    return { status: 200, headers: {}, body: JSON.stringify({ events: found, total: events.length }) }
  }
  return { exchange, requests, changed: () => (version += 1), version: async () => String(version) }
}

async function read(exchange: Exchange, version?: () => Promise<string>): Promise<readonly number[]> {
  const ids: number[] = []
  for await (const events of readEvents({ exchange, query: '', headers: {}, signal: undefined, version }))
    ids.push(...events.map(({ id }: JsonObject) => Number(id)))
  return ids
}

const days = (count: number, start = (id: number) => id) =>
  Array.from({ length: count }, (_, id): Listed => ({ id, start_date: startOf(start(id)) }))

function startOf(n: number): string {
  return new Date(Date.UTC(2027, 0, 1) + n * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

describe('reading all events', () => {
  it.each([0, 1, 2, 49, 50, 51, 99, 100, 101, 777])('reads %i events in order, once', async (count) => {
    for (const events of [days(count), days(count, () => 7)]) {
      const { exchange, requests, version } = serviceOf(events, () => {})
      expect(await read(exchange, version)).toEqual(events.map(({ id }) => id))
      expect(requests.length).toBeLessThanOrEqual(1 + Math.ceil(count / 45))
    }
  })

  it.each([1, 2, 3, 10, 30])('works with a limit of %i a page', async (limit) => {
    const { exchange } = serviceOf(days(61), () => {}, limit)
    expect(await read(exchange)).toEqual(days(61).map(({ id }) => id))
    const fewer = serviceOf(days(40), () => {}, limit)
    expect(await read(fewer.exchange)).toEqual(days(40).map(({ id }) => id))
  })

  it('reads once more if something moved, and stops although it keeps changing', async () => {
    const events = days(200)
    const service = serviceOf(events, (request) => {
      service.changed()
      // From after the page to before it.
      if (request === 2) events[199] = { id: 199, start_date: startOf(-1) }
    })
    expect([...(await read(service.exchange, service.version))].sort((a, b) => a - b)).toEqual(
      days(200).map(({ id }) => id),
    )
    expect(service.requests.length).toBeLessThan(20)
  })

  it('reads an earlier page again if deleted events moved the others forward', async () => {
    const events = days(300)
    const service = serviceOf(events, (request) => {
      if (request === 2) events.splice(0, 70)
      if (request === 5) events.splice(0, 3)
    })
    // In order: without the earlier page, another pass would find the events between the pages.
    expect(await read(service.exchange, service.version)).toEqual(days(300).map(({ id }) => id))
  })

  it('refuses pages that never overlap', async () => {
    const exchange: Exchange = async ({ query }) => ({
      status: 200,
      headers: {},
      body: JSON.stringify({
        events: days(50).map(({ id }) => ({ id: `${query} ${id}`, start_date: startOf(query.length * 100 - id) })),
        total: 5_000,
      }),
    })
    await expect(read(exchange)).rejects.toThrow('502')
  })

  const change = fc.record({
    request: fc.nat(12),
    kind: fc.constantFrom('delete', 'add', 'move'),
    which: fc.nat(),
    to: fc.integer({ min: -5, max: 400 }),
  })
  it.each([true, false])(
    'reads events that existed throughout exactly once, with a version: %s',
    async (hasVersion) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(400), { minLength: 1, maxLength: 330 }),
          fc.array(change, { maxLength: 60 }),
          async (starts, changes) => {
            const events = starts.map((start, id): Listed => ({ id, start_date: startOf(start) }))
            const stable = new Set(events.map(({ id }) => id))
            const service = serviceOf(events, (request) => {
              for (const { kind, which, to } of changes.filter((one) => one.request === request)) {
                service.changed()
                const at = which % Math.max(1, events.length)
                const found = events[at]
                if (kind === 'add' || !found) events.push({ id: 1_000 + which, start_date: startOf(to) })
                else if (kind === 'delete') events.splice(at, 1)
                else events[at] = { ...found, start_date: startOf(to) }
                if (found && kind !== 'add') stable.delete(found.id)
              }
            })
            const ids = await read(service.exchange, hasVersion ? service.version : undefined)
            expect(ids.length).toBe(new Set(ids).size)
            expect([...stable].filter((id) => !ids.includes(id))).toEqual([])
          },
        ),
        { numRuns: 300 },
      )
    },
  )
})
