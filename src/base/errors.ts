// What can go wrong on the user's side of the seam, and the exit code each kind has.
import type { Text } from './text/language.ts'

/** Each kind of failure with its exit code. Source: cli contract, section 4. */
export const exit_codes = {
  bug: 1,
  usage: 2,
  not_allowed: 3,
  not_found: 4,
  refused: 5,
  some_failed: 6,
  unreachable: 7,
  server_failed: 8,
  not_confirmed: 9,
  differences: 10,
  configuration: 11,
  interrupted: 130,
  terminated: 143,
} as const

export type ErrorCode = keyof typeof exit_codes

/** What the other end said when it is the other end that failed or refused. */
export interface RemoteError {
  readonly status: number
  readonly code?: string
  /** The names the server complains about, each with its own words. */
  readonly fields?: Readonly<Record<string, string>>
  /** An earlier request, whose answer was lost, may have done the work. */
  readonly repeated?: true
}

export interface CalErrorDetails {
  readonly hint?: Text
  readonly cause?: unknown
  readonly remote?: RemoteError
  /** What is wrong with each name, where we found it ourselves. */
  readonly fields?: Readonly<Record<string, Text>>
}

/** A failure a user can understand: what is so, with the value; the hint says what to do. */
export class CalError extends Error {
  readonly code: ErrorCode
  readonly text: Text
  readonly hint: Text | undefined
  readonly remote: RemoteError | undefined
  readonly fields: CalErrorDetails['fields']

  constructor(code: ErrorCode, text: Text, details: CalErrorDetails = {}) {
    super(text.en, { cause: details.cause })
    this.name = 'Failure'
    this.code = code
    this.text = text
    this.hint = details.hint
    this.remote = details.remote
    this.fields = details.fields
  }

  get exit_code(): number {
    return exit_codes[this.code]
  }
}
