// Creates folders together with missing parents.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { statOf } from './file-stat.ts'

/**
 * Creates a folder and its missing parents; an existing folder is left unchanged.
 *
 * Node's `recursive: true` (20 to 24) never returns on file systems where no folder can be created, such as `/proc`.
 * Errors: those of the file system.
 */
export function makeFolders(path: string, mode?: number): void {
  if (statOf(dirname(path)) === undefined) makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const is_there = error instanceof Error && 'code' in error && error.code === 'EEXIST' && statOf(path)?.isDirectory()
    if (!is_there) throw error
  }
}
