// Statements composed of conditions, whose parameters are numbered in order.
import type { FoundRecords, ListSlice } from '../../domain/lists/selection.ts'
import type { PostgresConnection, PostgresValue } from './connection.ts'

/** A piece of SQL whose parameters are written as `?`, and their values. */
export interface QueryPart {
  readonly sql: string
  readonly values: readonly PostgresValue[]
}

export function part(sql: string, ...values: readonly PostgresValue[]): QueryPart {
  return { sql, values }
}

/** The conditions joined by AND; TRUE for an empty list. */
export function everyOf(parts: readonly QueryPart[]): QueryPart {
  if (parts.length === 0) return part('TRUE')
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

/** A list of records. */
export interface ListQuery {
  /** `FROM … WHERE …` */
  readonly source: QueryPart
  /** The column of the id. */
  readonly id: string
  readonly order: QueryPart
}

/** The ids of a page and the total, in one statement. */
export async function pageOf(
  connection: PostgresConnection,
  { source, id, order }: ListQuery,
  { offset, limit }: ListSlice,
): Promise<FoundRecords> {
  const page = `SELECT ${id} ${source.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`
  const sql = numbered(`SELECT (SELECT count(*) ${source.sql}), ARRAY(${page})`)
  const values = [...source.values, ...source.values, ...order.values, limit, offset]
  const [[total, ids] = []] = await connection.tuples(sql, ...values)
  return { total: Number(total), ids: Array.isArray(ids) ? ids.map(Number) : [] }
}

/** Replaces each `?` by `$1`, `$2`…; statements contain no other question marks. */
export function numbered(sql: string): string {
  let n = 0
  return sql.replaceAll('?', () => {
    n += 1
    return `$${n}`
  })
}

/** The ids that a record can have; larger numbers do not fit into a column. */
export function possibleIds(ids: readonly number[]): readonly number[] {
  return ids.filter(Number.isSafeInteger)
}

/** The id itself, or one that no record has. */
export function possibleId(id: number): number {
  return Number.isSafeInteger(id) ? id : -1
}

/**
 * Compares the links of the event `e` with ids. The second condition, which follows from the first, is that of the
 * partial indexes: the planner does not use them without it.
 */
export function links(column: 'venue' | 'organizer' | 'categories' | 'tags', comparison: string): string {
  return `e.${column} ${comparison} AND e.${column} <> '{}'`
}

/** A pattern of LIKE for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
