// Makes a calendar file ready to be written: the right to write, the tables, the zone, the server's name.
import { copyFileSync, existsSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import type { FirstIds } from '../records/ids.ts'
import { identityOf } from './identity.ts'
import { isLogDamaged } from './log-damage.ts'
import { type Holder, type Lock, takeLock } from './lock.ts'
import { migrate } from '../schema/migrations.ts'
import { createFile, makeDurable, type NewFile } from './create-file.ts'
import { Connection } from '../sqlite.ts'
import { requireIntegrity } from './integrity-check.ts'
import { changeTimezone, isClockCurrent, storedTimezone } from './timezone.ts'

export interface Preparation {
  /** Where it differs from the file's own, the file is moved to this zone. */
  readonly timezone?: string | undefined
  readonly first_id?: Partial<FirstIds> | undefined
  readonly server?: Holder | undefined
}

/** Whether a file can be opened as it is; if not, it is to be prepared first. */
export function isReady(file: string, { timezone }: Pick<Preparation, 'timezone'>): boolean {
  if (identityOf(file) !== 'ours') return false
  const connection = new Connection(file, { readonly: true })
  try {
    return isClockCurrent(connection) && (timezone === undefined || storedTimezone(connection) === timezone)
  } finally {
    connection.close()
  }
}

/** The log that a killed process left was found damaged: its newest writes may be missing. */
export interface LogDamage {
  /** Where the log is kept, if there was any. */
  readonly kept?: string
}

/** The right to write. */
export interface Prepared {
  readonly lock: Lock
  readonly log_damage?: LogDamage | undefined
}

/** Takes the right to write, which the caller gives back by `release`. Fails where `identityOf` and `takeLock` do. */
export function prepareFile(file: string, preparation: Preparation): Prepared {
  // Before SQLite opens the file and passes over what it cannot read. Only a server does so while this process has not
  // opened it yet.
  const isDamaged = preparation.server !== undefined && existsSync(file) && isLogDamaged(file)
  const found = identityOf(file)
  const lock = takeLock(file)
  try {
    const log_damage = isDamaged ? keepLog(file) : undefined
    if (found === 'older') migrate(file)
    if (found === 'absent' && identityOf(file) === 'absent')
      createFileAt(file, { ...preparation, timezone: preparation.timezone ?? 'UTC' })
    noteHolder(file, preparation)
    lock.renew()
    return { lock, log_damage }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** SQLite deletes the log as soon as it can. */
function keepLog(file: string): LogDamage {
  if (!existsSync(`${file}-wal`)) return {}
  for (let n = 1; ; n += 1) {
    const kept = n === 1 ? `${file}-wal.damaged` : `${file}-wal.damaged-${n}`
    if (existsSync(kept)) continue
    copyFileSync(`${file}-wal`, kept)
    return { kept }
  }
}

/** Beside a new file an old log would be taken for its own. */
function createFileAt(file: string, given: NewFile): void {
  if (existsSync(`${file}-wal`)) throw lonelyLog(file)
  createFile(file, given)
}

function lonelyLog(file: string): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file}-wal is there without ${file}: it holds the newest writes of a calendar file that was moved or deleted`,
      de: `${file}-wal ist ohne ${file} da: sie enthält das zuletzt Geschriebene einer Kalenderdatei, die verschoben oder gelöscht wurde`,
    },
    {
      hint: {
        en: 'put the calendar file back in that folder, or move this file away too',
        de: 'die Kalenderdatei in diesen Ordner zurücklegen oder auch diese Datei verschieben',
      },
    },
  )
}

/** A name that stands there although nobody held the lock belongs to a server that was killed. */
function noteHolder(file: string, { timezone, server }: Preparation): void {
  const connection = new Connection(file, { readonly: false })
  try {
    makeDurable(connection)
    const own = storedTimezone(connection)
    if ((timezone !== undefined && timezone !== own) || !isClockCurrent(connection))
      changeTimezone(connection, timezone ?? own)
    const said = connection.value("SELECT value FROM meta WHERE name = 'server'")
    if (server) requireIntegrity(connection, { was_killed: said !== undefined })
    if (server) connection.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('server', ?)", JSON.stringify(server))
    else if (said !== undefined) forgetHolder(connection)
  } finally {
    connection.close()
  }
}

/** The server is gone. */
export function forgetHolder(connection: Connection): void {
  connection.run("DELETE FROM meta WHERE name = 'server'")
}
