// Files of an older version are migrated, after making a copy.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { premigrationCopy, migrate } from '../../../../../../src/server/storage/sqlite/files/migrations.ts'
import { Connection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { event, newStore, venue } from '../records/records.ts'

const steps = ['ALTER TABLE event ADD COLUMN mood TEXT', "UPDATE event SET mood = 'merry'"]

async function closedFile(): Promise<string> {
  const { store, connection } = newStore()
  await store.event.insert(event({ title: 'Old' }))
  connection.pragma('user_version = 1')
  return connection.file
}

/** Undoes the step from version 3 to 4 in a new file. */
function asVersion(connection: Connection, version: number): void {
  for (const table of ['event', 'event_place', 'event_term', 'event_count'])
    connection.run(`ALTER TABLE ${table} RENAME COLUMN listing_bucket TO shelf`)
  connection.pragma(`user_version = ${version}`)
}

function readRow(file: string, question: string): unknown {
  const connection = new Connection(file, { readonly: true })
  try {
    return connection.value(question)
  } finally {
    connection.close()
  }
}

describe('a file of an older version', () => {
  it('gives venues and organizers an empty password', async () => {
    const { store, connection } = newStore()
    await store.venue.insert(venue({ title: 'Hall' }))
    for (const table of ['venue', 'organizer']) connection.run(`ALTER TABLE ${table} DROP COLUMN password`)
    asVersion(connection, 1)
    migrate(connection.file)
    expect([
      readRow(connection.file, 'SELECT password FROM venue'),
      readRow(connection.file, "SELECT count(*) FROM pragma_table_info('organizer') WHERE name = 'password'"),
    ]).toEqual(['', 1])
    expect(readRow(connection.file, 'PRAGMA calendar.user_version')).toBe(4)
  })

  it('gives the calendar an id', () => {
    const ids = [newStore(), newStore()].map(({ connection }) => {
      connection.run("DELETE FROM meta WHERE name = 'calendar_id'")
      asVersion(connection, 2)
      migrate(connection.file)
      return readRow(connection.file, "SELECT value FROM meta WHERE name = 'calendar_id'")
    })
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('renames the column of listing buckets, in triggers and indexes too', async () => {
    const { store, connection } = newStore()
    const schema = () =>
      readRow(
        connection.file,
        "SELECT group_concat(replace(sql, '\"', ''), ';') FROM (SELECT sql FROM calendar.sqlite_schema ORDER BY type, name)",
      )
    const fresh = schema()
    await store.event.insert(event({ title: 'Old', categories: [1] }))
    asVersion(connection, 3)
    expect(schema()).not.toBe(fresh)
    migrate(connection.file)
    expect(schema()).toBe(fresh)
    expect(readRow(connection.file, 'SELECT group_concat(n) FROM event_count')).toBe('1,1,1,1')
  })

  it('runs every missing migration', async () => {
    const file = await closedFile()
    migrate(file, steps, 3)
    expect([readRow(file, 'SELECT mood FROM event'), readRow(file, 'PRAGMA calendar.user_version')]).toEqual([
      'merry',
      3,
    ])
  })

  it('runs only the missing migrations', async () => {
    const file = await closedFile()
    migrate(file, steps, 2)
    expect(readRow(file, 'SELECT mood FROM event')).toBeNull()
    migrate(file, steps, 3)
    expect(readRow(file, 'SELECT mood FROM event')).toBe('merry')
  })

  it('is copied before it is migrated', async () => {
    const file = await closedFile()
    migrate(file, steps, 3)
    expect([
      readRow(premigrationCopy(file, 1), 'PRAGMA calendar.user_version'),
      readRow(premigrationCopy(file, 1), 'SELECT title FROM event'),
    ]).toEqual([1, 'Old'])
  })

  it('is unchanged if a migration fails', async () => {
    const file = await closedFile()
    expect(() => migrate(file, ['ALTER TABLE event ADD COLUMN mood TEXT', 'SELECT nonsense'], 3)).toThrow('nonsense')
    expect([
      readRow(file, 'PRAGMA calendar.user_version'),
      readRow(file, "SELECT count(*) FROM pragma_table_info('event') WHERE name = 'mood'"),
    ]).toEqual([1, 0])
  })

  it('is not copied or changed if it is up to date', async () => {
    const file = await closedFile()
    migrate(file, [], 1)
    expect(existsSync(premigrationCopy(file, 1))).toBe(false)
  })
})
