// Files that only their owner may read: a calendar holds drafts, passwords of events and the users' hashes.
import { closeSync, openSync, rmSync } from 'node:fs'

export const private_mode = 0o600

/** What SQLite keeps beside a database, the database itself first. */
export const file_ends = ['', '-wal', '-shm', '-journal'] as const

/**
 * Makes an empty file for SQLite to fill, which gives what it keeps beside it the same rights. Older files of these
 * names go.
 */
export function makeEmpty(file: string, mode: number = private_mode): void {
  removeFiles(file)
  closeSync(openSync(file, 'wx', mode))
}

export function removeFiles(file: string): void {
  for (const end of file_ends) rmSync(`${file}${end}`, { force: true })
}
