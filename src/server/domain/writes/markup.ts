// Sanitizes the HTML of authors and contributors: known elements and attributes are safe as they were sent, everything
// that could execute is removed.

const of_lines = 'a abbr acronym b blockquote cite code del em i q s strike strong'
const of_prose = `${of_lines} address article aside audio bdo big br caption col colgroup dd details dfn div dl dt figcaption figure font footer h1 h2 h3 h4 h5 h6 header
 hgroup hr img ins kbd li main map mark nav ol p picture pre rb rp rt rtc ruby samp section small source span sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr`
const known_elements = { line: elementsOf(of_lines), prose: elementsOf(of_prose) } as const

const attributes = new Set([
  'abbr',
  'align',
  'alt',
  'axis',
  'border',
  'bgcolor',
  'cellpadding',
  'cellspacing',
  'cite',
  'class',
  'clear',
  'color',
  'cols',
  'colspan',
  'controls',
  'datetime',
  'dir',
  'face',
  'headers',
  'height',
  'hidden',
  'href',
  'hspace',
  'id',
  'lang',
  'loading',
  'loop',
  'muted',
  'name',
  'noshade',
  'nowrap',
  'open',
  'poster',
  'preload',
  'rel',
  'reversed',
  'role',
  'rowspan',
  'rules',
  'scope',
  'size',
  'span',
  'src',
  'start',
  'style',
  'summary',
  'target',
  'title',
  'type',
  'valign',
  'value',
  'vspace',
  'width',
])
const addresses = new Set(['cite', 'href', 'poster', 'src'])
/** A harmless scheme, or none. */
const leading = /^\s*(?:(?:https?|ftps?|mailto|tel|sms|news|webcal):|[/?#.]|[\w%+-]+(?:[/?#.]|$))/i
/** Declarations without URLs and functions. */
const plain_style = /^[\w\s:;#%.,!'"-]*$/

function elementsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}

/**
 * The text without unknown elements and attributes; the content of removed elements is safe.
 * Shape:  accepted text is returned unchanged; a tag that never ends begins with `&lt;`.
 */
export function safeMarkup(html: string, kind: 'line' | 'prose'): string {
  const [tags_end, comments_end] = [html.lastIndexOf('>'), html.lastIndexOf('-->')]
  let [safe, at] = ['', 0]
  for (;;) {
    const start = html.indexOf('<', at)
    if (start < 0 || start > tags_end) return safe + html.slice(at).replace(/<(?=[a-z/!?])/gi, '&lt;')
    const mark = html.startsWith('<!--', start) && comments_end > start ? '-->' : '>'
    const isTag = /^[a-z/!?]/i.test(html.charAt(start + 1))
    const end = isTag ? html.indexOf(mark, start) + mark.length : start + 1
    safe +=
      html.slice(at, start) +
      (isTag ? safeTag(html.slice(start, end), known_elements[kind]) : looseSign(html.charAt(end)))
    at = end
  }
}

/** A `<` that begins no tag, and will not begin one when the text after it is removed. */
function looseSign(next: string): string {
  return next === '<' ? '&lt;' : '<'
}

function safeTag(tag: string, elements: ReadonlySet<string>): string {
  if (tag.startsWith('<!--')) return tag.endsWith('-->') ? `<!--${tag.slice(4, -3).replace(/[<>]/g, '')}-->` : ''
  const [, slash, name = '', rest = ''] = /^<(\/?)([a-z][a-z\d]*)(?![^\s/>])([^>]*)>$/i.exec(tag) ?? []
  if (!elements.has(name.toLowerCase())) return ''
  return slash || /^\s*\/?$/.test(rest) ? tag : `<${name}${safeAttributes(rest)}${/\/\s*$/.test(rest) ? ' /' : ''}>`
}

function safeAttributes(text: string): string {
  const pairs = text.matchAll(/([a-z_][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/gi)
  return [...pairs]
    .filter(([, name = '', ...values]) =>
      isSafe(
        name.toLowerCase(),
        values.find((value) => value !== undefined),
      ),
    )
    .map(([pair]) => ` ${pair}`)
    .join('')
}

function isSafe(name: string, value: string | undefined): boolean {
  if (!attributes.has(name) && !/^(?:aria|data)-[\w-]+$/.test(name)) return false
  if (addresses.has(name)) return value !== undefined && leading.test(value)
  return name !== 'style' || (value !== undefined && plain_style.test(value))
}
