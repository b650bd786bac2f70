// From request to response: the order of checks, rights, and the language of messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsedJson } from '../../../../src/base/json.ts'
import type { Role } from '../../../../src/server/domain/records.ts'
import { type OpenedCalendar, openCalendar } from '../../../../src/server/service/service.ts'
import { authenticate, plain_options, users_by_role } from '../../../support/open-calendar.ts'

const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

interface Asked {
  readonly as?: Role
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A calendar whose callers are named by a header. */
async function open(kind: Partial<Parameters<typeof openCalendar>[0]> = {}): Promise<OpenedCalendar> {
  const calendar = await openCalendar({
    ...plain_options,
    file: ':memory:',
    address,
    timezone: 'Europe/Vienna',
    ...kind,
    authenticate,
  })
  if (!kind.read_only) await calendar.users.put(users_by_role)
  return calendar
}

async function ask(calendar: OpenedCalendar, line: string, { as, json, headers = {} }: Asked = {}) {
  const [method = '', path = '', query = ''] = line.split(/[ ?]/)
  const sent = { ...headers, ...(as && { as }), ...(json !== undefined && { 'content-type': 'application/json' }) }
  const answer = await calendar.exchange({
    method,
    path,
    query,
    headers: sent,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: parsedJson(answer.body) as Record<string, never> & { data: Record<string, unknown> },
  }
}

let calendar: OpenedCalendar
beforeAll(async () => {
  calendar = await open()
  await ask(calendar, 'POST /events', { as: 'author', json: { title: 'Mine', ...dates } })
})
afterAll(() => calendar.close())

describe('the order of the checks', () => {
  it('reports all invalid values before wrong types, in the order of the parameters', async () => {
    const { body } = await ask(calendar, 'POST /events', {
      json: { title: '', ...dates, website: 'x', all_day: 'maybe', timezone: 'IST' },
    })
    expect(Object.keys(body.data.params ?? {})).toEqual(['title', 'timezone', 'website'])
    expect(body.data.details).toEqual([])
  })

  it('accepts a zone of several meanings in an update: a record of an older version can have it', async () => {
    const json = { timezone: 'IST' }
    expect((await ask(calendar, 'PATCH /events/4', { as: 'editor', json })).body).toMatchObject(json)
  })

  it('looks up an id before checking rights, and the slug of an update after it', async () => {
    expect((await ask(calendar, 'PATCH /events/999', { json: {} })).body).toMatchObject({
      code: 'rest-event-not-found',
    })
    expect((await ask(calendar, 'PATCH /events/by-slug/nope', { json: {} })).body).toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    })
    expect((await ask(calendar, 'PATCH /events/by-slug/nope', { as: 'editor', json: {} })).body).toMatchObject({
      code: 'rest-event-not-found',
    })
  })
})

describe('a cookie session', () => {
  it.each(['GET /events?_wpnonce=abc', 'GET /nope?_wpnonce=abc'])(
    '%s is rejected, because sessions are not supported',
    async (line) => {
      expect((await ask(calendar, line)).body).toMatchObject({
        code: 'rest_cookie_invalid_nonce',
        data: { status: 403 },
      })
    },
  )

  it('is ignored for callers with credentials', async () => {
    expect((await ask(calendar, 'GET /events', { headers: { 'x-wp-nonce': 'abc' } })).status).toBe(403)
    expect((await ask(calendar, 'GET /events', { as: 'subscriber', headers: { 'x-wp-nonce': 'abc' } })).status).toBe(
      200,
    )
  })
})

describe('rights', () => {
  it('a read-only calendar rejects every write', async () => {
    const readable = await open({ file: calendar.location, read_only: true })
    expect((await ask(readable, 'DELETE /events/4', { as: 'administrator' })).body).toMatchObject({
      code: 'rest_read_only',
      data: { status: 403 },
    })
    expect((await ask(readable, 'GET /events', { as: 'administrator' })).headers.allow).toBe('GET')
    await readable.close()
  })
})

describe('answers', () => {
  it.each([
    ['GET /events?page=0', {}, 'needs a positive whole number, not "0"', 'invalid parameters: page'],
    ['GET /events?page=0&lang=de', {}, 'erwartet eine ganze Zahl ab 1, nicht „0“', 'ungültige Parameter: page'],
    [
      'GET /events?page=0',
      { 'accept-language': 'de-AT,en;q=0.5' },
      'erwartet eine ganze Zahl ab 1, nicht „0“',
      'ungültige Parameter: page',
    ],
  ])('%s %j speaks the language of the caller', async (line, headers, sentence, message) => {
    expect((await ask(calendar, line, { headers })).body).toMatchObject({
      message,
      data: { params: { page: sentence } },
    })
  })

  it('an envelope contains an error like any other response', async () => {
    const { status, body } = await ask(calendar, 'GET /nope?_envelope=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
    expect(body.headers).not.toHaveProperty('allow')
  })

  it('OPTIONS describes a path, and is empty for an unknown one', async () => {
    expect((await ask(calendar, 'OPTIONS /tags')).body).toMatchObject({
      namespace: 'tribe/events/v1',
      methods: ['GET', 'POST'],
    })
    expect((await ask(calendar, 'OPTIONS /nope')).body).toEqual([])
  })

  it.each(['PATCH /events/4?id=5', 'DELETE /events/4?id=5'])(
    '%s is rejected: only the path selects the record',
    async (line) => {
      expect((await ask(calendar, line, { as: 'editor' })).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { id: expect.stringContaining('the id of the path') } },
      })
    },
  )
})

describe('coordinates', () => {
  it('need the premium extension and must be sent together', async () => {
    const premium = await open({ premium: { geofence_km: 25 } })
    const named = async (at: OpenedCalendar, query: string) =>
      Object.keys((await ask(at, `GET /events?${query}`)).body.data?.params ?? {})
    expect(await named(calendar, 'geoloc=true&geoloc_lat=47&geoloc_lng=15')).toEqual([
      'geoloc',
      'geoloc_lat',
      'geoloc_lng',
    ])
    expect(await named(calendar, 'geoloc=false')).toEqual([])
    expect(await named(premium, 'geoloc=true&geoloc_lat=47&geoloc_lng=15')).toEqual([])
    expect(await named(premium, 'geoloc_lat=47')).toEqual(['geoloc_lat'])
    expect(await named(premium, 'geoloc_lat=91&geoloc_lng=15')).toEqual(['geoloc_lat'])
    await premium.close()
  })
})
