// The right to write a file: held by one process at a time, and gone with the process however it ends.
import { existsSync, rmSync, statSync } from 'node:fs'
import { Failure } from '../../base/failure.ts'
import { Connection } from './sqlite.ts'
import { resultCodeOf, storageFailure } from './storage-failure.ts'

/** Who serves a file, as it says itself inside the file. */
export interface Holder {
  readonly pid: number
  readonly address: string
  /** `2026-11-21 09:30:00`, UTC. */
  readonly since: string
}

export interface Lock {
  release(): void
}

/** How long a command waits for another command's write. */
const patience_ms = 5_000

/**
 * Takes the right to write, by a lock of SQLite's on an empty file beside the calendar: the system frees it with the process.
 * Fails: another process holds it; the sentence names the server, where it is one.
 */
export function takeLock(file: string): Lock {
  for (;;) {
    const connection = new Connection(`${file}-lock`, { readonly: false, wait_ms: holderOf(file) ? 0 : patience_ms })
    try {
      const before = numberOf(connection.file)
      connection.script('BEGIN EXCLUSIVE')
      if (before !== undefined && before === numberOf(connection.file)) return { release: () => release(connection) }
    } catch (error) {
      connection.close()
      throw resultCodeOf(error)?.startsWith('SQLITE_BUSY') ? heldFile(file, holderOf(file)) : storageFailure(error, file)
    }
    connection.close()
  }
}

/** The file goes before the lock does: whoever opened it meanwhile sees that it is gone, and tries again. */
function release(connection: Connection): void {
  rmSync(connection.file, { force: true })
  connection.close()
}

function numberOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/** What the file says of its server; it may be one that was killed. */
function holderOf(file: string): Holder | undefined {
  if (!existsSync(file) || statSync(file).size === 0) return undefined
  const connection = new Connection(file, { readonly: true })
  try {
    const said = connection.value("SELECT value FROM meta WHERE name = 'server'")
    return typeof said === 'string' ? JSON.parse(said) : undefined
  } finally {
    connection.close()
  }
}

function heldFile(file: string, holder: Holder | undefined): Failure {
  if (!holder) return new Failure('unreachable', { en: `${file} is being written by another process`, de: `${file} wird gerade von einem anderen Prozess beschrieben` })
  const { pid, address, since } = holder
  return new Failure('unreachable', {
    en: `${file} is served by process ${pid} at ${address} since ${since} UTC`,
    de: `${file} wird seit ${since} UTC vom Prozess ${pid} unter ${address} bereitgestellt`,
  }, { hint: { en: `use its address: --api-root ${address}`, de: `dessen Adresse verwenden: --api-root ${address}` } })
}
