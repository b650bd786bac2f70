// The input of an import: records or text in the arguments, or a file in the allowed folder.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { CalError } from '../../../base/errors.ts'
import { readError } from '../../../base/files/file-errors.ts'
import { existingStat } from '../../../base/files/file-system.ts'
import { isObject, itemsOf } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { fileSource, type InputSource, textSource } from '../../../bulk/input/source.ts'
import type { JournalInput } from '../../../bulk/journal/journal.ts'
import { inputOf } from '../../../bulk/journal/runs.ts'
import type { Values } from '../../../spec/read.ts'
import type { Session } from '../../core/session.ts'

export interface GivenSource {
  readonly source: InputSource
  readonly input: JournalInput
  readonly format?: 'json'
}

/** Errors: `usage` unless exactly one of `records`, `content` and `file` is given. */
export async function sourceOf(
  { records, content, file }: Values,
  import_folder: string | undefined,
  { runtime: { cwd } }: Session,
): Promise<GivenSource> {
  const given = [records, content, file].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw new CalError(
      'usage',
      import_folder === undefined ? t('specify one of records, content') : t('specify one of records, content or file'),
    )
  if (typeof file === 'string' && import_folder !== undefined) {
    const path = allowedPath(file, resolve(cwd, import_folder))
    return { source: fileSource(path, file), input: await inputOf(path, file) }
  }
  if (records !== undefined && !itemsOf(records).every((record) => isObject(record)))
    throw new CalError('usage', t('records needs a list of objects'))
  const text = typeof content === 'string' ? content : JSON.stringify(itemsOf(records))
  const name = content === undefined ? 'records' : 'content'
  const bytes = Buffer.from(text)
  return {
    source: textSource(name, text),
    input: { name, path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ...(content === undefined ? { format: 'json' as const } : {}),
  }
}

/**
 * The real path of a file in the folder. Paths outside are rejected without accessing them, so that the result doesn't
 * reveal whether they exist.
 *
 * Errors: `usage` for a path outside the folder, also through a symbolic link, and for anything but a file.
 */
function allowedPath(file: string, folder: string): string {
  const named = resolve(folder, file)
  let path: string | undefined, root: string
  try {
    root = realpathSync(folder)
    // File names cannot contain the NUL character.
    const mayExist = (isBelow(folder, named) || isBelow(root, named)) && !named.includes('\0')
    path = mayExist ? realpathSync(named) : undefined
  } catch (cause) {
    throw readError(file, cause)
  }
  if (path === undefined || !isBelow(root, path))
    throw new CalError('usage', t('{file} is not below the folder of --import-folder', { file }))
  if (!existingStat(path).isFile()) throw new CalError('usage', t('{file} is not a file', { file }))
  return path
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && resolve(folder, below) === path
}
