// Events, venues and organizers in their tables: one record at a time.
import type { New, PostKind, PostRecords } from '../domain/records.ts'
import type { Clock, Found, SelectionOf, Slice } from '../domain/selection.ts'
import type { Posts } from '../domain/store.ts'
import { columnNames, columnsOf, recordOf } from './columns.ts'
import { derivedOf, wordsOf } from './derived.ts'
import type { Ids } from './ids.ts'
import { Slugs } from './slugs.ts'
import type { Connection, Value } from './sqlite.ts'

/** What the tables of one kind need to know of their surroundings. */
export interface Shelves<K extends PostKind> {
  readonly connection: Connection
  readonly ids: Ids
  readonly kind: K
  readonly clock: Clock
  readonly select: (selection: SelectionOf<K>, slice: Slice) => Found
}

/** Posts of one kind, and what only the store itself calls. */
export interface StoredPosts<K extends PostKind> extends Posts<K> {
  /** What is remembered of the table may be stale: something was rolled back. */
  forget(): void
}

export function postsIn<K extends PostKind>({ connection, ids, kind, clock, select }: Shelves<K>): StoredPosts<K> {
  const slugs = new Slugs(connection, kind)
  const columns = columnNames(kind).join(', ')
  const idOr = (value: Value | undefined): number | undefined => (value === undefined ? undefined : Number(value))
  const all = (record: New<PostRecords[K]>) => ({ ...columnsOf(kind, record), ...derivedOf(kind, record, clock) })

  return {
    get(id) {
      const row = connection.row(`SELECT ${columns} FROM ${kind} WHERE id = ?`, id)
      return row && recordOf(kind, row)
    },
    idOfSlug: (slug) => idOr(connection.value(`SELECT min(id) FROM ${kind} WHERE slug = ? AND slug <> '' HAVING min(id) IS NOT NULL`, slug)),
    idOfTitle: (title) => idOr(connection.value(`SELECT id FROM ${kind} WHERE title_key = ? AND status <> 'trash' ORDER BY id LIMIT 1`, title.toLowerCase())),
    select,
    freeSlug: (base, except_id) => slugs.free(base, except_id),
    insert(record) {
      const id = ids.give('post')
      const values = { id, ...all(record) }
      const names = Object.keys(values)
      connection.run(`INSERT INTO ${kind} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(values))
      insertWords(connection, id, wordsOf(kind, record))
      return id
    },
    replace(record) {
      const slug = connection.value(`SELECT slug FROM ${kind} WHERE id = ?`, record.id)
      if (slug === undefined) throw new Error(`there is no ${kind} ${record.id} to replace`)
      if (slug !== record.slug) slugs.forget()
      const values = all(record)
      connection.run(`UPDATE ${kind} SET ${Object.keys(values).map((name) => `${name} = ?`).join(', ')} WHERE id = ?`, ...Object.values(values), record.id)
      replaceWords(connection, record.id, wordsOf(kind, record))
    },
    forget: () => slugs.forget(),
  }
}

function insertWords(connection: Connection, id: number, words: string): void {
  connection.run('INSERT INTO post_words (id, words) VALUES (?, ?)', id, words)
  connection.run('INSERT INTO post_trigram (rowid, words) VALUES (?, ?)', id, words)
}

/** Most updates leave the words alone, and the index is the dearest thing to change. */
function replaceWords(connection: Connection, id: number, words: string): void {
  if (connection.run('UPDATE post_words SET words = ? WHERE id = ? AND words <> ?', words, id, words) === 0) return
  connection.run('UPDATE post_trigram SET words = ? WHERE rowid = ?', words, id)
}
