// Values in messages and commands: in quotation marks, in shell quotes, and the first ones of a list.
import { descriptionOf, eachLanguage, sameText, t, type Text } from './language.ts'

export function quoted(value: unknown): Text {
  if (typeof value === 'string') return eachLanguage((language) => descriptionOf(language).quoted(value))
  return value === undefined ? t('nothing') : sameText(JSON.stringify(value))
}

/** A message whose quoted values have at most 200 characters: a cell can hold the text of a whole file. */
export function withShortQuotes(message: string): string {
  return message.replace(/["„][^"“„]*["“]/g, (quote) => quote.replace(/^(.{201}).+(.)$/su, '$1…$2'))
}

/** A word for a POSIX shell, quoted if necessary: zsh replaces a word that begins with `=`. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./~:@%+,-][\p{L}\p{N}_./~:@%+,=-]*$/u.test(text) ? text : shellQuoted(text)
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A text between the double quotes of a shell, which would execute the `$(…)` in the header of a stranger's table. */
export function inShellQuotes(text: string): string {
  return text.replace(/[$`"\\]/g, '\\$&')
}

/** `a, b, …`: the first items of a list. */
export function firstItems(items: Iterable<string | number>, max: number, separator = ', '): string {
  const all = [...items]
  return [...all.slice(0, max), ...(all.length > max ? ['…'] : [])].join(separator)
}
