// Messages for errors of SQLite: the disk tells what the code does not.
import { describe, expect, it } from 'vitest'
import { storageError } from '../../../../../../src/server/storage/sqlite/files/storage-errors.ts'

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
