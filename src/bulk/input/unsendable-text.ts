// Texts that no service stores as they are.
import type { Json } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'

/** Services cut a text there, or put another character in its place. */
export function holdsNul(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('\0')
}

export const text_without_nul: Text = {
  en: 'text without the control character U+0000',
  de: 'einen Text ohne das Steuerzeichen U+0000',
}
