// The record that the path of a call selects.
import type { PostKind, PostRecords, TermRecord } from '../../domain/records.ts'
import { postsOf } from '../../storage/store.ts'
import type { Call } from '../handler.ts'

/** The record; that there is one is known before a handler is called. */
export function targetRecord<K extends PostKind>(
  kind: K,
  { target, service: { store }, operation }: Call,
): PostRecords[K] {
  const posts = postsOf(store, kind)
  const record = target === undefined ? undefined : posts.get(target)
  if (!record) throw new Error(`${operation.name} was called without a record`)
  return record
}

export function targetTerm({ target, service: { store }, operation }: Call): TermRecord {
  const term = target === undefined ? undefined : store.terms.get(target)
  if (!term) throw new Error(`${operation.name} was called without a term`)
  return term
}
