// The records of a calendar in PostgreSQL, as one transaction reads and writes them.
//
// Transactions that write run at the same time. What one has read stays true until its end: a record that it may
// replace is locked, one that it links to is locked against removal, and who finds no term or place of a name holds
// that name. Slugs, images and logins are unique.
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { NewCalendar } from '../calendar-contents.ts'
import { first_ids } from '../engine.ts'
import { storeIn } from '../records.ts'
import { type Database, idIn, sql } from '../sql.ts'
import type { PostKind } from '../../domain/records.ts'
import type { PostStore, Store, TermStore } from '../store.ts'
import { NeedsOwnTransaction, type Share } from './transactions.ts'
import { postgres_indexes, postgres_schema_version, postgres_tables } from './schema.ts'

/** How a transaction uses records. */
export interface StoreUse {
  /** The transaction only reads. */
  readonly isReadOnly?: boolean
  /** The transaction is shared with other requests, from which its locks do not protect. */
  readonly share?: Share | undefined
}

/** The store for one transaction. `clock` is the stored clock of the calendar. */
export function openPostgresStore(
  database: Database,
  clock: SelectionClock,
  { isReadOnly = false, share }: StoreUse = {},
): Store {
  const calendar = { database, clock }
  if (isReadOnly) return storeIn(calendar)
  const locking = storeIn({
    ...calendar,
    locks: { linked: 'FOR KEY SHARE', written: 'FOR UPDATE' },
    holdSlug: (kind, base) => database.run(sql(hold_slug, kind, base)),
  })
  const store: Store = {
    ...locking,
    async placeNamed(kind, name) {
      if (share) throw new NeedsOwnTransaction()
      await database.run(sql(lock_name, kind, name.toLowerCase()))
      return locking.placeNamed(kind, name)
    },
    terms: withTermLock(locking.terms, database, share),
  }
  return share ? sharedStore(store, database, share) : store
}

/**
 * Terms are few and rarely written, so their writes take turns: names, parents and the order of slugs depend on all of
 * them. A term that is found by name or slug is held until the end.
 */
function withTermLock(terms: TermStore, database: Database, share: Share | undefined): TermStore {
  const held = async (find: () => Promise<number | undefined>) => {
    const id = await find()
    return id === undefined ? undefined : (await terms.get(id))?.id
  }
  const locked = async <T>(write: () => Promise<T>) => {
    if (share) throw new NeedsOwnTransaction()
    await database.run(sql("SELECT pg_advisory_xact_lock('term'::regclass::oid::int, 0)"))
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

/**
 * Of the requests that share a transaction, each inserts a record of its kind or writes another one than the others, so
 * that one which needs its own has not taken an id.
 */
function sharedStore(store: Store, database: Database, { kind, claim, writes }: Share): Store {
  const posts = <K extends PostKind>(name: K, all: PostStore<K>): PostStore<K> => ({
    ...all,
    async getToWrite(id) {
      claim(id)
      return all.getToWrite(id)
    },
    // Its slug may become its id.
    insert: needsOwn,
    async insertWithFreeSlug(record) {
      if (name !== kind) throw new NeedsOwnTransaction()
      writes()
      return all.insertWithFreeSlug(record)
    },
    async update(before, after) {
      // Two requests may have found the same free slug.
      if (before.slug !== after.slug) throw new NeedsOwnTransaction()
      writes()
      await all.update(before, after)
    },
  })
  return {
    ...store,
    event: posts('event', store.event),
    venue: posts('venue', store.venue),
    organizer: posts('organizer', store.organizer),
    media: {
      ...store.media,
      async at(url) {
        const id = await idIn(database, sql('SELECT id FROM media WHERE url = ?', url))
        return id === undefined ? needsOwn() : { id, url }
      },
    },
    // It writes events that others may have claimed.
    unlink: needsOwn,
  }
}

function needsOwn(): Promise<never> {
  return Promise.reject(new NeedsOwnTransaction())
}

/** Holds a name of venues or organizers. */
const lock_name = 'SELECT pg_advisory_xact_lock(hashtext(?), hashtext(?))'

/** Holds a slug: each statement after it sees what the transactions that held it have stored. */
const hold_slug = 'SELECT pg_advisory_xact_lock(?::text::regclass::oid::int, hashtext(?))'

/**
 * Creates the tables of a calendar in the first schema of `search_path`, which must be empty. `fill` fills them before
 * they have indexes and triggers.
 */
export async function createPostgresCalendar(
  database: Database,
  { timezone, first_id, id }: NewCalendar,
  fill?: () => Promise<void>,
): Promise<void> {
  for (const statement of postgres_tables) await database.run(sql(statement))
  await fill?.()
  for (const statement of postgres_indexes) await database.run(sql(statement))
  const { post, term } = { ...first_ids, ...first_id }
  await database.run(sql("SELECT setval('post_id', ?, false), setval('term_id', ?, false)", post, term))
  const insert = `INSERT INTO meta (name, value) VALUES ('timezone', ?), ('schema_version', ?),
    ('calendar_id', coalesce(?, replace(gen_random_uuid()::text, '-', '')))`
  await database.run(sql(insert, timezone, String(postgres_schema_version), id ?? null))
}
