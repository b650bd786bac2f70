// Changes the user's configuration file; comments and order are preserved.
import type { Document } from 'yaml'
import { writePrivately } from './private-file.ts'
import type { Runtime } from '../core/runtime.ts'
import { parseConfig, textOf, userFilePath } from './files.ts'

/** Returns the path. Errors: `configuration` if the file can't be parsed. */
export async function changeUserFile(
  runtime: Pick<Runtime, 'env' | 'home'>,
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
