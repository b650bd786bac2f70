// Pieces of SQL with their parameters, what engines write differently, and how statements are executed.

/** The value of a parameter. A list is one parameter, so that the text of a statement does not depend on its length. */
export type SqlParameter = string | number | boolean | null | readonly number[] | readonly string[]
/** The value of a column. */
export type StoredValue = SqlParameter | bigint | Uint8Array

/** A piece of SQL whose parameters are written as `?`, and their values. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlParameter[]
}

/** NUL, which no engine stores, becomes U+FFFD, as in HTML and CommonMark. */
export function sql(text: string, ...values: readonly SqlParameter[]): Sql {
  return { text, values: values.map(withoutNul) }
}

function withoutNul(value: SqlParameter): SqlParameter {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return isTexts(value) ? value.map((text) => text.replaceAll('\0', '\ufffd')) : value
}

function isTexts(value: SqlParameter): value is readonly string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}

/** The pieces one after another, with a space between them. */
export function sequence(...parts: readonly (Sql | string)[]): Sql {
  return joined(
    parts.map((part) => (typeof part === 'string' ? sql(part) : part)),
    ' ',
  )
}

/** The conditions joined by AND; TRUE for an empty list. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql('TRUE') : joined(conditions, ' AND ')
}

function joined(parts: readonly Sql[], separator: string): Sql {
  return { text: parts.map(({ text }) => text).join(separator), values: parts.flatMap(({ values }) => values) }
}

export type EventIndex =
  | 'event_by_id'
  | 'event_by_parent'
  | 'event_by_bucket'
  | 'event_by_start'
  | 'event_featured'
  | 'event_irregular'

/** What engines write differently. */
export interface Dialect {
  /** Whether an expression is one of these values. */
  isOneOf(expression: string, values: readonly number[] | readonly string[]): Sql
  /** Whether a query finds a row. */
  exists(query: Sql): Sql
  /** After the table of events: the index to read, where an engine does not choose it by itself. */
  byIndex(name: EventIndex): string
  /** Whether `event_count` has the number of regular events that start on each day. */
  readonly hasCounters: boolean
  /**
   * A query for ids that include those of all events whose search text contains these words; undefined where an engine
   * finds them by itself, and for words that no index has.
   */
  candidates(words: readonly string[]): Sql | undefined
  /** The column `value` of an ordered query as a list of ids. */
  listOf(query: Sql): Sql
  /** The ids in a column of ids, or in several of a row of a trigger, as a table `i` with the column `value`. */
  idsIn(...columns: readonly string[]): string
  /** Whether an expression is one of the ids in these columns. */
  isIn(expression: string, ...columns: readonly string[]): string
  /** A column of ids without this one. */
  without(column: string, id: number): Sql
  /** Whether a text contains another one. */
  contains(expression: string, text: string): Sql
  /** Whether one of the fields in a column of search texts contains all of these words. */
  hasInOneField(column: string, words: readonly string[]): Sql
  /** The position of an id in a list of ids. */
  positionIn(ids: readonly number[], expression: string): Sql
}

/** Events, venues, organizers and images share the counter `post`; categories and tags share `term`. */
export type IdCounter = 'post' | 'term'

/** Executes statements on one connection. */
export interface Database {
  readonly dialect: Dialect
  /** Rows as arrays, in the order of the selected columns. */
  tuples(query: Sql): Promise<readonly (readonly StoredValue[])[]>
  /** Returns the number of rows that were changed. */
  run(query: Sql): Promise<number>
  /** The next id, as an expression for one statement; after a rollback it may be taken again. */
  nextId(counter: IdCounter): Promise<Sql>
}

/** A row by its columns. Values can be expressions. */
type NewRow = Readonly<Record<string, SqlParameter | Sql>>

/** Inserts rows with the same columns in one statement, whose text depends on their number. */
export async function insertRows(database: Database, table: string, rows: readonly NewRow[]): Promise<void> {
  await database.run(insertOf(table, rows))
}

/** Inserts a row. Returns its id. */
export async function insertRow(database: Database, table: string, row: NewRow): Promise<number> {
  return Number(await valueIn(database, sequence(insertOf(table, [row]), 'RETURNING id')))
}

/** The statement that inserts rows with the same columns. */
export function insertOf(table: string, rows: readonly NewRow[]): Sql {
  const tuples = rows.map((row) => {
    const values = Object.values(row).map((value) => (isSql(value) ? value : sql('?', value)))
    return sequence('(', joined(values, ', '), ')')
  })
  return sequence(`INSERT INTO ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) VALUES`, joined(tuples, ', '))
}

function isSql(value: SqlParameter | Sql): value is Sql {
  return typeof value === 'object' && value !== null && 'text' in value
}

/** The first row of a query. */
export async function rowIn(database: Database, query: Sql): Promise<readonly StoredValue[] | undefined> {
  return (await database.tuples(query))[0]
}

/** The first column of the first row. */
export async function valueIn(database: Database, query: Sql): Promise<StoredValue | undefined> {
  return (await rowIn(database, query))?.[0]
}

/** The first column of every row of a query for ids. */
export async function idsIn(database: Database, query: Sql): Promise<readonly number[]> {
  return (await database.tuples(query)).map(([id]) => Number(id))
}

/** The id that a query finds, if it finds a row. */
export async function idIn(database: Database, query: Sql): Promise<number | undefined> {
  const value = await valueIn(database, query)
  return value === undefined ? undefined : Number(value)
}

/** The ids that a record can have; larger numbers do not fit into a column. */
export function possibleIds(ids: readonly number[]): readonly number[] {
  return ids.filter(Number.isSafeInteger)
}

/** The id itself, or one that no record has. */
export function possibleId(id: number): number {
  return Number.isSafeInteger(id) ? id : -1
}
