// Sanitizing markup of users without the right to unfiltered HTML, checked with a parser.
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { safeMarkup } from '../../src/base/text/safe-markup.ts'

const allowed = {
  elements: ['a', 'b', 'abbr', 'p', 'br', 'img', 'table', 'td'],
  attributes: ['href', 'src', 'title', 'class', 'alt', 'abbr', 'data-x', 'style'],
  protocols: ['http:', 'https:', 'mailto:'],
}
const refused = {
  elements: ['script', 'style', 'svg', 'iframe', 'textarea', 'title', 'plaintext', 'xmp', 'math', 'form'],
  attributes: ['onclick', 'onload', 'srcdoc', 'action', 'formaction', 'xlink:href', 'srcset'],
}
const address = fc.constantFrom(
  'https://a.example/?b=c&amp;d',
  'mailto:a@b.example',
  '/x',
  'page#part',
  'javascript:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  ' JaVaScRiPt:x',
  'java\tscript:x',
  '\u0001javascript:x',
  'data:text/html,x',
  'vbscript:x',
)
const sign = fc.constantFrom('<', '</', '>', '/>', '<!--', '-->', '--!>', '<!', '<?', '<![CDATA[', ']]>', '"', "'", '=')
const other = fc.constantFrom(' ', '\n', '/', '`', '\0', 'x', '&lt;', '&#60;', '-', 'onclick=alert(1)', '5 < 6')
const part = fc.oneof(
  sign,
  sign,
  other,
  address,
  fc.constantFrom(...allowed.elements, ...refused.elements),
  fc.constantFrom(...allowed.attributes, ...refused.attributes).map((name) => ` ${name}=`),
  fc.constantFrom(...allowed.elements, ...refused.elements).map((name) => `<${name} `),
  fc.constantFrom(...refused.elements).map((name) => `<${name}>`),
  fc.string({ maxLength: 4, unit: fc.constantFrom(...'&;:#\t\f\r.ſK') }),
)
const anything = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))

const cleanAttribute = fc.oneof(
  fc.constantFrom(' href="/x"', " href='https://a.example/?b=c&d'", ' src=x.png', ' alt="5 < 6"', ' class=a'),
  fc.constantFrom('\n title="a &amp; b"', ' style="color: red"', '  data-x', ' CLASS="a b"'),
)
const cleanPart = fc.oneof(
  fc.constantFrom('x & y', ' &copy; ', ' 1 << 2 ', 'ü', '> ', '"', "'", '<!-- wp:paragraph -->', '\n'),
  fc
    .tuple(fc.constantFrom(...allowed.elements), fc.array(cleanAttribute, { maxLength: 3 }), fc.constantFrom('', ' /'))
    .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}>`),
  fc.constantFrom(...allowed.elements).map((name) => `</${name}>`),
)
const clean = fc.array(cleanPart, { maxLength: 20 }).map((parts) => parts.join(''))

describe('markup of users without unfiltered HTML', () => {
  it('has no forbidden element, attribute or URL after sanitizing', () => {
    fc.assert(
      fc.property(anything, (html) => {
        expect(refusedIn(safeMarkup(html, 'prose'))).toEqual([])
      }),
      {
        numRuns: 3_000,
      },
    )
  })

  it('does not change when it is sanitized again', () => {
    fc.assert(
      fc.property(anything, (html) => {
        const safe = safeMarkup(html, 'prose')
        expect(safeMarkup(safe, 'prose')).toBe(safe)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is unchanged if nothing in it is forbidden', () => {
    fc.assert(
      fc.property(clean, (html) => {
        expect(safeMarkup(html, 'prose')).toBe(html)
      }),
    )
  })
})

/** Forbidden parts found by a parser that treats elements such as `script` as a browser does. */
function refusedIn(html: string): readonly string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!allowed.elements.includes(name)) found.push(name)
      for (const [key, value] of Object.entries(attributes)) {
        if (!allowed.attributes.includes(key) && !/^data-x+$/.test(key)) found.push(`${name} ${key}`)
        if ((key === 'href' || key === 'src') && !allowed.protocols.includes(protocolOf(value))) found.push(value)
      }
    },
  })
  parser.end(html)
  return found
}

function protocolOf(address_sent: string): string {
  return URL.canParse(address_sent, 'https://base.example')
    ? new URL(address_sent, 'https://base.example').protocol
    : 'https:'
}
