// Runs requests that insert or replace one record each in shared transactions.
import { errorCode } from '../../../../base/errors.ts'
import type { Image, LinkedKind, Post, PostKind } from '../../../domain/records.ts'
import type { PostStore, Store } from '../../store.ts'
import { type Database, sql } from '../../sql.ts'
import { databaseOver } from '../connection.ts'
import { isUnavailable, OutcomeUnknownError } from '../errors.ts'
import { begin_group, commit, type TransactionPool, type TransactionResult, withClient } from './transaction.ts'

class NeedsOwnTransaction extends Error {}

/** A record to insert with the first free slug of its own. */
interface NewPost {
  readonly kind: PostKind
  readonly slug: string
  insert(): Promise<InsertedPost>
}

type InsertedPost = Pick<Post, 'id' | 'slug'>

/** What one request does in the transaction. */
export interface Share {
  /** Inserts its record, together with those of the others. */
  insert(post: NewPost): Promise<InsertedPost>
  /** Takes a record for this request. Errors: `NeedsOwnTransaction` if another one has it. */
  claim(id: number): void
  /** Must be called before it writes in another way. */
  writes(): void
}

export type GroupWork<T> = (database: Database, tables: number, share: Share) => Promise<TransactionResult<T>>

const requests_max = 64

/** A request that waits for the next transaction. */
interface Waiting {
  /** Returns whether it has ended as it would have in a transaction of its own. */
  attempt(database: Database, tables: number, rows: SharedRows): Promise<boolean>
  /** After the transaction. */
  committed(): void
  failed(error: unknown): void
  /** It has to run in a transaction of its own. */
  separate(): void
}

export class WriteGroups {
  readonly #pool: TransactionPool
  readonly #waiting: Waiting[] = []
  #isRunning = false
  #isScheduled = false

  constructor(pool: TransactionPool) {
    this.#pool = pool
  }

  /**
   * The result of the work once it is on disk; undefined if it has to run in a transaction of its own, and nothing was
   * stored.
   */
  run<T>(work: GroupWork<T>): Promise<{ readonly result: T } | undefined> {
    return new Promise((resolve, reject) => {
      let ended: TransactionResult<T> | undefined
      this.#waiting.push({
        attempt: async (database, tables, rows) => {
          const share = rows.share()
          try {
            ended = await work(database, tables, share)
            return !(ended.rollback && share.hasWritten())
          } catch (error) {
            if (error instanceof NeedsOwnTransaction && !share.hasWritten()) return true
            throw error
          } finally {
            share.end()
          }
        },
        committed: () => resolve(ended),
        failed: reject,
        separate: () => resolve(undefined),
      })
      this.#startSoon()
    })
  }

  /** Those that arrive now, or while a transaction is running, are in the same group. */
  #startSoon(): void {
    if (this.#isScheduled || this.#isRunning) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#isRunning = true
      const end = () => {
        this.#isRunning = false
        if (this.#waiting.length > 0) this.#startSoon()
      }
      this.#runGroup(this.#waiting.splice(0, requests_max)).then(end, end)
    })
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const isComplete = await withClient(this.#pool.pool, async (client) => {
        const rows = new SharedRows(databaseOver(client), group.length)
        const ended = await this.#pool.begun(client, begin_group, (database, tables) =>
          allOf(group.map((request) => request.attempt(database, tables, rows))),
        )
        const isComplete = ended.every(Boolean)
        if (isComplete && rows.hasWritten) await commit(client)
        else await client.query('ROLLBACK')
        return isComplete
      })
      for (const request of group) isComplete ? request.committed() : request.separate()
    } catch (error) {
      for (const request of group) isFinal(error) ? request.failed(error) : request.separate()
    }
  }
}

/** Waits for all, and throws the first error in the order of time, which is the cause of others. */
async function allOf<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  try {
    return await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}

/** Whether each request would fail as well, or may have been stored. */
function isFinal(error: unknown): boolean {
  return error instanceof OutcomeUnknownError || (isUnavailable(error) && !timeouts.has(errorCode(error)))
}

/** Of locks and of statements, which may have waited for what only one of the requests needs. */
const timeouts = new Set(['55P03', '57014'])

interface WaitingPost {
  readonly post: NewPost
  resolve(inserted: InsertedPost): void
  reject(error: unknown): void
}

/** The rows of one transaction: they are inserted when each of its requests has given one, or has ended. */
class SharedRows {
  readonly #database: Database
  readonly #claimed = new Set<number>()
  readonly #posts: WaitingPost[] = []
  #undecided: number

  constructor(database: Database, requests: number) {
    this.#database = database
    this.#undecided = requests
  }

  /** Whether there is something to commit. */
  hasWritten = false

  /** That of one request. */
  share(): Share & { hasWritten(): boolean; end(): void } {
    let state: 'open' | 'inserted' | 'ended' = 'open'
    let hasWritten = false
    const writes = () => {
      hasWritten = true
      this.hasWritten = true
    }
    return {
      insert: (post) => {
        if (state !== 'open') return Promise.reject(new NeedsOwnTransaction('a request inserts one record'))
        state = 'inserted'
        writes()
        return new Promise((resolve, reject) => {
          this.#posts.push({ post, resolve, reject })
          this.#decided()
        })
      },
      claim: (id) => {
        if (this.#claimed.has(id)) throw new NeedsOwnTransaction('another request writes this record')
        this.#claimed.add(id)
      },
      writes,
      hasWritten: () => hasWritten,
      end: () => {
        if (state !== 'open') return
        state = 'ended'
        this.#decided()
      },
    }
  }

  #decided(): void {
    this.#undecided -= 1
    if (this.#undecided === 0) this.#insert()
  }

  /** Every transaction takes the locks of slugs in the same order, so that none waits for another in a circle. */
  #insert(): void {
    const posts = this.#posts.toSorted((a, b) => orderOf(a.post, b.post))
    // All are sent before the first is answered; each sees the slugs of those before it.
    if (posts.length > 1)
      this.#database.run(lock_counter).catch((error) => {
        for (const { reject } of posts) reject(error)
      })
    for (const { post, resolve, reject } of posts) post.insert().then(resolve, reject)
  }
}

/**
 * Transactions of connections with the same counter, see `term_use`, would wait for each other in a circle if they
 * counted several terms in different orders.
 */
const lock_counter = sql("SELECT pg_advisory_xact_lock('term_use'::regclass::oid::int, pg_backend_pid() % 64)")

/** As in a transaction of one request, which creates the places of an event before it. */
const kinds: readonly PostKind[] = ['venue', 'organizer', 'event']

function orderOf(a: NewPost, b: NewPost): number {
  const byKind = kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
  return byKind || (a.slug < b.slug ? -1 : Number(a.slug > b.slug))
}

/** `store` skips records that are locked: what it does not find is looked for in a transaction of its own. */
export function groupStore(
  store: Store,
  {
    kind,
    share,
    findImage,
  }: { readonly kind: PostKind; readonly share: Share; findImage(url: string): Promise<Image | undefined> },
): Store {
  const posts = <K extends PostKind>(name: K, all: PostStore<K>) =>
    groupPosts(all, name === kind ? name : undefined, share)
  const places = <K extends LinkedKind>(name: K, all: PostStore<K>): PostStore<K> => ({
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

/** `kind` is that of the record that the request may insert. */
function groupPosts<K extends PostKind>(all: PostStore<K>, kind: K | undefined, share: Share): PostStore<K> {
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
    async insertWithFreeSlug(record) {
      if (kind === undefined) return refuse()
      return share.insert({ kind, slug: record.slug, insert: () => all.insertWithFreeSlug(record) })
    },
    async update(before, after) {
      if (!slugs.has(after.id) || slugs.get(after.id) !== after.slug) await refuse()
      share.writes()
      await all.update(before, after)
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
