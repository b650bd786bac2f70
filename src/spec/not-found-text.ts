// The message for a record that does not exist.
import type { Json } from '../base/json.ts'
import { quoted } from '../base/text/quoted.ts'
import type { Text } from '../base/text/language.ts'
import type { Plural } from './model.ts'
import { resources } from './resources.ts'

/** `venue 12 not found`, `tag "jazz" not found`. */
export function notFoundText(kind: Plural, wanted: Json | undefined): Text {
  const isId = /^\d+$/.test(String(wanted))
  const { en, de } = isId ? { en: wanted, de: wanted } : quoted(wanted)
  return {
    en: `${resources[kind].title.en} ${en} not found`,
    de: `${resources[kind].title.de} ${de} existiert nicht`,
  }
}
