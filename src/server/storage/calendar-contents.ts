// Everything that a calendar contains, as plain data that every engine can read and write, for backups.
import type { Image, PostKind, PostRecords, TermRecord, UserRecord } from '../domain/records.ts'
import { columnNames, recordOf, termOf, userOf } from './columns.ts'
import { type Database, sql, type StoredRow, type StoredValue } from './sql.ts'

export interface CalendarSettings {
  /** The random id of the calendar; a restored copy keeps it. */
  readonly id: string
  readonly timezone: string
  /** The next id of each counter, which is higher than all ids that were ever assigned. */
  readonly next_ids: { readonly post: number; readonly term: number }
}

/** A name and text for which an id was consumed, see `Store.consumeId`. */
export interface SpentId {
  readonly name: string
  readonly text: string
}

/** The records of each table. Counts, sort keys and search texts are derived from them, and are not included. */
export interface ContentRecords extends PostRecords {
  readonly term: TermRecord
  readonly media: Image
  readonly user: UserRecord
  readonly spent: SpentId
}

export type ContentTable = keyof ContentRecords

/** Terms come before the events that count them. */
export const content_tables = [
  'term',
  'media',
  'user',
  'spent',
  'venue',
  'organizer',
  'event',
] as const satisfies readonly ContentTable[]

/** The number of records in a batch, which is held in memory. */
export const content_batch = 200

/** One consistent state of a calendar. */
export interface CalendarContents {
  readonly settings: CalendarSettings
  /** All records of a table in batches, in the order of their ids or names. */
  batches<T extends ContentTable>(table: T): AsyncIterable<readonly ContentRecords[T][]>
}

/** The contents in the state that a transaction sees. */
export function contentsIn(database: Database, settings: CalendarSettings): CalendarContents {
  return { settings, batches: (table) => batchesOf(database, readers[table]) }
}

interface TableReader<R> {
  readonly table: string
  /** The first column is that by which the rows are read. */
  readonly columns: readonly string[]
  /** Before all keys: a calendar that was edited manually may contain ids that are not positive. */
  readonly first: string | number
  recordOf(row: readonly StoredValue[]): R
}

/** All rows of a table, one batch after another. */
async function* batchesOf<R>(
  database: Database,
  { table, columns, first, recordOf }: TableReader<R>,
): AsyncIterable<readonly R[]> {
  const [by] = columns
  const read = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${by} > ? ORDER BY ${by} LIMIT ${content_batch}`
  for (let last = first; ; ) {
    const rows = await database.tuples(sql(read, last))
    if (rows.length === 0) return
    yield rows.map(recordOf)
    const key = rows.at(-1)?.[0]
    last = typeof first === 'number' ? Number(key) : String(key)
  }
}

const readers: { readonly [T in ContentTable]: TableReader<ContentRecords[T]> } = {
  event: postReader('event'),
  venue: postReader('venue'),
  organizer: postReader('organizer'),
  term: reader('term', ['id', 'taxonomy', 'name', 'slug', 'description', 'parent'], (row) => {
    const { count: _, ...term } = termOf(row)
    return term
  }),
  media: reader('media', ['id', 'url'], ({ id, url }) => ({ id: Number(id), url: String(url) })),
  user: reader('users', ['id', 'login', 'email', 'role', 'password_hash'], userOf),
  spent: {
    ...reader('spent', ['name', 'text'], ({ name, text }) => ({ name: String(name), text: String(text) })),
    first: '',
  },
}

function postReader<K extends PostKind>(kind: K): TableReader<PostRecords[K]> {
  const columns = ['id', ...columnNames(kind)]
  return { table: kind, columns, first: Number.MIN_SAFE_INTEGER, recordOf: (row) => recordOf(kind, row) }
}

function reader<R>(table: string, columns: readonly string[], recordOf: (row: StoredRow) => R): TableReader<R> {
  return {
    table,
    columns,
    first: Number.MIN_SAFE_INTEGER,
    recordOf: (row) => recordOf(Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null]))),
  }
}
