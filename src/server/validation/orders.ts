// Checks of how a list of terms is sorted.
import type { Json } from '../../base/json.ts'
import { quirk } from '../quirks/quirks.ts'
import { term_orders } from '../domain/lists/selection.ts'
import { check, type CheckContext, refused, type CheckResult } from './check.ts'

export const order = check('asc or desc', 'asc oder desc', (value, context) =>
  oneOf(value, context, { known: ['asc', 'desc'], otherwise: 'desc' }),
)

export const orderby = check(
  `one of ${term_orders.join(', ')}`,
  `eines von ${term_orders.join(', ')}`,
  (value, context) => oneOf(value, context, { known: term_orders, otherwise: 'name' }),
)

/** Source: D22. */
function oneOf(
  value: Json | undefined,
  { settings }: CheckContext,
  { known, otherwise }: { readonly known: readonly string[]; readonly otherwise: string },
): CheckResult {
  if (typeof value !== 'string' || value === '') return refused
  const word = value.toLowerCase()
  if (known.includes(word)) return word
  return quirk(settings, 'unknown_orders_are_accepted') ? otherwise : refused
}
