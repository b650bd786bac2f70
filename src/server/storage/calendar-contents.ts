// Everything that a calendar contains, as rows that every engine can read and write, for backups.
import { plainValue, table_names, tableColumns, type TableName } from './columns.ts'
import { type Database, type IdCounter, insertRows, sql, type SqlParameter } from './sql.ts'

export type FirstIds = Readonly<Record<IdCounter, number>>

/** What a new calendar begins with. */
export interface NewCalendar {
  readonly timezone: string
  readonly first_id?: Partial<FirstIds> | undefined
  /** Random by default. */
  readonly id?: string
}

/** What a copy of a calendar begins with. */
export interface CalendarSettings extends NewCalendar {
  /** The random id of the calendar; a restored copy keeps it. */
  readonly id: string
  /** Higher than all ids that were ever assigned. */
  readonly first_id: FirstIds
}

/** A row by its columns; flags are booleans, lists of ids are lists. */
export type ContentRow = Readonly<Record<string, SqlParameter>>

/** The number of rows in a batch, which is in memory, and inserted in one statement: SQLite takes 32,766 values. */
export const content_batch = 200

/** One consistent state of a calendar. */
export interface CalendarContents {
  readonly settings: CalendarSettings
  /** All rows of a table in batches, in the order of their ids or names. */
  batches(table: TableName): AsyncIterable<readonly ContentRow[]>
}

/** The contents in the state that a transaction sees. */
export function contentsIn(database: Database, settings: CalendarSettings): CalendarContents {
  return { settings, batches: (table) => batchesOf(database, table) }
}

/** Inserts all rows into empty tables. */
export async function insertContents(database: Database, { batches }: CalendarContents): Promise<void> {
  for (const table of table_names) for await (const rows of batches(table)) await insertRows(database, table, rows)
}

async function* batchesOf(database: Database, table: TableName): AsyncIterable<readonly ContentRow[]> {
  const columns = tableColumns(table)
  const names = columns.map(([name]) => name)
  const read = `SELECT ${names.join(', ')} FROM ${table} WHERE ${names[0]} > ? ORDER BY ${names[0]} LIMIT ${content_batch}`
  // Before all ids: a calendar that was edited manually may contain ids that are not positive.
  let last: string | number = table === 'consumed_id' ? '' : Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await database.tuples(sql(read, last))
    if (rows.length === 0) return
    yield rows.map((row) =>
      Object.fromEntries(columns.map(([name, type], i) => [name, plainValue(type, row[i] ?? null)])),
    )
    const key = rows.at(-1)?.[0]
    last = table === 'consumed_id' ? String(key) : Number(key)
  }
}
