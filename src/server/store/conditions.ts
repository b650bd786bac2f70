// Conditions of SQL with the values that belong to them.
import type { Value } from './sqlite.ts'

/** A condition and the values of its question marks. */
export interface Condition {
  readonly sql: string
  readonly values: readonly Value[]
}

export function condition(sql: string, ...values: readonly Value[]): Condition {
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
