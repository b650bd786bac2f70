// Checks a database file for damage, and examines it for `cal doctor`.
import { failed, type Finding, passed } from '../../../../base/finding.ts'
import { dirname } from 'node:path'
import { CalError } from '../../../../base/errors.ts'
import { existingStat } from '../../../../base/files/file-system.ts'
import { t, type Text } from '../../../../base/text/language.ts'
import { engineFinding, recordsFinding, sizeFinding } from '../../engine.ts'
import { sql } from '../../sql.ts'
import { Connection, databaseOver } from '../sqlite.ts'
import { file_suffixes, realFileOf, requireCalendar } from './identity.ts'
import { isReadOnly, resultCodeOf, storageError } from './storage-errors.ts'

/** Larger files are not checked for damage, which takes a second for each 100 MB. */
const checked_bytes_max = 500_000_000

/** Errors: `configuration` if there is no database file or it has a newer schema. */
export async function examineFile(named: string): Promise<readonly Finding[]> {
  const file = realFileOf(named)
  requireCalendar(file)
  const { size } = existingStat(file)
  using connection = new Connection(file, { readonly: true })
  try {
    const sqlite = `SQLite ${connection.value(sql('SELECT sqlite_version()'))}`
    const schema = connection.pragma('user_version')
    return [
      engineFinding(t('{sqlite}, schema {schema}', { sqlite, schema: String(schema) })),
      sizeFinding(Number(size)),
      await recordsFinding(databaseOver(connection)),
      ...(Number(size) <= checked_bytes_max ? [integrityFinding(file)] : []),
      rightsFinding(file),
    ]
  } catch (error) {
    throw storageError(error, file)
  }
}

function integrityFinding(file: string): Finding {
  const check = t('integrity')
  const found = integrityOf(file)
  if (found === 'ok') return passed(check, t('no damage found'))
  return failed(check, t('damaged: {found}', { found }), { advice: t('restore a copy: cal restore COPY --data FILE') })
}

/** Whether the folder and all files of the database can be written: SQLite writes files next to it. */
function rightsFinding(file: string): Finding {
  const check = t('file permissions')
  const locked = [dirname(file), ...file_suffixes.map((suffix) => `${file}${suffix}`)].find(isReadOnly)
  if (locked === undefined) return passed(check, t('read and write'))
  return passed(check, t('read; {locked} cannot be written', { locked }))
}

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
  throw damagedFile(connection.file, found, t('restore a copy: cal restore COPY --data FILE'))
}

export function damagedFile(file: string, found: string, hint: Text): CalError {
  return new CalError('configuration', t('{file} is damaged: {found}', { file, found }), { hint })
}

/** `ok`, or the first problem that SQLite's full check finds. */
export function integrityOf(file: string): string {
  try {
    using connection = new Connection(file, { readonly: true })
    return firstLine(String(connection.pragma('integrity_check(1)')))
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
