// The checks of the parameters of each operation: by the form of a parameter, unless its name has another one. Linked
// venues and organizers are ids, or data with checked fields themselves.
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Form, Parameter, Plural } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { plurals, resources, term_orders, type TermOrder } from '../../spec/resources.ts'
import type { LinkedKind } from '../domain/records.ts'
import type { PostValues } from '../domain/values.ts'
import { crashing } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, type CheckOf, itemsIn, missingOf, readValues, refused } from './check.ts'
import {
  areKnown,
  categories,
  event,
  ids,
  listedStatus,
  namedTerms,
  organizers,
  ownTerms,
  parent,
  status,
  tags,
  user,
  venues,
} from './linked.ts'
import {
  cost,
  eventMoment,
  flag,
  hasCoordinates,
  integerOf,
  latitude,
  listedMoment,
  longitude,
  moment,
  positive,
  strictToggle,
  ticketed,
  toggle,
  zone,
} from './numbers.ts'
import {
  anyText,
  description,
  flagText,
  image,
  name,
  nonEmptyText,
  placeDescription,
  searchText,
  termDescription,
  website,
} from './text.ts'

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
  return integerOf(isObject(item) ? item.id : item) ?? refused
}

function isNothing(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === false ||
    value === null ||
    value === '' ||
    integerOf(value) === 0 ||
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
