// Calendars that earlier versions wrote, one of each schema (test/golden/schemas), are upgraded and keep everything.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { afterTest } from '../../../support/cleanup.ts'
import { firstOf } from '../../../support/extent.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'
import { newSchema } from '../../../support/postgres.ts'
import { schema_version } from '../../../../src/server/storage/sqlite/schema.ts'
import { cal } from '../../../support/runtime.ts'
import { project } from '../../../support/project.ts'

/** After the calendars were written. */
const now = Date.UTC(2026, 11, 1)
const golden = join(project, 'test/golden/schemas')
const folder = mkdtempSync(join(tmpdir(), 'cal-upgrades-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const versionsOf = (pattern: RegExp) => readdirSync(golden).flatMap((name) => pattern.exec(name)?.[1] ?? [])
const contents = (name: string) => gunzipSync(readFileSync(join(golden, `${name}.gz`)))

/** Reads everything, and writes to each part. */
async function requireComplete(api_root: string): Promise<void> {
  const env = { CAL_API_ROOT: api_root, CAL_STATE_DIR: join(folder, 'state'), CAL_TZ: 'UTC' }
  const run = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await cal(words, { env, cwd: folder, now })
    expect([words.join(' '), code, code === 0 ? '' : stderr]).toEqual([words.join(' '), 0, ''])
    return stdout.trim()
  }
  const list = (...words: readonly string[]) => run('events', 'list', '--any-date', '--all', ...words)
  expect(JSON.parse(await list('--status', 'publish,draft', '-o', 'json'))).toMatchObject([
    {
      title: 'Jazz night – Grüße 🎷',
      slug: 'jazz-night',
      start_date: '2027-03-01 20:00:00',
      utc_start_date: '2027-03-01 19:00:00',
      timezone: 'Europe/Berlin',
      description: '<p>Live</p>',
      cost: expect.stringContaining('5'),
      venue: { venue: 'City Hall', city: 'Lübeck' },
      organizer: [{ organizer: 'Jazz Club', email: 'jazz@example.org' }],
      categories: [{ name: 'Jazz', count: 1 }],
      tags: [{ slug: 'free', count: 1 }],
    },
    { slug: 'draft', status: 'draft' },
  ])
  expect(await list('--search', 'grüße', '-o', 'count')).toBe('1')
  await run('events', 'restore', await list('--status', 'trash', '-o', 'ids'))
  const more = ['--status', 'publish', '--categories', 'Jazz', '--tags', 'free', '--venue', 'City Hall']
  await run('events', 'create', '--title', 'Later', '--start-date', '2027-06-01 20:00', '--duration', '1h', ...more)
  await run('events', 'update', 'jazz-night', '--title', 'Blues night')
  expect(await list('--categories', 'Jazz', '-o', 'count')).toBe('2')
  expect(await run('tags', 'list', '-o', 'csv', '--fields', 'slug,count')).toMatch(/^slug,count\r?\nfree,2$/)
  expect(await list('--search', 'blues', '-o', 'count')).toBe('1')
  expect(await list('--search', 'trash', '-o', 'count')).toBe('1')
}

describe('a database file', () => {
  const versions = versionsOf(/^file-(\d+)\.db\.gz$/)

  it.each(firstOf(2, outerFirst(versions)))('of schema %s is upgraded, and a copy of it is left', async (version) => {
    const file = join(folder, `of-${version}.db`)
    writeFileSync(file, contents(`file-${version}.db`))
    await requireComplete(`file:${file}`)
    const copy = new DatabaseSync(`${file}.tables-${version}`, { readOnly: true })
    expect(
      copy.prepare('SELECT (SELECT login FROM user) AS login, user_version FROM pragma_user_version').get(),
    ).toEqual({
      login: 'ada',
      user_version: Number(version),
    })
    copy.close()
  })

  it('of a newer schema is refused and unchanged', async () => {
    const file = join(folder, 'newer.db')
    writeFileSync(file, contents(`file-${versions.at(-1)}.db`))
    const newer = new DatabaseSync(file)
    newer.exec(`PRAGMA user_version = ${schema_version + 1}`)
    newer.close()
    const before = readFileSync(file)
    const { code, stderr } = await cal(['events', 'list'], { env: { CAL_API_ROOT: `file:${file}` }, cwd: folder })
    expect([code, stderr]).toEqual([11, expect.stringContaining('newer')])
    expect([readFileSync(file).equals(before), existsSync(`${file}.tables-${schema_version + 1}`)]).toEqual([
      true,
      false,
    ])
  })
})

describe('a calendar in PostgreSQL', () => {
  /** A database with the calendar of an earlier schema, which is deleted after the test. */
  async function restored(version: string) {
    const { client: admin, url } = await newSchema()
    const name = `upgrade_${process.pid}_${version}`
    await admin.query(`CREATE DATABASE ${name}`)
    const address = new URL(url)
    address.pathname = name
    address.search = ''
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    afterTest(async () => {
      await client.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    })
    await client.query(String(contents(`postgres-${version}.sql`)))
    await client.query('SET search_path = calendar, public')
    return { client, url: address.href }
  }
  const versions = versionsOf(/^postgres-(\d+)\.sql\.gz$/)

  it.each(firstOf(2, outerFirst(versions)))('of schema %s is upgraded, and has what a new one has', async (version) => {
    const { client, url } = await restored(version)
    await expect(openTestCalendar(url, { read_only: true })).rejects.toThrow('has the schema of an older version')
    await Promise.all([1, 2, 3].map(() => openTestCalendar(url)))
    await requireComplete(url)
    const fresh = await newSchema()
    await openTestCalendar(fresh.url)
    expect(await definitionsIn(client)).toEqual(await definitionsIn(fresh.client))
  })

  it('is upgraded while an older process creates events, none of which is lost', async () => {
    const { client, url } = await restored(versions.at(-1) ?? '')
    const creating = (async () => {
      for (let n = 0; n < 20; n++)
        await client.query(`BEGIN; LOCK TABLE meta IN ROW EXCLUSIVE MODE; INSERT INTO event
          SELECT (jsonb_populate_record(e, jsonb_build_object('id', nextval('post_id'), 'slug', 'n-${n}'))).*
          FROM event AS e WHERE slug = 'jazz-night'; COMMIT`)
    })()
    const { exchange } = await openTestCalendar(url)
    await creating
    const read = async (path: string, query = '') =>
      JSON.parse((await exchange({ method: 'GET', path, query, headers: {} })).body)
    expect((await read('/tags')).tags).toMatchObject([{ name: 'free', count: 21 }])
    expect((await read('/events', 'start_date=2027-01-01&tags=4')).total).toBe(21)
  })
})

/** The oldest and the newest, then the others. */
function outerFirst(versions: readonly string[]): readonly string[] {
  const [oldest, ...newer] = versions
  return oldest === undefined ? [] : [oldest, ...newer.toReversed()]
}

/** Tables, indexes, triggers and functions, without the name of the schema and the parentheses that a dump adds. */
async function definitionsIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } =
    await client.query(`SELECT replace(replace(definition, current_schema || '.', ''), 'public.', '') AS definition FROM (
    SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = current_schema
    UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
      FROM information_schema.columns WHERE table_schema = current_schema
    UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = tgrelid
      WHERE relnamespace = current_schema::regnamespace AND NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = current_schema::regnamespace
  ) AS definitions ORDER BY 1`)
  return rows.map(({ definition }) => definition.replace(/[()]/g, ''))
}
