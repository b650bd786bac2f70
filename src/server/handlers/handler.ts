// What handlers take and return, and what they share.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import type { CountedTerm, PostKind, PostRecords } from '../domain/records.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { WriteContext } from '../domain/write-context.ts'
import { postsOf, type Store } from '../storage/store.ts'

/** What a service needs to answer requests. */
export interface ServiceContext {
  readonly store: Store
  readonly settings: ServiceSettings
  now(): Instant
}

/** A request whose operation is known, whose values are valid and whose caller has the right to it. */
export interface Call<V> {
  readonly operation: Operation
  /** The record that the path selects, once it is known to exist. */
  readonly target?: number
  /** The valid values that were sent, without those of the path. */
  readonly values: V
  /** Everything as it was sent, body before query: for undocumented parameters, and for links to other pages. */
  readonly given: Given
  /** The body alone: a password in it is a new one, a password in the query unlocks a record. */
  readonly body: Given
  /** undefined is a visitor. */
  readonly caller: Caller | undefined
  readonly language: Language
  readonly service: ServiceContext
  readonly now: Instant
}

/** An answer before it is serialized. */
export interface HandlerAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<V = unknown> = (call: Call<V>) => HandlerAnswer

/** The context of a write or a list for the domain. */
export function contextOf({ caller, service: { settings }, language, now }: Call<unknown>): WriteContext {
  return { settings, now, caller, language }
}

/** The record that the path selects. Errors: none; that it exists is known before a handler is called. */
export function targetRecord<K extends PostKind>(
  kind: K,
  { target, service: { store }, operation }: Call<unknown>,
): PostRecords[K] {
  const posts = postsOf(store, kind)
  const record = target === undefined ? undefined : posts.get(target)
  if (!record) throw new Error(`${operation.name} was called without a record`)
  return record
}

/** The category or tag that the path selects. */
export function targetTerm({ target, service: { store }, operation }: Call<unknown>): CountedTerm {
  const term = target === undefined ? undefined : store.terms.get(target)
  if (!term) throw new Error(`${operation.name} was called without a term`)
  return term
}
