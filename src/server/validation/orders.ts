// Checks of the order of a list of terms.
import type { Json } from '../../base/json.ts'
import { quirk } from '../quirks/quirks.ts'
import { type TermOrder, term_orders } from '../domain/lists/selection.ts'
import { type Check, check, type CheckContext, refused } from './check.ts'

export const order: Check<'asc' | 'desc'> = check('asc or desc', 'asc oder desc', (value, context) =>
  oneOf<'asc' | 'desc'>(value, context, { known: ['asc', 'desc'], otherwise: 'desc' }),
)

export const orderby: Check<TermOrder> = check(
  `one of ${term_orders.join(', ')}`,
  `eines von ${term_orders.join(', ')}`,
  (value, context) => oneOf<TermOrder>(value, context, { known: term_orders, otherwise: 'name' }),
)

/** Source: interface Q22. */
function oneOf<T extends string>(
  value: Json | undefined,
  { settings }: CheckContext,
  { known, otherwise }: { readonly known: readonly T[]; readonly otherwise: T },
): T | typeof refused {
  if (typeof value !== 'string' || value === '') return refused
  const word = value.toLowerCase()
  const unknown = quirk(settings, 'unknown_orders_are_accepted') ? otherwise : refused
  return known.find((one) => one === word) ?? unknown
}
