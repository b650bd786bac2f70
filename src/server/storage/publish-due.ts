// Publishes scheduled records whose publication date has passed.
import { type Instant, utcWall } from '../../base/dates/zoned-time.ts'
import type { PostKind } from '../domain/records.ts'
import { postsOf, type Store } from './store.ts'

const kinds = ['event', 'venue', 'organizer'] as const

export function isAnyDue(store: Store, now: Instant): boolean {
  return kinds.some((kind) => store[kind].due(utcWall(now)).length > 0)
}

/** Publication dates are left unchanged. */
export function publishDue(store: Store, now: Instant): void {
  for (const kind of kinds) publish(store, kind, now)
}

function publish<K extends PostKind>(store: Store, kind: K, now: Instant): void {
  const posts = postsOf(store, kind)
  for (const record of posts.due(utcWall(now)).flatMap((id) => posts.get(id) ?? []))
    posts.replace({ ...record, status: 'publish' })
}
