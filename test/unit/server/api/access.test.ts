// What a caller may claim, and what lists and filters show of records that the caller may not read.
import { authenticate, openInMemory, users_by_role } from '../../../support/open-calendar.ts'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../../src/base/json.ts'
import { type Role, roles } from '../../../../src/server/domain/records.ts'
import type { Mode } from '../../../../src/server/quirks/quirks.ts'

const modes: readonly Mode[] = ['standard', 'quirks', 'quirks-6.17']
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

type Ask = (line: string, as?: Role, json?: object) => Promise<{ status: number; body: Record<string, never> }>

/** A calendar whose callers are named by a header. The ids of users are 1 to 5, in the order of `roles`. */
async function opened(mode: Mode): Promise<Ask> {
  const calendar = await openInMemory(mode, { timezone: 'Europe/Vienna', authenticate })
  await calendar.users.put(users_by_role)
  return async (line, as, json) => {
    const [method = '', path = '', query = ''] = line.split(/[ ?]/)
    const headers = { ...(as && { as }), ...(json && { 'content-type': 'application/json' }) }
    const { status, body } = await calendar.exchange({
      method,
      path,
      query,
      headers,
      ...(json && { body: JSON.stringify(json) }),
    })
    return { status, body: parsedJson(body) as Record<string, never> }
  }
}

const creates: readonly (readonly [string, object])[] = [
  ['/events', { title: 'A', ...dates }],
  ['/venues', { venue: 'Hall' }],
  ['/organizers', { organizer: 'Ann' }],
]

describe('the author of a record', () => {
  it.each(creates)('%s: only editors set another one', async (path, values) => {
    const ask = await opened('standard')
    for (const as of ['author', 'contributor'] as const) {
      const own = roles.indexOf(as) + 1
      expect(await ask(`POST ${path}`, as, { ...values, author: 1 })).toMatchObject({
        status: 403,
        body: { code: 'rest_forbidden' },
      })
      const created = await ask(`POST ${path}`, as, { ...values, author: own })
      expect(created).toMatchObject({ status: 201, body: { author: String(own) } })
      const target = `${path}/${created.body.id}`
      expect((await ask(`PATCH ${target}`, as, { author: 1 })).status).toBe(403)
      expect((await ask(`PATCH ${target}`, as, { author: own })).body).toMatchObject({ author: String(own) })
      expect((await ask(`PATCH ${target}`, 'editor', { author: 1 })).body).toMatchObject({ author: '1' })
    }
    const total = (await ask(`GET ${path}`, 'administrator')).body.total
    expect(total, 'refused creates leave nothing').toBe(2)
  })

  it('of a venue or organizer inside an event is subject to the same rule', async () => {
    const ask = await opened('standard')
    for (const linked of [{ venue: { venue: 'Hall', author: 1 } }, { organizer: { organizer: 'Ann', author: 1 } }])
      expect((await ask('POST /events', 'author', { title: 'A', ...dates, ...linked })).status).toBe(403)
    expect((await ask('GET /venues', 'administrator')).body).toMatchObject({ total: 0 })
    expect((await ask('GET /events', 'administrator')).body).toMatchObject({ total: 0 })
  })

  it.each(['quirks', 'quirks-6.17'] as const)('can be anyone in %s', async (mode) => {
    const ask = await opened(mode)
    expect((await ask('POST /events', 'author', { title: 'A', ...dates, author: '1' })).body).toMatchObject({
      author: '1',
    })
  })
})

describe('filters by an event that the caller may not read', () => {
  const filters = ['venues?event', 'organizers?event', 'categories?event', 'categories?post', 'tags?event', 'tags?post']
  const linked = { venue: { venue: 'Hall' }, organizer: [{ organizer: 'Ann' }], categories: ['Music'], tags: ['new'] }

  async function withEvent(mode: Mode, values: object, trashed = false) {
    const ask = await opened(mode)
    const { body } = await ask('POST /events', 'administrator', { title: 'A', ...dates, ...linked, ...values })
    if (trashed) await ask(`DELETE /events/${body.id}`, 'administrator')
    return { ask, id: body.id }
  }

  it.each([
    ['private', { status: 'private' }, false],
    ['pending', { status: 'pending' }, false],
    ['scheduled', { date: '2027-01-01 00:00:00' }, false],
    ['protected', { password: 'secret' }, false],
    ['trashed', {}, true],
  ] as const)('%s: as if it did not exist, except for editors', async (_, values, trashed) => {
    const { ask, id } = await withEvent('standard', values, trashed)
    for (const filter of filters)
      for (const as of [undefined, 'subscriber', 'author'] as const) {
        const answer = await ask(`GET /${filter}=${id}`, as)
        expect(answer.status, `${filter} ${as}`).toBe(400)
        const unknown = await ask(`GET /${filter}=999`, as)
        expect(JSON.stringify(answer.body).replaceAll(String(id), '999')).toBe(JSON.stringify(unknown.body))
      }
    for (const filter of filters) expect((await ask(`GET /${filter}=${id}`, 'editor')).status, filter).toBe(200)
  })

  it('has_events counts only events that the caller may read', async () => {
    for (const [values, trashed] of [
      [{ status: 'private' }, false],
      [{}, true],
    ] as const) {
      const { ask } = await withEvent('standard', values, trashed)
      expect((await ask('GET /venues?has_events=1')).body).toMatchObject({ total: 0 })
      expect((await ask('GET /venues?has_events=0')).body).toMatchObject({ total: 1 })
      expect((await ask('GET /venues?has_events=1', 'editor')).body).toMatchObject({ total: 1 })
    }
  })
})

describe('a password on a list', () => {
  it('is tried on a single event', async () => {
    const ask = await opened('standard')
    for (const title of ['A', 'B', 'C'])
      await ask('POST /events', 'administrator', {
        title,
        ...dates,
        cost: '5',
        ...(title !== 'C' && { password: 'key' }),
      })
    const costs = async (query: string) =>
      JSON.stringify((await ask(`GET /events?${query}`)).body).split('"$5"').length - 1
    expect(await costs('password=key')).toBe(1)
    expect(await costs('password=key&per_page=1')).toBe(1)
    expect(await costs('password=nope&per_page=1')).toBe(0)
  })

  it.each(modes)('of several events, %s', async (mode) => {
    const ask = await opened(mode)
    for (const title of ['A', 'B'])
      await ask('POST /events', 'administrator', { title, ...dates, cost: '5', password: 'key' })
    const shown = JSON.stringify((await ask('GET /events?password=key')).body)
    expect(shown.includes('$5')).toBe(mode !== 'standard')
  })
})
