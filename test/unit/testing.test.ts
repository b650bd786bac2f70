// The library for tests, used as a test would.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer, type TestServerOptions } from '../../src/testing.ts'
import { newFolder } from '../support/folder.ts'

async function start(options: TestServerOptions = {}) {
  const server = await startServer(options)
  onTestFinished(() => server.stop())
  return server
}

const jazz = { title: 'Jazz night', start_date: '2027-03-01 20:00', end_date: '2027-03-01 23:00' }
const post = (json: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(json),
  headers: { 'content-type': 'application/json' },
})
const total = async (answer: Response) => ((await answer.json()) as { total: number }).total

describe('a server for tests', () => {
  it('is empty, answers, and goes back to the start', async () => {
    const server = await start()
    expect((await server.fetch('/events', post(jazz))).status).toBe(201)
    expect(await total(await server.fetch('/events'))).toBe(1)
    await server.reset()
    expect(await total(await server.fetch('/events'))).toBe(0)
  })

  it('restores any saved state', async () => {
    const server = await start()
    await server.fetch('/events', post(jazz))
    const back = await server.snapshot()
    await server.snapshot()
    await server.fetch('/events', post(jazz))
    await back()
    expect(await total(await server.fetch('/events'))).toBe(1)
  })

  it('has the users, the zone, the clock and the ids it was given', async () => {
    const server = await start({
      users: [
        { login: 'ed', password: 'pw', role: 'editor' },
        { login: 'ada', password: 'secret', role: 'administrator' },
      ],
      timezone: 'Europe/Berlin',
      now: new Date('2027-01-01T12:00:00Z'),
      firstId: 5_000_001,
    })
    const mine = await server.fetch('/events', post(jazz))
    expect([mine.status, await mine.json()]).toMatchObject([
      201,
      { id: 5_000_001, date: '2027-01-01 13:00:00', utc_start_date: '2027-03-01 19:00:00', author: '2' },
    ])
    const wrong = await server.fetch('/events', { headers: { authorization: `Basic ${btoa('ada:wrong')}` } })
    expect(wrong.status).toBe(401)
    const visitor = await fetch(`${server.apiRoot}/events`, post(jazz))
    expect(visitor.status).toBe(401)
    await server.reset()
  })

  it.each([
    [true, 400],
    ['6.9.1', 400],
    ['6.17', 404],
    [false, 404],
  ] as const)('answers like deployed services with quirks %j', async (quirks, status) => {
    const server = await start({ quirks })
    expect([(await server.fetch('/events/999')).status, (await server.fetch('/venues/999')).status]).toEqual([
      status,
      quirks === false ? 404 : 400,
    ])
  })

  it.each([
    [{ quirks: '6.18' }, 'quirks needs true, false or one of "6.9.1", "6.17", not "6.18"'],
    [{ timezone: 'Mars/X' }, 'timezone needs a time zone such as "Europe/Berlin", not "Mars/X"'],
    [{ timeZone: 'UTC' }, 'unknown option "timeZone": did you mean timezone?'],
    [{ colour: 'red' }, /unknown option "colour": options are data, seed, /],
    [{ port: 99_999 }, 'port needs a whole number from 0 to 65535, not 99999'],
    [{ port: '80' }, 'port needs a whole number from 0 to 65535, not "80"'],
    [{ now: '2026-01-01' }, 'now needs a valid Date, not "2026-01-01"'],
    [{ now: new Date('x') }, 'now needs a valid Date, not Invalid Date'],
    [{ seed: 'calendar.yml' }, 'seed needs a list of file names, not "calendar.yml"'],
    [{ premium: true }, 'premium needs an object such as { geofence_km: 25 }, not true'],
    [{ firstId: -1 }, 'firstId needs a whole number from 1, not -1'],
    [{ readOnly: true }, 'readOnly needs the option data'],
    [{ latency: 'slow' }, 'latency needs a value such as 50..200, not "slow"'],
    [{ rateLimit: 'x' }, 'rateLimit needs a value such as 10/s, not "x"'],
    [{ fail: ['x'] }, 'fail needs a value such as \'POST /events:5%:503\', not "x"'],
    [{ users: [{ login: 'a' }] }, 'users[0]: password needs text, not nothing'],
    [{ users: [{ login: 'a', password: 'b', role: 'king' }] }, /users\[0\].* "king"/],
    [{ data: '/no-such/folder/c.db' }, '/no-such/folder/c.db cannot be written: no such folder'],
    ['calendar.yml', 'startServer needs an object of options, not "calendar.yml"'],
  ])('refuses %j, and names the option', async (given, message) => {
    await expect(Reflect.apply(startServer, undefined, [given])).rejects.toThrow(message)
  })

  it('stops at the end of a block, and once', async () => {
    const server = await startServer()
    await server[Symbol.asyncDispose]()
    await server.stop()
    await expect(fetch(server.apiRoot)).rejects.toThrow()
  })

  it('lists the received requests', async () => {
    const server = await start({ users: [{ login: 'ada', password: 'secret', role: 'administrator' }] })
    await server.fetch('/events?per_page=1')
    const [first] = await server.requests()
    expect(first).toMatchObject({ number: 1, method: 'GET', path: '/events', query: 'per_page=1', status: 200 })
    expect(JSON.stringify(await server.requests())).not.toContain('authorization')
  })

  it('makes the trouble that was asked for', async () => {
    const server = await start({ fail: ['POST /events:100%:503'], rateLimit: '2/h' })
    expect((await server.fetch('/events', post(jazz))).status).toBe(503)
    expect((await server.fetch('/events')).status).toBe(200)
    expect((await server.fetch('/events')).headers.get('retry-after')).toBe('1800')
  })

  it('keeps a named file, and does not undo it', async () => {
    const data = join(newFolder(), 'mine.db')
    const first = await startServer({ data })
    await first.fetch('/events', post(jazz))
    await expect(first.reset()).rejects.toThrow('POST /_cal/reset: no route matches this path and method')
    await first.stop()
    await expect(fetch(first.apiRoot)).rejects.toThrow()
    const second = await start({ data, readOnly: true })
    expect(await total(await second.fetch('/events'))).toBe(1)
    expect((await second.fetch('/events', post(jazz))).status).toBe(403)
  })
})

describe('seeds', () => {
  const folder = newFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const calendar = `
venues:
  - venue: City Hall
events:
  - title: Jazz night
    start_date: tomorrow 20:00
    end_date: tomorrow 23:00
    venue: City Hall
`
  const ids = async ({ fetch }: Awaited<ReturnType<typeof start>>) =>
    (
      (await (await fetch('/events')).json()) as { events: { id: number; start_date: string; venue: { id: number } }[] }
    ).events.map(({ id, start_date, venue }) => [id, start_date, venue.id])

  it('fill the calendar as an import does, with the same ids each time, and are there again after a reset', async () => {
    const warnings: Error[] = []
    const see = (warning: Error) => warnings.push(warning)
    process.on('warning', see)
    onTestFinished(() => {
      process.off('warning', see)
    })
    const options = {
      seed: [
        file('calendar.yml', calendar),
        file('more.csv', 'Titel,Beginn,Ende,Ort\nFair,03/04/2027 10:00,03/04/2027 18:00,City Hall\n'),
      ],
      now: new Date('2027-01-01T23:30:00Z'),
      timezone: 'Europe/Berlin',
    }
    const server = await start(options)
    expect(warnings).toMatchObject([
      { name: 'SeedNote', message: expect.stringContaining('"03/04/2027 10:00" is read day first') },
    ])
    const expected = [
      [5, '2027-01-03 20:00:00', 4],
      [6, '2027-04-03 10:00:00', 4],
    ]
    expect(await ids(server)).toEqual(expected)
    await server.fetch('/events/5', { method: 'DELETE' })
    await server.reset()
    expect(await ids(server)).toEqual(expected)
    expect(
      await ids(await start({ ...options, users: [{ login: 'ada', password: 'x', role: 'administrator' }] })),
    ).toEqual(expected)
  })

  it('leave a file unchanged that already has them', async () => {
    const options = {
      data: join(folder, 'kept.db'),
      seed: [file('calendar.yml', calendar)],
      now: new Date('2027-01-01T12:00:00Z'),
    }
    await (await startServer(options)).stop()
    expect(await ids(await start(options))).toEqual([[5, '2027-01-02 20:00:00', 4]])
  })

  it('may be calendar files, which are expanded', async () => {
    const weekly = file(
      'weekly.yaml',
      'defaults:\n  events: { duration: 30m }\ncategories:\n  - Services: [Prayer]\nevents:\n  - { key: mass, title: "Mass, {date:D MMMM}", start: 2027-01-05 08:00, repeat: FREQ=WEEKLY;COUNT=2, categories: [Prayer] }\n',
    )
    const server = await start({ seed: [weekly], now: new Date('2027-01-01T12:00:00Z') })
    const event = { end_date: '2027-01-05 08:30:00', categories: [{ name: 'Prayer' }] }
    expect(await (await server.fetch('/events')).json()).toMatchObject({
      events: [
        { ...event, title: 'Mass, 5 January', slug: 'mass-2027-01-05' },
        { ...event, title: 'Mass, 12 January', slug: 'mass-2027-01-12', end_date: '2027-01-12 08:30:00' },
      ],
    })
  })

  it('that are wrong keep the server from starting, by file and line', async () => {
    const wrong = file(
      'wrong.csv',
      'title,start_date,end_date\nGood,2027-06-01,2027-06-02\nBad,2027-06-05,2027-06-01\n',
    )
    await expect(startServer({ seed: [wrong] })).rejects.toThrow(/wrong\.csv:3: /)
    await expect(startServer({ seed: [join(folder, 'missing.yml')] })).rejects.toThrow('cannot be read')
  })
})
