// Opens a database file as a `Store`: one connection writes, any number read.
import type { Store } from '../store.ts'
import { eventLists } from './lists/event-selection.ts'
import { withRecordCache } from './lists/record-cache.ts'
import { Ids } from './records/ids.ts'
import { selectPlaces } from './lists/place-selection.ts'
import { placeNamed, postsIn } from './records/posts.ts'
import { makeDurable } from './files/create-file.ts'
import { field_end } from './search/search-text.ts'
import { checkVersion, Connection } from './sqlite.ts'
import { storedClock } from './files/timezone.ts'
import { removeFromEvents, termsIn } from './records/terms.ts'
import { mediaIn } from './records/media.ts'
import { usersIn } from './records/users.ts'

/** A store with its connection, for the code that begins and ends transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  readonly ids: Ids
  /** Call after a rollback. */
  clearCaches(): void
}

/** Opens a file for which `identityOf` returned `ours`. */
export function openStore(file: string, { readonly }: { readonly readonly: boolean }): OpenStore {
  const connection = new Connection(file, { readonly: false })
  checkVersion(connection)
  addFunctions(connection)
  // A copy is not in WAL mode, and reading must not change that.
  if (readonly) connection.pragma('query_only = true')
  else makeDurable(connection)
  connection.pragma('cache_size = -65536')
  connection.pragma('temp_store = memory')
  const open = storeOver(connection)
  return readonly ? { ...open, store: withRecordCache(open.store, connection) } : open
}

/** Changes no row if the name already has this text. */
const burn =
  'INSERT INTO spent (name, text) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text WHERE text <> excluded.text'

function storeOver(connection: Connection): OpenStore {
  const ids = new Ids(connection)
  const clock = storedClock(connection)
  const event = postsIn({ connection, ids, clock, kind: 'event', select: eventLists(connection, clock) })
  const venue = postsIn({
    connection,
    ids,
    clock,
    kind: 'venue',
    select: (selection, slice) => selectPlaces(connection, 'venue', selection, slice),
  })
  const organizer = postsIn({
    connection,
    ids,
    clock,
    kind: 'organizer',
    select: (selection, slice) => selectPlaces(connection, 'organizer', selection, slice),
  })
  const store: Store = {
    event,
    venue,
    organizer,
    placeNamed: (kind, name) => placeNamed(connection, kind, name),
    terms: termsIn(connection, ids),
    media: mediaIn(connection, ids),
    users: usersIn(connection),
    burnId: (name, text) => {
      if (connection.run(burn, name, text) > 0) ids.next('post')
    },
    unlink: (kind, id) => removeFromEvents(connection, { column: kind, table: 'event_place', id }),
    generation: () => connection.number("SELECT value FROM meta WHERE name = 'generation'"),
  }
  const clearCaches = () => {
    for (const posts of [event, venue, organizer]) posts.clearCaches()
  }
  return { store, connection, ids, clearCaches }
}

/** Registers `in_one_field` and `km_between`. The schema does not use them: any SQLite can open the file. */
function addFunctions(connection: Connection): void {
  connection.define('in_one_field', inOneField)
  connection.define('km_between', kmBetween)
}

/** Whether one field contains every wanted word, and no field an unwanted one. */
function inOneField(words: string, wanted: string, unwanted: string): number {
  const all: readonly string[] = JSON.parse(wanted)
  const none: readonly string[] = JSON.parse(unwanted)
  if (none.some((word) => words.includes(word))) return 0
  return words.split(field_end).some((field) => all.every((word) => field.includes(word))) ? 1 : 0
}

const earth_km = 6_371

/** The great-circle distance between two points, in kilometres. */
function kmBetween(lat: number, lng: number, to_lat: number, to_lng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2
  const chord = half(to_lat - lat) + Math.cos(radians(lat)) * Math.cos(radians(to_lat)) * half(to_lng - lng)
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(chord)))
}
