// Changing the user's configuration file: comments and order stay as they are.
import type { Document } from 'yaml'
import { writePrivately } from './private-file.ts'
import type { Runtime } from '../core/runtime.ts'
import { parseConfig, textOf, userFilePath } from './files.ts'

/** Where it was written. Fails with `configuration` where the file cannot be read as it is. */
export async function changeUserFile(
  runtime: Pick<Runtime, 'env' | 'home'>,
  change: (document: Document) => void,
): Promise<string> {
  const path = userFilePath(runtime)
  const text = textOf(path)
  // What its settings hold does not matter: a value that locks every other command can be changed here.
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
