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
    const { body } = await exchange({
      method: 'GET',
      path,
      query: 'start_date=2000-01-01&status=publish,draft',
      headers: {},
    })
    return JSON.parse(body)[field]?.map(({ id }: { id: number }) => id) ?? []
  }
  const remove = (path: string) => exchange({ ...post, method: 'DELETE', path })
  const refuseDeletes = (refused: boolean) => {
    deletes = !refused
  }
  const nextDay = () => {
    day++
  }
  return { nextDay, computer, create, remove, ids, requests, refuseDeletes }
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

const [line, rerun] = ['import events.json --yes', 'import --resume --yes'] as const

/** A command that creates an event twice, and is interrupted before it deletes the copy. */
async function interrupted(first: string = line, record: object = event) {
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
  const run = cal
  write('events.json', JSON.stringify({ events: [record] }))
  service.refuseDeletes(true)
  expect(await run(first)).toMatchObject({ code: 7 })
  expect(await service.ids('/events', 'events')).toHaveLength(2)
  service.refuseDeletes(false)
  const journal = join(folder, 'state/runs', String(readdirSync(join(folder, 'state/runs'))), 'journal.ndjson')
  return { ...service, run, journal }
}

it('deletes the second copy of an event if it is resumed', async () => {
  const { run, ids } = await interrupted()
  expect(await run(rerun)).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toHaveLength(1)
  expect(await run('history undo --yes')).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toEqual([])
})

it('deletes only the copy if the journal ends with the create', async () => {
  const { run, ids, create, nextDay, journal } = await interrupted()
  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `${lines.slice(0, lines.findIndex((one) => one.startsWith('{"begin":')) + 1).join('\n')}\n`)
  // Somebody else has created the same event since.
  nextDay()
  const { id } = await create('/events', event)
  expect(await run(rerun)).toMatchObject({ code: 0 })
  expect(await ids('/events', 'events')).toEqual([id - 2, id])
})

it('leaves the copy if the other event was deleted since', async () => {
  const { run, ids, journal, remove } = await interrupted()
  const [one, two] = (await ids('/events', 'events')).toSorted((a: number, b: number) => a - b)
  expect(readFileSync(journal, 'utf8')).toContain(`"action":"delete"`)
  await remove(`/events/${one}`)
  expect((await run(rerun)).stderr).toContain(`event ${two} "Jazz" is a copy that the run was about to delete`)
  expect(await ids('/events', 'events')).toEqual([two])
})

it('deletes no draft, which does not say whether it was created since', async () => {
  const draft = { ...event, status: 'draft' }
  const { run, ids, create, nextDay, journal } = await interrupted(line, draft)
  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `${lines.filter((one) => !one.includes('"action":"delete"')).join('\n')}`)
  nextDay()
  await create('/events', draft)
  expect((await run(rerun)).stderr).toContain('exists twice')
  expect(await ids('/events', 'events')).toHaveLength(3)
})

it.each(['apply -f events.json --yes', 'seed events.json --yes', 'import events.json --yes'])(
  'leaves the second copy if the command is only run again: %s',
  async (command) => {
    const { run, ids } = await interrupted(command)
    await run(command)
    expect(await ids('/events', 'events')).toHaveLength(2)
  },
)
