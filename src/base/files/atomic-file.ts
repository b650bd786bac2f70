// Writes a file atomically: it exists completely or not at all.
import { createWriteStream, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { freeName, statOf } from './file-system.ts'

/**
 * Writes a temporary file in the same folder and renames it; symbolic links are followed. Other than regular files,
 * such as `/dev/null` or a pipe, are written directly.
 */
export async function writeAtomically(
  path: string,
  texts: AsyncIterable<string> | Iterable<string>,
  mode?: number,
): Promise<void> {
  const found = statOf(path)
  if (found && !found.isFile()) return pipeline(texts, createWriteStream(path))
  const target = found ? realpathSync(path) : path
  const part = freeName(`${target}.part`)
  try {
    await pipeline(texts, createWriteStream(part, { flags: 'wx', ...(mode === undefined ? {} : { mode }) }))
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cause
  }
}
