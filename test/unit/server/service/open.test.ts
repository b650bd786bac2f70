// Opening a calendar: creation, users, ids, and one writer at a time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import type { OpenedCalendar, OpenOptions } from '../../../../src/server/service/service.ts'
import { closeTestCalendars, openTestCalendar } from '../../../support/open-calendar.ts'
import { newFolder } from '../../../support/folder.ts'

function freshFile(name = 'calendar.db'): string {
  return join(newFolder(), name)
}

const admin = { id: 1, login: 'admin', email: '', role: 'administrator', password_hash: 'scrypt$x' } as const

const idsOf = async (calendar: OpenedCalendar, logins: readonly string[]) =>
  (await Promise.all(logins.map((login) => calendar.users.named(login)))).map((user) => user?.id)

describe('a database file', () => {
  it('is created if it is missing, and is the only file after closing', async () => {
    const file = freshFile()
    await openTestCalendar(file)
    await closeTestCalendars()
    expect([file, `${file}-wal`, `${file}-shm`, `${file}-lock`].map((path) => existsSync(path))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('has the zone it was created with', async () => {
    const file = freshFile()
    await openTestCalendar(file, { timezone: 'Europe/Berlin' })
    await closeTestCalendars()
    expect((await openTestCalendar(file)).settings.timezone).toBe('Europe/Berlin')
  })

  it('removes users that a complete list does not contain', async () => {
    const file = freshFile()
    const calendar = await openTestCalendar(file)
    await calendar.users.put([admin, { ...admin, id: 2, login: 'bob' }])
    await calendar.users.put([{ ...admin, id: 3, login: 'eve' }])
    expect((await calendar.users.named('bob'))?.login).toBe('bob')
    await calendar.users.put([{ ...admin, id: 2, login: 'cy' }, admin], { only: true })
    expect(await idsOf(calendar, ['admin', 'bob', 'cy', 'eve'])).toEqual([1, undefined, 2, undefined])
  })

  it('does not assign an id that a later user of the list has', async () => {
    const calendar = await openTestCalendar(freshFile())
    await calendar.users.put([
      { ...admin, id: 0, login: 'ada' },
      { ...admin, id: 1, login: 'bob' },
      { ...admin, id: 0, login: 'cy' },
    ])
    expect(await idsOf(calendar, ['ada', 'bob', 'cy'])).toEqual([2, 1, 3])
  })

  it('stores users', async () => {
    const file = freshFile()
    await (await openTestCalendar(file)).users.put([admin])
    await closeTestCalendars()
    expect(await (await openTestCalendar(file)).users.named('admin')).toEqual(admin)
  })

  it('publishes a scheduled event before the first read after it is due', async () => {
    const file = freshFile()
    const later = { now: () => Date.UTC(2026, 10, 20, 13) }
    const ask = async ({ exchange }: OpenedCalendar) =>
      JSON.parse((await exchange({ method: 'GET', path: '/venues', query: 'status=publish', headers: {} })).body).total
    const { exchange } = await openTestCalendar(file, { server: { pid: 1 } })
    await exchange({
      method: 'POST',
      path: '/venues',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: '{"venue":"Later","date":"2026-11-20 12:30:00"}',
    })
    expect(await ask(await openTestCalendar(file, later))).toBe(0)
    await closeTestCalendars()
    expect(await ask(await openTestCalendar(file))).toBe(0)
    await closeTestCalendars()
    expect(await ask(await openTestCalendar(file, { ...later, read_only: true }))).toBe(0)
    expect(await ask(await openTestCalendar(file, later))).toBe(1)
  })

  it('has the same id whenever it is opened', async () => {
    const file = freshFile()
    const { id } = await openTestCalendar(file)
    await closeTestCalendars()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect([(await openTestCalendar(file)).id, (await openTestCalendar(file, { read_only: true })).id]).toEqual([
      id,
      id,
    ])
    expect((await openTestCalendar(freshFile())).id).not.toBe(id)
  })

  it('in memory is deleted when it is closed', async () => {
    const { location: file } = await openTestCalendar(':memory:')
    expect(existsSync(file)).toBe(true)
    await closeTestCalendars()
    expect(existsSync(file)).toBe(false)
  })

  it('increases its generation with a write', async () => {
    const calendar = await openTestCalendar(':memory:')
    const before = await calendar.generation()
    await calendar.users.put([admin])
    expect(await calendar.generation()).toBeGreaterThan(before)
  })
})

describe('cached responses', () => {
  it('of one author are not returned to another', async () => {
    const ids: Record<string, number> = { anna: 2, ben: 3 }
    const signedIn: NonNullable<OpenOptions['authenticate']> =
      () =>
      async ({ headers }) => ({
        id: ids[headers.authorization ?? ''] ?? 0,
        login: headers.authorization ?? '',
        role: 'author',
      })
    const { exchange } = await openTestCalendar(':memory:', { server: { pid: 1 }, authenticate: signedIn })
    const as = (authorization: string) => ({
      query: '',
      headers: { authorization, 'content-type': 'application/json' },
    })
    const draft = {
      method: 'POST',
      path: '/events',
      body: '{"title":"Secret","status":"draft","start_date":"2027-01-05 08:00:00","end_date":"2027-01-05 09:00:00"}',
    }
    const { id } = JSON.parse((await exchange({ ...draft, ...as('anna') })).body)
    const seen = async (who: string) => (await exchange({ method: 'GET', path: `/events/${id}`, ...as(who) })).status
    expect([await seen('anna'), await seen('ben'), await seen('anna')]).toEqual([200, 403, 200])
  })
})

describe('a server', () => {
  it('removes its record from the file when it ends', async () => {
    const file = freshFile()
    await openTestCalendar(file, { server: { pid: 4711 } })
    await closeTestCalendars()
    const after = new DatabaseSync(file)
    expect(after.prepare("SELECT count(*) AS n FROM meta WHERE name = 'server'").get()).toEqual({ n: 0 })
    after.close()
  })

  it('refuses a damaged file', async () => {
    const file = freshFile()
    await openTestCalendar(file)
    await closeTestCalendars()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 4096 * 10, 4096 * 12))
    await expect(openTestCalendar(file, { server: { pid: 4711 } })).rejects.toThrow(`${file} is damaged`)
  })

  it('does not create a file with --read-only', async () => {
    const file = freshFile()
    await expect(openTestCalendar(file, { read_only: true })).rejects.toThrow(`database file ${file} not found`)
    expect(existsSync(file)).toBe(false)
  })
})

describe('one writer at a time', () => {
  it('a second server is refused with the address of the first', async () => {
    const file = freshFile()
    await openTestCalendar(file, { server: { pid: 4711 } })
    await expect(openTestCalendar(file, { server: { pid: 4712 } })).rejects.toThrow(
      `${file} is served by process 4711 at http://localhost/wp-json/tribe/events/v1 since 2026-11-20 12:00:00 UTC`,
    )
  })

  it('a file that is served can be read, but not written', async () => {
    const file = freshFile()
    const server = await openTestCalendar(file, { server: { pid: 4711 } })
    await server.users.put([admin])
    const beside = await openTestCalendar(file)
    expect(await beside.users.named('admin')).toEqual(admin)
    await expect(beside.users.put([admin])).rejects.toThrow('is served by process 4711')
  })

  it('a server can start after another has ended', async () => {
    const file = freshFile()
    await openTestCalendar(file, { server: { pid: 4711 } })
    await closeTestCalendars()
    await expect(openTestCalendar(file, { server: { pid: 4712 } })).resolves.toBeDefined()
  })
})

describe('a file that is not a database file', () => {
  async function refusal(file: string): Promise<string> {
    const before = readFileSync(file)
    const message = await openTestCalendar(file, { server: { pid: 4711 } }).then(
      () => 'opened',
      (error: Error) => error.message,
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    return message
  }

  it('of text is refused and not changed', async () => {
    const file = freshFile('notes.txt')
    writeFileSync(
      file,
      'My notes, which are longer than a hundred bytes so that nobody takes them for the start of a database file.\n'.repeat(
        20,
      ),
    )
    expect(await refusal(file)).toBe(`${file} is not a database file`)
  })

  it.each(['delete', 'wal'])('of another program is refused and not changed (journal mode %s)', async (mode) => {
    const file = freshFile('other.db')
    const other = new DatabaseSync(file)
    other.exec(`PRAGMA journal_mode = ${mode}`)
    other.exec('CREATE TABLE meta (name TEXT, value TEXT)')
    other.close()
    expect(await refusal(file)).toBe(`${file} is a database of another program, not of cal`)
  })

  it('of a newer version is refused and not changed', async () => {
    const file = freshFile()
    await openTestCalendar(file)
    await closeTestCalendars()
    const newer = new DatabaseSync(file)
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    expect(await refusal(file)).toMatch(
      /was written by another version of cal \(schema 99; this version reads schema \d+\)/,
    )
  })
})
