// Creates a database file, and the settings under which a commit is durable.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { freeName } from '../../../../base/files/file-system.ts'
import { clockOf } from '../../../domain/lists/selection.ts'
import { type FirstIds, first_ids } from '../../engine.ts'
import { counterName } from '../records/ids.ts'
import { application_id, schema, schema_version } from '../schema.ts'
import { type Connection, quoted, ScriptConnection } from '../sqlite.ts'

/** A calendar holds drafts, passwords of events and password hashes: only its owner may read it. */
export const private_mode = 0o600

/** Suffixes of the files that SQLite uses for one database, the database itself first. */
export const file_suffixes = ['', '-wal', '-shm', '-journal'] as const

/** The settings of a new file. */
export interface NewFile {
  readonly timezone: string
  readonly first_id?: Partial<FirstIds> | undefined
}

/** Creates a database file under a temporary name and renames it, so that a file of this name is always complete. */
export function createFile(file: string, { timezone, first_id }: NewFile): void {
  const draft = freeDatabaseName(`${file}-new`)
  makeEmpty(draft)
  const { post, term } = { ...first_ids, ...first_id }
  const meta: Readonly<Record<string, string | number>> = {
    timezone,
    clock: clockOf(timezone),
    generation: 1,
    indexed_to: post - 1,
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
