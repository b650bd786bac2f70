// A store for requests that share a transaction: it reads, and inserts one record of one kind.
import type { PostKind } from '../../../domain/records.ts'
import type { PostStore, Store } from '../../store.ts'
import type { PostgresConnection } from '../connection.ts'
import { imageAt } from '../postgres-store.ts'
import { NotTogetherError } from './insert-groups.ts'

/** `kind` is that of the record; its insert must be one of the group. */
export function insertOnce(store: Store, kind: PostKind, connection: PostgresConnection): Store {
  const posts = <K extends PostKind>(name: K, all: PostStore<K>): PostStore<K> => ({
    ...all,
    freeSlug: refuse,
    insert: refuse,
    insertWithFreeSlug: name === kind ? all.insertWithFreeSlug : refuse,
    replace: refuse,
  })
  return {
    event: posts('event', store.event),
    venue: posts('venue', store.venue),
    organizer: posts('organizer', store.organizer),
    placeNamed: refuse,
    terms: { ...store.terms, insert: refuse, replace: refuse, remove: refuse },
    media: {
      get: store.media.get,
      at: async (url) => (await imageAt(connection, url)) ?? refuse(),
    },
    users: { ...store.users, put: refuse, removeOthers: refuse },
    consumeId: refuse,
    unlink: refuse,
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new NotTogetherError('this write needs a transaction of its own'))
}
