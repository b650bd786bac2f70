// Normalizes text for searches, which ignore case and accents.

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

/** Separates the fields in the `words` of a post; `folded` removes it from texts. */
export const field_end = '\u001f'

/** The text in lower case and without accents; control characters except newlines become spaces. */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłıðþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\P{Cc}\n]/gu, ' ')
}

/** Whether the text consists of ASCII characters without control characters other than newlines. */
function isAscii(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text)
}

const trigram_length = 3

/** The trigrams that every text with this word contains; undefined if the word is too short to have one. */
export function trigramsOf(word: string): readonly string[] | undefined {
  const characters = [...folded(word)]
  if (characters.length < trigram_length) return undefined
  return [
    ...new Set(characters.slice(0, 1 - trigram_length).map((_, i) => characters.slice(i, i + trigram_length).join(''))),
  ]
}

/** A full-text query for all of these trigrams. */
export function matchOf(trigrams: readonly string[]): string {
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}
