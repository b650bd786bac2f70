// The text of a flag: literal, from `@FILE`, or from standard input with `@-`.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { readError } from '../../base/files/file-errors.ts'
import type { Runtime } from '../core/runtime.ts'

/** Errors: `usage` if the file can't be read. */
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
