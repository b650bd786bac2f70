// Values of flags: text, literal or from `@FILE` or standard input; `NAME=VALUE`; durations.
import { resolve } from 'node:path'
import { lengthOf } from '../../base/dates/durations.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { readText } from '../../base/files/file-errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Runtime } from '../types/session.ts'

/** The text itself, or the content of `@FILE` or of standard input for `@-`. Errors: `usage` if it cannot be read. */
export async function readTextArgument(text: string, { stdin, cwd }: Runtime): Promise<string> {
  if (!text.startsWith('@')) return text
  if (text === '@-') return streamText(stdin.stream)
  const file = text.slice(1)
  if (file === '')
    throw new CalError('usage', t('@ needs the path of a file'), {
      hint: t('for example: @notes.md, or @- for standard input'),
    })
  return readText(resolve(cwd, file), file)
}

async function streamText(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  return Buffer.concat(parts).toString('utf8')
}

/** The values of `NAME=VALUE`, by name; a list if a name is repeated. Errors: `usage` if `=` is missing. */
export function pairsOf(
  flag: string,
  texts: readonly string[] = [],
  hint?: Text,
): Readonly<Record<string, string | readonly string[]>> {
  const pairs: Record<string, string | string[]> = {}
  for (const text of texts) {
    const at = text.indexOf('=')
    if (at < 1) throw usageError(t('{flag} needs NAME=VALUE, not "{text}"', { flag, text }), hint)
    const name = text.slice(0, at)
    const value = text.slice(at + 1)
    const before = Object.hasOwn(pairs, name) ? pairs[name] : undefined
    Object.defineProperty(pairs, name, {
      value: before === undefined ? value : [before, value].flat(),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return pairs
}

/** `90`, `90s`, `0.5s`, `5m`, `1h30m` in milliseconds; NaN for any other text. */
export function durationMs(text: string): number {
  return lengthOf(text.replace(/(?<=\d)$/, 's'), 'hms')?.elapsed_ms ?? Number.NaN
}
