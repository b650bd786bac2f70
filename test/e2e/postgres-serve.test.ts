// The built program over PostgreSQL: its start, its refusals, two processes at once, and its end.
import { describe, expect, it } from 'vitest'
import { homeWith, type Running } from '../support/program.ts'
import { newSchema } from '../support/postgres.ts'
import { blockOf } from '../support/readme.ts'

const home = homeWith({})
const start = (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  home.start(['serve', '--port', '0', '-o', 'json', ...words], env)

async function ready(server: Running): Promise<{ readonly api_root: string; readonly data: string }> {
  for await (const chunk of server.stdout) return JSON.parse(String(chunk))
  throw new Error((await server).stderr)
}

const party = { title: 'Party', start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 22:00:00' }

async function create(api_root: string, fields: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...party, ...fields })
  const response = await fetch(`${api_root}/events`, { method: 'POST', headers, body })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const slugsAt = async (api_root: string): Promise<readonly string[]> =>
  JSON.parse(await (await fetch(`${api_root}/events?start_date=2027-01-01`)).text()).events.map(
    ({ slug }: { readonly slug: string }) => slug,
  )

describe('cal serve over PostgreSQL', () => {
  it('takes the address from a variable, shows no password, and exits with 0 on SIGTERM with everything stored', async () => {
    const { url } = await newSchema()
    const server = start({ DATABASE_URL: url }, '--data', 'env:DATABASE_URL')
    const { api_root, data } = await ready(server)
    expect(data).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres\?schema=test_\w+$/)
    expect((await create(api_root)).status).toBe(201)
    server.kill('SIGTERM')
    expect(await server).toMatchObject({ exitCode: 0, stderr: '' })
    const again = start({}, '--data', url)
    expect(await slugsAt((await ready(again)).api_root)).toEqual(['party'])
    again.kill('SIGTERM')
    expect((await again).exitCode).toBe(0)
  })

  it('serves the calendar of a file after the two commands of docs/postgres.md', async () => {
    const { url } = await newSchema()
    const env = { DATABASE_URL: url }
    const [restore, serve] = blockOf('sh', 'calctl restore demo.db')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, '').split(' ').slice(1))
    const list = (api_root: string) =>
      home.cal(['events', 'list', '--any-date', '--all', '-o', 'csv', '--api-root', api_root])
    await home.cal(['demo'])
    const before = await list('file:demo.db')
    expect(before.stdout.split('\n').length).toBeGreaterThan(40)
    expect(await home.start(restore ?? [], env)).toMatchObject({ exitCode: 0 })
    const server = home.start([...(serve ?? []), '--port', '0', '-o', 'json'], env)
    expect(await list((await ready(server)).api_root)).toEqual(before)
    server.kill('SIGTERM')
    expect((await server).exitCode).toBe(0)
  })

  it('runs as two processes that start at the same time and see each other’s writes', async () => {
    const { url } = await newSchema()
    const servers = [start({}, '--data', url), start({}, '--data', url)]
    const roots = (await Promise.all(servers.map(ready))).map(({ api_root }) => api_root)
    for (const api_root of roots) expect((await create(api_root)).status).toBe(201)
    for (const api_root of roots) expect(await slugsAt(api_root)).toEqual(['party', 'party-2'])
    for (const server of servers) server.kill('SIGTERM')
    expect((await Promise.all(servers)).map(({ exitCode }) => exitCode)).toEqual([0, 0])
  })

  it('answers 503 and logs one line if a table, the schema or a right is missing, and reads without the right to write', async () => {
    const { url, client, schema } = await newSchema()
    const role = `role_${schema}`
    // Only a superuser may, and no other test has to run first.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pg_trgm', 0));
      CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public`)
    await client.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'password'; GRANT CREATE, USAGE ON SCHEMA ${schema} TO ${role}`,
    )
    const server = start({}, '--data', url.replace(/\/\/postgres:[^@]*/, `//${role}:password`))
    const { api_root } = await ready(server)
    const page = new URL('/events/', api_root)
    const answers = async () => {
      const found = [await fetch(`${api_root}/events`), await fetch(page), await fetch(`${api_root}/events`)]
      return [found.map(({ status }) => status), await create(api_root)] as const
    }
    const unusable = { status: 503, body: { code: 'rest_database_unusable' } }
    await client.query(`ALTER TABLE ${schema}.event RENAME TO x`)
    expect(await answers()).toMatchObject([[503, 503, 503], unusable])
    await client.query(`ALTER TABLE ${schema}.x RENAME TO event; ALTER SCHEMA ${schema} RENAME TO x_${schema}`)
    expect(await answers()).toMatchObject([[503, 503, 503], unusable])
    await client.query(`ALTER SCHEMA x_${schema} RENAME TO ${schema}; ALTER TABLE ${schema}.event OWNER TO postgres;
      GRANT SELECT ON ${schema}.event TO ${role}`)
    expect(await answers()).toMatchObject([[200, 200, 200], unusable])
    await client.query(`ALTER TABLE ${schema}.event OWNER TO ${role}; ALTER ROLE ${role} SET default_transaction_read_only = on;
      SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = '${role}'`)
    expect(await answers()).toMatchObject([[200, 200, 200], { status: 503, body: { code: 'rest_not_stored' } }])
    server.kill('SIGTERM')
    const log = (await server).stderr.split('\n').filter((line) => line.startsWith('CalError'))
    expect(log.map((line) => line.replace(/^.*: (?=relation|permission)/, ''))).toEqual([
      'relation "event" does not exist',
      'relation "users" does not exist',
      'permission denied for table event',
    ])
    await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })

  it('does not start if the server has no connection free, and says so', async () => {
    const { url, client, schema } = await newSchema()
    const role = `role_${schema}`
    // Only a superuser may, and no other test has to run first.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('pg_trgm', 0));
      CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public`)
    await client.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'password' CONNECTION LIMIT 1; GRANT CREATE, USAGE ON SCHEMA ${schema} TO ${role}`,
    )
    const { exitCode, stderr } = await start({}, '--data', url.replace(/\/\/postgres:[^@]*/, `//${role}:password`))
    await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    expect(JSON.parse(stderr).error).toMatchObject({
      message: expect.stringMatching(/does not respond: too many connections for role/),
    })
    expect(exitCode).toBe(7)
  })
})
