// Executes the statements of every engine on a connection of SQLite.
import { clockOf, type SelectionClock } from '../../domain/lists/selection.ts'
import { field_end } from '../derived.ts'
import type { IdCounter } from '../engine.ts'
import { type Database, type Dialect, sequence, type SqlParameter, sql } from '../sql.ts'
import type { Connection, SqlValue } from './sqlite.ts'

const dialect: Dialect = {
  isOneOf: (expression, values) => sql(`${expression} IN (SELECT value FROM json_each(?))`, values),
  isTrue: (column, value) => sql(`${column} = ${Number(value)}`),
  // SQLite turns EXISTS into a join, which repeats rows before LIMIT and OFFSET count them; a scalar subquery stays.
  exists: (query) => sequence('(', query, 'LIMIT 1) IS NOT NULL'),
  // Without statistics SQLite does not choose the index that sorts.
  byIndex: (name) => ` INDEXED BY ${name}`,
  idsIn: (column) => `json_each(${column}) AS i`,
  without: (column, id) => sql(`(SELECT json_group_array(value) FROM json_each(${column}) WHERE value <> ?)`, id),
  contains: (expression, text) => sql(`instr(${expression}, ?) > 0`, text),
  hasInOneField: (column, words) => sql(`in_one_field(${column}, ?)`, words),
  positionIn: (ids, expression) => sql(`(SELECT key FROM json_each(?) WHERE value = ${expression})`, ids),
  term_uses: 't.used',
}

export function databaseOver(connection: Connection): Database {
  return {
    dialect,
    rows: async ({ text, values }) => connection.rows(text, ...values.map(encoded)),
    tuples: async ({ text, values }) => connection.tuples(text, ...values.map(encoded)),
    run: async ({ text, values }) => connection.run(text, ...values.map(encoded)),
  }
}

/** Registers `in_one_field`. The schema does not use it: any SQLite can open the file. */
export function addFunctions(connection: Connection): void {
  connection.define('in_one_field', (words: string, wanted: string) => {
    const all: readonly string[] = JSON.parse(wanted)
    return words.split(field_end).some((field) => all.every((word) => field.includes(word))) ? 1 : 0
  })
}

/** SQLite has no lists and no booleans. */
export function encoded(value: SqlParameter): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return isList(value) ? JSON.stringify(value) : value
}

function isList(value: SqlParameter): value is readonly number[] | readonly string[] {
  return Array.isArray(value)
}

export function storedTimezone(connection: Connection): string {
  return String(connection.value("SELECT value FROM meta WHERE name = 'timezone'"))
}

export function storedClock(connection: Connection): SelectionClock {
  return connection.value("SELECT value FROM meta WHERE name = 'clock'") === 'utc' ? 'utc' : 'local'
}

/** Whether the stored clock matches the zone: an older version knew fewer names of UTC. */
export function isClockCurrent(connection: Connection): boolean {
  return storedClock(connection) === clockOf(storedTimezone(connection))
}

/** Moves the site to another zone. From or to UTC the clock of windows changes, and with it the keys of every event. */
export function changeTimezone(connection: Connection, timezone: string): void {
  const clock = clockOf(timezone)
  connection.transaction(() => {
    connection.run("UPDATE meta SET value = ? WHERE name = 'timezone'", timezone)
    if (clock === storedClock(connection)) return
    connection.run("UPDATE meta SET value = ? WHERE name = 'clock'", clock)
    const prefix = clock === 'utc' ? 'utc_' : ''
    connection.run(
      `UPDATE event SET list_from = ${digitsOf(`${prefix}start_date`)}, list_end = ${digitsOf(`${prefix}end_date`)}`,
    )
  })
}

/** `keyOf`, as SQL. */
function digitsOf(column: string): string {
  return `CAST(replace(replace(replace(${column}, '-', ''), ':', ''), ' ', '') AS INTEGER)`
}

/**
 * Id counters of one writing connection, held in memory. `flush` stores them in the transaction that makes the new
 * records durable.
 */
export class Ids {
  readonly #connection: Connection
  readonly #upcoming: Record<IdCounter, number>
  readonly #stored: Record<IdCounter, number>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#stored = { post: this.#read('post'), term: this.#read('term') }
    this.#upcoming = { ...this.#stored }
  }

  next(counter: IdCounter): number {
    const id = this.#upcoming[counter]
    this.#upcoming[counter] = id + 1
    return id
  }

  flush(): void {
    for (const counter of ['post', 'term'] as const) {
      if (this.#upcoming[counter] === this.#stored[counter]) continue
      this.#connection.run('UPDATE meta SET value = ? WHERE name = ?', this.#upcoming[counter], counterName(counter))
      this.#stored[counter] = this.#upcoming[counter]
    }
  }

  /** Must be called after a rollback, which also undoes `flush`. */
  reread(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = Math.max(this.#upcoming[counter], this.#stored[counter])
    }
  }

  /** Must be called when the file was replaced: its counters may be lower. */
  reload(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = this.#stored[counter]
    }
  }

  #read(counter: IdCounter): number {
    return this.#connection.number('SELECT value FROM meta WHERE name = ?', counterName(counter))
  }
}

export function counterName(counter: IdCounter): string {
  return `next_${counter}_id`
}
