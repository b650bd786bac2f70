// Descriptions as HTML of a page: sanitized, with every element closed, without styles and media.
import { Parser } from 'htmlparser2'
import { safeMarkup } from '../../../base/text/safe-markup.ts'
import { html, type Html, trusted } from '../html.ts'

const allowed_elements = new Set(
  [
    'a abbr b blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd',
    'li mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr',
  ].flatMap((line) => line.split(' ')),
)
const empty_elements = new Set(['br', 'hr', 'wbr'])
/** Headings of a description are below those of the page. */
const headings: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6' }
const media = new Set(['img', 'audio', 'video', 'source'])
/** Elements that are removed together with their content. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title'])
const plain_attributes = new Map<string, RegExp>([
  ['lang', /^[\w-]{1,35}$/],
  ['dir', /^(ltr|rtl|auto)$/],
  ['colspan', /^\d{1,3}$/],
  ['rowspan', /^\d{1,3}$/],
  ['start', /^-?\d{1,6}$/],
  ['datetime', /^[\w:.+-]{1,40}$/],
])
const web_address = /^(?:https?:\/\/|mailto:|tel:)/i
const blocks = /<(?:p|div|br|ul|ol|table|h[1-6]|blockquote|pre|dl|figure)\b/i

/** A description as HTML; line breaks are preserved if it has no paragraphs. */
export function descriptionHtml(description: string): Html {
  const text = description.trim()
  if (text === '') return html``
  const isPlain = !blocks.test(text)
  return html`<div class="${isPlain ? 'prose plain' : 'prose'}" dir="auto">${trusted(safeMarkup(rewritten(text), 'prose'))}</div>`
}

/** The same text with the allowed elements only, each of them closed. */
function rewritten(source: string): string {
  const parts: string[] = []
  let dropped_depth = 0
  const write = (part: string) => {
    if (dropped_depth === 0) parts.push(part)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped.has(name)) dropped_depth += 1
      else if (media.has(name)) write(mediaLink(attributes))
      else if (allowed_elements.has(name)) write(openTag(headings[name] ?? name, attributes))
    },
    ontext(data) {
      write(escaped(data))
    },
    onclosetag(name) {
      if (dropped.has(name)) dropped_depth -= 1
      else if (allowed_elements.has(name) && !empty_elements.has(name)) write(`</${headings[name] ?? name}>`)
    },
  })
  parser.write(source)
  parser.end()
  return parts.join('')
}

function openTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const accepted = Object.entries(attributes).filter(([key, value]) => plain_attributes.get(key)?.test(value))
  const href = name === 'a' ? attributes.href?.trim() : undefined
  const link = href !== undefined && web_address.test(href) ? ` href="${escaped(href)}" rel="nofollow noopener"` : ''
  return `<${name}${accepted.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}${link}>`
}

/** Images, audio and video as links, because pages load nothing from other hosts. */
function mediaLink({ src = '', alt = '', title = '' }: Readonly<Record<string, string>>): string {
  if (!web_address.test(src.trim())) return escaped(alt)
  const name = alt || title || src.split(/[?#]/)[0]?.split('/').at(-1) || src
  return `<a class="media" href="${escaped(src.trim())}" rel="nofollow noopener">${escaped(name)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
