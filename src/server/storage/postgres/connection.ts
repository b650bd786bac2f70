// Sends statements on one connection to PostgreSQL, inside one transaction.
import type { CustomTypesConfig, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import { type Database, type Dialect, sequence, sql, type SqlParameter } from '../sql.ts'

/** The value of a parameter or a column; lists of numbers are `bigint[]`, lists of texts `text[]`. */
export type PostgresValue = SqlParameter
/** `bigint` columns are numbers; they hold ids and keys below 2^53. */
export type PostgresRow = Readonly<Record<string, PostgresValue>>

/** Statements have `$1` parameters, and are prepared once for each connection. */
export interface PostgresConnection {
  rows(sql: string, ...values: readonly PostgresValue[]): Promise<readonly PostgresRow[]>
  row(sql: string, ...values: readonly PostgresValue[]): Promise<PostgresRow | undefined>
  /** Rows as arrays, in the order of the selected columns. */
  tuples(sql: string, ...values: readonly PostgresValue[]): Promise<readonly (readonly PostgresValue[])[]>
  /** The first column of the first row. */
  value(sql: string, ...values: readonly PostgresValue[]): Promise<PostgresValue | undefined>
  /** Returns the number of rows that were changed. */
  run(sql: string, ...values: readonly PostgresValue[]): Promise<number>
}

/** A connected client of the driver. */
export interface PostgresClient {
  query(query: QueryConfig): Promise<QueryResult<Record<string, PostgresValue>>>
  query(query: QueryArrayConfig): Promise<QueryResult<PostgresValue[]>>
}

export function connectionOver(client: PostgresClient): PostgresConnection {
  const rows = async (sql: string, values: readonly PostgresValue[]) => (await client.query(queryOf(sql, values))).rows
  const tuples = async (sql: string, values: readonly PostgresValue[]) =>
    (await client.query({ ...queryOf(sql, values), rowMode: 'array' })).rows
  return {
    rows: (sql, ...values) => rows(sql, values),
    row: async (sql, ...values) => (await rows(sql, values))[0],
    tuples: (sql, ...values) => tuples(sql, values),
    value: async (sql, ...values) => (await tuples(sql, values))[0]?.[0],
    run: async (sql, ...values) => (await client.query(queryOf(sql, values))).rowCount ?? 0,
  }
}

function queryOf(sql: string, values: readonly PostgresValue[]): QueryConfig {
  const name = nameOf(sql)
  return { text: sql, values: values.map(withoutNul), types, ...(name !== undefined && { name }) }
}

/** Maximum number of prepared statements, because those of lists depend on the filters; others are parsed each time. */
const statements_max = 500
const names = new Map<string, string>()

/** The name under which every connection prepares a statement. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= statements_max) return known
  const name = `cal_${names.size + 1}`
  names.set(sql, name)
  return name
}

/** Replaces NUL, which PostgreSQL refuses, by U+FFFD, as HTML and CommonMark do. */
function withoutNul(value: PostgresValue): PostgresValue {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd')
  return isTexts(value) ? value.map((text) => text.replaceAll('\0', '\ufffd')) : value
}

function isTexts(value: PostgresValue): value is readonly string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}

const parsers: Readonly<Record<number, (text: string) => PostgresValue>> = {
  /** boolean */
  16: (text) => text === 't',
  /** bigint, smallint, integer */
  20: Number,
  21: Number,
  23: Number,
  /** real, double precision */
  700: Number,
  701: Number,
  /** bigint[] */
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

export function databaseOver(connection: PostgresConnection): Database {
  return {
    dialect,
    tuples: ({ text, values }) => connection.tuples(numbered(text), ...values),
    run: ({ text, values }) => connection.run(numbered(text), ...values),
    nextId: async (counter) => sql(`nextval('${counter}_id')`),
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
