// A calendar file as a `Store`: one connection that writes, any number that read.
import { clockOf } from '../../domain/lists/selection.ts'
import { renameSync } from 'node:fs'
import type { Store } from '../store.ts'
import { eventLists } from './lists/event-selection.ts'
import { withRecordCache } from './lists/record-cache.ts'
import { type FirstIds, first_ids, Ids, nameOf } from './records/ids.ts'
import { selectPlaces } from './lists/place-selection.ts'
import { placeNamed, postsIn } from './records/posts.ts'
import { makeEmpty } from './files/private-file.ts'
import { application_id, schema, schema_version } from './schema/schema.ts'
import { addFunctions } from './search/sql-functions.ts'
import { checkVersion, Connection, quoted, Statement } from './sqlite.ts'
import { storedClock } from './files/timezone.ts'
import { takeOut, termsIn } from './records/terms.ts'
import { mediaIn, usersIn } from './records/users.ts'

/** What a file is given when it is made. */
export interface NewFile {
  readonly timezone: string
  readonly first_id?: Partial<FirstIds> | undefined
}

/** A store and the connection under it, for whoever frames the transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  readonly ids: Ids
  /** To be called after a rollback: what is remembered of the tables may be stale. */
  forget(): void
}

/** The store of a file that `identityOf` found to be ours. */
export function openStore(file: string, { readonly }: { readonly readonly: boolean }): OpenStore {
  const connection = new Connection(file, { readonly: false })
  checkVersion(connection)
  addFunctions(connection)
  // A copy is not in WAL mode, and whoever only reads it leaves it so.
  if (readonly) connection.pragma('query_only = true')
  else makeDurable(connection)
  connection.pragma('cache_size = -65536')
  connection.pragma('temp_store = memory')
  const open = storeOver(connection)
  return readonly ? { ...open, store: withRecordCache(open.store, connection) } : open
}

/** Makes a calendar file, in a place beside it first: a file of this name is whole or not there. */
export function createFile(file: string, { timezone, first_id }: NewFile): void {
  const draft = `${file}-new`
  makeEmpty(draft)
  const { post, term } = { ...first_ids, ...first_id }
  const meta: Readonly<Record<string, string | number>> = {
    timezone,
    clock: clockOf(timezone),
    generation: 1,
    indexed_to: post - 1,
    [nameOf('post')]: post,
    [nameOf('term')]: term,
  }
  const inserts = Object.entries(meta).map(
    ([name, value]) =>
      `INSERT INTO meta (name, value) VALUES (${quoted(name)}, ${typeof value === 'number' ? value : quoted(value)});`,
  )
  const script = new Statement(draft)
  try {
    script.run(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; ${schema} ${inserts.join(' ')}
      PRAGMA application_id = ${application_id}; PRAGMA user_version = ${schema_version}; COMMIT`)
  } finally {
    script.close()
  }
  renameSync(draft, file)
}

/** How far the log grows, 32 MB, before it goes into the file: each time costs as much as some commits. */
const checkpoint_pages = 8_000
/** Longer it grows while somebody reads an old state; then it is cut back, to twice what it needs. */
const log_bytes_max = 64 * 1024 * 1024

/** A commit is on the disk before it is answered. */
export function makeDurable(connection: Connection): void {
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma(`wal_autocheckpoint = ${checkpoint_pages}`)
  connection.pragma(`journal_size_limit = ${log_bytes_max}`)
}

/** Changes nothing where the name has this text already. */
const spend =
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
    spendId: (name, text) => {
      if (connection.run(spend, name, text) > 0) ids.give('post')
    },
    unlink: (kind, id) => takeOut(connection, { column: kind, table: 'event_place', id }),
    generation: () => connection.number("SELECT value FROM meta WHERE name = 'generation'"),
  }
  const forget = () => {
    for (const posts of [event, venue, organizer]) posts.forget()
  }
  return { store, connection, ids, forget }
}
