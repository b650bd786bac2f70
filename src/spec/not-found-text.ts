// The message for a record that does not exist.
import type { Json } from '../base/json.ts'
import { quoted } from '../base/text/quoted.ts'
import type { Text } from '../base/text/language.ts'
import type { Plural } from './model.ts'
import { resources } from './resources.ts'

/** `there is no venue 12`, `there is no tag "jazz"`. */
export function notFoundText(kind: Plural, wanted: Json | undefined): Text {
  const isId = /^\d+$/.test(String(wanted))
  const { en, de } = isId ? { en: wanted, de: wanted } : quoted(wanted)
  return {
    en: `there is no ${resources[kind].title.en} ${en}`,
    de: `${resources[kind].title.de} ${de} existiert nicht`,
  }
}
