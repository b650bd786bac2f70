// Checks of values that name records: users, events, places, terms, statuses.
import type { Json } from '../../base/json.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import { listOf } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Taxonomy } from '../domain/records.ts'
import { mayWrite } from '../domain/rights.ts'
import { slugOf } from '../../base/text/slug.ts'
import { statuses } from '../domain/status.ts'
import type { Store } from '../storage/store.ts'
import { type Check, check, ignored, type CheckContext, refused } from './check.ts'
import { wholeOf } from './numbers.ts'

export const user = check('the id of an existing user', 'die ID eines vorhandenen Benutzers', (value, { store }) => {
  const id = wholeOf(value)
  return id !== undefined && store.users.get(id) ? id : refused
})

export const event = check('the id of an existing event', 'die ID eines vorhandenen Termins', (value, { store }) => {
  const id = wholeOf(value)
  return id !== undefined && store.event.get(id) ? id : refused
})

export const status = check('a status such as publish or draft', 'einen Status wie publish oder draft', (value) =>
  isStatus(value) ? value : refused,
)

function isStatus(value: Json | undefined): boolean {
  return statuses.some((known) => known === value)
}

/**
 * One or several; who may not write sees only what is published; `any` stands in our own addresses. Source: observed 11
 * `status`; D-149.
 */
export const listedStatus: Check = check(
  'statuses that the caller may see, such as publish',
  'Status, die der Aufrufer sehen darf, etwa publish',
  (value, { caller, given, settings }) => {
    const asked = listOf(value)
    if (!mayWrite(caller)) return asked.length === 1 && asked[0] === 'publish' ? 'publish' : refused
    if (value === '') return value
    if (value === 'any' && given.page !== undefined && !quirk(settings, 'status_any_is_refused')) return ignored
    return asked.length > 0 && asked.every(isStatus) ? asked.join(',') : refused
  },
)

/** Numbers from 1 on, whether or not they are anybody's. */
export const ids = check('ids, separated by commas', 'IDs, durch Kommas getrennt', (value) => {
  const list = listOf(value).map(wholeOf)
  return list.length > 0 && list.every((id) => id !== undefined && id > 0)
    ? list.filter((id) => id !== undefined)
    : refused
})

export const venues = idsOf(
  'venue',
  'ids of existing venues, separated by commas',
  'IDs vorhandener Orte, durch Kommas getrennt',
)
export const organizers = idsOf(
  'organizer',
  'ids of existing organizers, separated by commas',
  'IDs vorhandener Veranstalter, durch Kommas getrennt',
)

function idsOf(kind: 'venue' | 'organizer', en: string, de: string): Check {
  return check(en, de, (value, context) => {
    const list = ids.read(value, context)
    return Array.isArray(list) && list.every((id) => context.store[kind].get(id)) ? list : refused
  })
}

export const categories = termsOf(
  'category',
  'ids, slugs or names of existing categories, separated by commas',
  'IDs, Titelformen oder Namen vorhandener Kategorien, durch Kommas getrennt',
)
export const tags = termsOf(
  'tag',
  'ids, slugs or names of existing tags, separated by commas',
  'IDs, Titelformen oder Namen vorhandener Schlagwörter, durch Kommas getrennt',
)

/** Terms that exist, as their ids. */
function termsOf(taxonomy: Taxonomy, en: string, de: string): Check {
  return check(en, de, (value, { store }) => {
    const found = listOf(value).map((item) => termOf(store, taxonomy, item))
    return found.length > 0 && found.every((id) => id !== undefined) ? found : refused
  })
}

/** Digits are an id, everything else a slug or a name. */
function termOf({ terms }: Store, taxonomy: Taxonomy, value: Json | undefined): number | undefined {
  const id = wholeOf(value)
  if (id !== undefined) return terms.get(id)?.taxonomy === taxonomy ? id : undefined
  return typeof value === 'string'
    ? (terms.idOfSlug(taxonomy, slugOf(percentDecoded(value))) ?? terms.idOfName(taxonomy, value))
    : undefined
}

/** Terms of the list's own kind that exist, as their ids. */
export const ownTerms: Check = check(
  'ids that exist, separated by commas',
  'vorhandene IDs, durch Kommas getrennt',
  (value, context) => (context.operation.resource === 'tags' ? tags : categories).read(value, context),
)

/** A category, or 0 for none. Source: observed 10 `parent`; D14. */
export const parent: Check = check(
  'the id of an existing category, or 0 for none',
  'die ID einer vorhandenen Kategorie oder 0 für keine',
  (value, context: CheckContext) => {
    const id = wholeOf(value)
    if (id === 0) return quirk(context.settings, 'parent_zero_is_refused') ? refused : 0
    return id !== undefined && context.store.terms.get(id)?.taxonomy === 'category' ? id : refused
  },
)
