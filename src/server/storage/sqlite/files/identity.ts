// Checks whether a file is a database file, without writing to it.
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readlinkSync, readSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CalError } from '../../../../base/errors.ts'
import { freeName, statOf } from '../../../../base/files/file-system.ts'
import { t, type Text } from '../../../../base/text/language.ts'
import type { NewCalendar } from '../../calendar-contents.ts'
import { first_ids, requireVersion } from '../../engine.ts'
import { application_id, schema, schema_version } from '../schema.ts'
import { Connection, counterName, quoted, ScriptConnection } from '../sqlite.ts'
import { storageError } from './storage-errors.ts'

export type Identity = 'absent' | 'ours'

/** The start of every SQLite database, and the offsets of the two numbers that identify its application. */
export const magic = 'SQLite format 3\0'
const header_bytes = 100
const version_at = 60
const application_at = 68

/**
 * The target of symbolic links, which need not exist yet. SQLite's other files and the lock file are next to the
 * target.
 */
export function realFileOf(file: string, links_max = 40): string {
  const next = linkOf(file)
  // In a cycle of links, opening the file reports the error.
  if (next === undefined || links_max === 0) return file
  return existsSync(file) ? realpathSync(file) : realFileOf(resolve(dirname(file), next), links_max - 1)
}

/** The target of a symbolic link; undefined if the file is not one. */
function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/**
 * Identifies a file. An empty file counts as absent.
 * Errors: `configuration` for a file of another program or of another version, and for one with several hard links
 *         where `names` is `one`.
 */
export function fileIdentity(file: string, { names }: { readonly names: 'one' | 'any' } = { names: 'one' }): Identity {
  const found = statOf(file)
  if (found === undefined || found.size === 0n) return 'absent'
  if (names === 'one' && found.isFile() && found.nlink > 1n) throw hardLinked(file, found.nlink)
  const { application, version } = isOpen(file) ? queriedHeader(file) : readHeader(file)
  if (application !== application_id)
    throw new CalError('configuration', t('{file} is a database of another program, not of cal', { file }), {
      hint: other_file_hint,
    })
  requireVersion(file, version, schema_version)
  return 'ours'
}

/** Errors: as above, and `configuration` if there is no file; that of a copy is not named by `--data`. */
export function requireCalendar(file: string, links?: Parameters<typeof fileIdentity>[1]): void {
  if (fileIdentity(file, links) === 'absent')
    throw new CalError(
      'configuration',
      t('database file {file} not found', { file }),
      links?.names === 'any' ? {} : { hint: t('specify an existing file: --data FILE') },
    )
}

/** SQLite keeps this file next to an open database. */
function isOpen(file: string): boolean {
  return existsSync(`${file}-shm`)
}

/** Reads the first bytes: opening a database of another program would create files next to it. */
function readHeader(file: string) {
  const bytes = Buffer.alloc(header_bytes)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, bytes) < header_bytes) throw notCalendar(file)
  } catch (error) {
    throw error instanceof CalError ? error : notCalendar(file, error)
  } finally {
    closeSync(handle)
  }
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw notCalendar(file)
  return { application: bytes.readUInt32BE(application_at), version: bytes.readUInt32BE(version_at) }
}

/**
 * Reads the numbers through SQLite: a process that closes a file which it also has open elsewhere loses its locks on
 * it.
 */
function queriedHeader(file: string): ReturnType<typeof readHeader> {
  using connection = new Connection(file, { readonly: true })
  try {
    return {
      application: Number(connection.pragma('application_id')),
      version: Number(connection.pragma('user_version')),
    }
  } catch (error) {
    throw storageError(error, file)
  }
}

export function notCalendar(file: string, cause?: unknown): CalError {
  if (statOf(file)?.isDirectory())
    return new CalError('configuration', t('{folder} is a folder, not a database file', { folder: file }), {
      hint: t('specify a file in the folder: {folder}/calendar.db', { folder: file.replace(/\/$/, '') }),
      cause,
    })
  return new CalError('configuration', t('{file} is not a database file', { file }), { hint: other_file_hint, cause })
}

const other_file_hint: Text = t('use another file; this one is left unchanged')

/**
 * Each name has its own write-ahead log: a process that opens the file by one name doesn't see what was written by
 * another, and overwrites it.
 */
function hardLinked(file: string, count: bigint): CalError {
  return new CalError(
    'configuration',
    t('{file} has {count} names (hard links), and a database file must have only one', { file, count: String(count) }),
    {
      hint: t('remove the others, or use a symbolic link instead: ln -s'),
    },
  )
}

/** A calendar holds drafts, passwords of events and password hashes: only its owner may read it. */
export const private_mode = 0o600

/** Suffixes of the files that SQLite uses for one database, the database itself first. */
export const file_suffixes = ['', '-wal', '-shm', '-journal'] as const

/** Creates a database file under a temporary name and renames it, so that a file of this name is always complete. */
export function createFile(
  file: string,
  { timezone, first_id, id = randomUUID().replaceAll('-', '') }: NewCalendar,
): void {
  const draft = freeDatabaseName(`${file}-new`)
  makeEmpty(draft)
  const { post, term } = { ...first_ids, ...first_id }
  const meta: Readonly<Record<string, string | number>> = {
    calendar_id: id,
    timezone,
    generation: 1,
    indexed_to: 0,
    [counterName('post')]: post,
    [counterName('term')]: term,
  }
  const inserts = Object.entries(meta).map(
    ([name, value]) =>
      `INSERT INTO meta (name, value) VALUES (${quoted(name)}, ${typeof value === 'number' ? value : quoted(value)});`,
  )
  const script = new ScriptConnection(draft)
  try {
    // The checkpoint of closing reports no error: on a full disk the file would be incomplete without its log.
    script.run(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; ${schema} ${inserts.join(' ')}
      PRAGMA application_id = ${application_id}; PRAGMA user_version = ${schema_version}; COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE)`)
  } catch (error) {
    script.close()
    removeFiles(draft)
    throw error
  }
  script.close()
  renameSync(draft, file)
}

/** Creates an empty file with this mode, which SQLite also gives to its other files. Errors: `EEXIST`. */
export function makeEmpty(file: string, mode: number = private_mode): void {
  closeSync(openSync(file, 'wx', mode))
}

/** The name with `-2`, `-3`… appended if a file of this name, or SQLite's other files for it, exist. */
export function freeDatabaseName(wanted: string): string {
  return freeName(wanted, file_suffixes)
}

/** Deletes a database file together with SQLite's other files for it. */
export function removeFiles(file: string): void {
  for (const suffix of file_suffixes) rmSync(`${file}${suffix}`, { force: true })
}

/** Size of the log, 32 MB, at which it is checkpointed: each checkpoint costs as much as several commits. */
const checkpoint_pages = 8_000

/** While a long read holds back checkpoints the log grows beyond that; afterwards it is truncated to this size. */
const log_bytes_max = 64 * 1024 * 1024

/** Configures a connection so that a commit is on disk before it returns. */
export function makeDurable(connection: Connection): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma(`wal_autocheckpoint = ${checkpoint_pages}`)
  connection.pragma(`journal_size_limit = ${log_bytes_max}`)
}
