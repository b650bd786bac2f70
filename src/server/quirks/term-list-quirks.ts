// `context` and `offset`, which lists of terms of deployed services support although they aren't documented.
import { wholeOf } from '../validation/numbers.ts'
import { quirk } from './quirks.ts'
import type { ListPart } from '../domain/lists/page.ts'
import type { Taxonomy } from '../domain/records.ts'
import { mayEditAll, mayWrite } from '../domain/rights.ts'
import type { Call } from '../handlers/handler.ts'

export interface TermListQuirk {
  /** `offset` counts from the start of the list, whatever the page. */
  readonly page: ListPart
  /** Whether the list comes without its items, and whether these are empty. */
  readonly items: 'shown' | 'none' | 'empty'
}

/**
 * Tags obey `offset`, both kinds `context`: `edit` shows no items to callers who may not edit, an unknown one empties
 * each item.
 * Source: interface 16.2.
 */
export function termListQuirkOf(
  taxonomy: Taxonomy,
  page: ListPart,
  { given: { offset, context }, caller, service: { settings } }: Call,
): TermListQuirk {
  if (!quirk(settings, 'term_lists_take_core_parameters')) return { page, items: 'shown' }
  const start = taxonomy === 'tag' ? wholeOf(offset) : undefined
  const mayEdit = taxonomy === 'tag' ? mayEditAll(caller) : mayWrite(caller)
  const isKnown = context === undefined || context === 'view' || context === 'embed' || context === 'edit'
  return {
    page: start !== undefined && start > 0 ? { ...page, offset: start } : page,
    items: !isKnown ? 'empty' : context === 'edit' && !mayEdit ? 'none' : 'shown',
  }
}
