// Executes the statements of every engine on a connection of SQLite.
import { field_end } from '../search-text.ts'
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
