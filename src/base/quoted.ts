// A value that is wrong, as an error shows it: in the quotes of the language.
import type { Text } from './language.ts'

export function quoted(value: unknown): Text {
  const json = JSON.stringify(value)
  if (typeof value === 'string') return { en: json, de: `„${value}“` }
  return { en: json ?? 'nothing', de: json ?? 'nichts' }
}
