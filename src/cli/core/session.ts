// The context of a running command.
import type { Language, Text } from '../../base/text/language.ts'
import type { Step } from '../../bulk/plan/plan.ts'
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
  /** Where data is written. */
  readonly page: OutputPage
  /** Prompts may use colors. */
  readonly question_color: boolean
  /** `--yes` was given: confirmation prompts are skipped. */
  readonly skips_confirmation: boolean
  /** The api root of this run, opened once and closed at the end. A database file that is created takes `site_zone`. */
  open(create?: Creation): Promise<OpenApi>
  /** Writes a message about the data to stderr. */
  note(text: Text): Promise<void>
  /** Prints the error of one item; the command continues with the others. */
  reportError(error: unknown): Promise<void>
  /** With `--dry-run` of a command that shows no plan: takes each step instead of executing it. */
  readonly preview?: (step: Step) => void
  /** Names the calendar, once, if a project file chose it and the user does not know it. */
  noteCalendar(isKnown?: () => Promise<boolean>): Promise<void>
  /** Resolves if the user confirms, by `--yes` or on a terminal. Errors: `not_confirmed`. */
  confirm(question: Text): Promise<void>
}

export interface Creation {
  readonly site_zone: string | undefined
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
  readonly protected: boolean
  /** The calendar may be reset without confirmation: it has no profile, or a disposable one. Decision 21. */
  readonly disposable: boolean
  /** Warns of credentials that were not sent, or that other users can read. */
  readonly warning: Text | undefined
}
