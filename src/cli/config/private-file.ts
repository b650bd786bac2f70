// Writes a file that only its owner can read.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeError } from '../../base/files/file-errors.ts'
import { makeFolders } from '../../base/files/file-system.ts'

/**
 * Replaces the file atomically; only its owner can read it, from the first byte.
 *
 * Errors: `configuration` if it cannot be written.
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  try {
    await write(path, text)
  } catch (cause) {
    throw writeError(path, cause, 'configuration')
  }
}

async function write(path: string, text: string): Promise<void> {
  makeFolders(dirname(path), 0o700)
  // A folder that only this process uses: another process may be writing the same file.
  const folder = await mkdtemp(`${path}.`)
  try {
    await writeFile(join(folder, 'new'), text, { mode: 0o600 })
    await rename(join(folder, 'new'), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
