// An import that starts while another one has not yet removed its duplicates.
import { openInMemory } from '../../support/open-calendar.ts'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../src/base/exchange.ts'
import type { JsonObject } from '../../../src/base/json.ts'
import { serveExchange } from '../../support/exchange-server.ts'
import { newWorkspace } from '../../support/workspace.ts'
import { modes } from '../../support/modes.ts'
import { noon } from '../../support/runtime.ts'

type Mode = (typeof modes)[number]

/** A calendar and the program that uses it; `before` runs before each request is handled. */
async function calendarWith(mode: Mode, before: (request: ApiRequest) => Promise<void>) {
  const calendar = await openInMemory(mode, {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  const send = async (method: string, path: string, body?: object): Promise<JsonObject> => {
    const answer = await calendar.exchange({
      method,
      path,
      query: '',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status < 300, answer.body.slice(0, 200)]).toEqual([path, true, expect.anything()])
    return JSON.parse(answer.body)
  }
  const { api_root } = await serveExchange(async (request) => {
    await before(request)
    return calendar.exchange(request)
  })
  const { cal, write } = newWorkspace()
  write(
    'events.csv',
    'title,start_date,end_date,venue\nJazz,2027-01-10 20:00,2027-01-10 22:00,Hall\nFolk,2027-01-11 20:00,2027-01-11 22:00,Hall\n',
  )
  return { send, cal: (line: string) => cal(line, { env: { CAL_API_ROOT: api_root }, now: noon }) }
}

/** Two venues with one name; deployed services would merge them, so the second one is renamed. */
async function twoHalls(send: (method: string, path: string, body?: object) => Promise<JsonObject>) {
  const first = await send('POST', '/venues', { venue: 'Hall' })
  const second = await send('POST', '/venues', { venue: 'Another hall' })
  await send('PUT', `/venues/${second.id}`, { venue: 'Hall' })
  return [Number(first.id), Number(second.id)] as const
}

describe.each(modes)('in %s mode', (mode) => {
  it('waits until the duplicate of a venue is removed, and uses the remaining one', async () => {
    let removed = 0
    const { send, cal } = await calendarWith(mode, async ({ method, path }) => {
      if (method !== 'GET' || removed > 0 || path !== `/venues/${ids[1]}`) return
      removed++
      await send('DELETE', `/venues/${ids[1]}`)
    })
    const ids = await twoHalls(send)
    expect(await cal('import events.csv')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^waiting: several venues have the same name and values.*\n2 events created/),
    })
    const events = JSON.parse((await cal('events list --any-date -o json')).stdout)
    expect(events.map(({ venue }: { venue: { id: number } }) => venue.id)).toEqual([ids[0], ids[0]])
    expect(removed).toBe(1)
  })

  it('rejects a name that two venues share', async () => {
    const { send, cal } = await calendarWith(mode, async () => {})
    await twoHalls(send)
    expect(await cal('import events.csv')).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/"Hall" is the name of 2 venues[\s\S]*\n2 events failed\n$/),
    })
  })

  it('does not change two events that both match the row', async () => {
    const { send, cal } = await calendarWith(mode, async () => {})
    const { id: venue } = await send('POST', '/venues', { venue: 'Hall' })
    for (const row of [1, 2])
      await send('POST', '/events', {
        title: 'Jazz',
        slug: `jazz-${row}`,
        start_date: '2027-01-10 20:00',
        end_date: '2027-01-10 22:00',
        venue,
      })
    expect(await cal('import events.csv')).toMatchObject({
      stderr: expect.stringContaining('1 event created; 1 event unchanged'),
    })
  })
})
