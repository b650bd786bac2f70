// Second copies of records whose create was sent again: a run deletes only what it has certainly created itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ApiRequest, ApiResponse, Exchange } from '../../../../src/base/exchange.ts'
import { disconnect, serveExchange } from '../../../support/exchange-server.ts'
import { openInMemory } from '../../../support/open-calendar.ts'
import { newWorkspace } from '../../../support/workspace.ts'

type Answer = ApiResponse | typeof disconnect

/** A service and two computers; `posts` handles the creates of venues and events, which it counts from 1. */
async function serviceOf(posts: (n: number, execute: () => ReturnType<Exchange>) => Promise<Answer>) {
  let day = 21
  const { exchange } = await openInMemory('standard', { now: () => Date.UTC(2026, 10, day, 12) })
  let count = 0
  let deletes = true
  const { api_root, requests } = await serveExchange(async (request) => {
    if (request.method === 'DELETE' && !deletes) return disconnect
    if (request.method !== 'POST') return exchange(request)
    return posts(++count, () => exchange(request))
  })
  const computer = () => {
    const { cal, write, folder } = newWorkspace()
    return { write, folder, cal: (line: string) => cal(line, { env: { CAL_API_ROOT: api_root } }) }
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
  const nextDay = () => {
    day++
  }
  return { api_root, nextDay, computer, create, ids, requests, refuseDeletes }
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

/** The address of a calendar with these records. */
async function sourceOf(records: string) {
  const { write, cal, folder } = newWorkspace('source.db')
  write('events.json', records)
  await cal('import events.json --yes')
  return `file:${join(folder, 'source.db')}`
}

const reruns = [
  ['import events.json --yes', 'import --resume --yes'],
  ['import events.json --yes', 'import events.json --yes'],
  ['apply -f events.json --yes', 'apply -f events.json --yes'],
  ['seed events.json --yes', 'seed events.json --yes'],
  ['copy --from SOURCE --to CALENDAR --yes', 'copy --from SOURCE --to CALENDAR --yes'],
] as const

/** A command that creates an event twice, and is interrupted before it deletes the copy. */
async function interrupted(line: string) {
  let late: (() => Promise<unknown>) | undefined
  const service = await serviceOf(async (n, execute) => {
    if (n === 1) {
      late = execute
      return disconnect
    }
    const answer = await execute()
    await late?.()
    return answer
  })
  const { write, cal, folder } = service.computer()
  const run = (one: string) => cal(one.replace('SOURCE', source).replace('CALENDAR', service.api_root))
  write('events.json', events)
  const source = await sourceOf(events)
  service.refuseDeletes(true)
  expect(await run(line)).toMatchObject({ code: 7 })
  expect(await service.ids('/events', 'events')).toHaveLength(2)
  service.refuseDeletes(false)
  const journal = join(folder, 'state/runs', String(readdirSync(join(folder, 'state/runs'))), 'journal.ndjson')
  return { ...service, run, journal }
}

it.each(reruns)('deletes the second copy of an event after: %s, %s', async (line, rerun) => {
  const { run, ids } = await interrupted(line)
  expect(await run(rerun)).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toHaveLength(1)
  expect(await run('history undo --yes')).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toEqual([])
})

it.each(reruns)('only the copy, if the journal ends with the create, after: %s, %s', async (line, rerun) => {
  const { run, ids, create, nextDay, journal } = await interrupted(line)
  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `${lines.slice(0, lines.findIndex((one) => one.startsWith('{"begin":')) + 1).join('\n')}\n`)
  // Somebody else has created the same event since.
  nextDay()
  const { id } = await create('/events', event)
  expect(await run(rerun)).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toEqual([id - 2, id])
})
