// The last line of a terminal, redrawn in place while the program works or waits: progress bars and spinners.
import type { OutputStream, Runtime, StatusLine, StatusOptions, StatusText } from '../types/session.ts'
import { markSequence } from '../output/terminal.ts'

/** Shorter waits are not shown. */
const delay_ms = 150
const frame_ms = 100
const frames = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
const erase_line = '\r\u001b[K'

export interface StatusLineOptions extends Pick<Runtime, 'stdout' | 'stderr' | 'env' | 'ticks' | 'every'> {}

/** Streams to the same terminal clear the status line before they write; an unfinished line of output is kept. */
export function withStatusLine({ stdout, stderr, env, ticks, every }: StatusLineOptions): {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly status: StatusLine
} {
  const line = new TerminalLine({ stderr, env, ticks, every })
  return { stdout: watched(stdout, line), stderr: watched(stderr, line), status: line }
}

function watched(stream: OutputStream, line: TerminalLine): OutputStream {
  return {
    get isTerminal() {
      return stream.isTerminal
    },
    get columns() {
      return stream.columns
    },
    get lines() {
      return stream.lines
    },
    get stream() {
      line.clear()
      return stream.stream
    },
    write(text) {
      if (stream.isTerminal) line.clearFor(text)
      else line.clearIfIdle()
      return stream.write(text)
    },
  }
}

interface Source {
  readonly text: StatusText
  readonly isFirst: (() => boolean) | undefined
}

class TerminalLine implements StatusLine {
  readonly #options: Omit<StatusLineOptions, 'stdout'>
  #sources: readonly Source[] = []
  #holders = 0
  #isOff = false
  #stop: (() => void) | undefined
  #busy_since = 0
  #drawn_at = Number.NEGATIVE_INFINITY
  #isDrawn = false
  #frame = 0
  /** The cursor is at the beginning of a line. */
  #isAtLineStart = true

  constructor(options: Omit<StatusLineOptions, 'stdout'>) {
    this.#options = options
  }

  get isAvailable() {
    const { stderr, env } = this.#options
    return !this.#isOff && stderr.isTerminal && env.TERM !== 'dumb' && !env.CI
  }

  show(text: StatusText, { isFirst, at_once = false }: StatusOptions = {}) {
    if (!this.isAvailable) return { update: () => {}, end: () => {} }
    const source = { text, isFirst }
    this.#sources = [...this.#sources, source]
    const { ticks, every } = this.#options
    if (this.#stop === undefined) {
      this.#busy_since = ticks()
      this.#stop = every(frame_ms, () => this.#tick())
    }
    if (at_once) this.#busy_since = Math.min(this.#busy_since, ticks() - delay_ms)
    this.#drawIfDue()
    return {
      update: () => this.#drawIfDue(),
      end: () => {
        this.#sources = this.#sources.filter((other) => other !== source)
      },
    }
  }

  clear() {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    this.#drawn_at = Number.NEGATIVE_INFINITY
    this.#write(markSequence(erase_line))
  }

  /**
   * Before output to a pipe, whose reader can write to the same terminal. While a task runs, the line stays, so that it
   * does not flicker.
   */
  clearIfIdle() {
    if (this.#sources.length === 0) this.clear()
  }

  clearFor(text: string) {
    this.clear()
    if (text !== '') this.#isAtLineStart = text.endsWith('\n')
  }

  hold() {
    this.clear()
    this.#holders++
    return () => {
      this.#holders--
      this.#isAtLineStart = true
    }
  }

  off() {
    this.#isOff = true
    this.#sources = []
    this.#end()
  }

  /** Keeps the line during short pauses between requests, so that it doesn't flicker. */
  #tick() {
    if (this.#sources.length === 0) this.#end()
    else this.#drawIfDue()
  }

  #end() {
    this.#stop?.()
    this.#stop = undefined
    this.clear()
  }

  #drawIfDue() {
    const now = this.#options.ticks()
    if (this.#holders > 0 || !this.#isAtLineStart || now - this.#busy_since < delay_ms) return
    if (now - this.#drawn_at < frame_ms / 2) return
    const sources = this.#sources
    const source =
      sources.findLast(({ isFirst }) => isFirst?.()) ??
      sources.findLast(({ isFirst }) => isFirst === undefined) ??
      sources.at(-1)
    if (source === undefined) return
    this.#drawn_at = now
    this.#isDrawn = true
    this.#frame = (this.#frame + 1) % frames.length
    // The last cell stays empty: some terminals wrap after it.
    const text = source.text(this.#options.stderr.columns - 3)
    this.#write(`${markSequence(erase_line)}${frames[this.#frame]} ${text}`)
  }

  /** Errors of the terminal are reported when data is written. */
  #write(text: string) {
    this.#options.stderr.write(text).catch(() => undefined)
  }
}
