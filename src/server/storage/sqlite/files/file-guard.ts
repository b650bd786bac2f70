// Notices a database file that another program truncates or overwrites while it is open. SQLite does not: it goes on
// with its cached pages and its log, and what it answers is lost.
import { magic } from './identity.ts'
import { closeSync, openSync, readSync } from 'node:fs'
import { CalError, UnusableDatabaseError } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-system.ts'
import { t } from '../../../../base/text/language.ts'
import { Connection, type SqlValue } from '../sqlite.ts'
import { resultCodeOf } from './storage-errors.ts'

/** The guard of the writing connection, which alone changes the file and its log. */
export class WriteGuard {
  readonly #connection: Connection
  #seen = ''
  readonly #id: SqlValue | undefined
  #generation = 0

  constructor(connection: Connection) {
    this.#connection = connection
    this.#id = connection.setting('calendar_id')
    this.remember()
  }

  /**
   * Must be called before each transaction. A file that changed is read again by another connection: a program that
   * uses SQLite may have written to it or emptied its log.
   * Errors: `configuration` if it is damaged or another calendar.
   */
  check(): void {
    const { file } = this.#connection
    if (stampOf(file) === this.#seen) return
    if (!this.#isIntact()) throw overwritten(file)
    this.remember()
  }

  /** Must be called after each transaction. */
  remember(): void {
    this.#seen = stampOf(this.#connection.file)
    this.#generation = Number(this.#connection.setting('generation'))
  }

  #isIntact(): boolean {
    try {
      using fresh = new Connection(this.#connection.file, { readonly: true })
      return (
        fresh.setting('calendar_id') === this.#id &&
        Number(fresh.setting('generation')) >= this.#generation &&
        fresh.pragma('integrity_check(1)') === 'ok'
      )
    } catch (error) {
      if (error instanceof CalError || resultCodeOf(error) !== undefined || isWithoutTables(error)) return false
      throw error
    }
  }
}

/** SQLite's generic error, here for a missing table. */
function isWithoutTables(error: unknown): boolean {
  return error instanceof Error && /no such table/.test(error.message)
}

function stampOf(file: string): string {
  return [file, `${file}-wal`]
    .map(statOf)
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''))
    .join('/')
}

/** The guard of the reading connection: a checkpoint changes the file, but never its start, and never shrinks it. */
export class ReadGuard {
  readonly #file: string
  /** Stays open: closing a file releases the locks of this process on it. */
  readonly #handle: number
  #failure: CalError | undefined
  #seen: bigint | undefined
  #size_min = 0n

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'r')
  }

  /**
   * Must be called before each answer, also from a cache.
   *
   * Errors: `configuration` if the file was truncated or overwritten, also by every later call.
   */
  check(): void {
    if (this.#failure) throw this.#failure
    const found = statOf(this.#file)
    // A file that was removed or replaced can still be read.
    if (!found || found.mtimeNs === this.#seen) return
    const start = Buffer.alloc(magic.length)
    readSync(this.#handle, start, 0, magic.length, 0)
    if (found.size < this.#size_min || start.toString('latin1') !== magic) {
      this.#failure = overwritten(this.#file)
      throw this.#failure
    }
    this.#seen = found.mtimeNs
    this.#size_min = found.size
  }

  close(): void {
    closeSync(this.#handle)
  }
}

function overwritten(file: string): CalError {
  return new UnusableDatabaseError(
    'configuration',
    t('{file} was truncated or overwritten by another program while it was open: nothing was written', { file }),
    {
      hint: t('stop all programs that use it, then restore a copy: cal restore COPY --data FILE'),
    },
  )
}
