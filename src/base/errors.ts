// Errors of the client, the bulk engine and the command line, with their exit codes.
import type { Hint } from './text/closest.ts'
import { t, type Text } from './text/language.ts'

/** The exit code of each kind of error. */
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
  timed_out: 12,
  disk: 13,
  interrupted: 130,
  terminated: 143,
} as const

export type ErrorCode = keyof typeof exit_codes

/** The error response of a service. */
export interface RemoteError {
  readonly status: number
  readonly code?: string
  /** The parameters that the server rejected, each with its message. */
  readonly fields?: Readonly<Record<string, string>>
  /** The request was retried; an earlier attempt, whose response was lost, may have been executed. */
  readonly repeated?: true
  /** The address that it redirects to. */
  readonly moved?: string
}

/** Several records have a name; required fields have no value. */
export type InputProblem = 'ambiguous name' | 'missing fields'

export interface CalErrorDetails {
  readonly hint?: Hint | undefined
  readonly cause?: unknown
  readonly remote?: RemoteError | undefined
  /** The id or slug that no record has. */
  readonly missing?: string | undefined
  /** What is wrong with the input, where callers react to it. */
  readonly problem?: InputProblem | undefined
  /** The message for each parameter that was rejected before a request was sent. */
  readonly fields?: Readonly<Record<string, Text>> | undefined
}

/** An error for users: the text states the fact with the offending value, the hint states the remedy. */
export class CalError extends Error {
  readonly code: ErrorCode
  readonly text: Text
  readonly hint: Hint | undefined
  readonly remote: RemoteError | undefined
  readonly missing: string | undefined
  readonly problem: InputProblem | undefined
  readonly fields: CalErrorDetails['fields']

  constructor(code: ErrorCode, text: Text, details: CalErrorDetails = {}) {
    super(text.en, { cause: details.cause })
    this.name = 'CalError'
    this.code = code
    this.text = text
    this.hint = details.hint
    this.remote = details.remote
    this.missing = details.missing
    this.problem = details.problem
    this.fields = details.fields
  }

  /** A 404 or 410 that says nothing about a record, such as one of a proxy, is not found all the same. */
  get exit_code(): number {
    const status = this.remote?.status
    const isMissing = this.code === 'server_failed' && (status === 404 || status === 410)
    return exit_codes[isMissing ? 'not_found' : this.code]
  }
}

/** An error in an argument, an option or a value. */
export function usageError(text: Text, hint?: Hint): CalError {
  return new CalError('usage', text, { hint })
}

/** The usage error for two flags or arguments that exclude each other. */
export function notTogether(one: string, other: string, hint?: Hint): CalError {
  return usageError(t('{one} and {other} cannot be used together', { one, other }), hint)
}

/** The `code` of an error of the system or a library, such as `ENOENT`; an empty text if it has none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** A table or a right is missing in a database, or a file is damaged: a service logs the text and answers with 503. */
export class UnusableDatabaseError extends CalError {}
