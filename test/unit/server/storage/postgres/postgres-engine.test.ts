// The PostgreSQL engine with a real server: several processes, lost connections, restarts, and servers it refuses.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../../../../src/base/exchange.ts'
import type { OpenedCalendar, OpenOptions } from '../../../../../src/server/service/service.ts'
import { openTestCalendar } from '../../../../support/open-calendar.ts'
import { type PostgresServer, startPostgres } from '../../../../support/postgres-server.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { refusalOf as refusal } from '../../../../support/refusal.ts'

/** The code, the sentence and the remedy with which opening fails. */
const refusalOf = (file: string, options: Partial<OpenOptions> = {}) => refusal(openTestCalendar(file, options))

function get({ exchange }: OpenedCalendar, path: string, query = ''): Promise<ApiResponse> {
  return exchange({ method: 'GET', path, query: `start_date=2027-01-01&per_page=50&${query}`, headers: {} })
}

function create({ exchange }: OpenedCalendar, fields: object): Promise<ApiResponse> {
  const body = JSON.stringify({ start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 22:00:00', ...fields })
  return exchange({ method: 'POST', path: '/events', query: '', headers: { 'content-type': 'application/json' }, body })
}

async function totalOf(calendar: OpenedCalendar): Promise<number> {
  return JSON.parse((await get(calendar, '/events')).body).total
}

/** Requests until one succeeds, and returns how many writes may have been stored before. */
async function recovered(work: () => Promise<ApiResponse>): Promise<number> {
  let unknown = 0
  for (;;) {
    const { status, headers, body } = await work()
    if (status < 300) return unknown
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '1',
      expect.stringMatching(/"rest_(database_|outcome_unknown)/),
    ])
    if (body.includes('"rest_outcome_unknown')) unknown += 1
    await wait(50)
  }
}

describe('two processes over one database', () => {
  it('see each other’s writes at the next read, although responses are cached', async () => {
    const { url } = await newSchema()
    const [one, other] = [await openTestCalendar(url), await openTestCalendar(url)]
    for (let n = 0; n < 3; n += 1) {
      expect(await totalOf(one)).toBe(n)
      expect(await totalOf(other)).toBe(n)
      expect((await create(n % 2 === 0 ? one : other, { title: `Event ${n}` })).status).toBe(201)
      expect([await totalOf(one), await totalOf(other)]).toEqual([n + 1, n + 1])
    }
  })

  it('give every event its own slug, and every name one term', async () => {
    const { url } = await newSchema()
    const calendars = [await openTestCalendar(url), await openTestCalendar(url)]
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        create(calendars[i % 2] ?? one(calendars), { title: 'Party', tags: ['Music'], categories: [`Group ${i % 3}`] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201))
    const events = answers.map(({ body }) => JSON.parse(body))
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(16)
    expect(new Set(events.map(({ id }) => id)).size).toBe(16)
    expect(new Set(events.flatMap(({ tags }) => tags.map(({ id }: { id: number }) => id))).size).toBe(1)
    const { categories } = JSON.parse((await get(one(calendars), '/categories')).body)
    expect(categories.map(({ count }: { count: number }) => count).toSorted()).toEqual([5, 5, 6])
  })

  it('write other events while one waits for a slug of the other process', async () => {
    const { url, client } = await newSchema()
    const calendar = await openTestCalendar(url)
    await client.query("BEGIN; SELECT pg_advisory_xact_lock('event'::regclass::oid::int, hashtext('party'))")
    const party = create(calendar, { title: 'Party' })
    const blocked = async () =>
      (await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rows.length > 0
    while (!(await blocked())) await wait(5)
    const began = Date.now()
    expect((await create(calendar, { title: 'Rock' })).status).toBe(201)
    // The server itself ends such a wait after 10 seconds.
    expect(Date.now() - began).toBeLessThan(9_000)
    await client.query('COMMIT')
    expect(JSON.parse((await party).body)).toMatchObject({ title: 'Party', slug: 'party' })
  })

  it('create the calendar once if they start at the same time', async () => {
    const { url } = await newSchema()
    const calendars = await Promise.all([1, 2, 3, 4].map(() => openTestCalendar(url)))
    expect(calendars.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(calendars.map(({ id }) => id)).size).toBe(1)
  })

  it('do not lose a change of another field of the same event', async () => {
    const { url } = await newSchema()
    const [one, other] = [await openTestCalendar(url), await openTestCalendar(url)]
    const { id } = JSON.parse((await create(one, { title: 'Party' })).body)
    const change = ({ exchange }: OpenedCalendar, fields: object) =>
      exchange({
        method: 'POST',
        path: `/events/${id}`,
        query: '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
    for (let n = 0; n < 3; n += 1) {
      const answers = await Promise.all([
        change(one, { title: `Title ${n}` }),
        change(other, { website: `https://example.org/${n}` }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(JSON.parse((await get(one, `/events/${id}`)).body)).toMatchObject({
        title: `Title ${n}`,
        website: `https://example.org/${n}`,
      })
    }
  })
})

function one<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined) throw new Error('the list is empty')
  return first
}

let server: PostgresServer
/** Of this file alone: its connections are ended, and its roles are changed. */
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const end_connections = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cal'"

async function query(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe('a lost connection', () => {
  it('of every connection of the pool at once does not end the process', async () => {
    const calendar = await openTestCalendar(`${server.url}?schema=lost`)
    await Promise.all(Array.from({ length: 10 }, () => get(calendar, '/events')))
    await query(end_connections)
    await recovered(() => create(calendar, { title: 'Party' }))
  })

  it('does not happen while others wait for a connection: that is answered with 503', async () => {
    const { url, client, schema } = await newSchema()
    const calendar = await openTestCalendar(`${url}&connections=2`)
    await create(calendar, { title: 'Party' })
    await client.query(`BEGIN; LOCK TABLE ${schema}.event IN ACCESS EXCLUSIVE MODE`)
    const [held, late] = [get(calendar, '/events'), get(calendar, '/venues')]
    const { status, headers, body } = await late
    expect([status, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '1', 'rest_database_unavailable'])
    await client.query('ROLLBACK')
    expect((await held).status).toBe(200)
    expect((await get(calendar, '/venues')).status).toBe(200)
  })
})

describe('a server of its own', () => {
  it('that is restarted is used again, with everything that was answered', async () => {
    const calendar = await openTestCalendar(server.url)
    expect((await create(calendar, { title: 'Before' })).status).toBe(201)
    await server.restart()
    await recovered(() => get(calendar, '/events'))
    expect(await totalOf(calendar)).toBe(1)
    await recovered(() => create(calendar, { title: 'After' }))
  })

  it('that crashed is used again, and its caches are not of the state before', async () => {
    const calendar = await openTestCalendar(`${server.url}?schema=crash`)
    const before = await totalOf(calendar)
    const [{ pid } = {}] = await query("SELECT pid FROM pg_stat_activity WHERE application_name = 'cal'")
    const other = new pg.Client({ connectionString: server.url })
    await other.connect()
    // The server ends every connection when it notices the crash; until then it answers as before.
    const noticed = new Promise((resolve) => other.once('error', resolve))
    process.kill(Number(pid), 'SIGKILL')
    await noticed
    const unknown = await recovered(() => create(calendar, { title: 'After' }))
    const stored = (await totalOf(calendar)) - before
    expect(stored).toBeGreaterThanOrEqual(1)
    expect(stored).toBeLessThanOrEqual(1 + unknown)
  })

  it('that is down is answered with 503, also when scheduled events are checked', async () => {
    let now = Date.UTC(2026, 10, 20, 12)
    const calendar = await openTestCalendar(server.url, { now: () => now })
    expect((await get(calendar, '/events')).status).toBe(200)
    await server.kill()
    try {
      for (const request of [() => get(calendar, '/events'), () => create(calendar, { title: 'Down' })]) {
        now += 2_000
        const { status, headers } = await request()
        expect([status, headers['retry-after']]).toEqual([503, '1'])
      }
      await expect(calendar.users.put([])).rejects.toThrow('the database is not available now')
      // Vitest fails if the answer of the database was asked for, and its error is not awaited.
      expect(calendar.validAt()).toBeUndefined()
    } finally {
      await server.start()
    }
    now += 2_000
    await recovered(() => get(calendar, '/events'))
  })

  it('that does not respond is named without the password', async () => {
    const address = server.url.replace(/:\d+\//, ':1/').replace('password', 's3cret')
    const text = await refusalOf(address)
    expect(text).toMatch(/^unreachable: postgres:\/\/postgres@127.0.0.1:1\/postgres does not respond: .*ECONNREFUSED/)
    expect(text).not.toContain('s3cret')
  })

  it('that rejects the password is distinguished', async () => {
    const text = await refusalOf(server.url.replace(':password@', ':s3cret@'))
    expect(text).toMatch(/^configuration: postgres:.* refuses this user or password; give the password in PGPASSWORD/)
    expect(text).not.toContain('s3cret')
    expect(await refusalOf(server.url.replace(':password@', '@'))).toMatch(
      /^configuration: .*refuses this user or pass/,
    )
    expect(await refusalOf(server.url.replace(/postgres$/, 'nowhere'))).toMatch(/^configuration: .*no such database/)
  })

  it('is refused if the role may lose or can not write', async () => {
    await query(`CREATE ROLE hasty LOGIN SUPERUSER PASSWORD 'password'; ALTER ROLE hasty SET synchronous_commit = off;
      CREATE ROLE reader LOGIN SUPERUSER PASSWORD 'password'; ALTER ROLE reader SET default_transaction_read_only = on;
      CREATE ROLE stranger LOGIN PASSWORD 'password'`)
    const as = (role: string) => server.url.replace('postgres:password', `${role}:password`)
    expect(await refusalOf(as('hasty'))).toBe(
      'configuration: synchronous_commit is off: the database could lose confirmed writes; ALTER ROLE … SET synchronous_commit = on',
    )
    expect(await refusalOf(as('reader'))).toMatch(/^configuration: default_transaction_read_only is on/)
    expect(await refusalOf(`${as('stranger')}?schema=forbidden`)).toMatch(
      /^configuration: .*lacks rights on the schema/,
    )
    expect(await query("SELECT nspname FROM pg_namespace WHERE nspname = 'forbidden'")).toEqual([])
  })
})

describe('a schema', () => {
  it('of another program is refused, and left unchanged', async () => {
    const { url, client } = await newSchema()
    await client.query('CREATE TABLE event (mine text)')
    expect(await refusalOf(url)).toMatch(/^configuration: the schema test_\w+ of .* has tables of another program/)
    const { url: second, client: another } = await newSchema()
    await another.query('CREATE TABLE meta (key text, data text)')
    expect(await refusalOf(second)).toMatch(/has tables of another program/)
    expect((await client.query('SELECT * FROM event')).rowCount).toBe(0)
  })

  it('of a newer version is refused', async () => {
    const { url, client } = await newSchema()
    await openTestCalendar(url)
    await client.query("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    expect(await refusalOf(url)).toMatch(
      /was written by another version of cal \(schema 99; this version reads schema 8\)/,
    )
  })

  it('keeps its time zone', async () => {
    const { url } = await newSchema()
    expect((await openTestCalendar(url, { newTimezone: () => 'Europe/Berlin' })).settings.timezone).toBe(
      'Europe/Berlin',
    )
    expect((await openTestCalendar(url, { newTimezone: () => 'UTC' })).settings.timezone).toBe('Europe/Berlin')
    expect(await refusalOf(url, { timezone: 'UTC' })).toMatch(/has the time zone Europe\/Berlin, not UTC; leave out/)
  })

  it('needs the extension pg_trgm, which its user may not be allowed to create', async () => {
    const { url, client, schema } = await newSchema()
    const [database, role] = [`${schema}_plain`, `${schema}_owner`]
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
    await client.query(`CREATE DATABASE ${database} TEMPLATE template0`)
    const address = new URL(url)
    address.pathname = database
    const admin = new pg.Client({ connectionString: address.href })
    await admin.connect()
    await admin.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`)
    const own = address.href.replace(/\/\/[^@]*@/, `//${role}:x@`)
    expect(await refusalOf(own)).toMatch(
      /^configuration: .*: the extension pg_trgm is missing and cannot be created: permission denied .*; as a superuser/,
    )
    await admin.query('CREATE EXTENSION pg_trgm')
    const opened = await openTestCalendar(own)
    expect((await create(opened, { title: 'Party' })).status).toBe(201)
    await opened.close()
    await admin.end()
    await client.query(`DROP DATABASE ${database}`)
    await client.query(`DROP ROLE ${role}`)
  })

  it('is read by a user who must not publish what is due', async () => {
    const { url, client, schema } = await newSchema()
    const owner = await openTestCalendar(url)
    await create(owner, { title: 'Later', date: '2026-11-20 12:30:00' })
    const status = async () => (await client.query('SELECT status FROM event')).rows
    expect(await status()).toEqual([{ status: 'future' }])
    const role = `${schema}_reader`
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)
    const later = { now: () => Date.UTC(2026, 10, 20, 13) }
    const reader = await openTestCalendar(url.replace(/\/\/[^@]*@/, `//${role}:x@`), later)
    expect((await get(reader, '/events')).status).toBe(200)
    expect(await status()).toEqual([{ status: 'future' }])
    await expect(create(reader, { title: 'New' })).rejects.toThrow('this user lacks rights on the schema')
    await get(await openTestCalendar(url, later), '/events')
    expect(await status()).toEqual([{ status: 'publish' }])
    await reader.close()
    await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })

  it('without a calendar is not filled if one must exist', async () => {
    const { url, client, schema } = await newSchema()
    for (const options of [{ if_missing: 'refuse' as const }, { read_only: true }])
      expect(await refusalOf(url, options)).toMatch(/^configuration: there is no calendar in the schema test_/)
    const tables = 'SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1)'
    expect((await client.query(tables, [schema])).rowCount).toBe(0)
  })
})
