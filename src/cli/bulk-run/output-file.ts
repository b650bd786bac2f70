// Checks at the start of a command whether the files that it writes at its end can be written.
import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { statOf } from '../../base/files/file-system.ts'
import { readError, writeError } from '../../base/files/file-errors.ts'

/** Errors: `usage` if the path is a folder, or if its folder is missing or not writable. */
export function requireWritable(name: string, cwd: string): void {
  const path = resolve(cwd, name)
  try {
    const found = statOf(path)
    if (found?.isDirectory()) throw writeError(name, { code: 'EISDIR' }, 'usage')
    // Devices and pipes are written directly, files through a temporary file in their folder.
    accessSync(found && !found.isFile() ? path : dirname(path), constants.W_OK)
  } catch (cause) {
    throw writeError(name, cause, 'usage')
  }
}

/** Errors: `usage` if the file does not exist, is a folder, or is not readable. */
export function requireFile(name: string, cwd: string): void {
  const path = resolve(cwd, name)
  try {
    if (statOf(path)?.isDirectory()) throw readError(name, { code: 'EISDIR' })
    accessSync(path, constants.R_OK)
  } catch (cause) {
    throw readError(name, cause)
  }
}
