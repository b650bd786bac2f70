// Conditions and questions of SQL with the values that belong to them.
import type { Connection, SqlValue } from '../sqlite.ts'

/** A condition and the values of its question marks. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

export function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values }
}

/** All of them; true where there are none. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return condition('TRUE')
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) }
}

/** A list of ids or words as one value: the text of a statement must not grow with it. */
export function listed(values: readonly (number | string)[]): string {
  return JSON.stringify(values)
}

/**
 * The ids that a question finds, where they are no more than `max`; wrapped in a list, so that an empty set is not
 * taken for none.
 */
export function few(
  connection: Connection,
  { sql, values }: Condition,
  max: number,
): readonly [readonly number[]] | undefined {
  const rows = connection.rows(`${sql} LIMIT ?`, ...values, Math.floor(max) + 1)
  return rows.length > max ? undefined : [rows.map(({ id }) => Number(id))]
}
