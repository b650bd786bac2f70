// What a handler is given and what it gives back.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given, Values } from '../../spec/read.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { Store } from '../storage/store.ts'

/** What a service works with: passed in, never reached for. */
export interface ServiceContext {
  readonly store: Store
  readonly settings: ServiceSettings
  now(): Instant
}

/** A request that found its operation, passed every check and has the right to be carried out. */
export interface Call {
  readonly operation: Operation
  /** The record that the path selects, once it is known to exist. */
  readonly target?: number
  /** Read by the documented types; what was not given is not here. Parameters of the path are not here. */
  readonly values: Values
  /** Everything as it came, body before query: for what is undocumented, and for links that echo the request. */
  readonly given: Given
  /** What the body alone brought: a password there is a new one, in the query it is a key. */
  readonly body: Given
  /** undefined is a visitor. */
  readonly caller: Caller | undefined
  readonly language: Language
  readonly service: ServiceContext
}

/** An answer before it is text. */
export interface HandlerAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: Call) => HandlerAnswer
