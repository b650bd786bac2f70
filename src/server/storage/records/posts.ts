// Reads and writes single events, venues and organizers.
import type { BoundedCache } from '../../../base/bounded-cache.ts'
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { CountedTerm, LinkedKind, New, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { columnNames, storedValuesOf, derivedNames, recordOf } from '../columns.ts'
import { derivedOf, listingBucketOf } from '../derived.ts'
import { type Database, idIn, idsIn, possibleIds, sequence, type Sql, type SqlParameter, sql, valueIn } from '../sql.ts'
import type { PostStore } from '../store.ts'

/** Reads the records that exist, in any order. */
export type ReadMany<R> = (ids: readonly number[]) => Promise<readonly R[]>

/** How an engine reads and writes records. */
export interface StoreOptions {
  readonly database: Database
  readonly clock: SelectionClock
  /** Changes with every write. With it, lists are kept until the next write. */
  version?(): string
  /** A reader that may keep the records of a kind until the next write. */
  cached?<R extends Post | CountedTerm>(kind: PostKind | 'term', read: ReadMany<R>): ReadMany<R>
  /** The ends of statements that read records: those that others can link to, and those that may be replaced. */
  readonly locks?: { readonly linked: string; readonly written: string }
  /** Waits for other transactions that want the same slug. */
  holdSlug?(kind: PostKind, base: string): Promise<unknown>
  /**
   * The first number that may be free for a kind and a base, where only this process takes slugs. Without it, the last
   * of a thousand records with the same title takes a thousand look-ups.
   */
  readonly slug_numbers?: BoundedCache<string, number>
}

interface PostOptions<K extends PostKind> extends StoreOptions, Pick<PostStore<K>, 'select'> {
  readonly kind: K
  readonly readMany: ReadMany<PostRecords[K]>
  /** For a record that may be replaced. */
  readonly readToWrite: ReadMany<PostRecords[K]>
}

/** The posts of one kind. */
export function postsIn<K extends PostKind>({
  database,
  kind,
  clock,
  readMany,
  readToWrite,
  holdSlug,
  slug_numbers,
  select,
}: PostOptions<K>): PostStore<K> {
  const getMany = (ids: readonly number[]) => orderByIds(ids, readMany)
  const freeSlug = freeSlugs(database, kind)
  const insert = async (record: New<PostRecords[K]>, slug: Sql) => {
    const { insert, columns } = statements[kind]
    const values = postValues(kind, record, clock).filter((_, i) => columns[i] !== 'slug')
    const row = sequence(sql(insert, ...values), await database.nextId('post'), ',', slug, ') RETURNING id, slug')
    const [inserted = []] = await database.tuples(row)
    return { id: Number(inserted[0]), slug: String(inserted[1]) }
  }
  return {
    select,
    get: async (id) => (await getMany([id]))[0],
    getToWrite: async (id) => (await orderByIds([id], readToWrite))[0],
    getMany,
    idOfSlug: (slug) =>
      idIn(database, sql(`SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    due: (now_utc) => idsIn(database, sql(statements[kind].due, now_utc)),
    async freeSlug(base, except_id = 0) {
      if (!holdSlug && (await idIn(database, sql(statements[kind].taken, base, except_id))) === undefined) return base
      const free = sequence('SELECT', freeSlug({ base, except_id }))
      const own = sql(`, (SELECT slug FROM ${kind} WHERE id = ?)`, except_id)
      const [[slug, own_slug] = []] = await database.tuples(sequence(free, own))
      // Nobody else can take its own slug.
      if (!holdSlug || slug === own_slug) return String(slug)
      await holdSlug(kind, base)
      return String(await valueIn(database, free))
    },
    insert: async (record) => (await insert(record, sql('?', record.slug))).id,
    async insertWithFreeSlug(record) {
      const { slug: base } = record
      const key = `${kind} ${base}`
      const slug = freeSlug({ base, first: slug_numbers?.get(key) ?? 1 })
      // The slug is held before the statement is executed.
      const held = holdSlug?.(kind, base)
      const [inserted] = await Promise.all([insert(record, slug), held])
      slug_numbers?.set(key, inserted.slug === base ? 2 : Number(inserted.slug.slice(base.length + 1)) + 1)
      return inserted
    },
    async update(before, after) {
      if (before.slug !== after.slug) slug_numbers?.clear()
      const changed = changedValues(kind, { before, after }, clock)
      if (changed.length === 0) return
      const assigned = changed.map(({ name }) => `${name} = ?`).join(', ')
      const sent = changed.map(({ value }) => value)
      if ((await database.run(sql(`UPDATE ${kind} SET ${assigned} WHERE id = ?`, ...sent, after.id))) === 0)
        throw new Error(`there is no ${kind} ${after.id} to update`)
    },
  }
}

interface SlugOptions {
  readonly base: string
  /** The number to begin with: 1 is the base itself. */
  readonly first?: number
  readonly except_id?: number
}

/** Makes expressions for the first free slug of `base`, `base-2`, `base-3`…; their text is always the same. */
function freeSlugs({ dialect }: Database, kind: PostKind): (options: SlugOptions) => Sql {
  const isTaken = sql(`SELECT 1 FROM ${kind} AS k WHERE k.slug = s.slug AND k.slug <> '' AND k.id <> ?`)
  const text = `(WITH RECURSIVE numbered (n, slug) AS (SELECT CAST(? AS bigint), CAST(? AS text)
    UNION ALL SELECT s.n + 1, CAST(? AS text) || '-' || (s.n + 1) FROM numbered AS s WHERE ${dialect.exists(isTaken).text})
    SELECT slug FROM numbered ORDER BY n DESC LIMIT 1)`
  return ({ base, first = 1, except_id = 0 }) =>
    sql(text, first, first === 1 ? base : `${base}-${first}`, base, except_id)
}

/** The records that exist, in the order of the ids. */
export async function orderByIds<R extends { readonly id: number }>(
  ids: readonly number[],
  readMany: ReadMany<R>,
): Promise<readonly R[]> {
  const wanted = possibleIds(ids)
  if (wanted.length === 0) return []
  const found = new Map((await readMany(wanted)).map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Reads posts in one statement. */
export function postReader<K extends PostKind>(database: Database, kind: K, end: string): ReadMany<PostRecords[K]> {
  return async (ids) => {
    const rows = await database.tuples(sequence(statements[kind].read, database.dialect.isOneOf('id', ids), end))
    return rows.map((row) => recordOf(kind, row))
  }
}

/** The oldest venue or organizer of this name that is not in the trash. */
export function placeNamed(database: Database, kind: LinkedKind, name: string): Promise<number | undefined> {
  const find = `SELECT id FROM ${kind} WHERE title_key = ? AND status <> 'trash' ORDER BY id LIMIT 1`
  return idIn(database, sql(find, name.toLowerCase()))
}

/** The columns of a post without its id: its fields, then what is derived from them. */
export function postColumns(kind: PostKind): readonly string[] {
  return [...columnNames(kind), ...derivedNames(kind)]
}

/** The values of a post in these columns. */
export function postValues<K extends PostKind>(
  kind: K,
  record: New<PostRecords[K]>,
  clock: SelectionClock,
): readonly SqlParameter[] {
  return [...storedValuesOf(kind, record), ...derivedOf(kind, record, clock)]
}

/** The columns that an update changes, with their new values. */
function changedValues<K extends PostKind>(
  kind: K,
  { before, after }: { readonly before: PostRecords[K]; readonly after: PostRecords[K] },
  clock: SelectionClock,
): readonly { readonly name: string; readonly value: SqlParameter }[] {
  const stored = postValues(kind, before, clock)
  const values = postValues(kind, after, clock)
  return statements[kind].columns.flatMap((name, i) =>
    isEqual(stored[i], values[i]) ? [] : [{ name, value: values[i] ?? null }],
  )
}

function isEqual(one: SqlParameter | undefined, other: SqlParameter | undefined): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
}

const statements = { event: statementsOf('event'), venue: statementsOf('venue'), organizer: statementsOf('organizer') }

function statementsOf(kind: PostKind) {
  const isScheduled =
    kind === 'event' ? `listing_bucket IN ('future', '${listingBucketOf('future', true)}')` : "status = 'future'"
  const columns = postColumns(kind)
  const others = columns.filter((name) => name !== 'slug')
  return {
    columns,
    // The id and the slug are expressions. Made once, because joining forty columns takes longer than the rest.
    insert: `INSERT INTO ${kind} (${others.join(', ')}, id, slug) VALUES (${'?, '.repeat(others.length)}`,
    read: `SELECT id, ${columnNames(kind).join(', ')} FROM ${kind} WHERE`,
    taken: `SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' AND id <> ? LIMIT 1`,
    due: `SELECT id FROM ${kind} WHERE ${isScheduled} AND date_utc <= ? ORDER BY id`,
  }
}
