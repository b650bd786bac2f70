// Executes the statements of every engine on a connection to PostgreSQL.
import { type Database, type Dialect, sql } from '../sql.ts'
import type { PostgresConnection } from './connection.ts'

const dialect: Dialect = {
  isOneOf: (expression, values) => sql(`${expression} = ANY(?)`, values),
  isTrue: (column, value) => sql(value ? column : `NOT ${column}`),
  exists: ({ text, values }) => ({ text: `EXISTS (${text})`, values }),
  byIndex: () => '',
  idsIn: (column) => `unnest(${column}) AS i (value)`,
  without: (column, id) => sql(`array_remove(${column}, ?::bigint)`, id),
  contains: (expression, text) => sql(`${expression} LIKE ?`, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
  hasInOneField: (column, words) =>
    sql(
      `EXISTS (SELECT FROM unnest(string_to_array(${column}, E'\\x1f')) AS f (field)
        WHERE NOT EXISTS (SELECT FROM unnest(?::text[]) AS w (word) WHERE strpos(f.field, w.word) = 0))`,
      words,
    ),
  positionIn: (ids, expression) => sql(`array_position(?::bigint[], ${expression})`, ids),
  term_uses: '(SELECT coalesce(sum(u.n), 0)::bigint FROM term_use AS u WHERE u.term = t.id)',
}

export function databaseOver(connection: PostgresConnection): Database {
  return {
    dialect,
    rows: ({ text, values }) => connection.rows(numbered(text), ...values),
    tuples: ({ text, values }) => connection.tuples(numbered(text), ...values),
    run: ({ text, values }) => connection.run(numbered(text), ...values),
  }
}

/** Replaces each `?` by `$1`, `$2`…; statements contain no other question marks. */
function numbered(text: string): string {
  let n = 0
  return text.replaceAll('?', () => {
    n += 1
    return `$${n}`
  })
}
