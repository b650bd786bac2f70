// A file that is there whole or not at all.
import { createWriteStream, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { statOf } from './file-stat.ts'

/**
 * Writes a temporary file in the same folder and renames it; links are followed. Anything but a regular file, such as
 * `/dev/null` or a pipe, is written directly.
 */
export async function writeAtomically(
  path: string,
  texts: AsyncIterable<string> | Iterable<string>,
  mode?: number,
): Promise<void> {
  const found = statOf(path)
  if (found && !found.isFile()) return pipeline(texts, createWriteStream(path))
  const place = found ? realpathSync(path) : path
  const part = `${place}.part`
  try {
    // What lies there already may be a link to something else.
    await rm(part, { force: true })
    await pipeline(texts, createWriteStream(part, { flags: 'wx', ...(mode === undefined ? {} : { mode }) }))
    await rename(part, place)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cause
  }
}
