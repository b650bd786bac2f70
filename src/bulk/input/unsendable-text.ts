// Texts that services do not store unchanged.
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'

/** Whether a text contains NUL: services truncate it there, or replace the character. */
export function holdsNul(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('\0')
}

export const text_without_nul: Text = t('text without the control character U+0000')
