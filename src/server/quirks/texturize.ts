// Texts as deployed services render them for display: typographic quotes and dashes, entities, paragraphs.
import { smilies } from '../../base/text/stored-text.ts'
import { replacedRuns, withoutTags } from '../../base/text/untrusted-text.ts'
import type { Taxonomy } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { TermStore } from '../storage/store.ts'
import { quirk } from './quirks.ts'

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
  const parts = text.split(/<!-- (\/?wp:[a-z/-][^<>]*)-->/)
  return parts
    .map((part, i) => {
      if (i % 2 === 1) return ''
      const name = /^wp:([a-z]+)(?![a-z/-])/.exec(parts[i - 1] ?? '')?.[1] ?? ''
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

/** The name as it is stored, without blanks around it: in quirks mode escaped as HTML. Source: interface 16.2. */
export function storedTermName(name: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'term_names_are_escaped') ? asName(name).trim() : name.trim()
}

/** The term of a name, in the form in which it is stored or as another mode stored it. */
export async function idOfTermName(
  { taxonomy, name, parent }: { readonly taxonomy: Taxonomy; readonly name: string; readonly parent?: number },
  terms: TermStore,
  settings: Pick<ServiceSettings, 'mode'>,
): Promise<number | undefined> {
  const stored = storedTermName(name, settings)
  const id = await terms.idOfName(taxonomy, stored, parent)
  return id === undefined && stored !== name.trim() ? terms.idOfName(taxonomy, name.trim(), parent) : id
}

const block_names =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|' +
  'style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|' +
  'summary'

const opening = new RegExp(`<(?:${block_names})(?=[\\s/>])[^<>]*>`, 'gi')

const closing = new RegExp(`</(?:${block_names})>`, 'gi')

const block = new RegExp(`^</?(?:${block_names})(?=[\\s/>])[^<>]*>$`, 'i')

const list_item_or_text = /^<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)(?=[\s/>])/i

/** Surrounds the number of a part that is kept as it is. No stored text contains it. */
const mark = '\u0000'

const kept_part = new RegExp(`${mark}(\\d+)${mark}`, 'g')

/**
 * A text with `<p>` around what blank lines and block elements separate, and `<br />` at other line feeds.
 * Source: interface 9.
 */
export function withParagraphs(text: string): string {
  const kept: string[] = []
  const keep = (part: string) => `${mark}${kept.push(part) - 1}${mark}`
  // A line feed in a tag is not one of the text; a `<` that no `>` follows counts as the start of a tag.
  const isOpen = text.lastIndexOf('<') > text.lastIndexOf('>')
  const plain = text.replaceAll(mark, '').replace(/\r\n?/g, '\n')
  // Up to the last end, so that no beginning without one searches to the end of the text.
  const pre_end = plain.toLowerCase().lastIndexOf('</pre>') + '</pre>'.length
  const pres = pre_end < '</pre>'.length ? '' : plain.slice(0, pre_end)
  const marked = `${pres.replace(/<pre\b[^<>]*>[\s\S]*?<\/pre>/gi, keep)}${plain.slice(pres.length)}`
    .replace(/<br\s*\/?>\s*<br\s*\/?>/gi, '\n\n')
    .replace(opening, (tag) => `\n\n${tag.replace(/\n/g, ' ')}`)
    .replace(closing, (tag) => `${tag}\n\n`)
    .replace(/<hr\b[^<>]*>/gi, (tag) => `${tag}\n\n`)
  const parts = marked.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  const paragraphs = parts.map((part) => paragraphOf(part.replace(/^\n+|(?<!\n)\n+$/g, '')))
  const body = paragraphs.filter((part) => part !== '').join('\n')
  const ended = isOpen && body.endsWith('</p>') ? `${body.slice(0, -'</p>'.length)}\n</p>` : body
  return ended.replace(kept_part, (_, n) => kept[Number(n)] ?? '')
}

/** One part: a block element stands alone, what surrounds it gets the ends of a paragraph that remain. */
function paragraphOf(part: string): string {
  if (part.replace(kept_part, '') === '') return part
  const pieces = part.split(/(<[^<>]*>)/).filter((piece) => piece !== '')
  const first = pieces.find((piece) => piece.trim() !== '') ?? ''
  const last = pieces.findLast((piece) => piece.trim() !== '') ?? ''
  // An empty paragraph of the text leaves its end.
  if (/^<p\b[^<>]*>\s*<\/p>$/i.test(part.trim())) return '</p>'
  const isQuote = /^<blockquote\b/i.test(first)
  const begins = block.test(first) && !isQuote
  const ends = block.test(last) && !/^<\/blockquote>$/i.test(last)
  const quoted = isQuote ? `${first}<p>${part.trimStart().slice(first.length)}` : part
  const unquoted = /^<\/blockquote>$/i.test(last)
    ? `${quoted.trimEnd().slice(0, -last.length)}</p>${last}`
    : ends
      ? quoted
      : `${quoted}</p>`
  const opened = begins || isQuote ? unquoted : `<p>${unquoted}`
  return withBreaks(opened.replace(/^<p>\s*<\/p>$/, ''))
}

/** Line feeds become breaks, except after and before block elements. */
function withBreaks(text: string): string {
  const lines = text.replace(/<br\s*\/?>/gi, '<br />').split('\n')
  return lines
    .map((line, i) => {
      const next = lines[i + 1]
      if (next === undefined) return line
      const last_tag = line.slice(line.lastIndexOf('<')).trim()
      const next_tag = /^\s*<[^<>]*>/.exec(next)?.[0].trim() ?? ''
      const isBlock = block.test(last_tag) || list_item_or_text.test(next_tag)
      return isBlock || last_tag === '<br />' ? `${line}\n` : `${line.trimEnd()}<br />\n`
    })
    .join('')
}
