// Opens a database file as a `Store`: one connection writes, any number read.
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { selectionClockOf } from '../../domain/lists/selection.ts'
import type { CountedTerm, Post } from '../../domain/records.ts'
import type { ListMemory } from '../lists/kept-lists.ts'
import { type ReadMany, storeIn } from '../records.ts'
import type { Store } from '../store.ts'
import { makeDurable } from './files/identity.ts'
import { addFunctions, checkVersion, Connection, databaseOver } from './sqlite.ts'

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
  const slug_numbers = new BoundedCache<string, number>({ entries_max: slugs_max })
  return {
    store: storeIn({
      database: databaseOver(connection),
      clock: selectionClockOf(String(connection.setting('timezone'))),
      ...(readonly && { memory: memoryOf(connection) }),
      cached: (kind, read) =>
        readonly && !(kind === 'event' && reads_once) ? cachedReads(read, connection, weights[kind]) : read,
      slug_numbers,
    }),
    connection,
    generation: () => Number(connection.setting('generation')),
    clearCaches: () => slug_numbers.clear(),
  }
}

/** The connection has an empty database in memory besides the file. */
function memoryOf(connection: Connection): ListMemory {
  return {
    version: () => connection.versionOfOthers(),
    run: (statement) => {
      connection.pragma('query_only = false')
      try {
        return connection.run(statement)
      } finally {
        connection.pragma('query_only = true')
      }
    },
  }
}

/** The number of slugs for which the next number is known. */
const slugs_max = 3_000

/** Sizes are estimated in characters: the texts of a record, plus this number for the rest (780 bytes in all). */
const base_characters = 500

/** How much of each kind is kept. */
const weights = { event: 16_000_000, venue: 4_000_000, organizer: 4_000_000, term: 4_000_000 }

function charactersOf(record: Post | CountedTerm): number {
  let characters = base_characters + ('image' in record ? (record.image?.url.length ?? 0) : 0)
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length
  return characters
}

/**
 * The same function, which reads each record once between two writes. Records that don't exist are not cached.
 */
function cachedReads<R extends Post | CountedTerm>(
  read: ReadMany<R>,
  connection: Connection,
  weight_max: number,
): ReadMany<R> {
  const cache = new BoundedCache<number, R>({ weight_max, weigh: charactersOf })
  return async (ids) => {
    cache.useGeneration(connection.versionOfOthers())
    const known = ids.flatMap((id) => cache.get(id) ?? [])
    if (known.length === ids.length) return known
    const read_ids = ids.filter((id) => cache.get(id) === undefined)
    const found = await read(read_ids)
    for (const record of found) cache.set(record.id, record)
    return [...known, ...found]
  }
}
