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

export type FailureCode = keyof typeof exit_codes

/** What the other end said when it is the other end that failed or refused. */
export interface Remote {
  readonly status: number
  readonly code?: string
  /** The names the server complains about, each with its own words. */
  readonly fields?: Readonly<Record<string, string>>
  /** An earlier request, whose answer was lost, may have done the work. */
  readonly repeated?: true
}

export interface FailureDetails {
  readonly hint?: Text
  readonly cause?: unknown
  readonly remote?: Remote
  /** What is wrong with each name, where we found it ourselves. */
  readonly fields?: Readonly<Record<string, Text>>
}

/** A failure a user can understand: what is so, with the value; the hint says what to do. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly text: Text
  readonly hint: Text | undefined
  readonly remote: Remote | undefined
  readonly fields: FailureDetails['fields']

  constructor(code: FailureCode, text: Text, details: FailureDetails = {}) {
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
