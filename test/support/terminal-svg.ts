// A screen of a terminal as an SVG that follows the light or dark scheme of the page it is on.
import { widthOf } from '../../src/cli/output/text-width.ts'

interface Style {
  readonly bold: boolean
  readonly faint: boolean
  readonly inverse: boolean
  /** `1` for red … `6` for cyan, `7` for white; empty for the default. */
  readonly color: string
  readonly ground: string
}

interface Span {
  readonly text: string
  readonly style: Style
  /** The cell where it begins. */
  readonly column: number
}

const plain: Style = { bold: false, faint: false, inverse: false, color: '', ground: '' }
const [cell_px, line_px, margin_px] = [8.4, 20, 16] as const

/** The text of a terminal with this many columns. */
export function svgOf(text: string, { columns, title }: { readonly columns: number; readonly title: string }): string {
  const lines = linesOf(text)
  const [width, height] = [columns * cell_px + 2 * margin_px, lines.length * line_px + 2 * margin_px]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" role="img">
<title>${escaped(title)}</title>
<style>
${css}
</style>
<rect class="page" width="100%" height="100%" rx="8"/>
<g>
${lines.flatMap((line, i) => line.map((span) => svgSpan(span, i))).join('\n')}
</g>
</svg>
`
}

const light = ['#24292f', '#b42318', '#116329', '#8a5a00', '#0a55c4', '#8250df', '#0b6e7c', '#24292f']
const dark = ['#e6edf3', '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#6cd9e4', '#e6edf3']

function colorsOf(colors: readonly string[], page: string): string {
  return [
    `.page{fill:${page}}text{fill:${colors[0]}}text.on{fill:${page}}`,
    ...colors.map((color, i) => `text.c${i}{fill:${color}}rect.g${i}{fill:${color}}`),
  ].join('')
}

const css = [
  'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}',
  '.b{font-weight:700}.f{opacity:.65}',
  colorsOf(light, '#ffffff'),
  `@media(prefers-color-scheme:dark){${colorsOf(dark, '#0d1117')}}`,
].join('\n')

function svgSpan({ text, style, column }: Span, line: number): string {
  const width = widthOf(text)
  const [x, y] = [margin_px + column * cell_px, margin_px + line * line_px]
  const ground = style.inverse ? style.color || '0' : style.ground
  const box =
    ground === ''
      ? ''
      : `<rect class="g${ground}" x="${px(x)}" y="${px(y)}" width="${px(width * cell_px)}" height="${line_px}"/>`
  const classes = [
    ...(style.bold ? ['b'] : []),
    ...(style.faint ? ['f'] : []),
    ...(ground !== '' ? ['on'] : style.color === '' ? [] : [`c${style.color}`]),
  ]
  const attribute = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
  // Not all programs keep spaces: each word of columns has its own place.
  const words = [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: word, index }) => {
    const place = `x="${px(x + widthOf(text.slice(0, index)) * cell_px)}" y="${px(y + 14.5)}"`
    return `<text${attribute} ${place} textLength="${px(widthOf(word) * cell_px)}" lengthAdjust="spacingAndGlyphs">${escaped(word)}</text>`
  })
  return box + words.join('')
}

/** Lines of spans; a line that was erased and drawn again shows what was drawn last. */
function linesOf(text: string): readonly (readonly Span[])[] {
  let style = plain
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const spans: Span[] = []
      let column = 0
      const drawn = line.split(erase).at(-1) ?? ''
      for (const part of drawn.split(colors)) {
        if (part.startsWith('\u001b[')) style = styled(style, part.slice(2, -1).split(';').map(Number))
        else if (part !== '') {
          const shown = part.replace(links, '')
          spans.push({ text: shown, style, column })
          column += widthOf(shown)
        }
      }
      return spans
    })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of terminals.
const colors = /(\u001b\[[\d;]*m)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of terminals.
const links = /\u001b\]8;;[^\u001b]*\u001b\\/g
const erase = '\r\u001b[K'

function styled(style: Style, codes: readonly number[]): Style {
  let now = style
  for (const code of codes) now = { ...now, ...changeOf(code) }
  return now
}

function changeOf(code: number): Partial<Style> {
  if (code === 0) return plain
  if (code === 1) return { bold: true }
  if (code === 2) return { faint: true }
  if (code === 22) return { bold: false, faint: false }
  if (code === 7 || code === 27) return { inverse: code === 7 }
  if (code === 39) return { color: '' }
  if (code === 49) return { ground: '' }
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { color: String(code % 10) }
  return code >= 40 && code <= 47 ? { ground: String(code % 10) } : {}
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function px(number: number): string {
  return String(Math.round(number * 100) / 100)
}
