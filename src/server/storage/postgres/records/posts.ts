// Reads and writes single events, venues and organizers in PostgreSQL.
import type { FoundRecords, ListSlice, SelectionClock, SelectionOf } from '../../../domain/lists/selection.ts'
import type { New, PlaceKind, PostKind, PostRecords } from '../../../domain/records.ts'
import { columnNames, idOr } from '../../columns.ts'
import { derivedOf } from '../../derived.ts'
import type { PostStore } from '../../store.ts'
import { postgresColumnsOf, postgresRecordOf } from '../schema.ts'
import type { PostgresConnection, PostgresValue } from '../connection.ts'
import { eventWords } from '../event-words.ts'
import { possibleIds } from '../query.ts'
import { type InsertedPost, insertWithFreeSlugs, type NewRow, postColumns } from './inserts.ts'

export interface PostgresPostOptions<K extends PostKind> {
  readonly connection: PostgresConnection
  readonly kind: K
  readonly clock: SelectionClock
  readonly select: (selection: SelectionOf<K>, slice: ListSlice) => Promise<FoundRecords>
  /** Records that were read in this transaction, which must not write. */
  readonly known?: ReadonlyMap<number, PostRecords[K]> | undefined
  /** Reads the records that exist, in any order; in a statement of its own by default. */
  readonly readMany?: ((ids: readonly number[]) => Promise<readonly PostRecords[K][]>) | undefined
  /** Inserts with a free slug; in a statement of its own by default. */
  readonly insertRow?: ((row: NewRow) => Promise<InsertedPost>) | undefined
}

export function postsInPostgres<K extends PostKind>({
  connection,
  kind,
  clock,
  select,
  known,
  readMany = (ids) => readPosts(connection, kind, ids),
  insertRow = async (row) => (await insertWithFreeSlugs(connection, [row]))[0] ?? missingRow(),
}: PostgresPostOptions<K>): PostStore<K> {
  const { insert, update, free } = statements[kind]
  const valuesOf = (record: New<PostRecords[K]>) => postValues(kind, record, clock)
  const getMany = async (ids: readonly number[]) => {
    const wanted = possibleIds(known ? ids.filter((id) => !known.has(id)) : ids)
    const read = wanted.length === 0 ? [] : await readMany(wanted)
    const found = new Map(read.map((record) => [record.id, record]))
    return ids.flatMap((id) => found.get(id) ?? known?.get(id) ?? [])
  }
  return {
    get: async (id) => (await getMany([id]))[0],
    getMany,
    idOfSlug: async (slug) =>
      idOr(await connection.value(`SELECT id FROM ${kind} WHERE slug = $1 AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    select,
    due: (now_utc) =>
      connection.ids(`SELECT id FROM ${kind} WHERE status = 'future' AND date_utc <= $1 ORDER BY id`, now_utc),
    freeSlug: async (base, except_id) => String(await connection.value(free, base, except_id ?? 0)),
    insert: async (record) => Number(await connection.value(insert, record.slug, ...valuesOf(record))),
    insertWithFreeSlug: (record) => insertRow({ kind, slug: record.slug, values: valuesOf(record) }),
    async replace(record) {
      if ((await connection.run(update, record.id, record.slug, ...valuesOf(record))) === 0)
        throw new Error(`there is no ${kind} ${record.id} to replace`)
    },
  }
}

/** The values of a record in the columns `postColumns`. */
export function postValues<K extends PostKind>(
  kind: K,
  record: New<PostRecords[K]>,
  clock: SelectionClock,
): readonly PostgresValue[] {
  const values = [...postgresColumnsOf(kind, record), ...derivedOf(kind, record, clock)]
  return kind === 'event' ? values.with(-1, eventWords(record, String(values.at(-1)))) : values
}

async function readPosts<K extends PostKind>(
  connection: PostgresConnection,
  kind: K,
  ids: readonly number[],
): Promise<readonly PostRecords[K][]> {
  return (await connection.tuplesById(statements[kind].read, ids)).map((row) => postgresRecordOf(kind, row))
}

/** The oldest venue or organizer of this name that is not in the trash. */
export async function postgresPlaceNamed(
  connection: PostgresConnection,
  kind: PlaceKind,
  name: string,
): Promise<number | undefined> {
  const find = `SELECT id FROM ${kind} WHERE title_key = $1 AND status <> 'trash' ORDER BY id LIMIT 1`
  return idOr(await connection.value(find, name.toLowerCase()))
}

function missingRow(): never {
  throw new Error('a row was not inserted')
}

const statements = {
  event: statementsOf('event'),
  venue: statementsOf('venue'),
  organizer: statementsOf('organizer'),
}

function statementsOf(kind: PostKind) {
  const own = columnNames(kind)
  const all = postColumns(kind)
  const others = `SELECT FROM ${kind} AS other WHERE other.slug <> '' AND other.slug =`
  return {
    read: `SELECT id, ${own.join(', ')} FROM ${kind} WHERE id = ANY($1)`,
    insert: `INSERT INTO ${kind} (id, slug_copy, ${all.join(', ')})
      VALUES (nextval('post_id'), CASE WHEN EXISTS (${others} $1::text) THEN currval('post_id') ELSE 0 END,
      ${all.map((_, i) => `$${i + 2}`).join(', ')}) RETURNING id`,
    update: `UPDATE ${kind} SET slug_copy = CASE WHEN EXISTS (${others} $2::text AND other.id <> $1) THEN $1 ELSE 0 END,
      ${all.map((name, i) => `${name} = $${i + 3}`).join(', ')} WHERE id = $1::bigint`,
    free: `SELECT free_${kind}_slug($1, $2)`,
  }
}
