// Reads the contents of a database file, and writes contents to a new one.
import { clockOf } from '../../../domain/lists/selection.ts'
import type { PostKind, PostRecords } from '../../../domain/records.ts'
import {
  batchesBy,
  type CalendarContents,
  type CalendarSettings,
  content_batch,
  content_tables,
  type ContentRecords,
  type ContentTable,
} from '../../calendar-contents.ts'
import { columnNames, userOf } from '../../columns.ts'
import { insertPost } from '../records/posts.ts'
import { insertTerm } from '../records/terms.ts'
import { recordOf } from '../schema.ts'
import { indexBatch } from '../trigrams.ts'
import { Connection, type SqlRow, type SqlValue } from '../sqlite.ts'
import { createFile } from './create-file.ts'
import { storedTimezone } from './timezone.ts'

/** Runs `work` with one consistent state of a file that has the current schema; it may be served. */
export async function withFileContents<T>(file: string, work: (contents: CalendarContents) => Promise<T>): Promise<T> {
  const connection = new Connection(file, { readonly: true })
  try {
    return await connection.inOneView(() => work(contentsOf(connection)))
  } finally {
    connection.close()
  }
}

function contentsOf(connection: Connection): CalendarContents {
  return {
    settings: settingsIn(connection),
    batches: (table) => batchesBy((last) => readers[table](connection, last)),
  }
}

function settingsIn(connection: Connection): CalendarSettings {
  const metaOf = (name: string) => connection.value('SELECT value FROM meta WHERE name = ?', name)
  return {
    id: String(metaOf('calendar_id')),
    timezone: storedTimezone(connection),
    next_ids: { post: Number(metaOf('next_post_id')), term: Number(metaOf('next_term_id')) },
  }
}

type Reader<R> = (connection: Connection, last: R | undefined) => readonly R[]

const readers: { readonly [T in ContentTable]: Reader<ContentRecords[T]> } = {
  event: postReader('event'),
  venue: postReader('venue'),
  organizer: postReader('organizer'),
  term: (connection, last) =>
    rowsAfter(connection, { table: 'term', columns: 'id, taxonomy, name, slug, description, parent' }, last?.id).map(
      ({ id, taxonomy, name, slug, description, parent }) => ({
        id: Number(id),
        taxonomy: taxonomy === 'category' ? 'category' : 'tag',
        name: String(name),
        slug: String(slug),
        description: String(description),
        parent: Number(parent),
      }),
    ),
  media: (connection, last) =>
    rowsAfter(connection, { table: 'media', columns: 'id, url' }, last?.id).map(({ id, url }) => ({
      id: Number(id),
      url: String(url),
    })),
  user: (connection, last) =>
    rowsAfter(connection, { table: 'user', columns: 'id, login, email, role, password_hash' }, last?.id).map(userOf),
  spent: (connection, last) =>
    connection
      .rows(`SELECT name, text FROM spent WHERE name > ? ORDER BY name LIMIT ${content_batch}`, last?.name ?? '')
      .map(({ name, text }) => ({ name: String(name), text: String(text) })),
}

function postReader<K extends PostKind>(kind: K): Reader<PostRecords[K]> {
  const read = `SELECT id, ${columnNames(kind).join(', ')} FROM ${kind} WHERE id > ? ORDER BY id LIMIT ${content_batch}`
  return (connection, last) => connection.tuples(read, last?.id ?? lowest).map((row) => recordOf(kind, row))
}

/** Ids are positive, but a file could have been changed by hand. */
const lowest = Number.MIN_SAFE_INTEGER

interface IdTable {
  readonly table: string
  readonly columns: string
}

function rowsAfter(connection: Connection, { table, columns }: IdTable, last: number = lowest): readonly SqlRow[] {
  return connection.rows(`SELECT ${columns} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${content_batch}`, last)
}

/** Creates a database file with these contents, which is not in WAL mode; an existing file is replaced. */
export async function createFileOf(contents: CalendarContents, file: string): Promise<void> {
  const { id, timezone, next_ids } = contents.settings
  createFile(file, { timezone, first_id: next_ids })
  const connection = new Connection(file, { readonly: false })
  try {
    connection.pragma('journal_mode = DELETE')
    connection.pragma('synchronous = FULL')
    connection.run('BEGIN IMMEDIATE')
    connection.run("UPDATE meta SET value = ? WHERE name = 'calendar_id'", id)
    connection.run("UPDATE meta SET value = 0 WHERE name = 'indexed_to'")
    for (const table of content_tables) await insertAll(connection, contents, table)
    while (indexBatch(connection));
    connection.run('COMMIT')
  } finally {
    connection.close()
  }
}

async function insertAll<T extends ContentTable>(
  connection: Connection,
  contents: CalendarContents,
  table: T,
): Promise<void> {
  const insert = writers(contents.settings)[table]
  for await (const batch of contents.batches(table)) for (const record of batch) insert(connection, record)
}

type Writers = { readonly [T in ContentTable]: (connection: Connection, record: ContentRecords[T]) => void }

function writers({ timezone }: CalendarSettings): Writers {
  const clock = clockOf(timezone)
  const post =
    <K extends PostKind>(kind: K) =>
    (connection: Connection, record: PostRecords[K]) =>
      insertPost(connection, kind, { id: record.id, record, clock })
  return {
    event: post('event'),
    venue: post('venue'),
    organizer: post('organizer'),
    term: insertTerm,
    media: (connection, { id, url }) => insert(connection, 'media', { id, url }),
    user: (connection, { id, login, email, role, password_hash }) =>
      insert(connection, 'user', { id, login, email, role, password_hash }),
    spent: (connection, { name, text }) => insert(connection, 'spent', { name, text }),
  }
}

function insert(connection: Connection, table: string, row: Readonly<Record<string, SqlValue>>): void {
  const names = Object.keys(row)
  connection.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}
