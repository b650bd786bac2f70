// The storage engines: the only module above `storage/` that imports one.
import type { Engine, EngineOptions } from '../storage/engine.ts'
import { backUpFile, restoreFile } from '../storage/sqlite/files/backup.ts'
import { openSqliteEngine } from '../storage/sqlite/sqlite-engine.ts'

/** Opens the engine of a calendar. Errors: those of `openSqliteEngine`. */
export function openEngine(options: EngineOptions): Promise<Engine> {
  return openSqliteEngine(options)
}

/** Copies a calendar, also while it is served. Errors: those of `backUpFile`. */
export function backUp(file: string, copy: string): Promise<void> {
  return backUpFile(file, copy)
}

/** Replaces a calendar by a copy and keeps the previous one. Errors: those of `restoreFile`. */
export function restore(copy: string, file: string, former: string): Promise<{ readonly former?: string }> {
  return restoreFile(copy, file, former)
}
