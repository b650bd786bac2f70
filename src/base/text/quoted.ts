// A value in quotes: those of the language where an error shows it, those of a shell where it is to be typed.
import type { Text } from './language.ts'

export function quoted(value: unknown): Text {
  const json = JSON.stringify(value)
  if (typeof value === 'string') return { en: json, de: `„${value}“` }
  return { en: json ?? 'nothing', de: json ?? 'nichts' }
}

/** One word for a shell of POSIX's kind: in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./~:@%+,-]+$/.test(text) ? text : shellQuoted(text)
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
