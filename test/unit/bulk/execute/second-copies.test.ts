// Second copies of records whose create was sent again: a run deletes only what it has certainly created itself.
import { expect, it } from 'vitest'
import type { ApiRequest, ApiResponse, Exchange } from '../../../../src/base/exchange.ts'
import { disconnect, serveExchange } from '../../../support/exchange-server.ts'
import { openInMemory } from '../../../support/open-calendar.ts'
import { newWorkspace } from '../../../support/workspace.ts'

type Answer = ApiResponse | typeof disconnect

/** A service and two computers; `posts` handles the creates of venues and events, which it counts from 1. */
async function serviceOf(posts: (n: number, execute: () => ReturnType<Exchange>) => Promise<Answer>) {
  const { exchange } = await openInMemory('standard', { now: () => Date.UTC(2026, 10, 21, 12) })
  let count = 0
  let deletes = true
  const { api_root, requests } = await serveExchange(async (request) => {
    if (request.method === 'DELETE' && !deletes) return disconnect
    if (request.method !== 'POST') return exchange(request)
    return posts(++count, () => exchange(request))
  })
  const computer = () => {
    const { cal, write } = newWorkspace()
    return { write, cal: (line: string) => cal(line, { env: { CAL_API_ROOT: api_root } }) }
  }
  const create = (path: string, values: object) =>
    exchange({ ...post, path, body: JSON.stringify(values) }).then(({ body }) => JSON.parse(body))
  const ids = async (path: string, field: string) => {
    const { body } = await exchange({ method: 'GET', path, query: 'start_date=2000-01-01', headers: {} })
    return JSON.parse(body)[field]?.map(({ id }: { id: number }) => id) ?? []
  }
  const refuseDeletes = (refused: boolean) => {
    deletes = !refused
  }
  return { computer, create, ids, requests, refuseDeletes }
}

const post = {
  method: 'POST',
  query: '',
  headers: { 'content-type': 'application/json' },
} as const satisfies Partial<ApiRequest>
const hall = { venue: 'Hall', city: 'Ulm' }
const venues = JSON.stringify({ venues: [hall] })
const event = { title: 'Jazz', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' }
const events = JSON.stringify({ events: [event] })

it('leaves the venue that another computer created before the create was sent again', async () => {
  const { computer, ids } = await serviceOf(async (n, execute) => {
    if (n === 1) return disconnect
    if (n === 2) expect(await two.cal('import venues.json --yes')).toMatchObject({ code: 0 })
    return execute()
  })
  const [one, two] = [computer(), computer()]
  for (const { write } of [one, two]) write('venues.json', venues)
  expect(await one.cal('import venues.json --yes')).toMatchObject({ code: 0 })
  const [left, ...others] = await ids('/venues', 'venues')
  expect(others).toEqual([])
  const shown = JSON.parse((await two.cal('history show -o json')).stdout)
  expect(shown).toMatchObject([{ action: 'create', id: left }])
  // It created nothing that is left.
  expect(await one.cal('history undo --yes')).toMatchObject({ code: 4 })
})

it('names the venue that it may have created twice, and leaves it', async () => {
  const { computer, create, ids } = await serviceOf(async (n, execute) => {
    if (n === 1) return disconnect
    const answer = await execute()
    await create('/venues', hall)
    return answer
  })
  const { write, cal } = computer()
  write('venues.json', venues)
  const { code, stderr } = await cal('import venues.json --yes')
  const [one, two] = (await ids('/venues', 'venues')).toSorted((a: number, b: number) => a - b)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(
      `warning: venue "Hall" exists twice: this run uses ${one}, and ${two} is either a second copy or another program's; if it is not needed: cal venues delete ${two}\n`,
    ),
  })
})

it('leaves an event that has more than what was sent', async () => {
  const { computer, create, ids } = await serviceOf(async (n, execute) => {
    if (n === 1) return disconnect
    const answer = await execute()
    await create('/events', { ...event, website: 'https://example.org' })
    return answer
  })
  const { write, cal } = computer()
  write('events.json', events)
  expect(await cal('import events.json --yes')).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toHaveLength(2)
})

it('deletes the second copy of an event when a run is resumed that was interrupted before that', async () => {
  let late: (() => Promise<unknown>) | undefined
  const { computer, ids, refuseDeletes } = await serviceOf(async (n, execute) => {
    if (n === 1) {
      late = execute
      return disconnect
    }
    const answer = await execute()
    await late?.()
    return answer
  })
  const { write, cal } = computer()
  write('events.json', events)
  refuseDeletes(true)
  expect(await cal('import events.json --yes')).toMatchObject({ code: 7 })
  expect(await ids('/events', 'events')).toHaveLength(2)
  refuseDeletes(false)
  expect(await cal('import --resume --yes')).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toHaveLength(1)
  expect(await cal('history undo --yes')).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toEqual([])
})
