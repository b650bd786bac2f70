// Calendars that do not exist, and what `cal doctor` finds out about files and servers.
import { copyFileSync, existsSync, mkdtempSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MissingCalendarError } from '../../../../src/server/storage/engine.ts'
import { backUp, examine, restore } from '../../../../src/server/storage/engines.ts'
import { eventually } from '../../../support/eventually.ts'
import { newSchema, type TestSchema } from '../../../support/postgres.ts'
import { type PostgresServer, startWithStandby } from '../../../support/postgres-server.ts'
import { openTestCalendar, plain_options } from '../../../support/open-calendar.ts'
import { newFolder } from '../../../support/folder.ts'
import { refusalOf } from '../../../support/refusal.ts'

const folder = newFolder()

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

describe.each([
  {
    kind: 'a database file',
    newData: async () => join(mkdtempSync(join(folder, 'new-')), 'c.db'),
    note: 'new database file',
  },
  { kind: 'PostgreSQL', newData: async () => (await newSchema()).url, note: 'new calendar in' },
])('a calendar that does not exist, in $kind', ({ newData, note }) => {
  const zones: string[] = []
  const newTimezone = () => {
    zones.push('Europe/Berlin')
    return 'Europe/Berlin'
  }

  it('is refused, or empty and in memory, or created', async () => {
    const data = await newData()
    const open = (if_missing?: 'refuse' | 'memory' | 'make') =>
      openTestCalendar(data, { name: 'mine', newTimezone, ...(if_missing && { if_missing }) })
    await expect(open('refuse')).rejects.toThrow(MissingCalendarError)
    expect(zones).toEqual([])
    const pretended = await open('memory')
    const { isNew, isTemporary, settings } = pretended
    expect([isNew, isTemporary, settings.timezone, pretended.creation_note]).toEqual([
      true,
      true,
      'Europe/Berlin',
      undefined,
    ])
    await pretended.close()
    await expect(open('refuse')).rejects.toThrow(MissingCalendarError)
    const created = await open()
    expect([created.isNew, created.isTemporary, created.settings.timezone]).toEqual([true, false, 'Europe/Berlin'])
    expect(created.creation_note?.en).toBe(`${note} mine`)
    expect(zones).toHaveLength(2)
    await created.close()
    for (const if_missing of ['make', 'refuse', 'memory'] as const) {
      const again = await open(if_missing)
      expect([again.isNew, again.isTemporary, again.creation_note]).toEqual([false, false, undefined])
      await again.close()
    }
    expect(zones).toHaveLength(2)
  })
})

describe('an empty file', () => {
  it('becomes a calendar in the zone of new ones', async () => {
    const file = join(folder, 'empty.db')
    writeFileSync(file, '')
    const { settings } = await openTestCalendar(file, { newTimezone: () => 'Europe/Berlin' })
    expect(settings.timezone).toBe('Europe/Berlin')
  })

  it('stays empty in a dry run', async () => {
    const file = join(folder, 'dry.db')
    writeFileSync(file, '')
    const { isTemporary } = await openTestCalendar(file, { if_missing: 'memory' })
    expect([isTemporary, statSync(file).size]).toEqual([true, 0])
  })
})

it('a file that another process creates at the same time is not new: a server that fails would delete it', async () => {
  const [file, other] = [join(folder, 'together.db'), join(folder, 'other.db')]
  await fill(other)
  // A server asks for the time just before it takes the lock.
  const now = () => {
    if (!existsSync(file)) copyFileSync(other, file)
    return plain_options.now()
  }
  const { isNew, creation_note } = await openTestCalendar(file, { now, server: { pid: 1 } })
  expect([isNew, creation_note]).toEqual([false, undefined])
})

describe('a calendar in memory', () => {
  it('has no findings and no backups', async () => {
    expect(await found(':memory:')).toEqual([])
    const copy = join(folder, 'copy.db')
    await expect(backUp(':memory:', copy)).rejects.toThrow(':memory: is not stored: it has no backups')
    await expect(restore(copy, ':memory:', '1')).rejects.toThrow(':memory: is not stored: it has no backups')
    expect([existsSync(copy), existsSync(':memory:')]).toEqual([false, false])
  })
})

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
    expect(await refusalOf(examine(join(folder, 'none.db')))).toMatch(/^configuration: database file .* not found/)
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
      expect.stringMatching(/^encryption: /),
      expect.stringMatching(/^connections: \d+ of \d+ in use/),
      expect.stringMatching(new RegExp(`^calendar: schema ${name}, version \\d+, time zone Europe/Berlin$`)),
      expect.stringMatching(/^size: \d\.?\d? MB$/),
      records,
      'database permissions: read, write, restore',
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
      expect(await refusalOf(examine(own))).toMatch(/^configuration: .* lacks rights on the schema/)
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
      await client.query(`ALTER ROLE ${role} SET synchronous_commit = off`)
      const findings = await found(own)
      expect(findings).toContainEqual(expect.stringMatching(/^!server: synchronous_commit is off/))
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('is refused with a newer schema', async () => {
    const { url, client } = await newSchema()
    await fill(url)
    await client.query("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    expect(await refusalOf(examine(url))).toMatch(/^configuration: .* another version of cal \(schema 99/)
  })
})

describe('a standby', () => {
  let primary: PostgresServer | undefined
  afterAll(() => primary?.stop())

  it('is reported, and refused by everything else', async () => {
    const servers = await startWithStandby()
    primary = servers.primary
    const { url } = servers.standby
    await fill(primary.url)
    await eventually(async () => expect(await found(url)).toContain(records))
    const findings = await found(url)
    expect(findings).toContain(
      '!server: this server is a standby, which cannot be written to → use the address of the primary server',
    )
    await expect(fill(url)).rejects.toThrow('this server is a standby, which cannot be written to')
  })
})
