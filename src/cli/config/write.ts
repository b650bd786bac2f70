// Changes the user's configuration file, preserving comments and order; writes files that only their owner can read.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Document } from 'yaml'
import { writeError } from '../../base/files/file-errors.ts'
import { makeFolders } from '../../base/files/file-system.ts'
import type { Runtime } from '../core/runtime.ts'
import { parseConfig, textOf, userFilePath } from './files.ts'

/** Returns the path of the file. Errors: `configuration` if it cannot be parsed. */
export async function changeUserFile(
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
  change: (document: Document) => void,
): Promise<string> {
  const path = userFilePath(runtime)
  const text = textOf(path)
  // Invalid settings are allowed, so that a value that makes other commands fail can be changed.
  if (text !== undefined) await parseConfig(path, text)
  const { parseDocument } = (await import('yaml')).default
  const document: Document = parseDocument(text ?? '')
  document.contents ??= document.createNode({})
  change(document)
  if (text === undefined && Object.keys(document.toJS()).length === 0) return path
  await writePrivately(
    path,
    path.endsWith('.json') ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString(),
  )
  return path
}

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
  // In a folder of its own, because another process may be writing the same file.
  const folder = await mkdtemp(`${path}.`)
  try {
    await writeFile(join(folder, 'new'), text, { mode: 0o600 })
    await rename(join(folder, 'new'), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
