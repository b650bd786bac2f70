// Restoring a calendar into PostgreSQL while others use it, and when that fails.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../../support/refusal.ts'
import { backUp, restore } from '../../../../../../src/server/storage/engines.ts'
import type { OpenedCalendar } from '../../../../../../src/server/service/service.ts'
import { parsePostgresAddress } from '../../../../../../src/server/storage/postgres/address.ts'
import { replacePostgresCalendar } from '../../../../../../src/server/storage/postgres/administration/replace-calendar.ts'
import { openPool } from '../../../../../../src/server/storage/postgres/pool.ts'
import { Transactions } from '../../../../../../src/server/storage/postgres/transactions.ts'
import { withFileContents } from '../../../../../../src/server/storage/sqlite/files/backup.ts'
import { closeTestCalendars, openTestCalendar } from '../../../../../support/open-calendar.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { newSchema } from '../../../../../support/postgres.ts'
import { newFolder } from '../../../../../support/folder.ts'
import { sql, valueIn } from '../../../../../../src/server/storage/sql.ts'

const folder = newFolder()
async function create({ exchange }: OpenedCalendar, fields: object) {
  const { status, body } = await exchange({
    method: 'POST',
    path: '/events',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 22:00:00', ...fields }),
  })
  expect(body).toContain('"id"')
  expect(status).toBe(201)
  return JSON.parse(body)
}

async function titlesIn({ exchange }: OpenedCalendar): Promise<readonly string[]> {
  const query = 'start_date=2027-01-01&per_page=50'
  const { body } = await exchange({ method: 'GET', path: '/events', query, headers: {} })
  return JSON.parse(body).events.map(({ title }: { title: string }) => title)
}

/** A file with one event in this zone. */
async function fileWith(title: string, timezone: string): Promise<string> {
  const file = join(folder, `${title}.db`)
  await create(await openTestCalendar(file, { timezone }), { title })
  return file
}

describe('a calendar that is served while it is replaced', () => {
  it('is served with the records, ids and time zone of the copy at the next request', async () => {
    const { url } = await newSchema()
    const file = await fileWith('Restored', 'America/New_York')
    const [one, other] = [await openTestCalendar(url, { timezone: 'Europe/Berlin' }), await openTestCalendar(url)]
    for (const title of ['A', 'B', 'C']) await create(one, { title })
    expect([await titlesIn(one), await titlesIn(other)]).toEqual([
      ['A', 'B', 'C'],
      ['A', 'B', 'C'],
    ])
    expect(await restore(file, url, '20270101')).toMatchObject({ former: expect.stringMatching(/_20270101$/) })
    expect([await titlesIn(one), await titlesIn(other)]).toEqual([['Restored'], ['Restored']])
    const { id, timezone, utc_start_date } = await create(one, { title: 'Next' })
    expect([id, timezone, utc_start_date]).toEqual([5, 'America/New_York', '2027-03-02 00:00:00'])
    expect(await titlesIn(other)).toEqual(['Restored', 'Next'])
  })

  it('keeps the former calendar in another schema', async () => {
    const { url, schema } = await newSchema()
    await create(await openTestCalendar(url), { title: 'Former' })
    const { former } = await restore(await fileWith('Other', 'UTC'), url, '20270102')
    expect(former).toBe(`${schema}_20270102`)
    expect(await titlesIn(await openTestCalendar(url.replace(/schema=.*/, `schema=${former}`)))).toEqual(['Former'])
    const again = await restore(join(folder, 'Other.db'), url, '20270102')
    expect(again.former).toBe(`${schema}_20270102_2`)
  })

  it('has vacuumed tables, so that lists are fast at once', async () => {
    const { url, schema, client } = await newSchema()
    await restore(await fileWith('Vacuumed', 'UTC'), url, '1')
    const query = `SELECT relname FROM pg_stat_user_tables WHERE schemaname = $1 AND last_vacuum IS NOT NULL ORDER BY 1`
    const { rows } = await client.query(query, [schema])
    expect(rows.map(({ relname }) => relname)).toEqual([
      'event',
      'event_place',
      'event_term',
      'organizer',
      'term',
      'term_use',
      'venue',
    ])
  })

  it('is not replaced in the middle of a transaction', async () => {
    const { url, schema, client } = await newSchema()
    const file = await fileWith('After', 'UTC')
    await create(await openTestCalendar(url), { title: 'Before' })
    const pool = await openPool(parsePostgresAddress(url))
    let isRestored = false
    let restoring: Promise<unknown> = Promise.resolve()
    const seen = await new Transactions(pool).read(async (database) => {
      await valueIn(database, sql('SELECT count(*) FROM venue'))
      restoring = restore(file, url, '1').then(() => {
        isRestored = true
      })
      // The restore is at the point where it replaces the tables.
      const waiting = `SELECT 1 FROM pg_locks JOIN pg_class AS c ON c.oid = relation
        JOIN pg_namespace AS n ON n.oid = relnamespace WHERE NOT granted AND nspname = $1`
      await eventually(async () => expect((await client.query(waiting, [schema])).rowCount).toBe(1))
      return { titles: (await database.tuples(sql('SELECT title FROM event'))).flat(), isRestored }
    })
    expect(seen).toEqual({ titles: ['Before'], isRestored: false })
    await restoring
    await pool.end()
  })
})

describe('a restore that fails', () => {
  it('leaves the former calendar and no other schema', async () => {
    const { url, schema, client } = await newSchema()
    const calendar = await openTestCalendar(url)
    await create(calendar, { title: 'Former' })
    const file = await fileWith('Half', 'UTC')
    const broken = withFileContents(file, (contents) =>
      replacePostgresCalendar(
        url,
        {
          ...contents,
          batches: (table) => {
            if (table === 'event') throw new Error('the disk is gone')
            return contents.batches(table)
          },
        },
        '1',
      ),
    )
    await expect(broken).rejects.toThrow('the disk is gone')
    expect(await titlesIn(calendar)).toEqual(['Former'])
    const { rows } = await client.query('SELECT nspname FROM pg_namespace WHERE nspname LIKE $1', [`${schema}%`])
    expect(rows).toEqual([{ nspname: schema }])
  })

  it('refuses tables of another program and of a newer version', async () => {
    const file = await fileWith('Any', 'UTC')
    const foreign = await newSchema()
    await foreign.client.query('CREATE TABLE customer (id int)')
    expect(await refusalOf(restore(file, foreign.url, '1'))).toMatch(/^configuration: .* tables of another program/)
    const newer = await newSchema()
    await openTestCalendar(newer.url)
    await newer.client.query("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    expect(await refusalOf(restore(file, newer.url, '1'))).toMatch(
      /^configuration: .* another version of cal \(schema 99/,
    )
    expect(await refusalOf(backUp(newer.url, join(folder, 'newer.db')))).toMatch(/another version of cal \(schema 99/)
  })

  it('refuses a user who may not replace the schema, and lets that user fill an empty one', async () => {
    const { url, schema, client } = await newSchema()
    const role = `${schema}_user`
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; ALTER SCHEMA ${schema} OWNER TO ${role}`)
    try {
      const own = url.replace(/\/\/[^@]*@/, `//${role}:x@`)
      const file = await fileWith('Rights', 'UTC')
      expect(await refusalOf(restore(file, own, '1'))).toBe('done')
      expect(await titlesIn(await openTestCalendar(own))).toEqual(['Rights'])
      expect(await refusalOf(restore(file, own, '1'))).toMatch(/this user may not replace the schema/)
      await client.query(`GRANT CREATE ON DATABASE ${client.database} TO ${role}`)
      expect(await refusalOf(restore(file, own, '1'))).toBe('done')
      const owners = 'SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = $1'
      expect((await client.query(owners, [schema])).rows).toEqual([{ tableowner: role }])
    } finally {
      await closeTestCalendars()
      await client.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })
})

describe('a backup', () => {
  it('has one consistent state, although others write', async () => {
    const { url } = await newSchema()
    const calendar = await openTestCalendar(url)
    let isDone = false
    let written = 0
    const writers = Array.from({ length: 4 }, async (_, i) => {
      while (!isDone) {
        written += 1
        await create(calendar, {
          title: `Event ${written}`,
          tags: [`Tag ${i} ${written}`],
          venue: { venue: `V ${written}` },
        })
      }
    })
    while (written < 20) await titlesIn(calendar)
    const file = join(folder, 'busy.db')
    await backUp(url, file)
    const at_end = written
    isDone = true
    await Promise.all(writers)
    await withFileContents(file, async ({ settings, batches }) => {
      const events = []
      for await (const batch of batches('event')) events.push(...batch)
      const known = new Set<number>()
      for await (const batch of batches('term')) for (const { id } of batch) known.add(Number(id))
      const venues = new Set<number>()
      for await (const batch of batches('venue')) for (const { id } of batch) venues.add(Number(id))
      expect(events.length).toBeGreaterThan(10)
      expect(events.length).toBeLessThanOrEqual(at_end)
      expect(events.flatMap(({ tags }) => [tags].flat()).filter((id) => !known.has(Number(id)))).toEqual([])
      expect(events.flatMap(({ venue }) => [venue].flat()).filter((id) => !venues.has(Number(id)))).toEqual([])
      expect(settings.first_id.post).toBeGreaterThan(Math.max(...events.map(({ id }) => Number(id))))
      expect(known.size).toBe(events.length)
    })
  })

  it('refuses a file that exists before it connects', async () => {
    const file = await fileWith('There', 'UTC')
    const url = 'postgres://nobody@127.0.0.1:1/none'
    expect(await refusalOf(backUp(url, file))).toMatch(/^usage: .*There\.db already exists/)
    expect(await refusalOf(backUp(url, join(folder, 'new.db')))).toMatch(/^unreachable: .* does not respond/)
  })
})
