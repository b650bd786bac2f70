// The only module that opens calendars with the SQLite binding: open, prepare, transaction, copy, close; and the
// statements of every engine in the dialect of SQLite.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { field_end, trigramMatch, trigramsOf } from '../columns.ts'
import { type Database, type Dialect, type IdCounter, sequence, type Sql, type SqlParameter, sql } from '../sql.ts'
import { storageError } from './files/storage-errors.ts'

/** A value as the binding reads and writes it. */
export type SqlValue = string | number | bigint | Uint8Array | null

/** Prepared statements that are cached; their texts depend on the number of statuses and links in a list. */
const statements_max = 300
/** Time to wait for short locks of other connections. */
const busy_timeout_ms = 5_000
/** The schema name of the file in its connection. */
const schema_name = 'calendar'

/**
 * One open database file and its prepared statements.
 * The binding finalizes statements when they are garbage-collected, and a database stays open until then. Attaching the
 * file to an empty in-memory database allows closing it by detaching (decision 3).
 */
export class Connection {
  readonly file: string
  readonly #database: DatabaseSyncInstance
  readonly #statements = new BoundedCache<string, StatementSyncInstance>({ entries_max: statements_max })

  constructor(file: string, options: { readonly readonly: boolean }) {
    this.file = file
    this.#database = withStorageError(file, () => openDatabase(':memory:', busy_timeout_ms))
    try {
      this.#database.exec(
        `ATTACH ${quoted(uriOf(file, options.readonly ? readingMode(file) : 'rwc'))} AS ${schema_name}`,
      )
      if (options.readonly) this.#database.exec('PRAGMA query_only = true')
    } catch (error) {
      this.#database.close()
      throw storageError(error, file)
    }
  }

  #statement(text: string): StatementSyncInstance {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    return this.#statements.set(text, statement)
  }

  /** Rows as arrays, in the order of the selected columns. */
  tuples({ text, values }: Sql): SqlValue[][] {
    return this.#statement(text).all(...values.map(boundValue))
  }

  /** The first column of the first row. */
  value({ text, values }: Sql): SqlValue | undefined {
    const row: SqlValue[] | undefined = this.#statement(text).get(...values.map(boundValue))
    return row?.[0]
  }

  /** The first column of the first row of a query that always returns a number. */
  number(query: Sql): number {
    return Number(this.value(query))
  }

  /** A value of the table `meta`; undefined if it is not stored. */
  setting(name: string): SqlValue | undefined {
    return this.value(sql('SELECT value FROM meta WHERE name = ?', name))
  }

  /** Returns the number of rows that were changed. */
  run({ text, values }: Sql): number {
    return this.#statement(text).run(...values.map(boundValue)).changes
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Commits what `work` writes, or rolls it back if it throws. */
  async transaction<T>(work: () => T | Promise<T>): Promise<T> {
    this.run(sql('BEGIN IMMEDIATE'))
    try {
      const done = await work()
      this.run(sql('COMMIT'))
      return done
    } finally {
      if (this.isInTransaction) this.run(sql('ROLLBACK'))
    }
  }

  /**
   * Runs `work`, which must not write, on one consistent snapshot. While it runs, nothing else may use the connection:
   * a second view is an error, and any other statement would see the first one's snapshot.
   */
  async inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    this.run(sql('BEGIN'))
    try {
      return await work()
    } finally {
      this.run(sql('COMMIT'))
    }
  }

  /** The number of rows that this connection has changed. */
  changes(): number {
    return this.number(sql('SELECT total_changes()'))
  }

  /** Changes with every commit of other connections. */
  versionOfOthers(): number {
    return Number(this.pragma('data_version'))
  }

  pragma(text: string): SqlValue | undefined {
    return this.value(sql(`PRAGMA ${schema_name}.${text}`))
  }

  /** Registers a deterministic SQL function. */
  define(name: string, work: (...values: never[]) => SqlValue): void {
    this.#database.function(name, { deterministic: true }, work)
  }

  /** Overwrites `copy` with one consistent state of the file. */
  async backUp(copy: string): Promise<void> {
    await binding().backup(this.#database, resolve(copy), { source: schema_name, rate: -1 })
  }

  /** The same as `close`, at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.close()
  }

  close(): void {
    if (!this.#database.isOpen) return
    this.#statements.clear()
    if (this.isInTransaction) this.#database.exec('ROLLBACK')
    this.#database.exec(`DETACH ${schema_name}`)
    this.#database.close()
  }
}

/** A connection for scripts that return nothing, such as creating tables and locking. */
export class ScriptConnection {
  readonly #database: DatabaseSyncInstance

  constructor(file: string, timeout_ms: number = busy_timeout_ms) {
    this.#database = withStorageError(file, () => openDatabase(resolve(file), timeout_ms))
  }

  run(sql: string): void {
    this.#database.exec(sql)
  }

  /** Closes the connection; an open transaction is rolled back. */
  close(): void {
    this.#database.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** The events that contained trigrams when they were indexed, and those not indexed yet; a changed one occurs twice. */
const events_with_trigrams = `SELECT rowid FROM event_trigram WHERE event_trigram MATCH ?
  UNION ALL SELECT id FROM event_unindexed
  UNION ALL SELECT id FROM event WHERE id > (SELECT value FROM meta WHERE name = 'indexed_to')`

/** Without ids `json_each` is not called: trashing an event takes 40 instead of 60 µs. */
function idQuery(columns: readonly string[]): string {
  return columns.map((column) => `SELECT value FROM json_each(${column}) WHERE ${column} <> '[]'`).join(' UNION ALL ')
}

export const dialect: Dialect = {
  isOneOf: (expression, values) =>
    values.length === 1
      ? sql(`${expression} = ?`, values[0] ?? null)
      : sql(`${expression} IN (SELECT value FROM json_each(?))`, values),
  // SQLite turns EXISTS into a join, which repeats rows before LIMIT and OFFSET count them; a scalar subquery stays.
  exists: (query) => sequence('(', query, 'LIMIT 1) IS NOT NULL'),
  // Without statistics SQLite does not choose the index that sorts.
  byIndex: (name) => (name === 'event_by_id' ? ' NOT INDEXED' : ` INDEXED BY ${name}`),
  hasCounters: true,
  candidates: (words) => {
    const trigrams = words.flatMap((word) => trigramsOf(word) ?? [])
    return trigrams.length === 0 ? undefined : sql(events_with_trigrams, trigramMatch(trigrams))
  },
  listOf: (query) => sequence('(SELECT json_group_array(value) FROM (', query, '))'),
  // The table of several columns can't be joined with the one that has them.
  idsIn: (...columns) => (columns.length === 1 ? `json_each(${columns[0]}) AS i` : `(${idQuery(columns)}) AS i`),
  isIn: (expression, ...columns) => `${expression} IN (${idQuery(columns)})`,
  without: (column, id) => sql(`(SELECT json_group_array(value) FROM json_each(${column}) WHERE value <> ?)`, id),
  contains: (expression, text) => sql(`instr(${expression}, ?) > 0`, text),
  hasInOneField: (column, words) => sql(`in_one_field(${column}, ?)`, words),
  positionIn: (ids, expression) => sql(`(SELECT key FROM json_each(?) WHERE value = ${expression})`, ids),
}

export function databaseOver(connection: Connection): Database {
  return {
    dialect,
    tuples: async (query) => connection.tuples(query),
    run: async (query) => connection.run(query),
    nextId: async (counter) => sql('?', connection.number(sql(next_id, counterName(counter)))),
  }
}

const next_id = 'UPDATE meta SET value = value + 1 WHERE name = ? RETURNING value - 1'

/** The name of the next id in `meta`. */
export function counterName(counter: IdCounter): string {
  return `next_${counter}_id`
}

/** Registers `in_one_field`. The schema does not use it: any SQLite can open the file. */
export function addFunctions(connection: Connection): void {
  connection.define('in_one_field', (words: string, wanted: string) => {
    const all: readonly string[] = JSON.parse(wanted)
    return words.split(field_end).some((field) => all.every((word) => field.includes(word))) ? 1 : 0
  })
}

/** SQLite has no lists and no booleans. */
function boundValue(value: SqlParameter): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

/** The binding, loaded when the first file is opened: a missing native library is then an error of that file. */
function binding(): typeof import('@photostructure/sqlite') {
  return createRequire(import.meta.url)('@photostructure/sqlite')
}

function openDatabase(file: string, timeout: number): DatabaseSyncInstance {
  const { DatabaseSync } = binding()
  return new DatabaseSync(file, { timeout })
}

function withStorageError<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw storageError(error, file)
  }
}

/**
 * The mode in which reading changes no files. An existing log must not be checkpointed, so `ro`; without one SQLite
 * creates an empty log for a file in WAL mode, which it can only remove again with `rw`.
 */
function readingMode(file: string): 'ro' | 'rw' {
  return existsSync(`${file}-wal`) ? 'ro' : 'rw'
}

function uriOf(file: string, mode: 'ro' | 'rw' | 'rwc'): string {
  return `${pathToFileURL(resolve(file)).href}?mode=${mode}`
}

/** An SQL string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
