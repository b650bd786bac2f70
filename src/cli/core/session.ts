// What a command works with while it runs.
import type { Language, Text } from '../../base/text/language.ts'
import type { Credentials } from '../../client/transport/credentials.ts'
import type { OpenApi } from '../../client/open.ts'
import type { Format } from './choices.ts'
import type { OutputPage } from './outcome.ts'
import type { Runtime } from './runtime.ts'

export interface Session {
  readonly runtime: Runtime
  readonly language: Language
  readonly settings: RunSettings
  /** The requested format; undefined if none was requested. */
  readonly format: Format | undefined
  /** The place that data is written for. */
  readonly page: OutputPage
  /** Questions may have colours. */
  readonly question_color: boolean
  /** `--yes` was given. */
  readonly agreed: boolean
  /** The api root of this run, opened once and closed at the end. A database file that is created takes `site_zone`. */
  open(create?: Creation): Promise<OpenApi>
  /** Words about the data, a line on stderr. */
  note(text: Text): Promise<void>
  /** One of several things went wrong while the others go on: written as errors are. */
  complain(error: unknown): Promise<void>
  /** Returns once the user confirms, by `--yes` or on a terminal. Errors: `not_confirmed`. */
  confirm(question: Text): Promise<void>
}

export interface Creation {
  readonly site_zone: string | undefined
}

/** The settings of one run, from flags, environment, configuration files and defaults. */
export interface RunSettings {
  /** As it was given: an address, or `file:…`; without the password of a database. */
  readonly api_root: string | undefined
  /** The address of a database with its password, unless a project's file names it. */
  readonly database: string | undefined
  readonly credentials: Credentials
  readonly timeout_ms: number
  /** The longest wait that a server may ask for. */
  readonly wait_ms_max: number
  readonly insecure_http: boolean
  /** Questions may be asked: a terminal on both sides, no CI, no `--no-input`. */
  readonly interactive: boolean
  /** Zone in which words such as `tomorrow` are read; undefined is this machine's. */
  readonly timezone: string | undefined
  /** Requests a second at most. */
  readonly rate: number | undefined
  /** Requests at the same time. */
  readonly concurrency: number | undefined
  /** Program that shows long output. */
  readonly pager: string | undefined
  /** Said by flag or file, not by the locale: addresses of the service carry it. */
  readonly language_segment: Language | undefined
  /** Requests are shown as curl commands. */
  readonly show_request: boolean
  /** Requests and answers are shown. */
  readonly debug: boolean
  /** Folder of the history; undefined for the default. */
  readonly state_dir: string | undefined
  readonly profile_name: string | undefined
  /** Writes ask for the profile's name. */
  readonly protected: boolean
  /** The calendar may be reset without a question: no profile names it, or one that says so. Decision 24. */
  readonly disposable: boolean
  /** Credentials that were held back, and why, or that others can read. */
  readonly warning: Text | undefined
}
