// What `cal doctor` finds out about files and servers, good ones and those that `cal serve` refuses.
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { examine } from '../../../../src/server/service/engines.ts'
import { newSchema, type TestSchema } from '../../../support/postgres.ts'
import { type PostgresServer, startWithStandby } from '../../../support/postgres-server.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-examine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates a calendar with a venue and two tags. */
async function fill(file: string): Promise<void> {
  const { exchange, close } = await openTestCalendar(file, { timezone: 'Europe/Berlin' })
  const headers = { 'content-type': 'application/json' }
  for (const [path, body] of [
    ['/venues', '{"venue":"Hall"}'],
    ['/tags', '{"name":"a"}'],
    ['/tags', '{"name":"b"}'],
  ] as const)
    expect((await exchange({ method: 'POST', path, query: '', headers, body })).status).toBe(201)
  await close()
}

/** `check: found`, with `!` for what is not ok and the advice after an arrow. */
async function found(data: string): Promise<readonly string[]> {
  return (await examine(data)).map(
    ({ check, ok, found: { en }, advice }) => `${ok ? '' : '!'}${check.en}: ${en}${advice ? ` → ${advice.en}` : ''}`,
  )
}

async function refusalOf(data: string): Promise<string> {
  return examine(data).then(
    () => 'examined',
    (error: unknown) => {
      if (!(error instanceof CalError)) throw error
      return `${error.code}: ${error.text.en}`
    },
  )
}

const records = 'records: events: 0, venues: 1, organizers: 0, categories: 0, tags: 2'

describe('a database file', () => {
  it('is described by version, size, records, damage and rights', async () => {
    const file = join(folder, 'good.db')
    await fill(file)
    expect(await found(file)).toEqual([
      expect.stringMatching(/^storage: SQLite 3\.\d+\.\d+, schema \d+$/),
      expect.stringMatching(/^size: 0\.\d MB$/),
      records,
      'integrity: no damage found',
      'file permissions: read and write',
    ])
  })

  it('is refused if it is missing, and reported if it is damaged', async () => {
    expect(await refusalOf(join(folder, 'none.db'))).toMatch(/^configuration: database file .* not found/)
    const damaged = join(folder, 'damaged.db')
    copyFileSync(join(folder, 'good.db'), damaged)
    truncateSync(damaged, 40_960)
    expect(await found(damaged).catch((error: Error) => [error.message])).toContainEqual(
      expect.stringMatching(/damaged|malformed/),
    )
  })
})

describe('a calendar in PostgreSQL', () => {
  let schema: TestSchema
  beforeAll(async () => {
    schema = await newSchema()
    await fill(schema.url)
  })

  it('is described by its server and its records', async () => {
    const { url, schema: name } = schema
    const findings = await found(url)
    expect(findings).toEqual([
      expect.stringMatching(/^storage: PostgreSQL \d+\.\d+, \w+@\w+$/),
      'server: commits are on disk (synchronous_commit = on)',
      'replication: no standby',
      expect.stringMatching(/^encryption: /),
      expect.stringMatching(/^connections: \d+ of \d+ in use/),
      expect.stringMatching(/^memory: work_mem \d+ MB, shared_buffers \d+ MB/),
      expect.stringMatching(new RegExp(`^calendar: schema ${name}, version \\d+, time zone Europe/Berlin$`)),
      expect.stringMatching(/^size: \d\.?\d? MB$/),
      records,
      'database permissions: read, write, migrate, restore',
    ])
    expect(findings.join()).not.toContain('password@')
  })

  it('is missing in an empty schema, which is no error', async () => {
    expect((await found((await newSchema()).url)).filter((line) => /^(calendar|extension)/.test(line))).toEqual([
      expect.stringMatching(/^calendar: there is no calendar in the schema .* → the first write creates it/),
      'extension: pg_trgm',
    ])
  })

  it('reports rights that the user does not have, and unsafe settings of the role', async () => {
    const { url, schema: name, client } = schema
    const role = `${name}_reader`
    const own = url.replace(/\/\/[^@]*@/, `//${role}:x@`)
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
    try {
      expect(await refusalOf(own)).toMatch(/^configuration: .* lacks rights on the schema/)
      await client.query(
        `GRANT USAGE ON SCHEMA ${name} TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO ${role}`,
      )
      expect(await found(own)).toContain(
        `!database permissions: read-only → connect as the owner of the schema ${name}`,
      )
      await client.query(`GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${role}`)
      expect(await found(own)).toContainEqual(
        expect.stringMatching(/^database permissions: read and write → .* the owner/),
      )
      await client.query(`ALTER ROLE ${role} SET synchronous_commit = off; ALTER ROLE ${role} SET work_mem = '1MB'`)
      const findings = await found(own)
      expect(findings).toContainEqual(expect.stringMatching(/^!server: synchronous_commit is off/))
      expect(findings).toContainEqual(expect.stringMatching(/^memory: work_mem 1 MB.* → low/))
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('is refused with a newer schema', async () => {
    const { url, client } = await newSchema()
    await fill(url)
    await client.query("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    expect(await refusalOf(url)).toMatch(/^configuration: .* newer cal \(schema 99/)
  })
})

describe('a standby', () => {
  let primary: PostgresServer | undefined
  afterAll(() => primary?.stop())

  it('is reported with its delay, and refused by everything else', async () => {
    const servers = await startWithStandby()
    primary = servers.primary
    const { url } = servers.standby
    await fill(primary.url)
    for (let n = 0; n < 50 && !(await found(url)).includes(records); n += 1) await wait(100)
    const findings = await found(url)
    expect(findings).toContain(
      '!server: this server is a standby, which cannot be written to → use the address of the primary server',
    )
    expect(findings).toContainEqual(
      expect.stringMatching(/^replication: a standby; last replayed transaction \d+ s ago$/),
    )
    expect(findings).toContain(records)
    expect(await found(primary.url)).toContainEqual(
      expect.stringMatching(/^replication: standbys: 1, up to \d+\.\d MB behind$/),
    )
    await expect(fill(url)).rejects.toThrow('this server is a standby, which cannot be written to')
  })
})
