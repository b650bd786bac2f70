// What somebody looks for: words, phrases, and words that must not be there.
import type { Search } from './selection.ts'

/** Words, `"phrases"` and `-left-out` ones of a search among events. Source: observed 11. */
export function searchOf(text: string): Search {
  const parts = text.match(/-?"[^"]*"|\S+/g) ?? []
  return {
    words: parts.filter((part) => !isLeftOut(part)).map(unquoted).filter((word) => word !== ''),
    without: parts.filter(isLeftOut).map((part) => unquoted(part.slice(1))).filter((word) => word !== ''),
  }
}

function isLeftOut(part: string): boolean {
  return part.length > 1 && part.startsWith('-')
}

function unquoted(part: string): string {
  return part.replace(/^"|"$/g, '').trim()
}

/** The whole text as one phrase, as searches among venues and organizers have it. Source: observed 9. */
export function phraseOf(text: string): Search {
  return { words: [text.trim()], without: [] }
}
