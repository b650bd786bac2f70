// The records of a calendar in any engine, over its database.
import type { LinkedKind, PostKind } from '../../domain/records.ts'
import { eventLists } from '../lists/event-list.ts'
import { selectPlaces } from '../lists/list-queries.ts'
import type { PostStore, Store } from '../store.ts'
import { placeNamed, postReader, postsIn, type StoreOptions } from './posts.ts'
import { consumeId, mediaIn, removeFromEvents, termReader, termsIn, usersIn } from './terms.ts'

export function storeIn(options: StoreOptions): Store {
  const { database, locks = { linked: '', written: '' }, cached = (_, read) => read } = options
  const posts = <K extends PostKind>(kind: K, select: PostStore<K>['select']): PostStore<K> =>
    postsIn<K>({
      ...options,
      kind,
      select,
      readMany: cached(kind, postReader(database, kind, kind === 'event' ? '' : locks.linked)),
      readToWrite: postReader(database, kind, locks.written),
    })
  const places = <K extends LinkedKind>(kind: K) =>
    posts<K>(kind, (selection, slice) => selectPlaces(database, kind, selection, slice))
  return {
    event: posts('event', eventLists(options)),
    venue: places('venue'),
    organizer: places('organizer'),
    placeNamed: (kind, name) => placeNamed(database, kind, name),
    terms: termsIn({
      database,
      readMany: cached('term', termReader(database, locks.linked)),
      readToWrite: termReader(database, locks.written),
    }),
    media: mediaIn(database),
    users: usersIn(database),
    consumeId: (...given) => consumeId(database, ...given),
    unlink: (kind, id) => removeFromEvents(database, kind, id),
  }
}
