// The one place where text meets a terminal: it passes our own colours and links, and shows what else could steer a
// terminal.
import { escapeControls } from '../../base/text/untrusted-text.ts'
import type { OutputPage } from '../core/outcome.ts'

/**
 * Goes before every sequence of our own, so that nobody who only writes texts can have one pass. Made where it is
 * needed.
 */
let seal: string | undefined

/** A sequence of our own, such as `\u001b[1m`, in a form that only an output turns into the sequence. */
export function keepStyle(sequence: string): string {
  // Four digits each, behind a sign of their own: `string-width` measures it as a colour.
  seal ??= `\u001b[${[...crypto.getRandomValues(new Uint16Array(4))].map((number) => String(1_000 + (number % 9_000))).join(';')}m`
  return `${seal}${sequence}`
}

/** Letters that are written from right to left. */
const right_to_left = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Keeps right-to-left text from reordering its neighbours on a terminal. Other text stays as it
 * is.
 */
export function isolated(text: string): string {
  return right_to_left.test(text) ? `${keepStyle('\u2068')}${text}${keepStyle('\u2069')}` : text
}

/** What one seal lets through: a colour, a link, an isolate, and what redraws a line or a screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of terminals.
const sequence = /^(?:\r?\u001b\[(?:[\d;]*m|[HK]|\?\d+[hl])|\u001b\]8;;[\x21-\x7e]*\u001b\\|[\u2068\u2069])/

/** Text as a terminal may get it. Elsewhere it is data, which stays as it is. */
export function escapeForTerminal(text: string, isTerminal: () => boolean): string {
  // Most texts hold nothing to look at.
  if (/^[\n\x20-\x7e\xa0-\u0600]*$/.test(text)) return text
  if (!isTerminal()) return seal === undefined ? text : withoutSeals(text, seal)
  const [first = '', ...sealed] = seal === undefined ? [text] : text.split(seal)
  return (
    shown(first) +
    sealed
      .map((part) => {
        const [ours = ''] = sequence.exec(part) ?? []
        return ours + shown(part.slice(ours.length))
      })
      .join('')
  )
}

/** Isolates are for terminals alone; colours were asked for where they are. */
function withoutSeals(text: string, mark: string): string {
  return text.replaceAll(`${mark}\u2068`, '').replaceAll(`${mark}\u2069`, '').replaceAll(mark, '')
}

function shown(text: string): string {
  return escapeControls(text.replaceAll('\r\n', '\n'))
}

/** What a terminal is shown of such a text: nothing that steers it. Elsewhere the text itself. */
export function terminalTextOf({ isTerminal }: Pick<OutputPage, 'isTerminal'>): (text: string) => string {
  return isTerminal ? (text) => escapeControls(text.replaceAll('\r\n', '\n')) : (text) => text
}
