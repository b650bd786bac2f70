// Prepares a database file for writing: lock, creation or migration, time zone, record of the server.
import { copyFileSync, existsSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import type { FirstIds, LogDamage } from '../../engine.ts'
import { identityOf } from './identity.ts'
import { isLogDamaged } from './log-damage.ts'
import { type ServerInfo, type Lock, acquireLock } from './lock.ts'
import { migrate } from '../schema/migrations.ts'
import { createFile, makeDurable, type NewFile } from './create-file.ts'
import { Connection } from '../sqlite.ts'
import { requireIntegrity } from './integrity-check.ts'
import { changeTimezone, isClockCurrent, storedTimezone } from './timezone.ts'

export interface Preparation {
  /** The file is moved to this zone if it has another. */
  readonly timezone?: string | undefined
  readonly first_id?: Partial<FirstIds> | undefined
  readonly server?: ServerInfo | undefined
}

/** Whether a file can be read without preparing it. */
export function isReady(file: string, { timezone }: Pick<Preparation, 'timezone'>): boolean {
  if (identityOf(file) !== 'ours') return false
  const connection = new Connection(file, { readonly: true })
  try {
    return isClockCurrent(connection) && (timezone === undefined || storedTimezone(connection) === timezone)
  } finally {
    connection.close()
  }
}

export interface Prepared {
  readonly lock: Lock
  readonly log_damage?: LogDamage | undefined
}

/** Acquires the write lock, which the caller must release. Errors: those of `identityOf` and `acquireLock`. */
export function prepareFile(file: string, preparation: Preparation): Prepared {
  // Before SQLite opens the file and discards what it can't read. Only a server checks: other processes may already
  // have the file open.
  const isDamaged = preparation.server !== undefined && existsSync(file) && isLogDamaged(file)
  const found = identityOf(file)
  const lock = acquireLock(file)
  try {
    const log_damage = isDamaged ? saveLog(file) : undefined
    if (found === 'older') migrate(file)
    if (found === 'absent' && identityOf(file) === 'absent')
      createNewFile(file, { ...preparation, timezone: preparation.timezone ?? 'UTC' })
    recordServer(file, preparation)
    lock.renew()
    return { lock, log_damage }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** SQLite would delete the log. */
function saveLog(file: string): LogDamage {
  if (!existsSync(`${file}-wal`)) return {}
  for (let n = 1; ; n += 1) {
    const copy = n === 1 ? `${file}-wal.damaged` : `${file}-wal.damaged-${n}`
    if (existsSync(copy)) continue
    copyFileSync(`${file}-wal`, copy)
    return { copy }
  }
}

/** SQLite would apply an old log to a new file. */
function createNewFile(file: string, given: NewFile): void {
  if (existsSync(`${file}-wal`)) throw orphanedLog(file)
  createFile(file, given)
}

function orphanedLog(file: string): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file}-wal exists without ${file}: it contains the newest writes of a database file that was moved or deleted`,
      de: `${file}-wal ist ohne ${file} vorhanden: sie enthält die neuesten Änderungen einer Datenbankdatei, die verschoben oder gelöscht wurde`,
    },
    {
      hint: {
        en: 'put the database file back in that folder, or move this file away too',
        de: 'die Datenbankdatei in diesen Ordner zurücklegen oder auch diese Datei verschieben',
      },
    },
  )
}

/** A recorded server that didn't hold the lock was killed. */
function recordServer(file: string, { timezone, server }: Preparation): void {
  const connection = new Connection(file, { readonly: false })
  try {
    makeDurable(connection)
    const stored = storedTimezone(connection)
    if ((timezone !== undefined && timezone !== stored) || !isClockCurrent(connection))
      changeTimezone(connection, timezone ?? stored)
    const recorded = connection.value("SELECT value FROM meta WHERE name = 'server'")
    if (server) requireIntegrity(connection, { was_killed: recorded !== undefined })
    if (server) connection.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('server', ?)", JSON.stringify(server))
    else if (recorded !== undefined) removeServerInfo(connection)
  } finally {
    connection.close()
  }
}

export function removeServerInfo(connection: Connection): void {
  connection.run("DELETE FROM meta WHERE name = 'server'")
}
