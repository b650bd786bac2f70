// A store for concurrent transactions: it reads, inserts, and changes only the records that it has inserted.
import type { PostKind } from '../../../domain/records.ts'
import type { PostStore, Store, TermStore } from '../../store.ts'
import type { PostgresConnection } from '../connection.ts'
import { MustRunAloneError } from './transactions.ts'

/**
 * If two transactions insert the same slug or image, the second waits for the first and fails with a conflict. A
 * transaction that does not find a term takes a lock and looks again, because another one may have inserted it: only
 * slugs are unique, not names. A single lock for all terms prevents deadlocks.
 */
export function insertOnly(store: Store, connection: PostgresConnection): Store {
  return {
    ...store,
    event: newPosts(store.event),
    venue: newPosts(store.venue),
    organizer: newPosts(store.organizer),
    placeNamed: refuse,
    terms: newTerms(store.terms, connection),
    users: { ...store.users, put: refuse, removeOthers: refuse },
    unlink: refuse,
  }
}

function newPosts<K extends PostKind>(posts: PostStore<K>): PostStore<K> {
  const own = new Set<number>()
  return {
    ...posts,
    insert: (record) => remembered(own, posts.insert(record)),
    insertWithFreeSlug: async (record) => {
      const inserted = await posts.insertWithFreeSlug(record)
      own.add(inserted.id)
      return inserted
    },
    replace: (record) => (own.has(record.id) ? posts.replace(record) : refuse()),
  }
}

function newTerms(terms: TermStore, connection: PostgresConnection): TermStore {
  const own = new Set<number>()
  const lock = () => connection.run("SELECT pg_advisory_xact_lock('term'::regclass::oid::int, 0)")
  return {
    ...terms,
    idOfName: async (...name) => {
      const found = await terms.idOfName(...name)
      if (found !== undefined) return found
      await lock()
      return terms.idOfName(...name)
    },
    insert: async (record) => {
      await lock()
      return remembered(own, terms.insert(record))
    },
    replace: (record) => (own.has(record.id) ? terms.replace(record) : refuse()),
    remove: refuse,
  }
}

async function remembered(own: Set<number>, inserted: Promise<number>): Promise<number> {
  const id = await inserted
  own.add(id)
  return id
}

function refuse(): Promise<never> {
  return Promise.reject(new MustRunAloneError('this write cannot run next to others'))
}
