// The storage engines: the only module above `storage/` that imports one.
import { isDatabaseUrl, withoutDatabasePassword } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import type { Engine, EngineOptions } from '../storage/engine.ts'
import { backUpFile, restoreFile } from '../storage/sqlite/files/backup.ts'
import { openSqliteEngine } from '../storage/sqlite/sqlite-engine.ts'

/** Opens the engine of a calendar. Errors: those of `openSqliteEngine` and `openPostgresEngine`. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  if (!isDatabaseUrl(options.file)) return openSqliteEngine(options)
  const { openPostgresEngine } = await import('../storage/postgres/postgres-engine.ts')
  return openPostgresEngine(options)
}

/** Copies a calendar, also while it is served. Errors: those of `backUpFile`; `usage` for a database. */
export async function backUp(file: string, copy: string): Promise<void> {
  requireFile(file)
  await backUpFile(file, copy)
}

/**
 * Replaces a calendar by a copy and keeps the previous one. Errors: those of `restoreFile`; `usage` for a database.
 */
export async function restore(copy: string, file: string, former: string): Promise<{ readonly former?: string }> {
  requireFile(file)
  return restoreFile(copy, file, former)
}

/** A database server has tools of its own, which also copy what other programs keep there. */
function requireFile(file: string): void {
  if (!isDatabaseUrl(file)) return
  const name = withoutDatabasePassword(file)
  throw new CalError(
    'usage',
    { en: `${name} is not a database file`, de: `${name} ist keine Datenbankdatei` },
    {
      hint: {
        en: `back up the database with pg_dump, or copy the calendar: cal copy --from ${name} --to file:copy.db, cal export`,
        de: `die Datenbank mit pg_dump sichern oder den Kalender kopieren: cal copy --from ${name} --to file:copy.db, cal export`,
      },
    },
  )
}
