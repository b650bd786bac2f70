// Reads and writes single events, venues, organizers and images.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { FoundRecords, ListSlice, SelectionClock, SelectionOf } from '../../../domain/lists/selection.ts'
import type { New, PlaceKind, PostKind, PostRecords } from '../../../domain/records.ts'
import { columnNames, idOr } from '../../columns.ts'
import { derivedNames, derivedOf, listingBucketOf } from '../../derived.ts'
import type { MediaStore, PostStore } from '../../store.ts'
import { columnsOf, recordOf } from '../schema.ts'
import type { Connection } from '../sqlite.ts'
import type { Ids } from './ids.ts'
import { eachOf, type SingleRead } from './record-cache.ts'

interface PostTableOptions<K extends PostKind> {
  readonly connection: Connection
  readonly ids: Ids
  readonly kind: K
  readonly clock: SelectionClock
  readonly select: (selection: SelectionOf<K>, slice: ListSlice) => FoundRecords | Promise<FoundRecords>
  /** Caches single records. */
  readonly cached: (read: SingleRead<PostRecords[K]>) => SingleRead<PostRecords[K]>
}

/** A `PostStore` with the function that only the SQLite store calls. */
interface StoredPosts<K extends PostKind> extends PostStore<K> {
  /** Must be called after a rollback. */
  clearCaches(): void
}

export function postsIn<K extends PostKind>({
  connection,
  ids,
  kind,
  clock,
  select,
  cached,
}: PostTableOptions<K>): StoredPosts<K> {
  const slugs = new Slugs(connection, kind)
  const { read, due, update } = statements[kind]

  const get = cached((id) => {
    const row = connection.tuple(read, id)
    return row && recordOf(kind, row)
  })
  const inserted = (record: New<PostRecords[K]>) => {
    const id = ids.next('post')
    insertPost(connection, kind, { id, record, clock })
    return id
  }
  return {
    get: async (id) => get(id),
    getMany: async (ids) => eachOf(ids, get),
    idOfSlug: async (slug) =>
      idOr(connection.value(`SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    select: async (selection, slice) => select(selection, slice),
    due: async (now_utc) => connection.ids(due, now_utc),
    freeSlug: async (base, except_id) => slugs.free(base, except_id),
    insert: async (record) => inserted(record),
    async insertWithFreeSlug(record) {
      const slug = slugs.free(record.slug)
      return { id: inserted({ ...record, slug }), slug }
    },
    async replace(record) {
      const slug = connection.value(`SELECT slug FROM ${kind} WHERE id = ?`, record.id)
      if (slug === undefined) throw new Error(`there is no ${kind} ${record.id} to replace`)
      if (slug !== record.slug) slugs.clear()
      connection.run(update, ...columnsOf(kind, record), ...derivedOf(kind, record, clock), record.id)
    },
    clearCaches: () => slugs.clear(),
  }
}

interface InsertedPost<K extends PostKind> {
  readonly id: number
  readonly record: New<PostRecords[K]>
  readonly clock: SelectionClock
}

export function insertPost<K extends PostKind>(
  connection: Connection,
  kind: K,
  { id, record, clock }: InsertedPost<K>,
): void {
  connection.run(statements[kind].insert, id, ...columnsOf(kind, record), ...derivedOf(kind, record, clock))
}

/** The oldest venue or organizer of this name that is not in the trash. */
export function placeNamed(connection: Connection, kind: PlaceKind, name: string): number | undefined {
  const id = connection.value(
    `SELECT id FROM ${kind} WHERE title_key = ? AND status <> 'trash' ORDER BY id LIMIT 1`,
    name.toLowerCase(),
  )
  return id === undefined ? undefined : Number(id)
}

const statements = { event: textsOf('event'), venue: textsOf('venue'), organizer: textsOf('organizer') }

function textsOf(kind: PostKind) {
  const own = columnNames(kind)
  const all = [...own, ...derivedNames(kind)]
  return {
    read: `SELECT id, ${own.join(', ')} FROM ${kind} WHERE id = ?`,
    due:
      `SELECT id FROM ${kind} WHERE ` +
      `${kind === 'event' ? `listing_bucket IN ('future', '${listingBucketOf('future', true)}')` : "status = 'future'"} ` +
      'AND date_utc <= ?',
    insert: `INSERT INTO ${kind} (id, ${all.join(', ')}) VALUES (?, ${all.map(() => '?').join(', ')})`,
    update: `UPDATE ${kind} SET ${all.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  }
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

export function mediaIn(connection: Connection, ids: Ids): MediaStore {
  return {
    async get(id) {
      const row = connection.row('SELECT id, url FROM media WHERE id = ?', id)
      return row && { id: Number(row.id), url: String(row.url) }
    },
    async at(url) {
      const existing = connection.value('SELECT id FROM media WHERE url = ?', url)
      if (existing !== undefined) return { id: Number(existing), url }
      const id = ids.next('post')
      connection.run('INSERT INTO media (id, url) VALUES (?, ?)', id, url)
      return { id, url }
    },
  }
}
