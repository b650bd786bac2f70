// Everything that a calendar contains, as rows that every engine can read and write, for backups.
import { plainValue, typedColumns } from './columns.ts'
import { derivedNames } from './derived.ts'
import { type Database, sql, type SqlParameter } from './sql.ts'

export interface CalendarSettings {
  /** The random id of the calendar; a restored copy keeps it. */
  readonly id: string
  readonly timezone: string
  /** The next id of each counter, which is higher than all ids that were ever assigned. */
  readonly next_ids: { readonly post: number; readonly term: number }
}

/** Without counters, links and indexes, which are derived. Terms come before the events that count them. */
export const content_tables = ['term', 'media', 'users', 'spent', 'venue', 'organizer', 'event'] as const

export type ContentTable = (typeof content_tables)[number]

/** A row by its columns; flags are booleans, lists of ids are lists. */
export type ContentRow = Readonly<Record<string, SqlParameter>>

/** The number of rows in a batch, which is held in memory. */
export const content_batch = 200

/** One consistent state of a calendar. */
export interface CalendarContents {
  readonly settings: CalendarSettings
  /** All rows of a table in batches, in the order of their ids or names. */
  batches(table: ContentTable): AsyncIterable<readonly ContentRow[]>
}

/** The contents in the state that a transaction sees. */
export function contentsIn(database: Database, settings: CalendarSettings): CalendarContents {
  return { settings, batches: (table) => batchesOf(database, table) }
}

const plain = (...names: readonly string[]) => names.map((name) => [name, 'plain'] as const)

/** The first column identifies a row. */
const columns = {
  term: plain('id', 'taxonomy', 'name', 'slug', 'description', 'parent', 'name_key', 'name_lower', 'description_key'),
  media: plain('id', 'url'),
  users: plain('id', 'login', 'email', 'role', 'password_hash'),
  spent: plain('name', 'text'),
  venue: [...plain('id'), ...typedColumns('venue'), ...plain(...derivedNames('venue'))],
  organizer: [...plain('id'), ...typedColumns('organizer'), ...plain(...derivedNames('organizer'))],
  event: [...plain('id'), ...typedColumns('event'), ...plain(...derivedNames('event'))],
} as const

async function* batchesOf(database: Database, table: ContentTable): AsyncIterable<readonly ContentRow[]> {
  const names = columns[table].map(([name]) => name)
  const read = `SELECT ${names.join(', ')} FROM ${table} WHERE ${names[0]} > ? ORDER BY ${names[0]} LIMIT ${content_batch}`
  // Before all ids: a calendar that was edited manually may contain ids that are not positive.
  let last: string | number = table === 'spent' ? '' : Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await database.tuples(sql(read, last))
    if (rows.length === 0) return
    yield rows.map((row) =>
      Object.fromEntries(columns[table].map(([name, type], i) => [name, plainValue(type, row[i] ?? null)])),
    )
    const key = rows.at(-1)?.[0]
    last = table === 'spent' ? String(key) : Number(key)
  }
}
