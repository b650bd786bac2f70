// The width of text in terminal cells: two for wide characters and emoji, none for combining marks.
import stringWidth from 'string-width'

/** The number of cells; control sequences of colors don't count. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  return text.length <= part_length || text.includes('\u001b') ? stringWidth(text) : longWidthOf(text)
}

const part_length = 2_000

/** Measures parts that end between characters: the segmenter takes 25 s for 100,000 Japanese characters. */
function longWidthOf(text: string): number {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let [width, rest] = [0, text]
  while (rest.length > part_length) {
    const index = graphemes.segment(rest.slice(0, part_length)).containing(part_length - 2)?.index ?? 0
    // One character with thousands of marks.
    if (index === 0) break
    width += stringWidth(rest.slice(0, index))
    rest = rest.slice(index)
  }
  return width + stringWidth(rest)
}

/** Characters that always take one cell: letters, punctuation, currency signs. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2193\u20a0-\u20bf]*$/
let graphemes: Intl.Segmenter | undefined

/** Between columns. */
export const gap = '  '

/** A no-break space: `wrapped` doesn't break lines at it. */
export const no_break = '\u00a0'

/** The text, truncated with `…` to `width` cells. The text must not contain colors. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (width <= 1) return '…'.slice(0, Math.max(width, 0))
  return `${head(text, width - 1)}…`
}

/** What fills the text to `width` cells. */
export function blanksAfter(text: string, width: number): string {
  return ' '.repeat(Math.max(width - widthOf(text), 0))
}

/** The text truncated to, or padded on the right to, exactly `width` cells. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width)
  return shown + blanksAfter(shown, width)
}

/**
 * The text wrapped between words to lines of `width` cells. Longer words are broken, paths after a slash; text beyond
 * `lines_max` lines is cut.
 */
export function wrapped(text: string, width: number, lines_max: number): readonly string[] {
  const lines: string[] = []
  let rest = text.trim()
  while (rest !== '' && lines.length < lines_max - 1) {
    const fits = head(rest, width)
    if (fits.length === rest.length) break
    const line = lineOf(rest, fits)
    lines.push(line)
    rest = rest.slice(line.length).trim()
  }
  return rest === '' ? lines : [...lines, cut(rest, width)]
}

/** Lines of at most `columns` cells; continuation lines are indented to the start of the text. */
export function folded(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => foldedLine(line, columns))
    .join('\n')
}

function foldedLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  const [head = ''] = /^ *(?:- |\S.{0,38}? {2,})?/.exec(line) ?? []
  const width = columns - head.length
  if (width < 20) return line
  return wrapped(line.slice(head.length), width, Number.POSITIVE_INFINITY)
    .map((part, i) => (i === 0 ? head : ' '.repeat(head.length)) + part)
    .join('\n')
}

/**
 * A message, wrapped between words to lines of `columns` cells. Words are never broken: a path or flag can be copied.
 * Continuation lines are indented like the text after a label such as `hint: `, or after the sign of a step.
 */
export function foldedMessage(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = ' '.repeat(/^(?:\w+: | +|[-+~!=] )/.exec(line)?.[0].length ?? 0)
      const lines: string[] = []
      let last = ''
      for (const word of line.split(/(?<=\S) (?=\S)/)) {
        const longer = last === '' ? word : `${last} ${word}`
        if (last === '' || widthOf(longer) <= columns) last = longer
        else {
          lines.push(last)
          last = indent + word
        }
      }
      return [...lines, last].join('\n')
    })
    .join('\n')
}

/** A number of characters that usually fills a line, even with combining marks. */
function beginning(width: number): number {
  return width * 4 + 100
}

function lineOf(text: string, fits: string): string {
  const blank = text[fits.length] === ' ' ? fits.length : fits.lastIndexOf(' ')
  if (blank > 0) return fits.slice(0, blank).trimEnd()
  // A path or an address, between its parts.
  const slash = fits.lastIndexOf('/') + 1
  return fits.slice(0, slash > fits.length / 2 ? slash : fits.length) || text.slice(0, 1)
}

/** Measures only the beginning of a long text: a description of 250,000 characters has 5,000 lines. */
function head(text: string, width: number): string {
  const start = text.slice(0, beginning(width))
  const fits = headOf(start, width)
  return fits.length === start.length && start.length < text.length ? headOf(text, width) : fits
}

function headOf(text: string, width: number): string {
  if (plain.test(text)) return text.slice(0, width)
  // Created on demand: the first one takes 9 ms.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let shown = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    shown += segment
  }
  return shown
}

/** The number of characters shown before the difference. */
const lead = 15

/** Both texts, cut to `length_max` characters each; `…` marks what is left out. */
export function cutAroundDifference(one: string, other: string, length_max: number): readonly [string, string] {
  const [ones, others] = [[...one], [...other]]
  if (ones.length <= length_max && others.length <= length_max) return [one, other]
  let shared = 0
  while (shared < Math.min(ones.length, others.length) && ones[shared] === others[shared]) shared++
  const longer = Math.max(ones.length, others.length)
  // Texts start at the beginning if the difference is within the limit.
  const from = shared + lead <= length_max ? 0 : Math.max(0, Math.min(shared - lead, longer - length_max))
  const to = from + length_max
  const shortened = (characters: readonly string[]) =>
    `${from > 0 ? '…' : ''}${characters.slice(from, to).join('')}${characters.length > to ? '…' : ''}`
  return [shortened(ones), shortened(others)]
}
