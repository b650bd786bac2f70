// Parses search texts: words, phrases, and excluded words.
import { quirk } from '../../quirks/quirks.ts'
import type { Search } from './selection.ts'
import type { ServiceSettings } from '../settings.ts'

/** Words, `"phrases"` and `-excluded` words of a search among events. Source: interface 5.2. */
export function searchOf(text: string, settings: Pick<ServiceSettings, 'mode'>): Search {
  const parts = quirk(settings, 'stop_words_are_ignored') ? tellingParts(text) : (text.match(/-?"[^"]*"|\S+/g) ?? [])
  return {
    words: parts
      .filter((part) => !isLeftOut(part))
      .map(unquoted)
      .filter((word) => word !== ''),
    without: parts
      .filter(isLeftOut)
      .map((part) => unquoted(part.slice(1)))
      .filter((word) => word !== ''),
  }
}

/** Words that deployed services ignore if there are others. */
const common = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)
const words_max = 9

/**
 * Splits at commas and ignores single letters and common words; nothing left, or too many words, is one phrase.
 * Source: interface 16.2.
 */
function tellingParts(text: string): readonly string[] {
  const parts = text.match(/"[^"]*"?|[^\s",+]+/g) ?? []
  const telling = parts.filter((part) => !/^[a-z-]$/i.test(unquoted(part)) && !common.has(part.toLowerCase()))
  return telling.length > 0 && telling.length <= words_max ? telling : [text]
}

function isLeftOut(part: string): boolean {
  return part.length > 1 && part.startsWith('-')
}

function unquoted(part: string): string {
  return part.replace(/^"|"$/g, '').trim()
}

/** The words of a search among venues and organizers; one field must contain all of them. Source: interface 5.3. */
export function wordsOf(text: string, settings: Pick<ServiceSettings, 'mode'>): Search {
  const parts = text.split(quirk(settings, 'place_searches_are_ascii') ? /[^a-z\d-]/i : /[^\p{L}\p{M}\p{N}-]/u)
  return { words: parts.filter((part) => part !== '' && part !== '0'), without: [] }
}
