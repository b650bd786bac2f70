// Publishes scheduled records whose publication date has passed, for every engine.
import { type Instant, utcWall } from '../../base/dates/zoned-time.ts'
import type { PostKind } from '../domain/records.ts'
import { postsOf, type Store } from './store.ts'

const kinds = ['event', 'venue', 'organizer'] as const

export async function isAnyDue(store: Store, now: Instant): Promise<boolean> {
  for (const kind of kinds) if ((await store[kind].due(utcWall(now))).length > 0) return true
  return false
}

/** Publication dates are left unchanged. */
export async function publishDue(store: Store, now: Instant): Promise<void> {
  for (const kind of kinds) await publish(store, kind, now)
}

async function publish<K extends PostKind>(store: Store, kind: K, now: Instant): Promise<void> {
  const posts = postsOf(store, kind)
  for (const record of await posts.getMany(await posts.due(utcWall(now))))
    await posts.replace({ ...record, status: 'publish' })
}
