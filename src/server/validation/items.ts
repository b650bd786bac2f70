// The items of a list in a request, and the limit of their number.
import type { Json } from '../../base/json.ts'
import { listOf } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'

/** The maximum number of values in a query, a form or a JSON body, and of items in a text with commas. */
export const values_max = 5_000

/** Limits the number of values. Errors: 400 `rest_too_many_values`. */
export function requireFew(count: number): void {
  if (count > values_max) throw new ApiError('rest_too_many_values', { values: { max: String(values_max) } })
}

/** The items of a list or of a text with commas. Errors: 400 `rest_too_many_values`, before a text is split. */
export function itemsIn(value: Json | undefined): readonly Json[] {
  if (typeof value === 'string') requireFew(value.split(',', values_max + 1).length)
  return listOf(value)
}
