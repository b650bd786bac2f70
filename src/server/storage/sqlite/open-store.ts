// Opens a database file as a `Store`: one connection writes, any number read.
import type { CacheLimits } from '../../../base/bounded-cache.ts'
import type { PlaceKind, Post } from '../../domain/records.ts'
import { kmBetween } from '../distance.ts'
import { field_end } from '../search-text.ts'
import type { Store } from '../store.ts'
import { makeDurable } from './files/create-file.ts'
import { storedClock } from './files/timezone.ts'
import type { EventChanges } from './lists/event-changes.ts'
import { eventLists } from './lists/event-selection.ts'
import { selectPlaces } from './lists/place-selection.ts'
import { Ids } from './records/ids.ts'
import { mediaIn, placeNamed, postsIn } from './records/posts.ts'
import {
  cachedRead,
  event_limits,
  single_pass_limits,
  place_limits,
  type SingleRead,
  term_limits,
} from './records/record-cache.ts'
import { removeFromEvents, termsIn } from './records/terms.ts'
import { usersIn } from './records/users.ts'
import { checkVersion, Connection } from './sqlite.ts'

/** A store and its connection, for code that begins and ends transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  readonly ids: Ids
  /** Increases with every committed write; anything derived from an older generation may be stale. */
  generation(): number
  /** Must be called after a rollback. */
  clearCaches(): void
}

interface OpenStoreOptions {
  readonly readonly: boolean
  readonly reads_once?: boolean
  /** The changes of the writing connection, if it is the only one. */
  readonly changes?: EventChanges | undefined
}

/** Opens a file for which `identityOf` returned `ours`. Records are cached only if it is opened for reading. */
export function openStore(file: string, { readonly, reads_once = false, changes }: OpenStoreOptions): OpenStore {
  const connection = new Connection(file, { readonly: false })
  checkVersion(connection)
  addFunctions(connection)
  // A copy is not in WAL mode, and reading must not change that.
  if (readonly) connection.pragma('query_only = true')
  else makeDurable(connection)
  connection.pragma(`cache_size = ${reads_once ? -8192 : readonly ? -16384 : -65536}`)
  connection.pragma('temp_store = memory')
  return storeOver(connection, readonly ? (read, limits) => cachedRead(read, connection, limits) : (read) => read, {
    event: reads_once ? single_pass_limits : event_limits,
    changes,
  })
}

/** Wraps a read of single records. */
type ReadWrapper = <R>(read: SingleRead<R>, limits: CacheLimits<NoInfer<R>>) => SingleRead<R>

interface StoreCaches {
  readonly event: CacheLimits<Post>
  readonly changes: EventChanges | undefined
}

/** Changes no row if the text of this name is already stored. */
const record_consumed_id =
  'INSERT INTO spent (name, text) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text WHERE text <> excluded.text'

function storeOver(connection: Connection, cached: ReadWrapper, { event: limits, changes }: StoreCaches): OpenStore {
  const ids = new Ids(connection)
  const clock = storedClock(connection)
  const event = postsIn({
    connection,
    ids,
    clock,
    kind: 'event',
    select: eventLists(connection, clock, changes),
    cached: (read) => cached(read, limits),
  })
  const places = <K extends PlaceKind>(kind: K) =>
    postsIn<K>({
      connection,
      ids,
      clock,
      kind,
      select: (selection, slice) => selectPlaces(connection, kind, selection, slice),
      cached: (read) => cached(read, place_limits),
    })
  const [venue, organizer] = [places('venue'), places('organizer')]
  const store: Store = {
    event,
    venue,
    organizer,
    placeNamed: async (kind, name) => placeNamed(connection, kind, name),
    terms: termsIn(connection, ids, (read) => cached(read, term_limits)),
    media: mediaIn(connection, ids),
    users: usersIn(connection),
    consumeId: async (name, text) => {
      if (connection.run(record_consumed_id, name, text) > 0) ids.next('post')
    },
    unlink: async (kind, id) => removeFromEvents(connection, { column: kind, table: 'event_place', id }),
  }
  return {
    store,
    connection,
    ids,
    generation: () => connection.number("SELECT value FROM meta WHERE name = 'generation'"),
    clearCaches: () => {
      for (const posts of [event, venue, organizer]) posts.clearCaches()
    },
  }
}

/** Registers `in_one_field` and `km_between`. The schema does not use them: any SQLite can open the file. */
function addFunctions(connection: Connection): void {
  connection.define('in_one_field', inOneField)
  connection.define('km_between', kmBetween)
}

/** Returns 1 if one field contains every wanted word, and no field an unwanted one; else 0. */
function inOneField(words: string, wanted: string, unwanted: string): number {
  const all: readonly string[] = JSON.parse(wanted)
  const none: readonly string[] = JSON.parse(unwanted)
  if (none.some((word) => words.includes(word))) return 0
  return words.split(field_end).some((field) => all.every((word) => field.includes(word))) ? 1 : 0
}
