// Slugs, the text before a service rendered it, and the keys by which names and slugs are compared and sorted.
import { decodedEntities, percentDecoded, textOfHtml, withoutTags } from './untrusted-text.ts'

/** The text before a service rendered it for display. */
export function undoTexturize(text: string): string {
  return decodedEntities(text.replace(/<\/?p>|<br\s*\/?>/g, ' '))
    .replace(/[“”″„]|''|``/g, '"')
    .replace(/[‘’′]/g, "'")
    .replace(/™|\(tm\)/gi, ' (tm)')
    .replace(/[-–—]+/g, '-')
    .replace(/…/g, '...')
    .replace(/×/g, 'x')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

/** A key that is equal for names that differ only by case, blanks, backslashes or rendering. */
export function foldedName(name: string): string {
  if (/^[\w.,:;!?/]+(?: [\w.,:;!?/]+)*$/.test(name)) return name.toLowerCase()
  return undoTexturize(textOfHtml(name).replaceAll('\\', '')).normalize().toLowerCase()
}

/** Letters that searches and orders read as others. */
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

/** The text in lower case and without accents; control characters except newlines become spaces. Names sort by it. */
export function foldForSearch(text: string): string {
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

/** Services store `&` and quotes in names as entities, so a search for the whole name would find nothing. */
export function longestWord(name: string): string {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? [name]).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )
}

/** A key that is equal for a requested slug and the one that a service stores for it. */
export function foldedSlug(slug: string): string {
  return slugOf(percentDecoded(decodedEntities(slug)))
}

/** Longer slugs are truncated. */
const slug_bytes_max = 200

/** Slugs that feeds and embeds use. */
const reserved = new Set(['feed', 'rss', 'rss2', 'rdf', 'atom', 'embed'])

const trashed = '__trashed'

/** What slugs have for letters that Unicode does not decompose. */
const letters_of_slugs: Readonly<Record<string, string>> = {
  ...letters,
  ß: 's',
  ħ: 'h',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  '€': 'e',
  '£': '',
  º: 'o',
  ª: 'a',
}

/**
 * Which slug a service makes of a title or of a requested slug; empty if no character is allowed in a slug.
 *
 * Shape:  lower case, without accents, `-` for blanks and punctuation, other scripts percent-encoded.
 */
export function slugOf(text: string): string {
  if (text.length <= slug_bytes_max && /^[a-z\d_]+(?:-[a-z\d_]+)*$/.test(text)) return text
  const plain = unaccented(
    withoutTags(text)
      .replace(/\p{Cs}/gu, '')
      .toLowerCase(),
  )
  const encoded = truncated(plain.replace(/%(?![0-9a-f]{2})/g, ''))
  return encoded
    .replace(/&[^;\s]*;/g, '')
    .replace(/%(?:c2%a0|e2%80%93|e2%80%94)/g, '-')
    .replace(
      /%(?:c2%a1|c2%bf|c2%ab|c2%bb|e2%80%(?:8[b-f]|9[89a-f]|a[26a-e]|b9|ba)|ef%bb%bf|c2%a9|c2%ae|c2%b0|c2%b4|cb%8a|e2%84%a2)/g,
      '',
    )
    .replace(/%c3%97/g, 'x')
    .replace(/[./]/g, '-')
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}

/** The slugs of `slugOf` that services may make: WordPress folds ü to u, sites in German to ue. */
export function possibleSlugsOf(text: string): readonly string[] {
  const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'ae', Ö: 'oe', Ü: 'ue', ß: 'ss' }
  const german = text.normalize('NFC').replace(/[äöüÄÖÜß]/g, (letter) => umlauts[letter] ?? letter)
  return [...new Set([slugOf(text), slugOf(german)])].filter((slug) => slug !== '')
}

/**
 * Which slug is requested for a title, by a UID or `slug: auto`: `Jazz night` → `jazz-night`. It is no prediction of
 * what a service makes of the title, as `slugOf` is: it has only letters that every service keeps, so that the service
 * stores it as it is sent. Records are found again by it, so the slug of a title must never change, not even to write
 * `Łódź` as `lodz` instead of `odz`: an apply would create the record a second time.
 */
export function sentSlugOf(title: string): string {
  const words = textOfHtml(title)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
  return words === '' ? 'event' : words
}

function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\0-\x7f]/g, (letter) => letters_of_slugs[letter] ?? letter)
}

/** Percent-encodes characters other than ASCII, and truncates at the limit but not within a character. */
function truncated(text: string): string {
  let slug = ''
  for (const character of text) {
    const next = character > '\x7f' ? encodeURIComponent(character).toLowerCase() : character
    if (slug.length + next.length > slug_bytes_max) break
    slug += next
  }
  return slug
}

/** Whether the service uses this slug itself; records get it with a number appended. */
export function isReserved(slug: string): boolean {
  return reserved.has(slug)
}

/** The slug of a record in the trash, so that its own is free. */
export function trashedSlug(slug: string): string {
  return slug.slice(0, slug_bytes_max - trashed.length) + trashed
}

/** The slug that a record had before it was moved to the trash. */
export function restoredSlug(slug: string): string {
  return slug.replace(/__trashed(-\d+)?$/, '')
}
