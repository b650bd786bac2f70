// The records of a calendar in PostgreSQL, as one transaction reads and writes them.
//
// Transactions that write run at the same time. What one has read stays true until its end: a record that it may
// replace is locked, one that it links to is locked against removal, and who finds no term or place of a name holds
// that name. Slugs, images and logins are unique.
import type { SelectionClock } from '../../domain/lists/selection.ts'
import { type FirstIds, first_ids } from '../engine.ts'
import { storeIn } from '../records/store.ts'
import type { Store, TermStore } from '../store.ts'
import { databaseOver, type PostgresConnection } from './connection.ts'
import { postgres_indexes, postgres_schema_version, postgres_tables } from './schema.ts'

/** How a transaction uses records. */
export interface StoreUse {
  /** The transaction only reads. */
  readonly isReadOnly?: boolean
  /** Does not wait for a record that another transaction uses: it is not found then. */
  readonly skipsLocked?: boolean
}

/** The store for one transaction. `clock` is the stored clock of the calendar. */
export function openPostgresStore(
  connection: PostgresConnection,
  clock: SelectionClock,
  { isReadOnly = false, skipsLocked = false }: StoreUse = {},
): Store {
  const calendar = { database: databaseOver(connection), clock }
  if (isReadOnly) return storeIn(calendar)
  const end = skipsLocked ? ' SKIP LOCKED' : ''
  const locking = storeIn({
    ...calendar,
    locks: { linked: `FOR KEY SHARE${end}`, written: `FOR UPDATE${end}` },
    holdSlug: (kind, base) => connection.run(hold_slug, kind, base),
  })
  return {
    ...locking,
    async placeNamed(kind, name) {
      await connection.run(lock_name, kind, name.toLowerCase())
      return locking.placeNamed(kind, name)
    },
    terms: withTermLock(locking.terms, connection),
  }
}

/**
 * Terms are few and rarely written, so their writes take turns: names, parents and the order of slugs depend on all of
 * them. A term that is found by name or slug is held until the end.
 */
function withTermLock(terms: TermStore, connection: PostgresConnection): TermStore {
  const lock = () => connection.run("SELECT pg_advisory_xact_lock('term'::regclass::oid::int, 0)")
  const held = async (find: () => Promise<number | undefined>) => {
    const id = await find()
    return id === undefined ? undefined : (await terms.get(id))?.id
  }
  const locked = async <T>(write: () => Promise<T>) => {
    await lock()
    return write()
  }
  return {
    ...terms,
    getToWrite: (id) => locked(() => terms.getToWrite(id)),
    idOfSlug: (...slug) => held(() => terms.idOfSlug(...slug)),
    // Who does not find a name may insert it: another transaction that does so as well has to end first.
    idOfName: async (...name) =>
      (await held(() => terms.idOfName(...name))) ?? (await locked(() => held(() => terms.idOfName(...name)))),
    insert: (record) => locked(() => terms.insert(record)),
    replace: (record) => locked(() => terms.replace(record)),
    remove: (id) => locked(() => terms.remove(id)),
  }
}

/** Holds a name of venues or organizers. */
const lock_name = 'SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))'

/** Holds a slug: each statement after it sees what the transactions that held it have stored. */
const hold_slug = 'SELECT pg_advisory_xact_lock($1::text::regclass::oid::int, hashtext($2))'

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
  const insert = `INSERT INTO meta (name, value) VALUES ('timezone', $1), ('schema_version', $2),
    ('calendar_id', coalesce($3, replace(gen_random_uuid()::text, '-', '')))`
  await connection.run(insert, timezone, String(postgres_schema_version), id ?? null)
}
