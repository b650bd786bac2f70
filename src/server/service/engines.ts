// Opens, copies, restores and examines calendars with the engine that stores them; the only module above `storage/`
// that imports an engine.
import { isDatabaseUrl } from '../../base/database-url.ts'
import type { Engine, EngineOptions } from '../storage/engine.ts'
import type { StorageFinding } from '../storage/storage-finding.ts'
import {
  backUpContents,
  backUpFile,
  hasFile,
  requireNewCopy,
  restoreFile,
  withCopyContents,
} from '../storage/sqlite/files/backup.ts'
import { examineFile } from '../storage/sqlite/files/examine.ts'
import { openSqliteEngine } from '../storage/sqlite/sqlite-engine.ts'

/** Opens the engine of a calendar. Errors: those of `openSqliteEngine` and `openPostgresEngine`. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  if (!isDatabaseUrl(options.file)) return openSqliteEngine(options)
  const { openPostgresEngine } = await import('../storage/postgres/postgres-engine.ts')
  return openPostgresEngine(options)
}

/**
 * Copies a calendar to a new database file, also while it is served.
 *
 * Errors: those of `backUpFile` and `withPostgresContents`.
 */
export async function backUp(data: string, copy: string): Promise<void> {
  if (!isDatabaseUrl(data)) return backUpFile(data, copy)
  requireNewCopy(copy)
  const { withPostgresContents } = await import('../storage/postgres/administration/read-contents.ts')
  return withPostgresContents(data, (contents) => backUpContents(contents, copy))
}

/** Examines a calendar for `cal doctor`. Errors: those of `examineFile` and `examinePostgres`. */
export async function examine(data: string): Promise<readonly StorageFinding[]> {
  if (!isDatabaseUrl(data)) return examineFile(data)
  const { examinePostgres } = await import('../storage/postgres/administration/examine.ts')
  return examinePostgres(data)
}

/** Whether `restore` would replace a calendar. Errors: those of `replacePostgresCalendar`. */
export async function hasCalendar(data: string): Promise<boolean> {
  if (!isDatabaseUrl(data)) return hasFile(data)
  const { hasPostgresCalendar } = await import('../storage/postgres/administration/replace-calendar.ts')
  return hasPostgresCalendar(data)
}

export interface Restored {
  /** The file or schema that now holds the previous calendar. */
  readonly former?: string
}

/**
 * Replaces a calendar by a database file, and keeps the previous one with `stamp` in its name.
 *
 * Errors: those of `restoreFile` and `replacePostgresCalendar`.
 */
export async function restore(copy: string, data: string, stamp: string): Promise<Restored> {
  if (!isDatabaseUrl(data)) return restoreFile(copy, data, `${data}.${stamp}`)
  const { replacePostgresCalendar } = await import('../storage/postgres/administration/replace-calendar.ts')
  const former = await withCopyContents(copy, (contents) => replacePostgresCalendar(data, contents, stamp))
  return former === undefined ? {} : { former }
}
