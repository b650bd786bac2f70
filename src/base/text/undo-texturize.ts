// Recovers the original text from its rendered form; comparison keys of names and slugs.
import { decodedEntities, percentDecoded, textOfHtml } from './untrusted-text.ts'

/** The text before a service rendered it for display. */
export function undoTexturize(text: string): string {
  return decodedEntities(text.replace(/<\/?p>|<br\s*\/?>/g, ' '))
    .replace(/[‘’′]/g, "'")
    .replace(/[“”″„]|''|``/g, '"')
    .replace(/\s*™|\s*\(tm\)/gi, ' (tm)')
    .replace(/[–—]|--+/g, '-')
    .replace(/…/g, '...')
    .replace(/×/g, 'x')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A key that is equal for names that differ only by case, surrounding blanks or rendering. */
export function foldedName(name: string): string {
  return undoTexturize(textOfHtml(name)).normalize().toLowerCase()
}

/** A key that is equal for a requested slug and the one stored: without accents, other scripts percent-encoded. */
export function foldedSlug(slug: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return slug
  return percentDecoded(decodedEntities(slug))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 's')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
