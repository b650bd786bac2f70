// Reading and writing overlap: a kind is written as soon as it was read, events when everything was read.
import { openInMemory } from '../../support/open-calendar.ts'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Exchange } from '../../../src/base/exchange.ts'
import { serveExchange } from '../../support/exchange-server.ts'
import { newWorkspace } from '../../support/workspace.ts'

const now = Date.UTC(2026, 10, 21, 12)

const bundle = JSON.stringify({
  venues: [{ venue: 'City Hall', city: 'Ulm' }],
  events: [{ title: 'Jazz', start_date: '2027-03-01 20:00', end_date: '2027-03-01 23:00', venue: 'City Hall' }],
})

type Hold = (request: Parameters<Exchange>[0], answer: () => ReturnType<Exchange>) => ReturnType<Exchange>

/** A service with 60 events; `hold` decides when and how each request is handled. */
async function serviceOf(hold: Hold) {
  const { exchange, close } = await openInMemory('standard', { now: () => now })
  for (let n = 0; n < 60; n++)
    await exchange({
      method: 'POST',
      path: '/events',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: `Talk ${n}`,
        start_date: '2027-03-01 10:00:00',
        end_date: '2027-03-01 11:00:00',
      }),
    })
  const service = await serveExchange((request) => hold(request, () => exchange(request)))
  const here = newWorkspace()
  here.write('all.json', bundle)
  const cal = (line: string) => here.cal(line, { env: { CAL_API_ROOT: service.api_root } })
  return { here, cal, close }
}

const isEventPage = ({ method, path, query }: Parameters<Exchange>[0], page: number) =>
  method === 'GET' && path === '/events' && (new URLSearchParams(query).get('page') ?? '1') === String(page)

/** A promise that resolves when `release` is called. */
function heldUntil() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release: () => release(), released }
}

function runsOf(folder: string): readonly string[] {
  const runs = join(folder, 'state', 'runs')
  return existsSync(runs) ? readdirSync(runs) : []
}

/** Lines of the journal of the only run. */
function journalOf(folder: string): readonly Record<string, unknown>[] {
  const [run = ''] = runsOf(folder)
  return readFileSync(join(folder, 'state', 'runs', run, 'journal.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('writes nothing and records no run if the service rejects a list', async () => {
  const posts: string[] = []
  const { here, cal, close } = await serviceOf(async (request, answer) => {
    if (request.method === 'POST') posts.push(request.path)
    if (!isEventPage(request, 1)) return answer()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { status: 403, headers: {}, body: '{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}' }
  })
  expect((await cal('import all.json --yes')).code).not.toBe(0)
  expect(posts).toEqual([])
  expect(runsOf(here.folder)).toEqual([])
  await close()
})

it('a run whose list fails after a write can be resumed without a second venue', async () => {
  let broken = true
  const written = heldUntil()
  const { here, cal, close } = await serviceOf(async (request, answer) => {
    if (request.method === 'POST') return answer().finally(written.release)
    if (!broken || !isEventPage(request, 2)) return answer()
    await written.released
    return { status: 403, headers: {}, body: '{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}' }
  })
  const first = await cal('import all.json --yes')
  expect(first).toMatchObject({ stderr: expect.stringContaining('1 venue created') })
  expect(first.code).not.toBe(0)
  broken = false
  expect(await cal('import --resume --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event, 1 venue created'),
  })
  expect(JSON.parse((await cal('venues list -o json')).stdout)).toHaveLength(1)
  expect(journalOf(here.folder).filter((line) => 'known_id_max' in line)).toEqual([
    { known_id_max: { venues: 0 } },
    { known_id_max: { events: 63 } },
  ])
  await close()
})
