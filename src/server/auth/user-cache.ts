// Caches users until the next write: every request looks up its sender.
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { UserRecord } from '../domain/records.ts'
import type { UserStore } from '../storage/store.ts'

const names_max = 1_000

/** Reads each user once in a generation: SQLite took a seventh of the time in a profile of cached answers. */
export function cacheUsers(
  users: Pick<UserStore, 'named' | 'any'>,
  generation: () => number,
): Pick<UserStore, 'named' | 'any'> {
  /** `null` for a name that no user has. */
  const byName = new BoundedCache<string, UserRecord | null>({ entries_max: names_max })
  const any = new BoundedCache<'any', boolean>({ entries_max: 1 })
  return {
    any() {
      any.useGeneration(generation())
      return any.getOrInsert('any', () => users.any())
    },
    named(name) {
      byName.useGeneration(generation())
      return byName.getOrInsert(name, () => users.named(name) ?? null) ?? undefined
    },
  }
}
