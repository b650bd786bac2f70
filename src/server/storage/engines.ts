// Opens, copies, restores and examines calendars with the engine that stores them; the only module that chooses one.
import { magic } from './sqlite/files/identity.ts'
import { closeSync, openSync, readSync } from 'node:fs'
import type { Finding } from '../../base/finding.ts'
import { in_memory, isDatabaseUrl } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { type Engine, type EngineOptions, MissingCalendarError } from './engine.ts'
import {
  backUpContents,
  backUpFile,
  hasFile,
  requireNewCopy,
  restoreFile,
  withCopyContents,
} from './sqlite/files/backup.ts'
import { examineFile } from './sqlite/files/examine.ts'
import { openSqliteEngine } from './sqlite/sqlite-engine.ts'

/** Opens the engine of a calendar. Errors: those of `openSqliteEngine` and `openPostgresEngine`. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  try {
    if (!isDatabaseUrl(options.file)) return await openSqliteEngine(options)
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts')
    return await openPostgresEngine(options)
  } catch (error) {
    if (options.if_missing !== 'memory' || !(error instanceof MissingCalendarError)) throw error
    return openSqliteEngine({ ...options, file: in_memory })
  }
}

/**
 * Copies a calendar to a new database file, also while it is served.
 *
 * Errors: those of `backUpFile` and `withPostgresContents`.
 */
export async function backUp(data: string, copy: string): Promise<void> {
  requireStored(data)
  if (!isDatabaseUrl(data)) return backUpFile(data, copy)
  requireNewCopy(copy)
  const { withPostgresContents } = await import('./postgres/administration/replace-calendar.ts')
  return withPostgresContents(data, (contents) => backUpContents(contents, copy))
}

/** Examines a calendar for `cal doctor`. Errors: those of `examineFile` and `examinePostgres`. */
export async function examine(data: string): Promise<readonly Finding[]> {
  if (data === in_memory) return []
  if (!isDatabaseUrl(data)) return examineFile(data)
  const { examinePostgres } = await import('./postgres/administration/examine.ts')
  return examinePostgres(data)
}

/** Whether the file begins as database files do. Errors: those of the file system. */
export function isDatabaseFile(path: string): boolean {
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') === magic
}

/** Whether `restore` would replace a calendar. Errors: those of `replacePostgresCalendar`. */
export async function hasCalendar(data: string): Promise<boolean> {
  requireStored(data)
  if (!isDatabaseUrl(data)) return hasFile(data)
  const { hasPostgresCalendar } = await import('./postgres/administration/replace-calendar.ts')
  return hasPostgresCalendar(data)
}

export interface Restored {
  /** The file or schema that now holds the previous calendar, and a note on it; absent if there was no calendar. */
  readonly former?: string
  readonly note?: Text
}

/**
 * Replaces a calendar by a database file, and keeps the previous one with `stamp` in its name.
 *
 * Errors: those of `restoreFile` and `replacePostgresCalendar`.
 */
export async function restore(copy: string, data: string, stamp: string): Promise<Restored> {
  requireStored(data)
  if (!isDatabaseUrl(data)) {
    const { former } = await restoreFile(copy, data, `${data}.${stamp}`)
    return former === undefined ? {} : { former, note: t('the previous file is saved as {file}', { file: former }) }
  }
  const { replacePostgresCalendar } = await import('./postgres/administration/replace-calendar.ts')
  const former = await withCopyContents(copy, (contents) => replacePostgresCalendar(data, contents, stamp))
  const kept = t('the previous calendar is kept in the schema {schema}; to delete it: DROP SCHEMA {schema} CASCADE', {
    schema: former ?? '',
  })
  return former === undefined ? {} : { former, note: kept }
}

/** Errors: `usage` for a calendar in memory, which only the process that serves it can read. */
function requireStored(data: string): void {
  if (data !== in_memory) return
  throw new CalError('usage', t('{in_memory} is not stored: it has no backups', { in_memory }))
}
