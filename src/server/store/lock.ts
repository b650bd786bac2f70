// The right to write a file: held by one process at a time, and gone with the process however it ends.
import { rmSync } from 'node:fs'
import { Failure } from '../../base/failure.ts'
import { statOf } from '../../base/file-stat.ts'
import { Connection, Script } from './sqlite.ts'
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
/** How long for a server: as long as it takes to strike out the name of one that was killed. */
const grace_ms = 300

/**
 * Takes the right to write, by a lock of SQLite's on an empty file beside the calendar: the system frees it with the process.
 * The file is removed with the lock, so it counts only where it was there before it was opened and is there still: D-425.
 * Fails: another process holds it; the sentence names the server, where it is one.
 */
export function takeLock(file: string): Lock {
  const path = `${file}-lock`
  for (;;) {
    const server = holderOf(file)
    const before = birthOf(path)
    const script = new Script(path, server ? grace_ms : patience_ms)
    try {
      script.run('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
      if (before !== undefined && before === birthOf(path)) return { release: () => release(path, script) }
    } catch (error) {
      script.close()
      if (resultCodeOf(error) !== 'SQLITE_BUSY') throw storageFailure(error, file)
      const still = holderOf(file)
      if (still || !server) throw heldFile(file, still)
      continue
    }
    script.close()
  }
}

/** The file goes before the lock does: whoever opened it meanwhile sees that it is gone, and tries again. */
function release(path: string, script: Script): void {
  rmSync(path, { force: true })
  script.close()
}

/** Tells a file from one that later has the same name, and perhaps the same number. */
function birthOf(file: string): string | undefined {
  const found = statOf(file)
  return found && `${found.ino} ${found.ctimeNs}`
}

/** What the file says of its server; it may be one that was killed. */
function holderOf(file: string): Holder | undefined {
  if (!statOf(file)?.size) return undefined
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
