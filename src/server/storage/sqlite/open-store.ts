// Opens a database file as a `Store`: one connection writes, any number read.
import { BoundedCache, type CacheLimits } from '../../../base/bounded-cache.ts'
import { clockOf } from '../../domain/lists/selection.ts'
import type { CountedTerm, LinkedKind, Post, PostKind } from '../../domain/records.ts'
import { eventLists } from '../lists/event-list.ts'
import { selectPlaces } from '../lists/list-queries.ts'
import { mediaIn, removeFromEvents, termReader, termsIn, usersIn, consumeId } from '../records/terms.ts'
import { placeNamed, postReader, postsIn, type ReadMany } from '../records/posts.ts'
import type { PostStore, Store } from '../store.ts'
import { makeDurable } from './files/identity.ts'
import { addFunctions, checkVersion, Connection, databaseOver, storedTimezone } from './sqlite.ts'

/** A store and its connection, for code that begins and ends transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  /** Increases with every committed write; anything derived from an older generation may be stale. */
  generation(): number
  /** Must be called after a rollback. */
  clearCaches(): void
}

/** Opens a file for which `identityOf` returned `ours`. Records are cached only if it is opened for reading. */
export function openStore(
  file: string,
  { readonly, reads_once = false }: { readonly readonly: boolean; readonly reads_once?: boolean },
): OpenStore {
  const connection = new Connection(file, { readonly: false })
  checkVersion(connection)
  addFunctions(connection)
  // A copy is not in WAL mode, and reading must not change that.
  if (readonly) connection.pragma('query_only = true')
  else makeDurable(connection)
  connection.pragma(`cache_size = ${reads_once ? -8192 : readonly ? -16384 : -65536}`)
  connection.pragma('temp_store = memory')
  const database = databaseOver(connection)
  const clock = clockOf(storedTimezone(connection))
  const slug_numbers = new BoundedCache<string, number>({ entries_max: slugs_max })
  const cached: typeof cachedReads = readonly ? cachedReads : (read) => read
  const posts = <K extends PostKind>(kind: K, select: PostStore<K>['select'], limits: typeof event_limits) => {
    const read = postReader(database, kind)
    const readMany = kind === 'event' && reads_once ? read : cached(read, connection, limits)
    return postsIn({ database, kind, clock, select, readMany, slug_numbers })
  }
  const places = <K extends LinkedKind>(kind: K) =>
    posts<K>(kind, (selection, slice) => selectPlaces(database, kind, selection, slice), place_limits)
  return {
    store: {
      event: posts('event', eventLists({ database, clock, version: () => connection.version() }), event_limits),
      venue: places('venue'),
      organizer: places('organizer'),
      placeNamed: (kind, name) => placeNamed(database, kind, name),
      terms: termsIn({
        database,
        readMany: cached(termReader(database), connection, term_limits),
      }),
      media: mediaIn(database),
      users: usersIn(database),
      consumeId: (...given) => consumeId(database, ...given),
      unlink: (kind, id) => removeFromEvents(database, kind, id),
    },
    connection,
    generation: () => connection.number("SELECT value FROM meta WHERE name = 'generation'"),
    clearCaches: () => slug_numbers.clear(),
  }
}

/** The number of slugs for which the next number is known. */
const slugs_max = 3_000

/** Sizes are estimated in characters: the texts of a record, plus this number for the rest (780 bytes in all). */
const base_characters = 500

const event_limits = { weight_max: 16_000_000, weigh: charactersOf }

const place_limits = { weight_max: 4_000_000, weigh: charactersOf }

const term_limits = { entries_max: 5_000, weight_max: 4_000_000, weigh: charactersOf }

function charactersOf(record: Post | CountedTerm): number {
  let characters = base_characters + ('image' in record ? (record.image?.url.length ?? 0) : 0)
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length
  return characters
}

/**
 * The same function, which reads each record once between two writes. Records that don't exist are not cached.
 */
function cachedReads<R extends { readonly id: number }>(
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
