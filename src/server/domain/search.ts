// What somebody looks for: words, phrases, and words that must not be there.
import type { Search } from './selection.ts'

/** Words, `"phrases"` and `-left-out` ones of a search among events. Source: observed 11. */
export function searchOf(text: string): Search {
  const parts = text.match(/-?"[^"]*"|\S+/g) ?? []
  const bare = (part: string) => part.replace(/^-?"?|"$/g, '').trim()
  return {
    words: parts.filter((part) => !isLeftOut(part)).map(bare).filter((word) => word !== ''),
    without: parts.filter(isLeftOut).map(bare).filter((word) => word !== ''),
  }
}

function isLeftOut(part: string): boolean {
  return part.length > 1 && part.startsWith('-')
}

/** The whole text as one phrase, as searches among venues and organizers have it. Source: observed 9. */
export function phraseOf(text: string): Search {
  return { words: [text.trim()], without: [] }
}
