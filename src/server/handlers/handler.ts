// The types of handlers, and functions that several handlers use.
import type { Json } from '../../base/json.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import type { CountedTerm, PostRecords } from '../domain/records.ts'
import type { ServiceSettings, WriteContext } from '../domain/settings.ts'
import type { Store } from '../storage/store.ts'

/** What a service works on. */
export interface ServiceContext {
  readonly store: Store
  readonly settings: ServiceSettings
}

interface Targets extends PostRecords {
  readonly term: CountedTerm
}

/** The record that a path selects, under its kind; empty for a path without one. */
export type TargetRecord = { readonly [K in keyof Targets]?: Targets[K] | undefined }

/** A parsed request with valid values, whose caller has the right to the operation. */
export interface Call extends ServiceContext, WriteContext {
  readonly operation: Operation
  /** The record before the request. */
  readonly target: TargetRecord
  /** Everything that was sent, body before query: for undocumented parameters, and for links to other pages. */
  readonly given: Given
  /** Only the body: of a write, a password in the query counts for nothing. */
  readonly body: Given
  /** The password that a read tries. */
  readonly password: string | undefined
  /** Whether the answer needs this member: `_fields` may select others. What it does not need is not read. */
  wants(member: string): boolean
}

/** A call with the valid values that were sent, without those of the path. */
export interface CallWith<V extends object> extends Call {
  readonly values: V
}

/** An answer before it is serialized. */
export interface HandlerAnswer {
  readonly status: number
  readonly body: Json
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Executes one operation. Its only effects are writes to the store, so that an engine can call it again after a
 * conflict.
 */
export type Handler<V extends object = object> = (call: CallWith<V>) => Promise<HandlerAnswer>

/** The record that the path selects. It exists: the api responds with 404 before it calls a handler. */
export function targetRecord<K extends keyof Targets>(kind: K, { target, operation }: Call): Targets[K] {
  const record: TargetRecord[K] = target[kind]
  if (!record) throw new Error(`${operation.name} was called without a record`)
  return record
}

/** What the presentation of records depends on. */
export type ShowContext = Pick<Call, 'caller' | 'given' | 'password' | 'wants' | keyof ServiceContext>
