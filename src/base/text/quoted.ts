// Values in quotation marks for messages, and in shell quotes for commands.
import type { Text } from './language.ts'

export function quoted(value: unknown): Text {
  const json = JSON.stringify(value)
  if (typeof value === 'string') return { en: json, de: `„${value}“` }
  return { en: json ?? 'nothing', de: json ?? 'nichts' }
}

/** A word for a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./~:@%+,-]+$/u.test(text) ? text : shellQuoted(text)
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
