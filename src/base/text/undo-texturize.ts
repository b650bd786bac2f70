// Texts as services keep and show them, and as they were written.
import { decodedEntities, percentDecoded, textOfHtml } from './untrusted-text.ts'

/** The text as it was before a service made it fit for display. */
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

/** What makes two names the same: neither case nor blanks around count, nor how a service renders them. */
export function foldedName(name: string): string {
  return undoTexturize(textOfHtml(name)).normalize().toLowerCase()
}

/** What makes two slugs the same: services keep a wish without accents and marks, and other scripts percent-encoded. */
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
