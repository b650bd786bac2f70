// New records in their tables, with the slug that is theirs.
import type { New, Post, PostKind, PostRecords } from '../../domain/records.ts'
import type { PostStore } from '../../storage/store.ts'

/** What the new record got. Without a slug of its own it goes by its id. */
export function insertedUnder<K extends PostKind>(
  slug: string,
  record: New<PostRecords[K]>,
  posts: PostStore<K>,
): Pick<Post, 'id' | 'slug'> {
  const id = posts.insert({ ...record, slug })
  const inserted = slug === '' ? posts.get(id) : undefined
  if (!inserted) return { id, slug }
  posts.replace({ ...inserted, slug: String(id) })
  return { id, slug: String(id) }
}
