// Opens a database file as a `Store`: one connection writes, any number read.
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { selectionClockOf } from '../../domain/lists/selection.ts'
import type { ListMemory } from '../lists/pages.ts'
import { storeIn } from '../records.ts'
import type { Store } from '../store.ts'
import { makeDurable } from './files/identity.ts'
import { addFunctions, Connection, databaseOver } from './sqlite.ts'

/** A store and its connection, for code that begins and ends transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  /** Increases with every committed write; anything derived from an older generation may be stale. */
  generation(): number
  /** Must be called after a rollback. */
  clearCaches(): void
}

/** Opens a file for which `fileIdentity` returned `ours`. Lists are kept only if it is opened for reading. */
export function openStore(
  file: string,
  { readonly, reads_once = false }: { readonly readonly: boolean; readonly reads_once?: boolean },
): OpenStore {
  const connection = new Connection(file, { readonly: false })
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
