// Checks of values that name records: users, events, venues, organizers, categories and tags; and of statuses.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { slugOf } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { EventRecord, LinkedKind, Taxonomy } from '../domain/records.ts'
import { mayRead, mayUnlock, mayWrite } from '../domain/rights.ts'
import { statuses } from '../domain/status.ts'
import type { TermReference } from '../domain/values.ts'
import { quirk } from '../quirks/quirks.ts'
import { idOfTermName } from '../quirks/texturize.ts'
import { type Check, check, type CheckContext, ignored, itemsIn, mistyped, refused } from './check.ts'
import { integerOf } from './numbers.ts'
import { permitted } from './text.ts'

export const user: Check<number> = check(t('the id of an existing user'), async (value, { store }) => {
  const id = integerOf(value)
  return id !== undefined && (await store.users.get(id)) ? id : refused
})

export const event: Check<number> = check(t('the id of an existing event'), async (value, context) => {
  const id = integerOf(value)
  const found = id === undefined ? undefined : await context.store.event.get(id)
  return found && mayFilterBy(found, context) ? found.id : refused
})

/**
 * Events that the caller may not read count as unknown: their places and terms would show. Drafts select, as recorded.
 * Source: Q43.
 */
function mayFilterBy(event: EventRecord, { caller, settings }: CheckContext): boolean {
  const isOpen = event.password === '' || mayUnlock(caller, event, settings)
  const isReadable = (event.status === 'draft' || mayRead(caller, event)) && isOpen
  return isReadable || quirk(settings, 'unreadable_events_select')
}

export const status: Check<string> = check(t('a status such as publish or draft'), (value) =>
  isStatus(value) ? value : refused,
)

function isStatus(value: Json | undefined): value is string {
  return statuses.some((known) => known === value)
}

/**
 * One status or several. `any` is accepted together with `page`, because links to other pages contain it. Source:
 * interface 5.2.
 */
export const listedStatus: Check<string> = check(
  t('publish, future, draft, pending, private or trash, or several of them (visitors: only publish)'),
  (value, { caller, given, settings }) => {
    const statuses = itemsIn(value)
    if (!mayWrite(caller)) return statuses.length === 1 && statuses[0] === 'publish' ? 'publish' : refused
    if (value === '') return ''
    if (value === 'any' && given.page !== undefined && !quirk(settings, 'status_any_is_refused')) return ignored
    return statuses.length > 0 && statuses.every(isStatus) ? statuses.join(',') : refused
  },
)

/** Positive integers; the records need not exist. */
export const ids: Check<readonly number[]> = check(t('ids, separated by commas'), idsOf)

function idsOf(value: Json | undefined): readonly number[] | typeof refused {
  const items = itemsIn(value)
  const numbers = items.flatMap((item) => integerOf(item) ?? [])
  return items.length > 0 && numbers.length === items.length && numbers.every((id) => id > 0) ? numbers : refused
}

export const venues = existingIds('venue', t('ids of existing venues, separated by commas'))

export const organizers = existingIds('organizer', t('ids of existing organizers, separated by commas'))

function existingIds(kind: LinkedKind, needs: Text): Check<readonly number[]> {
  return check(needs, async (value, { store }) => {
    const list = idsOf(value)
    return list !== refused && (await areKnown(list, store[kind])) ? list : refused
  })
}

/** Whether all of these records exist. */
export async function areKnown(
  ids: readonly number[],
  posts: { getMany(ids: readonly number[]): Promise<readonly object[]> },
): Promise<boolean> {
  return (await posts.getMany(ids)).length === ids.length
}

export const categories = termsOf('category', t('ids, slugs or names of existing categories, separated by commas'))

export const tags = termsOf('tag', t('ids, slugs or names of existing tags, separated by commas'))

/** Existing terms, converted to their ids. */
function termsOf(taxonomy: Taxonomy, needs: Text): Check<readonly number[]> {
  return check(needs, async (value, context) => {
    const items = itemsIn(value)
    const ids = await Promise.all(items.map((item) => termOf(context, taxonomy, item)))
    const found = ids.filter((id) => id !== undefined)
    return items.length > 0 && found.length === items.length ? found : refused
  })
}

/** A number is an id, any other text a slug or a name. */
async function termOf(
  { store: { terms }, settings }: CheckContext,
  taxonomy: Taxonomy,
  value: Json | undefined,
): Promise<number | undefined> {
  const id = integerOf(value)
  if (id !== undefined) return (await terms.get(id))?.taxonomy === taxonomy ? id : undefined
  return typeof value === 'string'
    ? ((await terms.idOfSlug(taxonomy, slugOf(percentDecoded(value)))) ??
        idOfTermName({ taxonomy, name: value }, terms, settings))
    : undefined
}

/** The ids of existing terms of the listed kind. */
export const ownTerms: Check<readonly number[]> = check(t('ids that exist, separated by commas'), (value, context) =>
  (context.operation.resource === 'tags' ? tags : categories).read(value, context),
)

/** A category, or 0 for none. Source: Q14, interface 5.4. */
export const parent: Check<number> = check(
  t('the id of an existing category, or 0 for none'),
  async (value, context: CheckContext) => {
    const id = integerOf(value)
    if (id === 0) return quirk(context.settings, 'parent_zero_is_refused') ? refused : 0
    return id !== undefined && (await context.store.terms.get(id))?.taxonomy === 'category' ? id : refused
  },
)

/** Terms by id, slug or name. The handler looks them up and creates unknown names. */
export const namedTerms: Check<readonly (TermReference | JsonObject)[]> = check(
  t('ids or names, separated by commas'),
  (value, context) => {
    const isDeployed = quirk(context.settings, 'term_objects_are_lists')
    if (value === true && isDeployed) return ['1']
    const sent = isDeployed ? deployedItems(value) : itemsIn(value)
    const items = sent.filter((item) => item !== null)
    const read = items.map((item) => referenceOf(item, context)).filter((item) => item !== undefined)
    return read.length === items.length ? read : mistyped
  },
)

function referenceOf(item: Json | undefined, context: CheckContext): TermReference | JsonObject | undefined {
  const id = integerOf(item)
  if (id !== undefined) return id
  if (isObject(item)) return item
  const name = typeof item === 'string' ? permitted('line', item, context) : undefined
  return name === undefined ? undefined : (integerOf(name) ?? name)
}

/**
 * The terms in quirks mode: an object counts as the list of its members, a list inside a list as an object; booleans
 * are ignored. Source: interface Q12.
 */
function deployedItems(value: Json | undefined): readonly (Json | undefined)[] {
  const items = isObject(value) ? Object.values(value) : itemsIn(value)
  return items.filter((item) => typeof item !== 'boolean').map((item) => (Array.isArray(item) ? { ...item } : item))
}
