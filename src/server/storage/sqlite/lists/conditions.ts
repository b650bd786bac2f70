// SQL conditions and queries with the values of their parameters.
import type { Connection, SqlValue } from '../sqlite.ts'

/** A piece of SQL and the values of its `?` parameters. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

export function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values }
}

/** The conditions joined by AND; TRUE for an empty list. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return condition('TRUE')
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) }
}

/**
 * Whether a query finds a row. SQLite turns EXISTS into a join, which repeats rows before LIMIT and OFFSET count them;
 * a scalar subquery stays one.
 */
export function hasRow(query: string): string {
  return `(${query} LIMIT 1) IS NOT NULL`
}

/** A list of ids or words as one parameter, so that the text of a statement does not depend on its length. */
export function listed(values: readonly (number | string)[]): string {
  return JSON.stringify(values)
}

/** The ids that a query finds, inside another array, so that callers can spread it; undefined for more than `max`. */
export function idsUpTo(
  connection: Connection,
  { sql, values }: Condition,
  max: number,
): readonly [readonly number[]] | undefined {
  const ids = connection.ids(`${sql} LIMIT ?`, ...values, Math.floor(max) + 1)
  return ids.length > max ? undefined : [ids]
}
