// Reads single records and caches them until the next write, because lists show the same venues, organizers and terms
// many times.
import { BoundedCache, type CacheLimits } from '../../../../base/bounded-cache.ts'
import type { CountedTerm, Post } from '../../../domain/records.ts'
import type { ReadMany } from '../../records/posts.ts'
import type { Connection } from '../sqlite.ts'

/** Sizes are estimated in characters: the texts of a record, plus this number for the rest (780 bytes in all). */
const base_characters = 500
export const event_limits = { weight_max: 16_000_000, weigh: charactersOf }
/** The limit for a command, which reads each event once. */
export const single_pass_limits = { weight_max: 500_000, weigh: charactersOf }
export const place_limits = { weight_max: 4_000_000, weigh: charactersOf }
export const term_limits = { entries_max: 5_000, weight_max: 4_000_000, weigh: charactersOf }

function charactersOf(record: Post | CountedTerm): number {
  let characters = base_characters + ('image' in record ? (record.image?.url.length ?? 0) : 0)
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length
  return characters
}

/**
 * The same function, which reads each record once between two writes. Must be called inside `inOneView`, where checking
 * for writes costs nothing. Records that don't exist are not cached.
 */
export function cachedReads<R extends { readonly id: number }>(
  read: ReadMany<R>,
  connection: Connection,
  limits: CacheLimits<NoInfer<R>>,
): ReadMany<R> {
  const cache = new BoundedCache<number, R>(limits)
  return async (ids) => {
    cache.useGeneration(connection.version())
    const known = ids.flatMap((id) => cache.get(id) ?? [])
    if (known.length === ids.length) return known
    const read_ids = ids.filter((id) => cache.get(id) === undefined)
    const found = await read(read_ids)
    for (const record of found) cache.set(record.id, record)
    return [...known, ...found]
  }
}
