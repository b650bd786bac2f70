// Texts that services do not store unchanged.
import type { Json } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'

/** Whether a text contains NUL: services truncate it there, or replace the character. */
export function holdsNul(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('\0')
}

export const text_without_nul: Text = {
  en: 'text without the control character U+0000',
  de: 'einen Text ohne das Steuerzeichen U+0000',
}
