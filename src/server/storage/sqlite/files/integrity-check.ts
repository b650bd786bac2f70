// Checks a database file for damage.
import { CalError } from '../../../../base/errors.ts'
import type { Text } from '../../../../base/text/language.ts'
import { existingStat } from '../../../../base/files/file-system.ts'
import { Connection } from '../sqlite.ts'
import { resultCodeOf } from './storage-errors.ts'

/**
 * Up to this size the check takes less than a quarter of a second. Larger files are only checked if their last server
 * was killed.
 */
const quick_bytes = 32 * 1024 * 1024

/** Errors: `configuration` if the file is damaged. */
export function requireIntegrity(connection: Connection, { was_killed }: { readonly was_killed: boolean }): void {
  if (!was_killed && existingStat(connection.file).size > quick_bytes) return
  const found = firstLine(String(connection.pragma('quick_check(1)')))
  if (found === 'ok') return
  throw damagedFile(connection.file, found, {
    en: 'restore a copy: cal restore COPY --data FILE',
    de: 'eine Kopie wiederherstellen: cal restore KOPIE --data DATEI',
  })
}

export function damagedFile(file: string, found: string, hint: Text): CalError {
  return new CalError(
    'configuration',
    { en: `${file} is damaged: ${found}`, de: `${file} ist beschädigt: ${found}` },
    { hint },
  )
}

/** `ok`, or the first problem that SQLite's full check finds. */
export function integrityOf(file: string): string {
  try {
    const connection = new Connection(file, { readonly: true })
    try {
      return firstLine(String(connection.pragma('integrity_check(1)')))
    } finally {
      connection.close()
    }
  } catch (error) {
    const cause = error instanceof CalError ? error.cause : error
    if (cause instanceof Error && resultCodeOf(cause)) return cause.message
    throw error
  }
}

/** The first line may only name the database. */
function firstLine(text: string): string {
  return text.split('\n').find((line) => !line.startsWith('***')) ?? text
}
