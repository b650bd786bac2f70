// The context of a running command: its settings, and what it uses of the process: files, clock, terminal.
import type { Readable, Writable } from 'node:stream'
import type { DateContext } from '../../base/dates/written-dates.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { CalError } from '../../base/errors.ts'
import { type Language, t, type Text, type Note } from '../../base/text/language.ts'
import type { Credentials } from '../../client/transport/credentials.ts'
import type { MissingLocalCalendar, OpenApi } from '../../client/open.ts'
import type { Format, OutputPage } from './outcome.ts'

export interface Session {
  readonly runtime: Runtime
  readonly language: Language
  readonly settings: RunSettings
  /** The requested format; undefined if none was requested. */
  readonly format: Format | undefined
  /** The format of errors: text with `--jq` or `--template` alone. */
  readonly error_format: Format | undefined
  /** Where data is written. */
  readonly page: OutputPage
  /** Prompts may use colors. */
  readonly question_color: boolean
  /** `--yes` was given: confirmation prompts are skipped. */
  readonly skips_confirmation: boolean
  /** The api root of this run, opened once and closed at the end. A database file that is created takes `site_zone`. */
  open(create?: { readonly site_zone: string | undefined }): Promise<OpenApi>
  /** A session for another api root in the same run, closed with this one. */
  other(run: OtherRun): Session
  /** From now on the run that writes ends at a signal, when the requests in flight have been answered. */
  beginWriting(): void
  /** Rejects at a signal before `beginWriting`. */
  interrupted(): Promise<never>
  /** Closes everything that the session opened. */
  close(): Promise<void>
  /** Writes a message about the data to stderr. */
  note(text: Note): Promise<void>
  /** Prints the error of one item; the command continues with the others. */
  reportError(error: unknown): Promise<void>
  /** Names the calendar, once, if a project file chose it and the user does not know it. */
  noteCalendar(isKnown?: () => Promise<boolean>): Promise<void>
  /**
   * Resolves if the user confirms, by `--yes` or on a terminal, where Enter is a yes only with `initial`.
   * Errors: `not_confirmed`.
   */
  confirm(question: Text, initial?: boolean): Promise<void>
}

/** What a session for an api root depends on. */
export interface OtherRun {
  readonly settings: RunSettings
  readonly options: { readonly color?: string; readonly quiet?: boolean; readonly yes?: boolean }
  readonly if_missing: MissingLocalCalendar
}

/** The present moment and the zone of the user, for dates that are typed or shown. */
export function hereOf({ runtime, settings }: Pick<Session, 'runtime' | 'settings'>): DateContext {
  return { now: runtime.now(), zone: settings.timezone ?? runtime.timezone }
}

/** Prints the first of several notes, and how many are left. */
export async function noteFirst(notes: readonly Note[], max: number, { note }: Pick<Session, 'note'>): Promise<void> {
  for (const one of notes.slice(0, max)) await note(one)
  if (notes.length > max) await note(t('… and {more} more', { more: notes.length - max }))
}

/** The settings of one run, from flags, environment, configuration files and defaults. */
export interface RunSettings {
  /** As given, but without the password of a database: a URL, `file:…` or `postgres://…`. */
  readonly api_root: string | undefined
  /** The address of a database with its password, unless a project's file names it. */
  readonly database: string | undefined
  readonly credentials: Credentials
  readonly timeout_ms: number
  /** The longest wait before a retry that a server may ask for. */
  readonly wait_ms_max: number
  readonly insecure_http: boolean
  /** Prompts are allowed: stdin and stderr are terminals, without `CI` and `--no-input`. */
  readonly interactive: boolean
  /** The zone for dates such as `tomorrow`; undefined for that of the system. */
  readonly timezone: string | undefined
  /** Maximum number of requests per second. */
  readonly rate: number | undefined
  /** Maximum number of concurrent requests. */
  readonly concurrency: number | undefined
  /** The command that shows long output. */
  readonly pager: string | undefined
  /** The language in addresses of the service; only if a flag or a file sets it, not for the locale. */
  readonly language_segment: Language | undefined
  /** Requests are shown as curl commands. */
  readonly show_request: boolean
  /** Requests and responses are shown. */
  readonly debug: boolean
  /** Folder of the history; undefined for the default. */
  readonly state_dir: string | undefined
  readonly profile_name: string | undefined
  /** Writes must be confirmed with the profile's name. */
  readonly protected_by: string | undefined
  /** The calendar may be reset without confirmation: it has no profile, or a disposable one. Decision 21. */
  readonly disposable: boolean
  /** Warns of credentials that were not sent, or that other users can read. */
  readonly warning: Text | undefined
}

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
  /** For a line that is run for a hint: a request that could write is refused, and no calendar is created. */
  readonly only_reads?: true
  /** The platform as in Node: `linux`, `darwin`, `win32`. */
  readonly platform: string
  /** The zone of this machine. */
  readonly timezone: string
  readonly stdin: { readonly isTerminal: boolean; readonly stream: Readable }
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
  return program === 'cal' ? text : text.replace(/(^|[\s:"„(`])cal (?=[a-z-]|COMMAND|BEFEHL)/gm, `$1${program} `)
}

/** Runs a line that changes nothing, for a hint. */
export type TryLine = (argv: readonly string[]) => Promise<{ readonly stdout: string; readonly error?: CalError }>
