// Services that execute a write but respond without the record, or fail halfway.
import { openInMemory } from '../../support/open-calendar.ts'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/base/exchange.ts'
import { serveExchange, disconnect } from '../../support/exchange-server.ts'
import { newWorkspace } from '../../support/workspace.ts'

const now = Date.UTC(2026, 10, 21, 12)
const notice = { status: 201, headers: { 'content-type': 'text/html' }, body: '<b>Notice</b>: Undefined index' }

/** `writes` determines what happens to a POST, PUT or DELETE. */
async function serviceOf(
  writes: (exchange: Exchange, request: Parameters<Exchange>[0]) => ReturnType<Parameters<typeof serveExchange>[0]>,
) {
  const { exchange, close } = await openInMemory('standard', { now: () => now })
  const service = await serveExchange((request) =>
    request.method === 'GET' ? exchange(request) : writes(exchange, request),
  )
  const here = newWorkspace()
  const cal = (line: string) => here.cal(line, { env: { CAL_API_ROOT: service.api_root } })
  const titles = async () => JSON.parse((await cal('events list --any-date -o json --fields id,title,slug')).stdout)
  return { here, cal, titles, close }
}

const row = 'title,start_date,end_date\nJazz,2027-01-01 10:00:00,2027-01-01 11:00:00\n'

it('looks up the record of a success without one, and can undo it', async () => {
  const { here, cal, titles, close } = await serviceOf(async (exchange, request) => {
    await exchange(request)
    return notice
  })
  here.write('a.csv', row)
  expect(await cal('import a.csv')).toMatchObject({ code: 0, stderr: expect.stringContaining('1 event created') })
  here.write('a.csv', row.replace('11:00:00', '12:00:00'))
  expect(await cal('import a.csv --match title+start_date --on-existing update --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event updated'),
  })
  for (const done of ['1 event updated', '1 event deleted'])
    expect(await cal(`history undo --yes${done === '1 event updated' ? '' : ' 20261121-120000-000'}`)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(done),
    })
  expect(await titles()).toEqual([])
  await close()
})

it('a success that created no record is a failure', async () => {
  const { here, cal, titles, close } = await serviceOf(async () => notice)
  here.write('a.csv', row)
  expect(await cal('import a.csv')).toMatchObject({ code: 6, stderr: expect.not.stringContaining('created') })
  expect(await titles()).toEqual([])
  await close()
})

it('reports an incomplete record if the one created again has the next slug', async () => {
  let first = true
  const { here, cal, titles, close } = await serviceOf(async (exchange, request) => {
    if (!first) return exchange(request)
    first = false
    await exchange({ ...request, body: String(request.body).replaceAll('2027-01-01', '2026-01-01') })
    return disconnect
  })
  here.write('a.csv', row)
  const { code, stderr } = await cal('import a.csv')
  expect(code).toBe(0)
  const [[half, whole]] = [(await titles()).map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)]
  expect(stderr).toContain(
    `warning: event ${whole} "Jazz" has the slug jazz-2, because ${half} has jazz: a request without a response created ${half}, possibly incomplete\n  if it is not needed: cal events delete ${half}\n`,
  )
  await close()
})

it('does not report another row with the same title in the same run', async () => {
  let count = 0
  const { here, cal, close } = await serviceOf(async (exchange, request) =>
    ++count === 2 ? disconnect : exchange(request),
  )
  here.write('a.csv', `${row}Jazz,2027-02-01 10:00:00,2027-02-01 11:00:00\n`)
  const { code, stderr } = await cal('import a.csv --concurrency 1')
  expect({ code, warned: stderr.includes('warning') }).toEqual({ code: 0, warned: false })
  await close()
})

/** Two venues of one name, and an event at each of them. */
const halls = JSON.stringify({
  venues: [
    { venue: 'Hall', slug: 'hall' },
    { venue: 'Hall', slug: 'hall-2' },
  ],
  events: [
    { title: 'Jazz', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00', venue: { slug: 'hall' } },
    { title: 'Folk', start_date: '2027-01-02 10:00', end_date: '2027-01-02 11:00', venue: { slug: 'hall-2' } },
  ],
})

describe('two venues of one name in an import', () => {
  it.each([
    ['the first request does not arrive', 1, false],
    ['the second request does not arrive', 2, false],
    ['the answer to the first is lost', 1, true],
    ['the answer to the second is lost', 2, true],
  ])('are both created, although %s', async (_, lost, is_executed) => {
    let count = 0
    const { here, cal, close } = await serviceOf(async (exchange, request) => {
      const isLost = request.path === '/venues' && ++count === lost
      const answer = isLost && !is_executed ? undefined : await exchange(request)
      return isLost || !answer ? disconnect : answer
    })
    here.write('a.json', halls)
    const { code, stderr } = await cal('import a.json --concurrency 1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('2 events, 2 venues created') })
    const events = JSON.parse((await cal('events list --any-date -o json')).stdout)
    const venues = JSON.parse((await cal('venues list -o json')).stdout)
    expect(venues.map(({ venue }: { venue: string }) => venue)).toEqual(['Hall', 'Hall'])
    expect(events.map(({ venue }: { venue: { id: number } }) => venue.id).sort()).toEqual(
      venues.map(({ id }: { id: number }) => id).sort(),
    )
    await close()
  })
})

describe('a create whose request does not arrive', () => {
  it('is not taken for the same record of a run at the same time, which an undo keeps', async () => {
    let isFirst = true
    const { here, cal, titles, close } = await serviceOf(async (exchange, request) => {
      if (!isFirst) return exchange(request)
      isFirst = false
      await cal('import a.csv')
      return disconnect
    })
    here.write('a.csv', row)
    here.write('b.csv', `${row}Folk,2027-02-01 10:00:00,2027-02-01 11:00:00\n`)
    expect(await cal('import b.csv --concurrency 1')).toMatchObject({ code: 0 })
    expect((await titles()).map(({ title }: { title: string }) => title)).toEqual(['Jazz', 'Folk'])
    expect(await cal('history undo 20261121-120000-000 --yes')).toMatchObject({ code: 0 })
    expect(await titles()).toEqual([{ id: expect.any(Number), title: 'Jazz', slug: 'jazz' }])
    await close()
  })
})

it.each([
  ['with the same values only, is deleted by an undo', {}, []],
  ['with a description, is kept by an undo', { description: 'By Anna' }, [expect.objectContaining({ title: 'Jazz' })]],
])('a record that appears while the response to the create request was lost, %s', async (_, more, left) => {
  let isFirst = true
  const { here, cal, titles, close } = await serviceOf(async (exchange, request) => {
    if (!isFirst) return exchange(request)
    isFirst = false
    await exchange({ ...request, body: JSON.stringify({ ...JSON.parse(String(request.body)), ...more }) })
    return disconnect
  })
  here.write('a.csv', row)
  expect(await cal('import a.csv')).toMatchObject({ code: 0 })
  const { code, stderr } = await cal('history undo --yes')
  expect(code).toBe(left.length === 0 ? 0 : 6)
  if (left.length > 0) expect(stderr).toContain('may not belong to this run')
  expect(await titles()).toEqual(left)
  await close()
})

it('deletes the second copy of a request that was executed late, and an undo leaves nothing', async () => {
  let late: (() => Promise<unknown>) | undefined
  let count = 0
  const { here, cal, titles, close } = await serviceOf(async (exchange, request) => {
    if (++count === 1) {
      late = () => exchange(request)
      return disconnect
    }
    const answer = await exchange(request)
    if (count === 2) await late?.()
    return answer
  })
  here.write('a.csv', row)
  expect(await cal('import a.csv')).toMatchObject({ code: 0, stderr: expect.stringContaining('1 event created') })
  const [{ id }, ...others] = await titles()
  expect(others).toEqual([])
  const shown = JSON.parse((await cal('history show -o json')).stdout)
  expect(shown.map((line: Record<string, unknown>) => [line.action, line.id])).toEqual([
    ['create', id],
    ['delete', id + 1],
  ])
  expect(await cal('history undo --yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('1 event deleted') })
  expect(await titles()).toEqual([])
  await close()
})
