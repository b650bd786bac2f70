// Copies a database file, also while it is served, and restores a file from a copy.
import { existsSync, renameSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-system.ts'
import { t } from '../../../../base/text/language.ts'
import { type CalendarContents, contentsIn, insertContents } from '../../calendar-contents.ts'
import { indexBatch } from '../trigrams.ts'
import {
  createFile,
  file_suffixes,
  freeDatabaseName,
  makeEmpty,
  notCalendar,
  private_mode,
  realFileOf,
  removeFiles,
  requireCalendar,
} from './identity.ts'
import { acquireLock } from './lock.ts'
import { damagedFile, integrityOf } from './examine.ts'
import { Connection, databaseOver, ScriptConnection } from '../sqlite.ts'
import { storageError } from './storage-errors.ts'

/**
 * Copies one consistent state of a database file; a failed copy leaves no file.
 * Errors: `usage` if the copy exists; `configuration` if the file is not a database file or is damaged.
 */
export async function backUpFile(named: string, copy: string): Promise<void> {
  const file = realFileOf(named)
  requireCalendar(file)
  await makeCopy(copy, file, (part) => copyOf(file, part, private_mode))
}

/** Writes the contents of a calendar to a new database file. Errors: as above, and those of reading the contents. */
export async function backUpContents(contents: CalendarContents, copy: string): Promise<void> {
  await makeCopy(copy, copy, (part) => createFileOf(contents, part))
}

/** Errors: `usage` if the copy exists. */
export function requireNewCopy(copy: string): void {
  if (!existsSync(copy)) return
  throw new CalError('usage', t('{copy} already exists', { copy }), {
    hint: t('choose another name; existing copies are not overwritten'),
  })
}

/** Writes a copy under a temporary name, checks it and renames it. `from` is the file that errors name. */
async function makeCopy(copy: string, from: string, write: (part: string) => Promise<void>): Promise<void> {
  requireNewCopy(copy)
  const part = freeDatabaseName(`${copy}.part`)
  try {
    await write(part)
    const found = integrityOf(part)
    if (found !== 'ok') throw damagedFile(from, found, t('restore an older copy: cal restore COPY --data FILE'))
    renameSync(part, copy)
  } catch (error) {
    throw storageError(error, from)
  } finally {
    removeFiles(part)
  }
}

/**
 * Runs `work` with the contents of a copy, which is not changed.
 * Errors: `configuration` if the copy is not a database file or is damaged.
 */
export async function withCopyContents<T>(
  named_copy: string,
  work: (contents: CalendarContents) => Promise<T>,
): Promise<T> {
  const copy = realFileOf(named_copy)
  requireIntact(copy)
  return withFileContents(copy, work)
}

/**
 * Replaces a database file with a copy. The existing file is renamed to `former`, together with SQLite's `-wal` and
 * `-shm` files.
 * Errors: `configuration` if the copy is not a database file or is damaged; `unreachable` if the file is being served.
 *         Nothing is changed then.
 */
export async function restoreFile(
  named_copy: string,
  named: string,
  former: string,
): Promise<{ readonly former?: string }> {
  const [copy, file] = [realFileOf(named_copy), realFileOf(named)]
  requireOther(copy, file)
  requireIntact(copy)
  const lock = acquireLock(file)
  const draft = freeDatabaseName(`${file}-new`)
  try {
    const older = statOf(file)
    await copyOf(copy, draft, older ? Number(older.mode) & 0o777 : private_mode)
    const moved = renameExisting(file, former)
    renameSync(draft, file)
    return moved
  } catch (error) {
    throw storageError(error, file)
  } finally {
    removeFiles(draft)
    lock.release()
  }
}

/**
 * Overwrites a database file, which can be open, with one consistent state of another; concurrent readers see the old
 * state or the new one. The caller must prevent writes while it runs.
 */
export async function overwriteWith(copy: string, file: string): Promise<void> {
  using connection = new Connection(copy, { readonly: true })
  await connection.backUp(file)
}

/**
 * Renames the existing file and its log. The database comes first: if this is interrupted, a log without a database is
 * reported, but a database without its log would have lost its newest writes unnoticed.
 */
function renameExisting(file: string, wanted: string): { readonly former?: string } {
  const existing = file_suffixes.filter((end) => existsSync(`${file}${end}`))
  if (existing.length === 0) return {}
  const former = freeDatabaseName(wanted)
  for (const end of existing) renameSync(`${file}${end}`, `${former}${end}`)
  return { former }
}

/** Whether there is a file to replace, or what a missing file has left. */
export function hasFile(named: string): boolean {
  const file = realFileOf(named)
  return file_suffixes.some((end) => existsSync(`${file}${end}`))
}

/**
 * Makes a copy that is a single file, not in WAL mode so that it can be read from read-only media, and without the
 * record of the server.
 */
async function copyOf(file: string, copy: string, mode: number): Promise<void> {
  makeEmpty(copy, mode)
  await overwriteWith(file, copy)
  using script = new ScriptConnection(copy)
  script.run("PRAGMA journal_mode = DELETE; DELETE FROM meta WHERE name = 'server'")
}

function requireIntact(copy: string): void {
  requireCalendar(copy, { names: 'any' })
  const found = integrityOf(copy)
  if (found !== 'ok') throw damagedFile(copy, found, t('use another copy; nothing was changed'))
}

/** Errors: `configuration` if the target is not a regular file, `usage` if it is the copy itself. */
function requireOther(copy: string, file: string): void {
  const [copy_stat, file_stat] = [statOf(copy), statOf(file)]
  if (file_stat && !file_stat.isFile()) throw notCalendar(file)
  if (copy_stat && file_stat && copy_stat.dev === file_stat.dev && copy_stat.ino === file_stat.ino)
    throw new CalError('usage', t('{copy} is the database file itself', { copy }))
}

/** Runs `work` with one consistent state of a file that has the current schema; it may be served. */
export async function withFileContents<T>(file: string, work: (contents: CalendarContents) => Promise<T>): Promise<T> {
  using connection = new Connection(file, { readonly: true })
  return await connection.inSnapshot(() => work(contentsOf(connection)))
}

function contentsOf(connection: Connection): CalendarContents {
  return contentsIn(databaseOver(connection), {
    id: String(connection.setting('calendar_id')),
    timezone: String(connection.setting('timezone')),
    first_id: { post: Number(connection.setting('next_post_id')), term: Number(connection.setting('next_term_id')) },
  })
}

/** Creates a database file with these contents, which is not in WAL mode; an existing file is replaced. */
async function createFileOf(contents: CalendarContents, file: string): Promise<void> {
  createFile(file, contents.settings)
  using connection = new Connection(file, { readonly: false })
  connection.pragma('journal_mode = DELETE')
  connection.pragma('synchronous = FULL')
  await connection.transaction(async () => {
    await insertContents(databaseOver(connection), contents)
    while (indexBatch(connection));
  })
}
