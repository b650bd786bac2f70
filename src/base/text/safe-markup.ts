// Sanitizes the HTML of authors and contributors: known elements and attributes stay as they were sent, everything that
// could execute is removed. htmlparser2 finds the tags (decision 1); accepted tags are copied unchanged.
import { Tokenizer } from 'htmlparser2'

const of_lines = 'a abbr acronym b blockquote cite code del em i q s strike strong'
const of_prose = `${of_lines} address article aside audio bdo big br caption col colgroup dd details dfn div dl dt
 figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr img ins kbd li main map mark nav ol p picture pre rb
 rp rt rtc ruby samp section small source span sub summary sup table tbody td tfoot th thead time tr track tt u ul var
 video wbr`
const known_elements = { line: wordsOf(of_lines), prose: wordsOf(of_prose) } as const

const attributes = wordsOf(`abbr align alt axis border bgcolor cellpadding cellspacing cite class clear color
 cols colspan controls datetime dir face headers height hidden href hspace id lang loading loop muted name
 noshade nowrap open poster preload rel reversed role rowspan rules scope size span src start style summary
 target title type valign value vspace width`)
const addresses = new Set(['cite', 'href', 'poster', 'src'])
/** Accepts an address with a safe scheme or without one. */
const leading = /^\s*(?:(?:https?|ftps?|mailto|tel|sms|news|webcal):|[/?#.]|[\w%+-]+(?:[/?#.]|$))/i
/** Accepts style declarations without URLs and functions. */
const plain_style = /^[\w\s:;#%.,!'"-]*$/

interface Attribute {
  readonly source: string
  readonly name: string
  readonly value: string | undefined
}

function wordsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}

/**
 * The text without unknown elements and attributes; the content of removed elements stays.
 * Shape:  accepted text is returned unchanged; a tag that never ends begins with `&lt;`, and `>` in an attribute is
 *         `&gt;`, because wptexturize and wpautop end a tag at its first `>`.
 */
export function safeMarkup(html: string, kind: 'line' | 'prose'): string {
  if (!html.includes('<')) return html
  const source = withoutOpenComments(html)
  let [safe, at] = ['', 0]
  eachTag(source, known_elements[kind], (start, end, by) => {
    // A `<` directly before a tag would begin one when that tag is removed.
    safe += source.slice(at, start).replace(/<(?=[a-z/!?]|$)/gi, '&lt;') + by
    at = end
  })
  return safe + source.slice(at).replace(/<(?=[a-z/!?])/gi, '&lt;')
}

/** The text with the markup of a title, as the description of a term; whatever is between two brackets is a tag. */
export function strippedMarkup(text: string): string {
  return safeMarkup(text.replace(/<(?![a-z/!])[^>]*>?/gi, ''), 'line')
}

/** A comment without an end is treated as a tag, so that it does not hide the text after it. */
function withoutOpenComments(html: string): string {
  const end = html.lastIndexOf('-->') + 1
  return html.slice(0, end) + html.slice(end).replace(/<!-+/g, '<!')
}

/** Calls `replace` with the position of every complete tag and comment, and its replacement. */
function eachTag(
  html: string,
  elements: ReadonlySet<string>,
  replace: (start: number, end: number, by: string) => void,
): void {
  let [tag_start, name] = [0, '']
  let [attribute_start, attribute_name]: [number, string] = [0, '']
  let value: string | undefined
  let attributes_of_tag: Attribute[] = []
  const ignore = () => {}
  const remove = (start: number, end: number) => replace(html.lastIndexOf('<', start - 1), end + 1, '')
  const openTag = (end: number) => {
    const source = html.slice(tag_start, end + 1)
    replace(tag_start, end + 1, elements.has(name.toLowerCase()) ? safeTag(source, name, attributes_of_tag) : '')
  }
  const tokens = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        ;[tag_start, name, attributes_of_tag] = [start - 1, html.slice(start, end), []]
      },
      onattribname(start, end) {
        ;[attribute_start, attribute_name, value] = [start, html.slice(start, end), undefined]
      },
      onattribdata(start, end) {
        value = html.slice(start, end)
      },
      onattribend(_quote, end) {
        attributes_of_tag.push({ source: html.slice(attribute_start, end), name: attribute_name.toLowerCase(), value })
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(start, name_end) {
        const end = html.indexOf('>', name_end)
        const [closed, rest] = [html.slice(start, name_end), html.slice(name_end, end)]
        if (end < 0) return
        const by = rest.trim() === '' ? `</${closed}${rest}>` : `</${closed}>`
        replace(start - 2, end + 1, elements.has(closed.toLowerCase()) ? by : '')
      },
      oncomment(start, end, mark_length) {
        if (end === html.length) return
        if (!html.startsWith('<!--', start - 4)) return remove(start, end)
        replace(start - 4, end + 1, `<!--${html.slice(start, end - mark_length).replace(/[<>]/g, '')}-->`)
      },
      oncdata: remove,
      ondeclaration: remove,
      onprocessinginstruction: remove,
      ontext: ignore,
      ontextentity: ignore,
      onattribentity: ignore,
      onend: ignore,
      // The content of a removed `script` is markup like any other: no element is read as raw text.
      isInForeignContext: () => true,
    },
  )
  tokens.write(html)
  tokens.end()
}

function safeTag(tag: string, name: string, attributes_of_tag: readonly Attribute[]): string {
  const accepted = attributes_of_tag.filter(isSafe)
  if (accepted.length === attributes_of_tag.length && tag.indexOf('>') === tag.length - 1) return tag
  const sources = accepted.map(({ source }) => ` ${source.replaceAll('>', '&gt;')}`)
  return `<${name}${sources.join('')}${/\/\s*>$/.test(tag) ? ' /' : ''}>`
}

function isSafe({ source, name, value }: Attribute): boolean {
  if (!attributes.has(name) && !/^(?:aria|data)-[\w-]+$/.test(name)) return false
  if (!/["']$/.test(source) && value !== undefined && /["'<`]/.test(value)) return false
  if (addresses.has(name)) return value !== undefined && leading.test(value)
  return name !== 'style' || (value !== undefined && plain_style.test(value))
}
