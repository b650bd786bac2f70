// The right to write a file: held by one process at a time, and gone with the process however it ends.
import { closeSync, openSync, rmSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-stat.ts'
import { private_mode } from './create-file.ts'
import { Connection, Statement } from '../sqlite.ts'
import { resultCodeOf, storageError } from './storage-errors.ts'

/** Who serves a file, as it says itself inside the file. */
export interface Holder {
  readonly pid: number
  readonly address: string
  /** `2026-11-21 09:30:00`, UTC. */
  readonly since: string
}

export interface Lock {
  /**
   * To be called once the file is there, and before each write. Takes the right anew where the lock file was removed.
   * Fails: another process has taken it since, or another file has taken the place of the calendar.
   */
  renew(): void
  release(): void
}

/** How long a command waits for another command's write. */
const patience_ms = 5_000
/** How long for a server: as long as it takes to strike out the name of one that was killed. */
const grace_ms = 300

/**
 * Takes the right to write a file, which is one that `realFileOf` gave. Fails: another process holds it; the sentence
 * names the server, where it is one.
 */
export function takeLock(file: string): Lock {
  let held = hold(file)
  let number: string | undefined
  return {
    renew() {
      number ??= numberOf(file)
      if (numberOf(file) !== number) throw replaced(file)
      if (isThere(held)) return
      const former = held
      held = hold(file)
      former.script.close()
    },
    release: () => release(held),
  }
}

interface Held {
  readonly path: string
  readonly script: Statement
  readonly number: string | undefined
}

/**
 * A lock of SQLite's on an empty file beside the calendar: the system frees it with the process.
 * The file is removed with the lock, so it counts only where it was there before it was opened and is there still:
 * D-425.
 */
function hold(file: string): Held {
  const path = `${file}-lock`
  let wait_ms = 0
  for (;;) {
    makeLockFile(file, path)
    const before = birthOf(path)
    const script = new Statement(path, wait_ms)
    try {
      script.run('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
      if (before !== undefined && before === birthOf(path)) return { path, script, number: numberOf(path) }
      script.close()
    } catch (error) {
      script.close()
      if (resultCodeOf(error) !== 'SQLITE_BUSY') throw storageError(error, file)
      const server = holderOf(file)
      if (wait_ms > 0 && (server || wait_ms === patience_ms)) throw heldFile(file, server)
      wait_ms = server ? grace_ms : patience_ms
    }
  }
}

/** For those who may write the calendar, and nobody else. What stands in the way, SQLite meets as well, and says. */
function makeLockFile(file: string, path: string): void {
  const found = statOf(file)
  try {
    closeSync(openSync(path, 'wx', found ? Number(found.mode) & 0o666 : private_mode))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/**
 * The file goes before the lock does: whoever opened it meanwhile sees that it is gone, and tries again. Another's file
 * stays.
 */
function release(held: Held): void {
  if (isThere(held)) rmSync(held.path, { force: true })
  held.script.close()
}

function isThere({ path, number }: Held): boolean {
  return number !== undefined && numberOf(path) === number
}

/** What tells a file from every other as long as it is open. */
function numberOf(file: string): string | undefined {
  const found = statOf(file)
  return found && `${found.dev} ${found.ino}`
}

/** Tells a file from one that later has the same name, and perhaps the same number. */
function birthOf(file: string): string | undefined {
  const found = statOf(file)
  return found && `${found.ino} ${found.ctimeNs}`
}

/** What the file says of its server; it may be one that was killed. */
function holderOf(file: string): Holder | undefined {
  if (!statOf(file)?.size) return undefined
  try {
    return connectedHolder(file)
  } catch {
    // A damaged file names nobody, and shows that it is damaged where it is read.
    return undefined
  }
}

function connectedHolder(file: string): Holder | undefined {
  const connection = new Connection(file, { readonly: true })
  try {
    const said = connection.value("SELECT value FROM meta WHERE name = 'server'")
    return typeof said === 'string' ? JSON.parse(said) : undefined
  } finally {
    connection.close()
  }
}

function heldFile(file: string, holder: Holder | undefined): CalError {
  if (!holder)
    return new CalError('unreachable', {
      en: `${file} is being written by another process`,
      de: `${file} wird gerade von einem anderen Prozess beschrieben`,
    })
  const { pid, address, since } = holder
  return new CalError(
    'unreachable',
    {
      en: `${file} is served by process ${pid} at ${address} since ${since} UTC`,
      de: `${file} wird seit ${since} UTC vom Prozess ${pid} unter ${address} bereitgestellt`,
    },
    { hint: { en: `use its address: --api-root ${address}`, de: `dessen Adresse verwenden: --api-root ${address}` } },
  )
}

function replaced(file: string): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file} was removed or replaced while it was open: nothing was written`,
      de: `${file} wurde entfernt oder ersetzt, während sie geöffnet war: nichts wurde geschrieben`,
    },
    {
      hint: {
        en: 'start again to open the file that is there now',
        de: 'neu starten, um die Datei zu öffnen, die jetzt dort liegt',
      },
    },
  )
}
