// Text in UTF-8 that a program has read in another encoding and saved again: `MÃ¼ller`, `M√ºller`.
import { TextDecoder } from 'node:util'
import type { Json } from '../../base/json.ts'

/** The first letters of such text, of Windows-1252, Mac OS Roman and DOS; and the character for lost ones. */
const garbled = /(?:[ÂÃÄÅ]|â[€‚„†])\P{ASCII}|[√├┬]\S|‚Ä\S|\ufffd/u

const bytes_of = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, i) => i))].map(
    (letter, byte) => [letter, byte] as const,
  ),
)

/** The first word of a value that is certainly such text. */
export function garbledWord(value: Json | undefined): string | undefined {
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map(garbledWord)
      .find((word) => word !== undefined)
  if (typeof value !== 'string' || !garbled.test(value)) return undefined
  return value.split(/[ \t\r\n]/).find((word) => garbled.test(word) && isGarbled(word))
}

/**
 * Words such as `CHÄ…` have one of the letters, too. Those of Windows-1252 are UTF-8 if they are garbled; in capitals
 * they may be right all the same: `PÅ…`, `AMANHû`.
 */
function isGarbled(word: string): boolean {
  if (!/[ÂÃÄÅâ]/.test(word) || /[√├┬\ufffd]|‚Ä/u.test(word)) return /\P{ASCII}{2}|\ufffd/u.test(word)
  if (!/\p{Ll}/u.test(word)) return false
  try {
    const bytes = [...word].map((letter) => bytes_of.get(letter) ?? 0xff)
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)) !== word
  } catch {
    return false
  }
}
