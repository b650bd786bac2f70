// Opens a database file as a `Store`: one connection writes, any number read.
import { BoundedCache, type CacheLimits } from '../../../base/bounded-cache.ts'
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { CountedTerm, New, LinkedKind, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { eventLists } from '../lists/event-list.ts'
import { selectPlaces } from '../lists/list-queries.ts'
import { mediaIn, removeFromEvents, termReader, termsIn, usersIn, consumeId } from '../records/terms.ts'
import { placeNamed, postColumns, postReader, postsIn, postValues, type ReadMany } from '../records/posts.ts'
import type { PostStore, Store } from '../store.ts'
import { makeDurable } from './files/identity.ts'
import { storedClock, nextId } from './meta.ts'
import { addFunctions, checkVersion, Connection, databaseOver, encoded } from './sqlite.ts'

/** A store and its connection, for code that begins and ends transactions. */
export interface OpenStore {
  readonly store: Store
  readonly connection: Connection
  /** Increases with every committed write; anything derived from an older generation may be stale. */
  generation(): number
  /** Must be called after a rollback. */
  clearCaches(): void
}

/** Opens a file for which `identityOf` returned `ours`. Records are cached only if it is opened for reading. */
export function openStore(
  file: string,
  { readonly, reads_once = false }: { readonly readonly: boolean; readonly reads_once?: boolean },
): OpenStore {
  const connection = new Connection(file, { readonly: false })
  checkVersion(connection)
  addFunctions(connection)
  // A copy is not in WAL mode, and reading must not change that.
  if (readonly) connection.pragma('query_only = true')
  else makeDurable(connection)
  connection.pragma(`cache_size = ${reads_once ? -8192 : readonly ? -16384 : -65536}`)
  connection.pragma('temp_store = memory')
  const database = databaseOver(connection)
  const clock = storedClock(connection)
  const slugs = {
    event: new Slugs(connection, 'event'),
    venue: new Slugs(connection, 'venue'),
    organizer: new Slugs(connection, 'organizer'),
  }
  const cached: typeof cachedReads = readonly ? cachedReads : (read) => read
  const posts = <K extends PostKind>(kind: K, select: PostStore<K>['select'], limits: typeof event_limits) => {
    const read = postReader(database, kind)
    const readMany = kind === 'event' && reads_once ? read : cached(read, connection, limits)
    return writtenPosts({ connection, clock, slugs: slugs[kind] }, { database, kind, select, readMany })
  }
  const places = <K extends LinkedKind>(kind: K) =>
    posts<K>(kind, (selection, slice) => selectPlaces(database, kind, selection, slice), place_limits)
  return {
    store: {
      event: posts('event', eventLists({ database, clock, version: () => connection.version() }), event_limits),
      venue: places('venue'),
      organizer: places('organizer'),
      placeNamed: (kind, name) => placeNamed(database, kind, name),
      terms: termsIn({
        database,
        readMany: cached(termReader(database), connection, term_limits),
        nextId: () => nextId(connection, 'term'),
      }),
      media: mediaIn(database, () => nextId(connection, 'post')),
      users: usersIn(database),
      consumeId: (name, text) => consumeId(database, { name, text }, () => nextId(connection, 'post')),
      unlink: (kind, id) => removeFromEvents(database, kind, id),
    },
    connection,
    generation: () => connection.number("SELECT value FROM meta WHERE name = 'generation'"),
    clearCaches: () => {
      for (const one of Object.values(slugs)) one.clear()
    },
  }
}

interface WrittenFile {
  readonly connection: Connection
  readonly clock: SelectionClock
  readonly slugs: Slugs
}

type ReadPosts<K extends PostKind> = Pick<Parameters<typeof postsIn<K>>[0], 'database' | 'kind' | 'select' | 'readMany'>

/** The posts of one kind, with what only SQLite does: ids and slugs from memory. */
function writtenPosts<K extends PostKind>(
  { connection, clock, slugs }: WrittenFile,
  given: ReadPosts<K>,
): PostStore<K> {
  const { kind } = given
  const insert: PostStore<K>['insert'] = async (record) => {
    const id = nextId(connection, 'post')
    insertPost(connection, kind, { id, record, clock })
    return id
  }
  const store = postsIn<K>({
    ...given,
    clock,
    freeSlug: async (base, except_id) => slugs.free(base, except_id),
    insert,
    async insertWithFreeSlug(record) {
      const slug = slugs.free(record.slug)
      return { id: await insert({ ...record, slug }), slug }
    },
  })
  return {
    ...store,
    async update(before, after) {
      if (before.slug !== after.slug) slugs.clear()
      await store.update(before, after)
    },
  }
}

/** Sizes are estimated in characters: the texts of a record, plus this number for the rest (780 bytes in all). */
const base_characters = 500

const event_limits = { weight_max: 16_000_000, weigh: charactersOf }

const place_limits = { weight_max: 4_000_000, weigh: charactersOf }

const term_limits = { entries_max: 5_000, weight_max: 4_000_000, weigh: charactersOf }

function charactersOf(record: Post | CountedTerm): number {
  let characters = base_characters + ('image' in record ? (record.image?.url.length ?? 0) : 0)
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length
  return characters
}

/**
 * The same function, which reads each record once between two writes. Records that don't exist are not cached.
 */
function cachedReads<R extends { readonly id: number }>(
  read: ReadMany<R>,
  connection: Connection,
  limits: CacheLimits<NoInfer<R>>,
): ReadMany<R> {
  const cache = new BoundedCache<number, R>(limits)
  return async (ids) => {
    cache.useGeneration(connection.version())
    const known = ids.flatMap((id) => cache.get(id) ?? [])
    if (known.length === ids.length) return known
    const read_ids = ids.filter((id) => cache.get(id) === undefined)
    const found = await read(read_ids)
    for (const record of found) cache.set(record.id, record)
    return [...known, ...found]
  }
}

interface InsertedPost<K extends PostKind> {
  readonly id: number
  readonly record: New<PostRecords[K]>
  readonly clock: SelectionClock
}

function insertPost<K extends PostKind>(connection: Connection, kind: K, { id, record, clock }: InsertedPost<K>): void {
  connection.run(inserts[kind], id, ...postValues(kind, record, clock).map(encoded))
}

const inserts = { event: insertInto('event'), venue: insertInto('venue'), organizer: insertInto('organizer') }

function insertInto(kind: PostKind): string {
  const columns = postColumns(kind)
  return `INSERT INTO ${kind} (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`
}

const bases_max = 1_000

/**
 * Finds free slugs of one kind. Caches the highest taken number of each base: without it, a thousand records with the
 * same title take half a million look-ups.
 */
class Slugs {
  readonly #connection: Connection
  readonly #other: string
  readonly #own: string
  /** The lowest number of each base that may be free. */
  readonly #taken = new BoundedCache<string, number>({ entries_max: bases_max })

  constructor(connection: Connection, kind: PostKind) {
    this.#connection = connection
    this.#other = `SELECT 1 FROM ${kind} WHERE slug = ? AND slug <> '' AND id <> ?`
    this.#own = `SELECT slug FROM ${kind} WHERE id = ?`
  }

  free(base: string, except_id?: number): string {
    const first = this.#taken.get(base) ?? 1
    const own = except_id === undefined ? undefined : this.#connection.value(this.#own, except_id)
    if (numberIn(String(own), base) < first && !this.#isTaken(String(own), except_id)) return String(own)
    for (let n = first; ; n += 1) {
      const slug = n === 1 ? base : `${base}-${n}`
      if (!this.#isTaken(slug, except_id)) return slug
      // A slug that a record may reuse as its own is taken for all others.
      this.#taken.set(base, n + 1)
    }
  }

  /** Must be called when a slug may have become free, also by a rollback. */
  clear(): void {
    this.#taken.clear()
  }

  /** Whether another record has this slug. */
  #isTaken(slug: string, except_id: number | undefined): boolean {
    return this.#connection.value(this.#other, slug, except_id ?? 0) !== undefined
  }
}

/** The number of a slug. For the base `jazz`, `jazz` is 1, `jazz-7` is 7, and `rock` is infinity. */
function numberIn(slug: string, base: string): number {
  if (slug === base) return 1
  const suffix = slug.startsWith(`${base}-`) ? slug.slice(base.length + 1) : ''
  return /^[1-9]\d*$/.test(suffix) ? Number(suffix) : Number.POSITIVE_INFINITY
}
