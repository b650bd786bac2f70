// Temporary folders of tests.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './cleanup.ts'

/** In memory if the system has /dev/shm, for tests that are not about the disk. */
export const in_memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A new folder, which is deleted after the test file. */
export function newFolder(place: string = tmpdir()): string {
  const folder = mkdtempSync(join(place, 'cal-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
