// The write lock of a database file: one process holds it, and the system releases it when that process ends.
import { closeSync, openSync, rmSync } from 'node:fs'
import { CalError, errorCode } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-system.ts'
import { t } from '../../../../base/text/language.ts'
import { private_mode } from './identity.ts'
import { Connection, ScriptConnection } from '../sqlite.ts'
import { resultCodeOf, storageError } from './storage-errors.ts'

/** The server of a database file, as it recorded itself in the file. */
export interface ServerInfo {
  readonly pid: number
  readonly address: string
  /** `2026-11-21 09:30:00`, UTC. */
  readonly since: string
}

export interface Lock {
  /**
   * Must be called once the file exists, and before each write. Acquires the lock again if the lock file was removed.
   *
   * Errors: `unreachable` if another process has acquired it; `configuration` if the database file was replaced.
   */
  renew(): void
  release(): void
}

/** Maximum wait for the write of a command. */
const command_wait_ms = 5_000
/** Maximum wait for a server: enough for another process to remove the record of a killed one. */
const server_wait_ms = 300

/**
 * Acquires the write lock of a file, which must be the result of `realFileOf`.
 *
 * Errors: `unreachable` if another process holds it; the message names the server if it is one.
 */
export function acquireLock(file: string): Lock {
  let held = holdLock(file)
  let inode: string | undefined
  return {
    renew() {
      inode ??= inodeOf(file)
      if (inodeOf(file) !== inode)
        throw new CalError(
          'configuration',
          t('{file} was removed or replaced while it was open: nothing was written', { file }),
          { hint: t('restart to open the new file') },
        )
      if (stillExists(held)) return
      const former = held
      held = holdLock(file)
      former.script.close()
    },
    release: () => release(held),
  }
}

type HeldLock = ReturnType<typeof holdLock>

/**
 * Takes an SQLite lock on an empty file next to the calendar. The file is removed with the lock, so the lock only
 * counts if the same file existed before it was opened and still exists: decision 3.
 */
function holdLock(file: string) {
  const path = `${file}-lock`
  let wait_ms = 0
  for (;;) {
    makeLockFile(file, path)
    const before = creationOf(path)
    const script = new ScriptConnection(path, wait_ms)
    try {
      script.run('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
      if (before !== undefined && before === creationOf(path)) return { path, script, inode: inodeOf(path) }
      script.close()
    } catch (error) {
      script.close()
      if (resultCodeOf(error) !== 'SQLITE_BUSY') throw storageError(error, file)
      const server = serverInfoOf(file)
      if (wait_ms > 0 && (server || wait_ms === command_wait_ms)) throw lockedFile(file, server)
      wait_ms = server ? server_wait_ms : command_wait_ms
    }
  }
}

/** Creates the lock file with the calendar's permissions. SQLite reports the errors ignored here. */
function makeLockFile(file: string, path: string): void {
  const found = statOf(file)
  try {
    closeSync(openSync(path, 'wx', found ? Number(found.mode) & 0o666 : private_mode))
  } catch (error) {
    if (errorCode(error) === '') throw error
  }
}

/**
 * Removes the file before releasing the lock: a process that opened it in between sees that it is gone and tries again.
 * The lock file of another process stays.
 */
function release(held: HeldLock): void {
  if (stillExists(held)) rmSync(held.path, { force: true })
  held.script.close()
}

function stillExists({ path, inode }: HeldLock): boolean {
  return inode !== undefined && inodeOf(path) === inode
}

/** Identifies a file as long as it is open. */
function inodeOf(file: string): string | undefined {
  const found = statOf(file)
  return found && `${found.dev} ${found.ino}`
}

/** Distinguishes a file from a later one with the same name and possibly the same inode. */
function creationOf(file: string): string | undefined {
  const found = statOf(file)
  return found && `${found.ino} ${found.ctimeNs}`
}

/** The server recorded in the file, which may have been killed. */
function serverInfoOf(file: string): ServerInfo | undefined {
  if (!statOf(file)?.size) return undefined
  try {
    using connection = new Connection(file, { readonly: true })
    const recorded = connection.setting('server')
    return typeof recorded === 'string' ? JSON.parse(recorded) : undefined
  } catch {
    // A damaged file reports its damage when it is read.
    return undefined
  }
}

function lockedFile(file: string, server: ServerInfo | undefined): CalError {
  if (!server) return new CalError('unreachable', t('{file} is locked: another process is writing to it', { file }))
  const { pid, address, since } = server
  return new CalError(
    'unreachable',
    t('{file} is served by process {pid} at {address} since {since} UTC', { file, pid, address, since }),
    { hint: t('use its address: --api-root {address}', { address }) },
  )
}
