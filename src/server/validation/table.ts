// The checks of the parameters of each operation.
import type { Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import { term_orders, type TermOrder } from '../../spec/resources.ts'
import type {
  FieldValues,
  PasswordValues,
  OperationInput,
  PlaceQuery,
  QueryValues,
  TermQuery,
  TermValues,
} from '../domain/values.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, type Checks, refused } from './check.ts'
import {
  categories,
  event,
  ids,
  linkedOrganizers,
  linkedVenues,
  listedStatus,
  namedTerms,
  organizer_checks,
  organizers,
  ownTerms,
  parent,
  status,
  tags,
  user,
  venue_checks,
  venues,
} from './linked.ts'
import {
  cost,
  eventMoment,
  flag,
  hasCoordinates,
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
import { anyText, name, termDescription, image, description, searchText, website, nonEmptyText } from './text.ts'

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

const term_fields: Checks<TermValues> = { name, description: termDescription, slug: nonEmptyText, parent }
const place_query: Checks<PlaceQuery> = {
  page: positive,
  per_page: positive,
  search: searchText,
  event,
  has_events: toggle,
  only_with_upcoming: toggle,
  status: listedStatus,
}
const term_query: Checks<TermQuery> = {
  page: positive,
  per_page: positive,
  search: searchText,
  exclude: ownTerms,
  include: ownTerms,
  order,
  orderby,
  hide_empty: flag,
  parent,
  post: event,
  event,
  slug: nonEmptyText,
}

const fields: { readonly [K in keyof FieldValues]: Checks<FieldValues[K]> } = {
  events: {
    author: user,
    date: moment,
    date_utc: moment,
    title: name,
    description: description,
    slug: nonEmptyText,
    excerpt: description,
    status,
    timezone: zone,
    all_day: flag,
    start_date: eventMoment,
    end_date: eventMoment,
    image: image,
    cost,
    website,
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    categories: namedTerms,
    tags: namedTerms,
    venue: linkedVenues,
    organizer: linkedOrganizers,
    password: anyText,
  },
  venues: venue_checks,
  organizers: organizer_checks,
  categories: term_fields,
  tags: term_fields,
}

const query: { readonly [K in keyof QueryValues]: Checks<QueryValues[K]> } = {
  events: {
    page: positive,
    per_page: positive,
    start_date: listedMoment,
    end_date: listedMoment,
    starts_before: listedMoment,
    starts_after: listedMoment,
    ends_before: listedMoment,
    ends_after: listedMoment,
    strict_dates: strictToggle,
    search: searchText,
    categories,
    tags,
    venue: venues,
    organizer: organizers,
    featured: flag,
    status: listedStatus,
    geoloc: hasCoordinates,
    geoloc_lat: latitude,
    geoloc_lng: longitude,
    include: ids,
    post_parent: event,
    ticketed,
  },
  venues: place_query,
  organizers: place_query,
  categories: term_query,
  tags: term_query,
}

const password_checks: Checks<PasswordValues> = { password: nonEmptyText }

/** The checks by name of the parameter; the index and the description of the service have none. */
export function checksOf({ resource, verb }: Operation): Checks<OperationInput> {
  if (resource === undefined) return password_checks
  if (verb === 'list') return query[resource]
  return verb === 'get' || verb === 'delete' ? password_checks : fields[resource]
}
