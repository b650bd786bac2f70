// Paragraphs and line breaks as deployed services make them of the line feeds in a text.

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
  const paragraphs = parts.map((part) => paragraphOf(part.replace(/^\n+|\n+$/g, '')))
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
