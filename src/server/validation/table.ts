// Which check each parameter of an operation has.
import type { Plural } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Check } from './check.ts'
import { linkedOrganizers, linkedVenues, namedTerms } from './linked.ts'
import { anything, latitude, located, longitude, positive, expressible, ticketed, flag } from './numbers.ts'
import { order, orderby } from './orders.ts'
import { organizer_checks, venue_checks } from './places.ts'
import type { Checks } from './read-values.ts'
import {
  categories,
  event,
  ids,
  listedStatus,
  organizers,
  ownTerms,
  parent,
  status,
  tags,
  user,
  venues,
} from './records.ts'
import { anyText, name, note, picture, prose, searched, words } from './text.ts'
import { eventMoment, listedMoment, moment, zone } from './time.ts'
import { website } from './website.ts'

const term_fields: Checks = { name, description: note, slug: words, parent }
const place_query: Checks = {
  page: positive,
  per_page: positive,
  search: searched,
  event,
  has_events: anything,
  only_with_upcoming: anything,
  status: listedStatus,
}
const term_query: Checks = {
  page: positive,
  per_page: positive,
  search: searched,
  exclude: ownTerms,
  include: ownTerms,
  order,
  orderby,
  hide_empty: flag,
  parent,
  post: event,
  event,
  slug: words,
}

const fields: Readonly<Record<Plural, Checks>> = {
  events: {
    author: user,
    date: moment,
    date_utc: moment,
    title: name,
    description: prose,
    slug: words,
    excerpt: prose,
    status,
    timezone: zone,
    all_day: flag,
    start_date: eventMoment,
    end_date: eventMoment,
    image: picture,
    cost: anything,
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

const query: Readonly<Record<Plural, Checks>> = {
  events: {
    page: positive,
    per_page: positive,
    start_date: listedMoment,
    end_date: listedMoment,
    starts_before: listedMoment,
    starts_after: listedMoment,
    ends_before: listedMoment,
    ends_after: listedMoment,
    strict_dates: expressible,
    search: searched,
    categories,
    tags,
    venue: venues,
    organizer: organizers,
    featured: flag,
    status: listedStatus,
    geoloc: located,
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

/** The key to a protected event. */
const key: Readonly<Record<string, Check>> = { password: words }

/** The checks by parameter name; the index and the description of the service check nothing. */
export function checksOf({ resource, verb }: Operation): Checks {
  if (resource === undefined) return {}
  if (verb === 'list') return query[resource]
  return verb === 'get' || verb === 'delete' ? key : fields[resource]
}
