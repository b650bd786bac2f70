// Users as they were found since the last write: every request asks who sent it.
import type { UserRecord } from '../domain/records.ts'
import type { UserStore } from '../storage/store.ts'

const names_max = 1_000

/**
 * The same users, read once for each generation: with the file's generation, asking SQLite was a seventh of the busy
 * time in a profile of kept answers.
 */
export function cacheUsers(
  users: Pick<UserStore, 'named' | 'any'>,
  generation: () => number,
): Pick<UserStore, 'named' | 'any'> {
  let seen: number | undefined
  let any: boolean | undefined
  const byName = new Map<string, UserRecord | undefined>()
  const catchUp = () => {
    const now = generation()
    if (now === seen && byName.size < names_max) return
    seen = now
    any = undefined
    byName.clear()
  }
  return {
    any() {
      catchUp()
      any ??= users.any()
      return any
    },
    named(name) {
      catchUp()
      if (!byName.has(name)) byName.set(name, users.named(name))
      return byName.get(name)
    },
  }
}
