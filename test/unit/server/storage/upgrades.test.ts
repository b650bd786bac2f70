// Calendars that earlier versions wrote, one of each schema (test/golden/schemas), are upgraded and keep everything.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
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

  it.each(versions)('of schema %s is upgraded, and a copy of it is left', async (version) => {
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
  it.each(versionsOf(/^postgres-(\d+)\.sql\.gz$/))('of schema %s is upgraded', async (version) => {
    const { client, url } = await newSchema()
    const name = `upgrade_${process.pid}_${version}`
    await client.query(`CREATE DATABASE ${name}`)
    const address = new URL(url)
    address.pathname = name
    address.search = ''
    try {
      const restored = new pg.Client({ connectionString: address.href })
      await restored.connect()
      await restored.query(String(contents(`postgres-${version}.sql`)))
      await restored.end()
      await requireComplete(address.href)
    } finally {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
})
