// Fields that deployed services do not clear: they reject the empty value with the whole update, or ignore it.
import type { Exchange } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import type { Change } from '../../client/update/compare.ts'
import type { Plural } from '../../spec/model.ts'
import { listsHideEvents } from '../matching/unlisted.ts'

export class KeptValues {
  readonly #exchange: Exchange
  #isDeployed: Promise<boolean> | undefined

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /** The changes that the service does not make. */
  async among(kind: Plural, changes: readonly Change[]): Promise<readonly Change[]> {
    const kept = changes.filter((change) => isKept(kind, change))
    if (kept.length === 0) return kept
    this.#isDeployed ??= listsHideEvents(this.#exchange)
    return (await this.#isDeployed) ? kept : []
  }
}

/** Source: Q13, Q14, Q15, Q39. */
function isKept(kind: Plural, { field, after }: Change): boolean {
  if (field === 'parent') return kind === 'categories' && Number(after) === 0
  if (!isEmpty(after)) return false
  return field === 'description' || (kind === 'events' && (field === 'excerpt' || field === 'venue'))
}

export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
