// Writes a file atomically: it exists completely or not at all.
import { createWriteStream, realpathSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../errors.ts'
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
  await replaceFile(target, (file) => pipeline(texts, file.createWriteStream()), mode)
}

/** Writes a temporary file next to `path` and renames it. A link of this name is replaced. */
export async function replaceFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  mode?: number,
): Promise<void> {
  const { file, part } = await temporaryFile(`${path}.part`, mode)
  try {
    await write(file).finally(() => file.close())
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cause
  }
}

/** Creates a file with a free name. Another process may create a file of the same name at the same time. */
async function temporaryFile(wanted: string, mode?: number) {
  for (;;) {
    const part = freeName(wanted)
    try {
      return { part, file: await open(part, 'wx', mode) }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}
