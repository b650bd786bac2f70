// The messages between a calendar and its writing connection, in a form that can be sent between threads.
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import type { ApiResponse } from '../../../../base/exchange.ts'
import type { ParsedRequest } from '../../../api/request.ts'
import { CalError, type ErrorCode } from '../../../../base/errors.ts'
import type { Text } from '../../../../base/text/language.ts'
import type { UserRecord } from '../../../domain/records.ts'
import type { Caller, ServiceSettings } from '../../../domain/settings.ts'

/** What the writing thread is started with. */
export interface WriterStart {
  readonly file: string
  readonly settings: ServiceSettings
}

export interface WriteRequest {
  readonly request: ParsedRequest
  readonly caller: Caller | undefined
}

/** Requests that arrived together, and when. */
export interface WriteBatch {
  readonly type: 'write'
  readonly now: Instant
  readonly writes: readonly WriteRequest[]
}

export type WriterCommand =
  | WriteBatch
  | { readonly type: 'publish-due'; readonly now: Instant }
  | { readonly type: 'put-users'; readonly users: readonly UserRecord[]; readonly only?: boolean }
  /** Adds a batch of posts to the search index. */
  | { readonly type: 'index' }
  /** The file was replaced: clears caches and raises its generation above this one. */
  | { readonly type: 'reload'; readonly generation: number }
  /** `isOurs`: the lock is still held, so the record of the server is removed. */
  | { readonly type: 'close'; readonly isOurs: boolean }

/** An error that can be sent between threads. */
export interface SerializedError {
  readonly message: string
  readonly stack?: string
  /** Present for a `CalError`. */
  readonly cal?: { readonly code: ErrorCode; readonly text: Text; readonly hint?: Text }
}

/** A response, whose write is durable, or an error, after which nothing was written. */
export type WriteResult = { readonly response: ApiResponse } | { readonly error: SerializedError }

export interface WriterResult {
  /** One for each write of a batch, in the same order; empty for other commands. */
  readonly results: readonly WriteResult[]
  /** Whether the same command may have more to do. */
  readonly hasMore?: boolean
  /** The error of the whole command. */
  readonly error?: SerializedError
}

/** Executes commands one after another, on this thread or on another. */
export type Writer = (command: WriterCommand) => Promise<WriterResult>

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  const cal =
    error instanceof CalError
      ? { code: error.code, text: error.text, ...(error.hint && { hint: error.hint }) }
      : undefined
  return { message, ...(stack !== undefined && { stack }), ...(cal && { cal }) }
}

export function deserializeError({ message, stack, cal }: SerializedError): Error {
  if (cal) return new CalError(cal.code, cal.text, { hint: cal.hint })
  return Object.assign(new Error(message), stack === undefined ? {} : { stack })
}
