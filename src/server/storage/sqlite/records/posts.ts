// Reads and writes single events, venues and organizers.
import type { PostKind } from '../../../domain/records.ts'
import type { SelectionClock, FoundRecords, SelectionOf, ListSlice } from '../../../domain/lists/selection.ts'
import type { PostStore } from '../../store.ts'
import { columnNames, columnsOf, recordOf } from '../schema/columns.ts'
import { derivedNames, derivedOf, listingBucketOf } from '../schema/derived.ts'
import type { Ids } from './ids.ts'
import { Slugs } from './slugs.ts'
import type { Connection, SqlValue } from '../sqlite.ts'

export interface PostTableOptions<K extends PostKind> {
  readonly connection: Connection
  readonly ids: Ids
  readonly kind: K
  readonly clock: SelectionClock
  readonly select: (selection: SelectionOf<K>, slice: ListSlice) => FoundRecords
}

/** `PostStore` with what only the SQLite store itself calls. */
export interface StoredPosts<K extends PostKind> extends PostStore<K> {
  /** Call after a rollback. */
  clearCaches(): void
}

export function postsIn<K extends PostKind>({
  connection,
  ids,
  kind,
  clock,
  select,
}: PostTableOptions<K>): StoredPosts<K> {
  const slugs = new Slugs(connection, kind)
  const { read, due, insert, update } = statementsOf(kind)
  const idOr = (value: SqlValue | undefined): number | undefined => (value === undefined ? undefined : Number(value))

  return {
    get(id) {
      const row = connection.tuple(read, id)
      return row && recordOf(kind, row)
    },
    idOfSlug: (slug) =>
      idOr(connection.value(`SELECT id FROM ${kind} WHERE slug = ? AND slug <> '' ORDER BY id LIMIT 1`, slug)),
    select,
    due: (now_utc) => connection.ids(due, now_utc),
    freeSlug: (base, except_id) => slugs.free(base, except_id),
    insert(record) {
      const id = ids.next('post')
      connection.run(insert, id, ...columnsOf(kind, record), ...derivedOf(kind, record, clock))
      return id
    },
    replace(record) {
      const slug = connection.value(`SELECT slug FROM ${kind} WHERE id = ?`, record.id)
      if (slug === undefined) throw new Error(`there is no ${kind} ${record.id} to replace`)
      if (slug !== record.slug) slugs.clear()
      connection.run(update, ...columnsOf(kind, record), ...derivedOf(kind, record, clock), record.id)
    },
    clearCaches: () => slugs.clear(),
  }
}

/** The oldest venue or organizer of this name that is not in the trash. */
export function placeNamed(connection: Connection, kind: 'venue' | 'organizer', name: string): number | undefined {
  const id = connection.value(
    `SELECT id FROM ${kind} WHERE title_key = ? AND status <> 'trash' ORDER BY id LIMIT 1`,
    name.toLowerCase(),
  )
  return id === undefined ? undefined : Number(id)
}

function statementsOf(kind: PostKind) {
  const own = columnNames(kind)
  const all = [...own, ...derivedNames(kind)]
  return {
    read: `SELECT id, ${own.join(', ')} FROM ${kind} WHERE id = ?`,
    due: `SELECT id FROM ${kind} WHERE ${kind === 'event' ? `listing_bucket IN ('future', '${listingBucketOf('future', true)}')` : "status = 'future'"} AND date_utc <= ?`,
    insert: `INSERT INTO ${kind} (id, ${all.join(', ')}) VALUES (?, ${all.map(() => '?').join(', ')})`,
    update: `UPDATE ${kind} SET ${all.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  }
}
