// New records in their tables, with the slug that is theirs.
import type { New, PostKind, PostRecords } from '../domain/records.ts'
import type { Posts } from '../domain/store.ts'

/** The id of the new record. Without a slug of its own it goes by this id. */
export function insertedUnder<K extends PostKind>(slug: string, record: New<PostRecords[K]>, posts: Posts<K>): number {
  const id = posts.insert({ ...record, slug })
  const inserted = slug === '' ? posts.get(id) : undefined
  if (inserted) posts.replace({ ...inserted, slug: String(id) })
  return id
}
