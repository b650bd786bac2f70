// Connections: closing, file names, NUL, transactions, error codes, versions.
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Connection, ScriptConnection } from '../../../../../src/server/storage/sqlite/sqlite.ts'
import { isDiskError, resultCodeOf } from '../../../../../src/server/storage/sqlite/files/storage-errors.ts'
import { sql } from '../../../../../src/server/storage/sql.ts'
import { newFolder } from '../../../../support/folder.ts'

function freshFile(name = 'notes.db'): string {
  const file = join(newFolder(), name)
  const script = new ScriptConnection(file)
  script.run('PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE)')
  script.close()
  return file
}

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('a connection', () => {
  it.skipIf(!existsSync('/proc/self/fd'))(
    'that is closed has released its file, even if it has prepared statements',
    () => {
      const file = freshFile()
      const isOpen = () =>
        readdirSync('/proc/self/fd').some(
          (fd) =>
            errorOf(() => readlinkSync(`/proc/self/fd/${fd}`)) === undefined &&
            readlinkSync(`/proc/self/fd/${fd}`).startsWith(file),
        )
      const connection = new Connection(file, { readonly: false })
      connection.run(sql('INSERT INTO note (text) VALUES (?)', 'one'))
      expect([connection.tuples(sql('SELECT text FROM note')), isOpen(), existsSync(`${file}-wal`)]).toEqual([
        [['one']],
        true,
        true,
      ])
      connection.close()
      expect([isOpen(), existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false, false])
    },
  )

  it('rolls back when it is closed in a transaction', () => {
    const file = freshFile()
    const connection = new Connection(file, { readonly: false })
    connection.run(sql('BEGIN'))
    connection.run(sql('INSERT INTO note (text) VALUES (?)', 'one'))
    connection.close()
    const after = new Connection(file, { readonly: true })
    expect(after.number(sql('SELECT count(*) FROM note'))).toBe(0)
    after.close()
  })

  it.each(['a?b.db', 'a#b.db', 'a%20b.db', "o'clock.db", 'Bücher und Töne.db', 'file:x.db'])(
    'opens a file called %s',
    (name) => {
      const file = freshFile(name)
      const connection = new Connection(file, { readonly: false })
      connection.run(sql('INSERT INTO note (text) VALUES (?)', 'one'))
      connection.close()
      expect(existsSync(file)).toBe(true)
    },
  )

  it('stores a text with NUL completely, with U+FFFD in its place', () => {
    const connection = new Connection(freshFile(), { readonly: false })
    connection.run(sql('INSERT INTO note (text) VALUES (?)', 'before\0after'))
    expect(connection.tuples(sql('SELECT text FROM note'))).toEqual([['before\ufffdafter']])
    expect(connection.tuples(sql('SELECT text FROM note WHERE text = ?', 'before\0'))).toEqual([])
    connection.close()
  })

  it('rolls back a transaction whose work throws, and throws the same error', async () => {
    const connection = new Connection(freshFile(), { readonly: false })
    const written = connection.transaction(async () => {
      connection.run(sql('INSERT INTO note (text) VALUES (?)', 'one'))
      throw new Error('no more')
    })
    await expect(written).rejects.toThrow('no more')
    expect([connection.isInTransaction, connection.number(sql('SELECT count(*) FROM note'))]).toEqual([false, 0])
    connection.close()
  })
})

describe('an error of SQLite', () => {
  it('has its result code for a single row, several rows and a write', () => {
    const connection = new Connection(freshFile(), { readonly: false })
    connection.pragma('max_page_count = 4')
    const insert = sql('INSERT INTO note (text) VALUES (?) RETURNING id', 'x'.repeat(9_000))
    for (const work of [
      () => connection.value(insert),
      () => connection.tuples(insert),
      () => connection.run(insert),
    ]) {
      expect(resultCodeOf(errorOf(work))).toBe('SQLITE_FULL')
    }
    connection.close()
  })

  it('in a statement is not an error of the disk', () => {
    const connection = new Connection(freshFile(), { readonly: false })
    connection.run(sql('INSERT INTO note (text) VALUES (?)', 'one'))
    for (const work of [
      () => connection.value(sql('SELECT nonsense')),
      () => connection.tuples(sql("INSERT INTO note (text) VALUES ('one') RETURNING id")),
    ]) {
      expect(errorOf(work)).toBeInstanceOf(Error)
      expect(isDiskError(errorOf(work))).toBe(false)
    }
    connection.close()
  })

  it.each([
    ['that is no database', 'is not a database file', (file: string) => writeFileSync(file, 'x'.repeat(5_000))],
    ['of a folder that does not exist', 'cannot be opened', () => undefined],
  ])('at a file %s is reported', (_, sentence, make) => {
    const file = join(newFolder(), sentence === 'cannot be opened' ? 'nowhere/x.db' : 'x.db')
    make(file)
    expect(() => new Connection(file, { readonly: false })).toThrow(`${file} ${sentence}`)
  })
})
