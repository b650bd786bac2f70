// The records of a calendar in PostgreSQL, as one transaction reads and writes them.
import { type SelectionClock, clockOf } from '../../domain/lists/selection.ts'
import type { EventRecord, Image, PlaceKind } from '../../domain/records.ts'
import { type FirstIds, first_ids } from '../engine.ts'
import type { MediaStore, PostStore, Store } from '../store.ts'
import type { PostgresConnection } from './connection.ts'
import { EventCounts } from './lists/event-counts.ts'
import type { EventMatches } from './lists/event-matches.ts'
import { selectPostgresEvents } from './lists/event-selection.ts'
import { selectPostgresPlaces } from './lists/place-selection.ts'
import { possibleId } from './query.ts'
import type { InsertedPost, NewRow } from './records/inserts.ts'
import { linkedReader } from './records/linked.ts'
import { postgresPlaceNamed, postsInPostgres } from './records/posts.ts'
import { removeFromPostgresEvents, termsInPostgres } from './records/terms.ts'
import { usersInPostgres } from './records/users.ts'
import { postgres_indexes, postgres_schema_version, postgres_tables } from './schema.ts'

export interface PostgresStoreOptions {
  /** The counts that this process has read in earlier transactions. */
  readonly counts?: EventCounts
  /** The matches of filters that it has read; only for transactions that only read. */
  readonly matches?: EventMatches | undefined
  /** The transaction only reads: records may be read in advance. */
  readonly isReadOnly?: boolean
  /** Inserts records with free slugs instead of the store. */
  readonly insertRow?: (row: NewRow) => Promise<InsertedPost>
}

/** The store for one transaction. `clock` is the stored clock of the calendar. */
export function openPostgresStore(
  connection: PostgresConnection,
  clock: SelectionClock,
  { counts = new EventCounts(), matches, isReadOnly = false, insertRow }: PostgresStoreOptions = {},
): Store {
  const known = isReadOnly ? new Map<number, EventRecord>() : undefined
  const linked = isReadOnly ? linkedReader(connection) : undefined
  const places = <K extends PlaceKind>(kind: K): PostStore<K> =>
    postsInPostgres<K>({
      connection,
      kind,
      clock,
      select: (selection, slice) => selectPostgresPlaces(connection, kind, selection, slice),
      readMany: linked?.places[kind],
      insertRow,
    })
  return {
    event: postsInPostgres({
      connection,
      kind: 'event',
      clock,
      select: (selection, slice) =>
        selectPostgresEvents({ connection, clock, counts, matches, known }, selection, slice),
      known,
      insertRow,
    }),
    venue: places('venue'),
    organizer: places('organizer'),
    placeNamed: (kind, name) => postgresPlaceNamed(connection, kind, name),
    terms: termsInPostgres(connection, linked?.terms),
    media: mediaInPostgres(connection),
    users: usersInPostgres(connection),
    consumeId: async (name, text) => {
      if ((await connection.run(record_consumed_id, name, text)) > 0) await connection.run("SELECT nextval('post_id')")
    },
    unlink: (kind, id) => removeFromPostgresEvents(connection, kind, id),
  }
}

/** Changes no row if the text of this name is already stored. */
const record_consumed_id = `INSERT INTO spent (name, text) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET text = excluded.text WHERE spent.text <> excluded.text`

function mediaInPostgres(connection: PostgresConnection): MediaStore {
  return {
    async get(id) {
      const row = await connection.row('SELECT id, url FROM media WHERE id = $1', possibleId(id))
      return row && { id: Number(row.id), url: String(row.url) }
    },
    async at(url) {
      const insert = "INSERT INTO media VALUES (nextval('post_id'), $1) RETURNING id"
      return (await imageAt(connection, url)) ?? { id: Number(await connection.value(insert, url)), url }
    },
  }
}

/** The image with this URL, if it is stored. */
export async function imageAt(connection: PostgresConnection, url: string): Promise<Image | undefined> {
  const id = await connection.value('SELECT id FROM media WHERE url = $1', url)
  return id === undefined ? undefined : { id: Number(id), url }
}

/** The options of a new calendar. */
export interface NewPostgresCalendar {
  readonly timezone: string
  readonly first_id?: Partial<FirstIds> | undefined
  /** Random by default. */
  readonly id?: string
  /** Fills the tables before they have indexes and triggers. */
  fill?(): Promise<void>
}

/** Creates the tables of a calendar in the first schema of `search_path`, which must be empty. */
export async function createPostgresCalendar(
  connection: PostgresConnection,
  { timezone, first_id, id, fill }: NewPostgresCalendar,
): Promise<void> {
  for (const statement of postgres_tables) await connection.run(statement)
  await fill?.()
  for (const statement of postgres_indexes) await connection.run(statement)
  const { post, term } = { ...first_ids, ...first_id }
  await connection.run("SELECT setval('post_id', $1, false), setval('term_id', $2, false)", post, term)
  const insert = `INSERT INTO meta (name, value) VALUES ('timezone', $1), ('clock', $2), ('schema_version', $3),
    ('calendar_id', coalesce($4, replace(gen_random_uuid()::text, '-', '')))`
  await connection.run(insert, timezone, clockOf(timezone), String(postgres_schema_version), id ?? null)
}
