// A store for requests that share a transaction: it reads, inserts one record of one kind, and replaces one record. It
// never waits for a lock of another transaction, so that requests of two groups do not wait for each other in a circle.
import type { Image, PlaceKind, PostKind } from '../../../domain/records.ts'
import type { PostStore, Store } from '../../store.ts'
import { NeedsOwnTransaction, type Share } from './write-groups.ts'

/** `store` skips records that are locked: what it does not find is looked for in a transaction of its own. */
export function groupStore(
  store: Store,
  {
    kind,
    share,
    findImage,
  }: { readonly kind: PostKind; readonly share: Share; findImage(url: string): Promise<Image | undefined> },
): Store {
  const posts = <K extends PostKind>(name: K, all: PostStore<K>) => groupPosts(all, name === kind, share)
  const places = <K extends PlaceKind>(name: K, all: PostStore<K>): PostStore<K> => ({
    ...posts(name, all),
    get: async (id) => (await all.get(id)) ?? refuse(),
    getMany: (ids) => whole(ids, all.getMany(ids)),
  })
  const { terms, media, users } = store
  return {
    ...store,
    event: posts('event', store.event),
    venue: places('venue', store.venue),
    organizer: places('organizer', store.organizer),
    placeNamed: refuse,
    terms: {
      ...terms,
      get: async (id) => (await terms.get(id)) ?? refuse(),
      getMany: (ids) => whole(ids, terms.getMany(ids)),
      getToWrite: refuse,
      idOfSlug: async (...slug) => {
        const id = await terms.idOfSlug(...slug)
        return id === undefined ? undefined : ((await terms.get(id)) ?? (await refuse())).id
      },
      idOfName: async (...name) => ((await terms.get((await terms.idOfName(...name)) ?? 0)) ?? (await refuse())).id,
      insert: refuse,
      replace: refuse,
      remove: refuse,
    },
    media: { ...media, at: async (url) => (await findImage(url)) ?? refuse() },
    users: { ...users, put: refuse, removeOthers: refuse },
    consumeId: refuse,
    unlink: refuse,
  }
}

function groupPosts<K extends PostKind>(all: PostStore<K>, mayInsert: boolean, share: Share): PostStore<K> {
  const slugs = new Map<number, string>()
  return {
    ...all,
    async getToWrite(id) {
      share.claim(id)
      const found = (await all.getToWrite(id)) ?? (await refuse())
      slugs.set(id, found.slug)
      return found
    },
    // Others could wait for a slug that is not the own one.
    freeSlug: (base, id) => (id !== undefined && slugs.get(id) === base ? all.freeSlug(base, id) : refuse()),
    insert: refuse,
    insertWithFreeSlug: mayInsert ? all.insertWithFreeSlug : refuse,
    async replace(record) {
      if (!slugs.has(record.id) || slugs.get(record.id) !== record.slug) await refuse()
      share.writes()
      await all.replace(record)
    },
  }
}

async function whole<R>(ids: readonly number[], found: Promise<readonly R[]>): Promise<readonly R[]> {
  const records = await found
  return records.length < ids.length ? refuse() : records
}

function refuse(): Promise<never> {
  return Promise.reject(new NeedsOwnTransaction('this write needs a transaction of its own'))
}
