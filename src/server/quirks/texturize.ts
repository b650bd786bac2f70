// Texts as deployed services render them for display: typographic quotes and dashes, entities, paragraphs.
import { smilies } from '../../base/text/stored-text.ts'
import { replacedRuns, withoutTags } from '../../base/text/untrusted-text.ts'
import { withParagraphs } from './paragraphs.ts'

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

/** Renders an excerpt: blank lines and block elements separate paragraphs, line feeds become breaks. */
export function asParagraphs(text: string): string {
  return withParagraphs(displayed(text))
}

/**
 * Renders a description: like an excerpt, with the standard shortcodes expanded. Blocks of the editor keep their form.
 */
export function asContent(text: string): string {
  const expanded = replacedRuns(text.replaceAll('[[gallery]]', escaped_gallery), [/\[gallery/g, /\]/g], '')
    .replace(/\[caption[^\][]*\]((?:(?!\[caption).)*?)\[\/caption\]/g, '$1')
    .replaceAll(escaped_gallery, '[gallery]')
  const rendered = /<!-- wp:/.test(expanded) ? displayed(withoutBlocks(expanded)) : asParagraphs(expanded)
  return rendered.replace(/<img\s[^>]*>/gi, withLoadingHints)
}

const escaped_gallery = '\u0000gallery\u0000'
const block_elements: Readonly<Record<string, RegExp>> = {
  paragraph: /^<p(?=[\s>])/i,
  heading: /^<h[1-6](?=[\s>])/i,
  list: /^<[uo]l(?=[\s>])/i,
}

/** Without the comments that mark blocks; the element of a block gets a class with the name of the block. */
function withoutBlocks(text: string): string {
  const parts = text.split(/<!-- (\/?wp:[a-z/-]+)[^<>]*-->/)
  return parts
    .map((part, i) => {
      if (i % 2 === 1) return ''
      const name = /^wp:(\w+)$/.exec(parts[i - 1] ?? '')?.[1] ?? ''
      return part.replace(block_elements[name] ?? /(?!)/, (tag) => `${tag} class="wp-block-${name}"`)
    })
    .join('')
}

function displayed(text: string): string {
  return outsideTags(ampersands(text, '&#038;'), (part) =>
    typographic(part).replace(
      /(^|\s)([:;])-?([)(D])(?=\s|$)/g,
      (whole, before, eyes, mouth) => before + (smilies[`${eyes}${mouth}`] ?? whole.trim()),
    ),
  )
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
    .replace(/---/g, '&#8212;')
    .replace(/(^|\s)--(?=\s|$)/g, '$1&#8212;')
    .replace(/--/g, '&#8211;')
    .replace(/(^|\s)-(?=\s|$)/g, '$1&#8211;')
    .replace(/\.\.\./g, '&#8230;')
    .replace(/\(tm\)/gi, '&#8482;')
    .replace(/(\d)x(?=\d)/g, '$1&#215;')
    .replace(/''/g, '&#8221;')
    .replace(/(\d)"/g, '$1&#8243;')
    .replace(/(\d)'(?=\d|$|\s)/g, '$1&#8242;')
    .replace(/(^|[\s([{])"(?!\s)/g, '$1&#8220;')
    .replace(/"/g, '&#8221;')
    .replace(/'(?=\d\d(?![%\d]|[.,]\d))/g, '&#8217;')
    .replace(/(^|[\s([{"])'/g, '$1&#8216;')
    .replace(/'/g, '&#8217;')
}
