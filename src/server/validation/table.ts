// The checks of the parameters of each operation: by the form of a parameter, unless its name has another one. Here
// are the checks that look up records: of ids and names, and of linked venues and organizers, which are ids, or data
// with checked fields themselves.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Form, Parameter, Plural } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { plurals, resources, term_orders, type TermOrder } from '../../spec/resources.ts'
import type { EventRecord, LinkedKind, Taxonomy } from '../domain/records.ts'
import type { PostValues, TermReference } from '../domain/values.ts'
import { crashing } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import {
  anyText,
  type Check,
  check,
  type CheckContext,
  type CheckOf,
  cost,
  description,
  eventMoment,
  flag,
  flagText,
  hasCoordinates,
  ignored,
  image,
  wholeNumberOf,
  itemsIn,
  latitude,
  listedMoment,
  longitude,
  missingOf,
  mistyped,
  moment,
  name,
  nonEmptyText,
  permitted,
  placeDescription,
  positive,
  readValues,
  refused,
  searchText,
  strictToggle,
  termDescription,
  ticketed,
  toggle,
  website,
  zone,
} from './check.ts'
import { slugOf } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import { mayRead, mayUnlock, mayWrite } from '../domain/rights.ts'
import { statuses } from '../domain/status.ts'
import { idOfTermName } from '../quirks/texturize.ts'

/** The checks of an operation; the index and the description of the service have none. */
export function checksOf({ resource, verb }: Operation): CheckOf {
  if (resource === undefined) return () => undefined
  if (verb === 'list') return (...row) => queryCheck(resource, ...row)
  return verb === 'get' || verb === 'delete' ? () => nonEmptyText : (...row) => fieldCheck(resource, ...row)
}

type ByName = Readonly<Record<string, Check>>
type ByForm = Readonly<Partial<Record<Form, Check>>>

const by_type: Readonly<Partial<Record<Parameter['type'], Check>>> = { boolean: flag, string: anyText }

const order: Check<'asc' | 'desc'> = check(t('asc or desc'), (value, context) =>
  oneOf<'asc' | 'desc'>(value, context, { known: ['asc', 'desc'], otherwise: 'desc' }),
)

const orderby: Check<TermOrder> = check(
  t('one of {term_orders}', { term_orders: term_orders.join(', ') }),
  (value, context) => oneOf<TermOrder>(value, context, { known: term_orders, otherwise: 'name' }),
)

/** One of the known words, in any case; in quirks mode `otherwise` for unknown ones. Source: interface Q22. */
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

const user: Check<number> = check(t('the id of an existing user'), async (value, { store }) => {
  const id = wholeNumberOf(value)
  return id !== undefined && (await store.users.get(id)) ? id : refused
})

const event: Check<number> = check(t('the id of an existing event'), async (value, context) => {
  const id = wholeNumberOf(value)
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

const status: Check<string> = check(t('a status such as publish or draft'), (value) =>
  isStatus(value) ? value : refused,
)

function isStatus(value: Json | undefined): value is string {
  return statuses.some((known) => known === value)
}

/**
 * One status or several. `any` is accepted together with `page`, because links to other pages contain it. Source:
 * interface 5.2.
 */
const listedStatus: Check<string> = check(
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
const ids: Check<readonly number[]> = check(t('ids, separated by commas'), idsOf)

function idsOf(value: Json | undefined): readonly number[] | typeof refused {
  const items = itemsIn(value)
  const numbers = items.flatMap((item) => wholeNumberOf(item) ?? [])
  return items.length > 0 && numbers.length === items.length && numbers.every((id) => id > 0) ? numbers : refused
}

const venues = existingIds('venue', t('ids of existing venues, separated by commas'))

const organizers = existingIds('organizer', t('ids of existing organizers, separated by commas'))

function existingIds(kind: LinkedKind, needs: Text): Check<readonly number[]> {
  return check(needs, async (value, { store }) => {
    const list = idsOf(value)
    return list !== refused && (await areKnown(list, store[kind])) ? list : refused
  })
}

/** Whether all of these records exist. */
async function areKnown(
  ids: readonly number[],
  posts: { getMany(ids: readonly number[]): Promise<readonly object[]> },
): Promise<boolean> {
  return (await posts.getMany(ids)).length === ids.length
}

const categories = termsOf('category', t('ids, slugs or names of existing categories, separated by commas'))

const tags = termsOf('tag', t('ids, slugs or names of existing tags, separated by commas'))

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
async function termOf(context: CheckContext, taxonomy: Taxonomy, value: Json | undefined): Promise<number | undefined> {
  const id = wholeNumberOf(value)
  if (id !== undefined) return (await context.store.terms.get(id))?.taxonomy === taxonomy ? id : undefined
  if (typeof value !== 'string') return undefined
  return meantTerm(taxonomy, value, context, slugOf(percentDecoded(value)))
}

/**
 * The term whose slug is the text, else the one with this name, else with the slug of a name that is written in another
 * way. Only filters decode the text for that slug: in a write `a%20b` is a name of its own.
 */
export async function meantTerm(
  taxonomy: Taxonomy,
  text: string,
  { store: { terms }, settings }: Pick<CheckContext, 'store' | 'settings'>,
  slug = slugOf(text),
): Promise<number | undefined> {
  return (
    (await terms.idOfSlug(taxonomy, text)) ??
    (await idOfTermName({ taxonomy, name: text }, terms, settings)) ??
    terms.idOfSlug(taxonomy, slug)
  )
}

/** The ids of existing terms of the listed kind. */
const ownTerms: Check<readonly number[]> = check(t('ids that exist, separated by commas'), (value, context) =>
  (context.operation.resource === 'tags' ? tags : categories).read(value, context),
)

/** A category, or 0 for none. Source: Q14, interface 5.4. */
const parent: Check<number> = check(
  t('the id of an existing category, or 0 for none'),
  async (value, context: CheckContext) => {
    const id = wholeNumberOf(value)
    if (id === 0) return quirk(context.settings, 'parent_zero_is_refused') ? refused : 0
    return id !== undefined && (await context.store.terms.get(id))?.taxonomy === 'category' ? id : refused
  },
)

/** Terms by id, slug or name. The handler looks them up and creates unknown names. */
const namedTerms: Check<readonly (TermReference | JsonObject)[]> = check(
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
  const id = wholeNumberOf(item)
  if (id !== undefined) return id
  if (isObject(item)) return item
  const name = typeof item === 'string' ? permitted('line', item, context) : undefined
  return name === undefined ? undefined : (wholeNumberOf(name) ?? name)
}

/**
 * The terms in quirks mode: an object counts as the list of its members, a list inside a list as an object; booleans
 * are ignored. Source: interface Q12.
 */
function deployedItems(value: Json | undefined): readonly (Json | undefined)[] {
  const items = isObject(value) ? Object.values(value) : itemsIn(value)
  return items.filter((item) => typeof item !== 'boolean').map((item) => (Array.isArray(item) ? { ...item } : item))
}

const query_forms: ByForm = {
  datetime: listedMoment,
  toggle,
  status: listedStatus,
  id: event,
  slug: nonEmptyText,
  order,
  orderby,
}

const of_query: ByName = {
  page: positive,
  per_page: positive,
  strict_dates: strictToggle,
  search: searchText,
  categories,
  tags,
  venue: venues,
  organizer: organizers,
  geoloc: hasCoordinates,
  geoloc_lat: latitude,
  geoloc_lng: longitude,
  ticketed,
  exclude: ownTerms,
  parent,
}

function queryCheck(resource: Plural, name: string, { form, type }: Parameter): Check | undefined {
  if (name === 'include') return resource === 'events' ? ids : ownTerms
  return of_query[name] ?? (form && query_forms[form]) ?? by_type[type]
}

const field_forms: ByForm = {
  datetime: moment,
  toggle: flagText,
  terms: { ...namedTerms, crashing: crashing.terms },
  status,
  timezone: zone,
  user,
  image,
  url: website,
  cost: { ...cost, crashing: crashing.cost },
  slug: nonEmptyText,
}

const of_terms: ByName = { name: { ...name, crashing: crashing.term_name }, description: termDescription, parent }

const of_fields: Readonly<Record<Plural, ByName>> = {
  events: {
    title: { ...name, crashing: crashing.title },
    description,
    excerpt: description,
    start_date: eventMoment,
    end_date: eventMoment,
    venue: linked('venue', t('ids of existing venues, separated by commas, or data with a name')),
    organizer: linked('organizer', t('ids of existing organizers, separated by commas, or data with a name')),
  },
  venues: { venue: name, description: placeDescription },
  organizers: { organizer: name, description: placeDescription },
  categories: of_terms,
  tags: of_terms,
}

/** E-mail addresses are not checked. Source: interface 6. */
function fieldCheck(resource: Plural, name: string, { form, type }: Parameter): Check | undefined {
  return of_fields[resource][name] ?? (form && field_forms[form]) ?? by_type[type]
}

/** Ids of existing records and data of new ones; an empty list for no record. Source: Q7, interface 12. */
function linked<K extends LinkedKind>(kind: K, needs: Text): Check<readonly (number | PostValues[K])[]> {
  return check(needs, async (value, context) => {
    const items: (number | PostValues[K])[] = []
    const ids: number[] = []
    for (const item of itemsIn(value)) {
      if (isNothing(item)) continue
      const read = isObject(item) && isNothing(item.id) ? await dataOf(kind, item, context) : idOf(item)
      if (read === refused) return refused
      items.push(read)
      if (typeof read === 'number') ids.push(read)
    }
    return ids.length === 0 || (await areKnown(ids, context.store[kind])) ? items : refused
  })
}

/** The name of a new record. Quirks mode refuses an empty one when the record is created. Source: interface 12. */
const linkedName: Check<string> = check(t('non-empty text'), (value, context) =>
  (value === '' || value === '0') && quirk(context.settings, 'empty_linked_names_are_refused_late')
    ? ''
    : name.read(value, context),
)

function idOf(item: Json): number | typeof refused {
  return wholeNumberOf(isObject(item) ? item.id : item) ?? refused
}

function isNothing(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === false ||
    value === null ||
    value === '' ||
    wholeNumberOf(value) === 0 ||
    (isObject(value) && Object.keys(value).length === 0)
  )
}

async function dataOf<K extends LinkedKind>(
  kind: K,
  given: Given,
  context: CheckContext,
): Promise<PostValues[K] | typeof refused> {
  const { fields } = resources[plurals[kind]]
  const checkOf: CheckOf = (name, row) => (name === kind ? linkedName : fieldCheck(plurals[kind], name, row))
  const { values, errors } = await readValues<PostValues[K]>(fields, checkOf, { ...context, given })
  return errors.length > 0 || missingOf(fields, given).length > 0 ? refused : values
}
