// A log that was damaged after its process was killed: SQLite silently ignores the rest of it, and a server reports it.
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Connection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { openTestCalendar } from '../../../../../support/open-calendar.ts'
import { newFolder } from '../../../../../support/folder.ts'
import { sql } from '../../../../../../src/server/storage/sql.ts'
import { acquireLock } from '../../../../../../src/server/storage/sqlite/files/lock.ts'
import { chanceFrom } from '../../../../../bench/fill.ts'
import { openStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { committed, event, everything, newStore } from '../records/records.ts'
import { storageError } from '../../../../../../src/server/storage/sqlite/files/storage-errors.ts'

const served = (file: string) => openTestCalendar(file, { server: { pid: 1 } })

const names = ['One', 'Two', 'Three', 'Four', 'Five']

/** The files of a server that was killed after it had written five tags. */
async function killed(before: (file: string) => void = () => {}): Promise<string> {
  const folder = newFolder()
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
      connection.run(sql('BEGIN IMMEDIATE'))
      for (let id = 1; id < 300; id += 1)
        connection.run(sql('INSERT INTO media (id, url) VALUES (?, ?)', id, `${id}${'x'.repeat(3_000)}`))
      connection.close()
    })
    expect(size(`${file}-wal`)).toBeGreaterThan(500_000)
    rmSync(`${file}-shm`)
    expect(await found(file)).toEqual({ count: 5, notes: [] })
    expect(existsSync(`${file}-wal.damaged`)).toBe(false)
  })
})

// The lock file of a database file, which other programs may remove.
const folder = newFolder()

it('is acquired again before the next write if its file was removed', () => {
  const file = join(folder, 'removed.db')
  writeFileSync(file, '')
  const lock = acquireLock(file)
  lock.renew()
  rmSync(`${file}-lock`)
  lock.renew()
  expect(existsSync(`${file}-lock`)).toBe(true)
  lock.release()
  expect(existsSync(`${file}-lock`)).toBe(false)
})

// After a log was cut, zeroed or flipped the file opens intact, with everything that was synced before the damage.
const commits = 30
const copies = 60

/** A file with several commits in its log, and the length of the log after each. */
async function logged(): Promise<{ file: string; ends: readonly number[] }> {
  const open = newStore()
  const { store, connection } = open
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.pragma('wal_autocheckpoint = 0')
  const ends: number[] = []
  for (let i = 0; i < commits; i += 1) {
    await committed(open, async () => {
      await store.event.insert(event({ title: `Event ${i}`, description: 'words '.repeat(100), slug: `event-${i}` }))
    })
    ends.push(statSync(`${connection.file}-wal`).size)
  }
  return { file: connection.file, ends }
}

const damages = {
  cut: (log: Buffer, at: number) => log.subarray(0, at),
  zeroed: (log: Buffer, at: number) => Buffer.concat([log.subarray(0, at), Buffer.alloc(log.length - at)]),
  flipped: (log: Buffer, at: number) => {
    const flipped = Buffer.from(log)
    flipped[at] = (log[at] ?? 0) ^ 0xff
    return flipped
  },
} as const

it.each(Object.keys(damages) as (keyof typeof damages)[])('a log that was %s somewhere', async (damage) => {
  const { file, ends } = await logged()
  const log = readFileSync(`${file}-wal`)
  const chance = chanceFrom(damage.length)
  for (let i = 0; i < copies / 3; i += 1) {
    const at = chance(log.length)
    const copy = `${file}.${damage}-${i}`
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, damages[damage](log, at))
    const { store, connection } = openStore(copy, { readonly: false })
    const synced = ends.filter((end) => end <= at).length
    const { ids, total } = await store.event.select(everything, { offset: 0, limit: 100 })
    expect(connection.pragma('integrity_check')).toBe('ok')
    expect(total).toBeGreaterThanOrEqual(synced)
    expect(ids).toEqual(Array.from({ length: total }, (_, n) => n + 4))
    connection.close()
  }
})

// Messages for errors of SQLite: the disk tells what the code does not.
function sqliteError(errcode: number): Error {
  return Object.assign(new Error('an error'), { code: 'ERR_SQLITE_ERROR', errcode })
}

const healthy = { isFull: () => false, isReadonly: () => false }
const io_error = 10
const io_error_of_shared_memory = 4874
const cannot_open = 14

describe('an error of the storage', () => {
  it('is a lack of space if SQLite reports an I/O error on a full disk', () => {
    for (const code of [io_error, io_error_of_shared_memory]) {
      expect(storageError(sqliteError(code), 'a.db', healthy)).toMatchObject({
        message: 'I/O error on the disk of a.db; nothing was written',
      })
      expect(storageError(sqliteError(code), 'a.db', { ...healthy, isFull: () => true })).toMatchObject({
        message: 'no space left on the disk of a.db; nothing was written',
        hint: { en: 'free some space, then retry the request' },
      })
    }
  })

  it('names a read-only folder', () => {
    expect(storageError(sqliteError(cannot_open), 'a.db', healthy)).toMatchObject({ message: 'a.db cannot be opened' })
    expect(storageError(sqliteError(cannot_open), 'a.db', { ...healthy, isReadonly: () => true })).toMatchObject({
      message: 'a.db cannot be opened: its folder is read-only',
    })
  })

  it('is returned as it is if it is not one of SQLite', () => {
    const other = new Error('other')
    expect(storageError(other, 'a.db')).toBe(other)
  })
})
