// Escapes text for terminals: only control sequences that cal itself has written, such as colors and links, are kept.
// Also decides whether colors and links may be used.
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Json } from '../../base/json.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import type { OutputPage } from '../types/outcome.ts'
import { OutputClosedError, type Runtime } from '../types/session.ts'

/**
 * A random prefix of our own control sequences, which text from a server or a file cannot contain. Created on demand.
 */
let mark: string | undefined

/** Marks a control sequence of our own, such as `\u001b[1m`, so that `escapeForTerminal` keeps it. */
export function markSequence(sequence: string): string {
  // In the form of a color, whose width is 0 for `string-width`.
  mark ??= `\u001b[${[...crypto.getRandomValues(new Uint16Array(4))].map((number) => 1_000 + (number % 9_000)).join(';')}m`
  return `${mark}${sequence}`
}

const styles = { bold: [1, 22], faint: [2, 22] } as const

/** Bold or faint text, if colors may be used. */
export function styled(text: string, style: keyof typeof styles, { color }: OutputPage): string {
  const [on, off] = styles[style]
  return color && text !== '' ? `${markSequence(`\u001b[${on}m`)}${text}${markSequence(`\u001b[${off}m`)}` : text
}

/** Right-to-left letters. */
const right_to_left = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates right-to-left text, so that a terminal doesn't reorder the text around it. Other text is unchanged. */
export function isolated(text: string): string {
  return right_to_left.test(text) ? `${markSequence('\u2068')}${text}${markSequence('\u2069')}` : text
}

/** The sequences that may follow a mark: colors, links, isolates, cursor movement, erasing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of terminals.
const sequence = /^(?:\r?\u001b\[(?:[\d;]*m|[HK])|\u001b\]8;;[\x21-\x7e]*\u001b\\|[\u2068\u2069])/

/** Escapes text if the output is a terminal; otherwise only removes marks and isolates. */
export function escapeForTerminal(text: string, isTerminal: () => boolean): string {
  // Most texts contain nothing to escape.
  if (/^[\n\x20-\x7e\xa0-\u0600]*$/.test(text)) return text
  if (!isTerminal()) return mark === undefined ? text : withoutMarks(text, mark)
  const [first = '', ...marked] = mark === undefined ? [text] : text.split(mark)
  return (
    escapedText(first) +
    marked
      .map((part) => {
        const [ours = ''] = sequence.exec(part) ?? []
        return ours + escapedText(part.slice(ours.length))
      })
      .join('')
  )
}

/** Colors were requested and stay. */
function withoutMarks(text: string, mark: string): string {
  return text.replaceAll(`${mark}\u2068`, '').replaceAll(`${mark}\u2069`, '').replaceAll(mark, '')
}

/** The text without our own sequences, which take no cells. */
export function withoutSequences(text: string): string {
  if (mark === undefined || !text.includes(mark)) return text
  const [first = '', ...marked] = text.split(mark)
  return first + marked.map((part) => part.replace(sequence, '')).join('')
}

function escapedText(text: string): string {
  return escapeControls(text.replaceAll('\r\n', '\n'))
}

/** A function that escapes text from a server or a file if the output is a terminal. */
export function terminalTextOf({ isTerminal }: Pick<OutputPage, 'isTerminal'>): (text: string) => string {
  return isTerminal ? escapedText : (text) => text
}

/** `--color`, then `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, then whether the output is a terminal with colors. */
export function mayColor(
  option: Json | undefined,
  env: Runtime['env'],
  { isTerminal }: { readonly isTerminal: boolean },
): boolean {
  if (option === 'always' || option === 'never') return option === 'always'
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.CLICOLOR_FORCE !== undefined && !['', '0'].includes(env.CLICOLOR_FORCE)) return true
  return isTerminal && env.TERM !== 'dumb'
}

/** Whether the terminal is known to support links; others may show the control characters. */
export function mayLink(env: Runtime['env'], { isTerminal }: { readonly isTerminal: boolean }): boolean {
  if (!isTerminal || env.TERM === 'dumb') return false
  if (env.FORCE_HYPERLINK !== undefined && env.FORCE_HYPERLINK !== '') return env.FORCE_HYPERLINK !== '0'
  const known = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper']
  return (
    known.includes(env.TERM_PROGRAM ?? '') ||
    Number(env.VTE_VERSION ?? 0) >= 5000 ||
    Boolean(env.KITTY_WINDOW_ID || env.WT_SESSION || env.KONSOLE_VERSION)
  )
}

interface Pager {
  write(text: string): Promise<void>
  /** Resolves when the pager exits. */
  close(): Promise<void>
}

/** The pager if none is configured; an empty `CAL_PAGER` means none. */
export function systemPager({ CAL_PAGER, PAGER }: Runtime['env']): string | undefined {
  return CAL_PAGER === '' ? undefined : PAGER
}

/** The configured pager or `PAGER`; undefined for `cat`, or if stdin or stdout isn't a terminal. */
export function pagerOf(configured: string | undefined, { env, stdin, stdout }: Runtime): string | undefined {
  if (!stdout.isTerminal || !stdin.isTerminal || env.TERM === 'dumb') return undefined
  const pager = configured ?? systemPager(env)
  return pager === undefined || pager.trim() === '' || pager.trim() === 'cat' ? undefined : pager
}

/** Runs `work` with the pager or, without one, standard output as its sink; waits until the pager exits. */
export async function throughPager(
  command: string | undefined,
  runtime: Runtime,
  work: (sink: Pick<Pager, 'write'>) => Promise<void>,
): Promise<void> {
  if (command === undefined) return work(runtime.stdout)
  const pager = openPager(command, runtime)
  try {
    await work(pager)
  } finally {
    await pager.close()
  }
}

/** Starts the pager with the first text; without output, none is started. */
function openPager(command: string, { env, platform, status }: Runtime): Pager {
  let child: Child | undefined
  let release = () => {}
  return {
    async write(text) {
      if (child === undefined) {
        release = status.hold()
        child = await start(command, env, platform)
      }
      if (child.stdin.destroyed || child.exitCode !== null) throw new OutputClosedError()
      if (!child.stdin.write(escapeForTerminal(text, () => true)))
        await Promise.race([once(child.stdin, 'drain'), once(child, 'exit')])
    },
    async close() {
      if (!child) return
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
      release()
    },
  }
}

type Child = ChildProcessByStdio<Writable, null, null>

/**
 * By default, `less` exits if the text fits the screen, shows colors, and reads UTF-8 in any locale.
 */
async function start(command: string, env: Runtime['env'], platform: string): Promise<Child> {
  const { spawn } = await import('node:child_process')
  const child = spawn(command, {
    shell: platform === 'win32' ? true : '/bin/sh',
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LESSCHARSET: 'utf-8', ...env },
  })
  child.stdin.on('error', () => child.stdin.destroy())
  return child
}
