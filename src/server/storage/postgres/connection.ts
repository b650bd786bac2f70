// Sends statements on one connection to PostgreSQL, in its dialect.
import type { CustomTypesConfig, QueryArrayConfig, QueryResult } from 'pg'
import { type Database, type Dialect, sequence, sql, type Sql, type StoredValue } from '../sql.ts'

/** A connected client of the driver. */
export interface PostgresClient {
  query(query: QueryArrayConfig): Promise<QueryResult<StoredValue[]>>
}

/** Statements are prepared once for each connection. */
export function databaseOver(client: PostgresClient): Database {
  const send = ({ text, values }: Sql) =>
    client.query({ ...preparedOf(text), values: [...values], types, rowMode: 'array' })
  return {
    dialect,
    tuples: async (query) => (await send(query)).rows,
    run: async (query) => (await send(query)).rowCount ?? 0,
    nextId: async (counter) => sql(`nextval('${counter}_id')`),
  }
}

interface Prepared {
  readonly text: string
  /** The name under which every connection prepares the statement. */
  readonly name?: string
}

/** Maximum number of prepared statements, because those of lists depend on the filters; others are parsed each time. */
const statements_max = 500
const prepared = new Map<string, Prepared>()

function preparedOf(text: string): Prepared {
  const known = prepared.get(text)
  if (known) return known
  if (prepared.size >= statements_max) return { text: numbered(text) }
  const statement = { text: numbered(text), name: `cal_${prepared.size + 1}` }
  prepared.set(text, statement)
  return statement
}

/** Replaces each `?` by `$1`, `$2`…; statements contain no other question marks. */
function numbered(text: string): string {
  let n = 0
  return text.replaceAll('?', () => {
    n += 1
    return `$${n}`
  })
}

const parsers: Readonly<Record<number, (text: string) => StoredValue>> = {
  /** boolean */
  16: (text) => text === 't',
  /** bigint, smallint, integer */
  20: Number,
  21: Number,
  23: Number,
  /** real, double precision */
  700: Number,
  701: Number,
  /** bigint[], of ids and keys below 2^53 */
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
}

/** Other types are read as texts. */
const types: CustomTypesConfig = { getTypeParser: (oid: number) => parsers[oid] ?? String }

export const dialect: Dialect = {
  isOneOf: (expression, values) => sql(`${expression} = ANY(?)`, values),
  exists: ({ text, values }) => ({ text: `EXISTS (${text})`, values }),
  byIndex: () => '',
  hasCounters: false,
  candidates: () => undefined,
  listOf: (query) => sequence('ARRAY(', query, ')'),
  idsIn: (...columns) => `unnest(${columns.join(' || ')}) AS i (value)`,
  isIn: (expression, ...columns) => `${expression} = ANY(${columns.join(' || ')})`,
  without: (column, id) => sql(`array_remove(${column}, ?::bigint)`, id),
  contains: (expression, text) => sql(`${expression} LIKE ?`, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
  hasInOneField: (column, words) =>
    sql(
      `EXISTS (SELECT FROM unnest(string_to_array(${column}, E'\\x1f')) AS f (field)
        WHERE NOT EXISTS (SELECT FROM unnest(?::text[]) AS w (word) WHERE strpos(f.field, w.word) = 0))`,
      words,
    ),
  positionIn: (ids, expression) => sql(`array_position(?::bigint[], ${expression})`, ids),
}
