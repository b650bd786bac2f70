// Reads and writes single events, venues and organizers.
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { LinkedKind, New, PostKind, PostRecords } from '../../domain/records.ts'
import { columnNames, columnsOf, derivedNames, recordOf } from '../columns.ts'
import { derivedOf, listingBucketOf } from '../derived.ts'
import { type Database, idIn, idsIn, possibleIds, sequence, type SqlParameter, sql } from '../sql.ts'
import type { PostStore } from '../store.ts'

/** Reads the records that exist, in any order. */
export type ReadMany<R> = (ids: readonly number[]) => Promise<readonly R[]>

interface PostOptions<K extends PostKind>
  extends Pick<PostStore<K>, 'select' | 'freeSlug' | 'insert' | 'insertWithFreeSlug'> {
  readonly database: Database
  readonly kind: K
  readonly clock: SelectionClock
  readonly readMany: ReadMany<PostRecords[K]>
  /** For a record that may be replaced; `readMany` by default. */
  readonly readToWrite?: ReadMany<PostRecords[K]> | undefined
}

/** The posts of one kind; what depends on the engine is given. */
export function postsIn<K extends PostKind>({
  database,
  kind,
  clock,
  readMany,
  readToWrite = readMany,
  ...given
}: PostOptions<K>): PostStore<K> {
  const getMany = (ids: readonly number[]) => inOrder(ids, readMany)
  return {
    ...given,
    get: async (id) => (await getMany([id]))[0],
    getToWrite: async (id) => (await inOrder([id], readToWrite))[0],
    getMany,
    idOfSlug: (slug) =>
      idIn(database, sql(`SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    due: (now_utc) => idsIn(database, sql(statements[kind].due, now_utc)),
    async update(before, after) {
      const values = postValues(kind, after, clock)
      const stored = postValues(kind, before, clock)
      const changed = postColumns(kind).flatMap((name, i) => (isEqual(stored[i], values[i]) ? [] : [{ name, i }]))
      if (changed.length === 0) return
      const assigned = changed.map(({ name }) => `${name} = ?`).join(', ')
      const sent = changed.map(({ i }) => values[i] ?? null)
      if ((await database.run(sql(`UPDATE ${kind} SET ${assigned} WHERE id = ?`, ...sent, after.id))) === 0)
        throw new Error(`there is no ${kind} ${after.id} to update`)
    },
  }
}

/** The records that exist, in the order of the ids. */
export async function inOrder<R extends { readonly id: number }>(
  ids: readonly number[],
  readMany: ReadMany<R>,
): Promise<readonly R[]> {
  const wanted = possibleIds(ids)
  if (wanted.length === 0) return []
  const found = new Map((await readMany(wanted)).map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Reads posts in one statement. */
export function postReader<K extends PostKind>(database: Database, kind: K, end = ''): ReadMany<PostRecords[K]> {
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
  return [...columnsOf(kind, record), ...derivedOf(kind, record, clock)]
}

function isEqual(one: SqlParameter | undefined, other: SqlParameter | undefined): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
}

const statements = { event: statementsOf('event'), venue: statementsOf('venue'), organizer: statementsOf('organizer') }

function statementsOf(kind: PostKind) {
  const isScheduled =
    kind === 'event' ? `listing_bucket IN ('future', '${listingBucketOf('future', true)}')` : "status = 'future'"
  return {
    read: `SELECT id, ${columnNames(kind).join(', ')} FROM ${kind} WHERE`,
    due: `SELECT id FROM ${kind} WHERE ${isScheduled} AND date_utc <= ? ORDER BY id`,
  }
}
