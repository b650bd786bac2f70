// Texts as deployed services render them for display: typographic quotes and dashes, entities, paragraphs.
import { smilies } from '../../base/text/stored-text.ts'
import { replacedRuns, withoutTags } from '../../base/text/untrusted-text.ts'

const blocks = /^<(?:\/?(?:p|div|h[1-6]|ul|ol|li|pre|blockquote|table|figure|section|hr)\b)/i

/** Renders the name of a term: without markup, special characters as entities. */
export function asName(text: string): string {
  return asNote(withoutTags(text)).replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Renders the description of a term: markup is left unchanged, ampersands become entities. */
export function asNote(text: string): string {
  return ampersands(text, '&amp;')
}

/** Renders a title: quotes, dashes, dots and special characters become entities; in tags only ampersands. */
export function asTitle(text: string): string {
  return outsideTags(ampersands(text, '&#038;'), typographic)
}

/** Renders an excerpt: blank lines separate paragraphs, line feeds become breaks; block elements are not wrapped. */
export function asParagraphs(text: string): string {
  const bare = replacedRuns(text, [/<!--/g, /-->/g], '').trim()
  if (bare === '') return ''
  return bare
    .split(/\n\s*\n/)
    .map((part) => paragraph(part.trim()))
    .join('\n')
}

/** Renders a description: like an excerpt, with the standard shortcodes expanded. */
export function asContent(text: string): string {
  return asParagraphs(
    replacedRuns(text, [/\[gallery/g, /\]/g], '').replace(
      /\[caption[^\][]*\]((?:(?!\[caption).)*?)\[\/caption\]/g,
      '$1',
    ),
  ).replace(/<img\s[^>]*>/gi, withLoadingHints)
}

/**
 * Adds `decoding` to images, and lazy `loading` if width and height are set, as without them the layout would shift.
 */
function withLoadingHints(image: string): string {
  if (!/\ssrc="/i.test(image)) return image
  const decoding = /\sdecoding=/i.test(image) ? '' : ' decoding="async"'
  const isSized = /\swidth="/i.test(image) && /\sheight="/i.test(image)
  const loading = isSized && !/\s(?:loading|fetchpriority)=/i.test(image) ? ' loading="lazy"' : ''
  return image.replace(/^<img/i, (tag) => `${tag}${loading}${decoding}`)
}

function paragraph(text: string): string {
  const rendered = outsideTags(ampersands(text, '&#038;'), (part) =>
    typographic(part).replace(
      /(^|\s)([:;])-?([)(D])(?=\s|$)/g,
      (whole, before, eyes, mouth) => before + (smilies[`${eyes}${mouth}`] ?? whole.trim()),
    ),
  )
  if (blocks.test(text)) return rendered
  return `<p>${rendered.replace(/\n/g, '<br />\n')}</p>`
}

function outsideTags(text: string, change: (part: string) => string): string {
  const end = text.lastIndexOf('>') + 1
  const parts = text.slice(0, end).split(/(<[^>]*>)/)
  return [...parts.slice(0, -1), `${parts.at(-1)}${text.slice(end)}`]
    .map((part) => (part.startsWith('<') ? part : change(part)))
    .join('')
}

function ampersands(text: string, entity: string): string {
  return text.replace(/&(?!(?:#\d+|#x[0-9a-f]+|[a-z1-4]{1,8});)/gi, entity)
}

function typographic(text: string): string {
  return text
    .replace(/---| -- /g, (dashes) => dashes.replace(/-+/, '&#8212;'))
    .replace(/--/g, '&#8211;')
    .replace(/\.\.\./g, '&#8230;')
    .replace(/\(tm\)/gi, '&#8482;')
    .replace(/(\d)x(?=\d)/g, '$1&#215;')
    .replace(/''/g, '&#8221;')
    .replace(/(\d)"/g, '$1&#8243;')
    .replace(/(\d)'(?=\d|$|\s)/g, '$1&#8242;')
    .replace(/(^|[\s([{])"/g, '$1&#8220;')
    .replace(/"/g, '&#8221;')
    .replace(/'(?=\d\d\b)/g, '&#8217;')
    .replace(/(^|[\s([{"])'/g, '$1&#8216;')
    .replace(/'/g, '&#8217;')
}
