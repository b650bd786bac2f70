// Reads the contents of a database file, and writes contents to a new one.
import { clockOf } from '../../../domain/lists/selection.ts'
import type { PostKind, PostRecords } from '../../../domain/records.ts'
import {
  type CalendarContents,
  content_tables,
  contentsIn,
  type ContentRecords,
  type ContentTable,
} from '../../calendar-contents.ts'
import { insertTerm } from '../../records/terms.ts'
import { databaseOver } from '../database.ts'
import { insertPost } from '../records/posts.ts'
import { indexBatch } from '../trigrams.ts'
import { Connection, type SqlValue } from '../sqlite.ts'
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
  const metaOf = (name: string) => connection.value('SELECT value FROM meta WHERE name = ?', name)
  return contentsIn(databaseOver(connection), {
    id: String(metaOf('calendar_id')),
    timezone: storedTimezone(connection),
    next_ids: { post: Number(metaOf('next_post_id')), term: Number(metaOf('next_term_id')) },
  })
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
  for await (const batch of contents.batches(table)) for (const record of batch) await insert(connection, record)
}

type Writers = {
  readonly [T in ContentTable]: (connection: Connection, record: ContentRecords[T]) => void | Promise<void>
}

function writers({ timezone }: CalendarContents['settings']): Writers {
  const clock = clockOf(timezone)
  const post =
    <K extends PostKind>(kind: K) =>
    (connection: Connection, record: PostRecords[K]) =>
      insertPost(connection, kind, { id: record.id, record, clock })
  return {
    event: post('event'),
    venue: post('venue'),
    organizer: post('organizer'),
    term: (connection, record) => insertTerm(databaseOver(connection), record),
    media: (connection, { id, url }) => insert(connection, 'media', { id, url }),
    user: (connection, { id, login, email, role, password_hash }) =>
      insert(connection, 'users', { id, login, email, role, password_hash }),
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
