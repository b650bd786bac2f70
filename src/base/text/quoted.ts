// Values in quotation marks for messages, and in shell quotes for commands.
import { descriptionOf, eachLanguage, sameText, t, type Text } from './language.ts'

export function quoted(value: unknown): Text {
  if (typeof value === 'string') return eachLanguage((language) => descriptionOf(language).quoted(value))
  return value === undefined ? t('nothing') : sameText(JSON.stringify(value))
}

/** A word for a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./~:@%+,-]+$/u.test(text) ? text : shellQuoted(text)
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
