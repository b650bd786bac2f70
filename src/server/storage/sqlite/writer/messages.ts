// What goes to the writing connection and what comes back, in a form that travels between threads.
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse } from '../../../../base/exchange.ts'
import type { ErrorCode } from '../../../../base/errors.ts'
import { CalError } from '../../../../base/errors.ts'
import type { Text } from '../../../../base/text/language.ts'
import type { UserRecord } from '../../../domain/records.ts'
import type { Caller } from '../../../domain/settings.ts'

export interface WriteRequest {
  readonly request: Omit<ApiRequest, 'signal'>
  readonly caller: Caller | undefined
}

/** Writes that came together, and when. */
export interface WriteBatch {
  readonly does: 'write'
  readonly now: Instant
  readonly writes: readonly WriteRequest[]
}

/** One thing to do. */
export type WriterCommand =
  | WriteBatch
  | { readonly does: 'publish-due'; readonly now: Instant }
  | { readonly does: 'put-users'; readonly users: readonly UserRecord[]; readonly alone?: boolean }
  /** The index of searches follows what was written, a part at a time. */
  | { readonly does: 'index' }
  /** The file was replaced: what is remembered of it is forgotten, and its generation rises above the one that was. */
  | { readonly does: 'start-over'; readonly generation: number }
  /** The name of the server stays where the file may be another's by now. */
  | { readonly does: 'close'; readonly is_ours: boolean }

/** An error as it travels. */
export interface SerializedError {
  readonly message: string
  readonly stack?: string
  readonly failure?: { readonly code: ErrorCode; readonly text: Text; readonly hint?: Text }
}

/** What became of one write: durable, when it is an answer; not done, when it is a mishap. */
export type WriteResult = { readonly response: ApiResponse } | { readonly mishap: SerializedError }

export interface WriterResult {
  /** One for each write, in their order; empty for other orders. */
  readonly outcomes: readonly WriteResult[]
  /** There may be more of the same to do. */
  readonly unfinished?: boolean
  /** The order as a whole could not be carried out. */
  readonly mishap?: SerializedError
}

/** Whoever carries orders out, here or on another thread: in the order in which they come. */
export type Writer = (order: WriterCommand) => Promise<WriterResult>

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  const failure =
    error instanceof CalError
      ? { code: error.code, text: error.text, ...(error.hint && { hint: error.hint }) }
      : undefined
  return { message, ...(stack !== undefined && { stack }), ...(failure && { failure }) }
}

export function deserializeError({ message, stack, failure }: SerializedError): Error {
  if (failure) return new CalError(failure.code, failure.text, failure.hint ? { hint: failure.hint } : {})
  return Object.assign(new Error(message), stack === undefined ? {} : { stack })
}
