// Text that a flag gives: itself, `@FILE`, or `@-` for standard input.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { readError } from '../../base/files/file-errors.ts'
import type { Runtime } from '../core/runtime.ts'

/** Fails with `usage` where the file cannot be read. */
export async function readTextArgument(text: string, { stdin, cwd }: Runtime): Promise<string> {
  if (!text.startsWith('@')) return text
  if (text === '@-') return streamText(stdin.stream)
  const file = text.slice(1)
  if (file === '')
    throw new CalError(
      'usage',
      { en: '@ needs the path of a file', de: 'nach @ fehlt die Datei' },
      {
        hint: {
          en: 'for example: @notes.md, or @- for standard input',
          de: 'etwa @notizen.md oder @- für die Standardeingabe',
        },
      },
    )
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (cause) {
    throw readError(file, cause)
  }
}

async function streamText(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  return Buffer.concat(parts).toString('utf8')
}
