// A log that was damaged after its process was killed: SQLite silently ignores the rest of it, and a server reports it.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate, premigrationCopy } from '../../../../../../src/server/storage/sqlite/files/prepare.ts'
import { Connection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { event, newStore, venue } from '../records/records.ts'
import { openTestCalendar } from '../../../../../support/open-calendar.ts'

const served = (file: string) => openTestCalendar(file, { server: { pid: 1 } })

const names = ['One', 'Two', 'Three', 'Four', 'Five']

/** The files of a server that was killed after it had written five tags. */
async function killed(before: (file: string) => void = () => {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cal-log-'))
  const [file, left] = [join(folder, 'calendar.db'), join(folder, 'killed.db')]
  const { exchange } = await served(file)
  before(file)
  for (const name of names) {
    const { status } = await exchange({
      method: 'POST',
      path: '/tags',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    expect(status).toBe(201)
  }
  for (const end of ['', '-wal', '-shm']) copyFileSync(`${file}${end}`, `${left}${end}`)
  return left
}

async function found(file: string) {
  const { exchange, notes } = await served(file)
  const { body } = await exchange({ method: 'GET', path: '/tags', query: 'hide_empty=false&per_page=50', headers: {} })
  const { tags }: { tags: readonly { name: string }[] } = JSON.parse(body)
  return { count: tags.length, notes: notes.map(({ en }) => en.split(/;|:/)[0]) }
}

const notesOn = (file: string, { isCopied }: { readonly isCopied: boolean }) => [
  `the last process that wrote ${file} was killed and left a damaged log`,
  ...(isCopied ? [`the log is saved as ${file}-wal.damaged`] : []),
  'to check',
]

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
  writeFileSync(file, bytes)
}

const size = (file: string) => statSync(file).size
const spoil = [
  ['in its middle', (log: string) => flip(log, Math.floor(size(log) / 2))],
  ['in its last page', (log: string) => flip(log, size(log) - 100)],
  ['in its header', (log: string) => flip(log, 9)],
  ['in the checksum of its header', (log: string) => flip(log, 28)],
  ['by being cut', (log: string) => truncateSync(log, size(log) - 5_000)],
  ['by being cut to nothing', (log: string) => truncateSync(log, 0)],
] as const

describe('a log that a killed server left', () => {
  it('is read without a report if it is intact', async () => {
    expect(await found(await killed())).toEqual({ count: 5, notes: [] })
  })

  it.each(spoil)('and was damaged %s is reported and copied', async (_, damage) => {
    const file = await killed()
    damage(`${file}-wal`)
    const log = readFileSync(`${file}-wal`)
    const { count, notes } = await found(file)
    expect([count < 5, notes]).toEqual([true, notesOn(file, { isCopied: true })])
    expect(readFileSync(`${file}-wal.damaged`).equals(log)).toBe(true)
  })

  it('and was deleted is reported', async () => {
    const file = await killed()
    rmSync(`${file}-wal`)
    expect((await found(file)).notes).toEqual(notesOn(file, { isCopied: false }))
  })

  it('is reported from its own bytes after the machine went down', async () => {
    const file = await killed()
    rmSync(`${file}-shm`)
    flip(`${file}-wal`, Math.floor(size(`${file}-wal`) / 2))
    expect((await found(file)).notes).toEqual(notesOn(file, { isCopied: true }))
  })

  it('is not reported if a part of it was rolled back and overwritten', async () => {
    const file = await killed((served_file) => {
      const connection = new Connection(served_file, { readonly: false })
      connection.pragma('cache_size = 10')
      expect(() =>
        connection.transaction(() => {
          for (let id = 1; id < 300; id += 1)
            connection.run('INSERT INTO media (id, url) VALUES (?, ?)', id, `${id}${'x'.repeat(3_000)}`)
          throw new Error('undone')
        }),
      ).toThrow('undone')
      connection.close()
    })
    expect(size(`${file}-wal`)).toBeGreaterThan(500_000)
    rmSync(`${file}-shm`)
    expect(await found(file)).toEqual({ count: 5, notes: [] })
    expect(existsSync(`${file}-wal.damaged`)).toBe(false)
  })
})

const steps = ['ALTER TABLE event ADD COLUMN mood TEXT', "UPDATE event SET mood = 'merry'"]

async function closedFile(): Promise<string> {
  const { store, connection } = newStore()
  await store.event.insert(event({ title: 'Old' }))
  connection.pragma('user_version = 1')
  return connection.file
}

/** Undoes the steps from version 3 to 5 in a new file. */
function asVersion(connection: Connection, version: number): void {
  connection.run('ALTER TABLE users RENAME TO user')
  connection.run('DROP INDEX users_by_email')
  connection.run('CREATE INDEX calendar.user_by_email ON user (email)')
  connection.run("CREATE INDEX calendar.event_far ON event (listing_bucket) WHERE timezone GLOB '*[-+][2-9][0-9]*'")
  connection.run('INSERT INTO event_count SELECT listing_bucket, side + 2, span / 100, n FROM event_count')
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
    expect(readRow(connection.file, 'PRAGMA calendar.user_version')).toBe(5)
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

  it('has the tables, indexes and triggers of a new one', async () => {
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
    expect(readRow(connection.file, 'SELECT group_concat(n) FROM event_count')).toBe('1,1')
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

  it('is copied under another name if an earlier migration left a copy', async () => {
    const file = await closedFile()
    writeFileSync(premigrationCopy(file, 1), 'the copy of an older calendar')
    migrate(file, steps, 3)
    expect(readFileSync(premigrationCopy(file, 1), 'utf8')).toBe('the copy of an older calendar')
    expect(readRow(`${premigrationCopy(file, 1)}-2`, 'SELECT title FROM event')).toBe('Old')
  })

  it('is unchanged and leaves no copy if a migration fails', async () => {
    const file = await closedFile()
    expect(() => migrate(file, ['ALTER TABLE event ADD COLUMN mood TEXT', 'SELECT nonsense'], 3)).toThrow('nonsense')
    expect([
      readRow(file, 'PRAGMA calendar.user_version'),
      readRow(file, "SELECT count(*) FROM pragma_table_info('event') WHERE name = 'mood'"),
      existsSync(premigrationCopy(file, 1)),
    ]).toEqual([1, 0, false])
  })

  it('is not copied or changed if it is up to date', async () => {
    const file = await closedFile()
    migrate(file, [], 1)
    expect(existsSync(premigrationCopy(file, 1))).toBe(false)
  })
})
