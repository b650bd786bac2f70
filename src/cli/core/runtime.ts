// Everything outside the program that a command may use. Only main.ts, which passes it in, accesses the process.
import type { Readable, Writable } from 'node:stream'
import type { Instant } from '../../base/dates/zoned-time.ts'

/** Standard output or standard error. */
export interface OutputStream {
  readonly isTerminal: boolean
  /** Width of the terminal in cells; 80 if it is not a terminal. */
  readonly columns: number
  /** Height of the terminal; undefined if it is not a terminal. */
  readonly lines?: number | undefined
  /**
   * Resolves when the text was written. Errors: `OutputClosedError` if the reader has closed the pipe. Standard error
   * drops what it cannot write.
   */
  write(text: string): Promise<void>
  /** For libraries that write to a stream themselves, such as prompts. */
  readonly stream: Writable
}

/** The text of the status line, at most `columns` cells. */
export type StatusText = (columns: number) => string

export interface StatusOptions {
  readonly isFirst?: () => boolean
  readonly at_once?: boolean
}

/** The last line of a terminal while the program works or waits. Without a terminal, nothing is drawn. */
export interface StatusLine {
  readonly isAvailable: boolean
  /**
   * Shows a text from 150 ms after the call until `end`; `text` is called for every redraw. Of several texts, the
   * latest is shown. A text with `isFirst` precedes all others while that returns true, and follows them otherwise.
   * `at_once` draws without the delay, for work that blocks the process.
   */
  show(text: StatusText, options?: StatusOptions): { update(): void; end(): void }
  /** Clears the line until the next redraw. */
  clear(): void
  /** Stops drawing during a prompt or a pager, until the returned function is called. */
  hold(): () => void
  /** Ends drawing. */
  off(): void
}

export interface InputStream {
  readonly isTerminal: boolean
  readonly stream: Readable
}

export interface Runtime {
  /** The arguments, without the interpreter and the program. */
  readonly argv: readonly string[]
  /** The name the program was called by, `cal` or `calctl`: help and hints use it. */
  readonly program: string
  readonly version: string
  readonly pid: number
  /** The user id of this process; undefined on Windows. */
  readonly uid?: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
  /** The platform as in Node: `linux`, `darwin`, `win32`. */
  readonly platform: string
  /** The zone of this machine. */
  readonly timezone: string
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly status: StatusLine
  /** Aborted by SIGINT, SIGTERM and SIGHUP; its reason is the `CalError` `interrupted` or `terminated`. */
  readonly signal: AbortSignal
  /** Aborted by the second of these signals; the process exits as soon as its listeners return. */
  readonly second_signal: AbortSignal
  now(): Instant
  /** Milliseconds of a monotonic clock. */
  ticks(): number
  /** Calls `work` repeatedly until the returned function is called; does not keep the process alive. */
  every(interval_ms: number, work: () => void): () => void
  /**
   * Calls `suspend` before Ctrl-Z stops the process and `resume` after it continues, until the returned function is
   * called.
   */
  onSuspend(work: { suspend(): Promise<void>; resume(): void }): () => void
  /** Ignores SIGINT while another program uses the terminal. */
  withoutInterrupts<T>(work: () => Promise<T>): Promise<T>
  /** Sends a signal to a process group; POSIX only. */
  killGroup(pid: number, signal: NodeJS.Signals): void
  /** A number from 0 up to, but not including, 1. */
  random(): number
  /** For secrets. */
  random_bytes(count: number): Uint8Array
  /** Waits; rejects with the reason of the signal if it is aborted. */
  sleep(duration_ms: number): Promise<void>
}

/** The reader of standard output closed the pipe (`cal … | head`): the program ends without an error. */
export class OutputClosedError extends Error {
  override name = 'OutputClosedError'
}

/** Replaces `cal` in a text with the name that the program was called by: `cal events list` → `calctl events list`. */
export function withProgramName(program: string, text: string): string {
  return program === 'cal' ? text : text.replace(/(^|[\s:"„(`])cal (?=[a-z-])/gm, `$1${program} `)
}
