// Slugs in paths as deployed services look them up.
import { percentDecoded } from '../../base/text/untrusted-text.ts'

const slug_bytes_max = 200

/**
 * The slug that is looked up for a text of a path, still encoded, or of a body.
 *
 * Shape:  decoded once and encoded again, so that what was encoded twice differs from every stored slug; lower case,
 *         `-` for blanks and points, accents kept.
 * Source: interface 14.
 */
export function lookedUpSlug(sent: string): string {
  return encodeURIComponent(percentDecoded(sent.replaceAll('+', ' ')).toWellFormed())
    .replaceAll('%20', ' ')
    .slice(0, slug_bytes_max)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('~', '')
    .toLowerCase()
    .replace(/[\s.-]+/g, '-')
    .replace(/^-|-$/g, '')
}
