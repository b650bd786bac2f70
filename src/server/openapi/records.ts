// The schemas of records.
import { t } from '../../base/text/language.ts'
import { described, flag, listOf, moment, type Piece, reference, text, uri, whole } from './localized.ts'

const post = {
  id: whole(t('id')),
  global_id: text(t('id that is unique across sites')),
  global_id_lineage: listOf({ type: 'string' }, t('this id and the ids it came from')),
  author: text(t('user id of the author, as digits')),
  status: text(t('publication status')),
  date: moment(t('publication date, local time of the site')),
  date_utc: moment(t('publication date in UTC; zeros if never published')),
  modified: moment(t('last change, local time of the site')),
  modified_utc: moment(t('last change in UTC')),
  url: uri(t('page of the record')),
  slug: text(t('slug; empty for drafts without one')),
  description: text(t('description')),
  excerpt: text(t('excerpt')),
  json_ld: {
    type: 'object',
    description: t('structured data for search engines, in single records'),
  },
}

const place = {
  phone: text(t('phone number')),
  website: text(t('website')),
  image: reference('Image'),
}

const event = {
  ...post,
  rest_url: uri(t('address in this interface')),
  title: text(t('title')),
  image: {
    oneOf: [reference('Image'), { type: 'boolean', enum: [false] }],
    description: t('image, or false'),
  },
  all_day: flag(t('all-day event'), { nullable: true }),
  start_date: moment(t('start, local time in its zone')),
  start_date_details: described(reference('DateDetails'), t('start in parts')),
  end_date: moment(t('end, local time in its zone')),
  end_date_details: described(reference('DateDetails'), t('end in parts')),
  utc_start_date: moment(t('start in UTC')),
  utc_start_date_details: described(reference('DateDetails'), t('start in UTC, in parts')),
  utc_end_date: moment(t('end in UTC')),
  utc_end_date_details: described(reference('DateDetails'), t('end in UTC, in parts')),
  timezone: text(t('time zone')),
  timezone_abbr: text(t('abbreviation of the zone at the start')),
  cost: text(t('cost as shown')),
  cost_details: described(reference('CostDetails'), t('cost in parts')),
  website: text(t('website')),
  show_map: flag(t('shows a map'), { nullable: true }),
  show_map_link: flag(t('shows a link to a map'), { nullable: true }),
  hide_from_listings: flag(t('left out of listings'), { nullable: true }),
  sticky: flag(t('pinned to the top'), { nullable: true }),
  featured: flag(t('highlighted'), { nullable: true }),
  categories: listOf(reference('LinkedTerm'), t('categories')),
  tags: listOf(reference('LinkedTerm'), t('tags')),
  venue: {
    oneOf: [reference('Venue'), { type: 'array', items: reference('Venue') }],
    description: t('venue; an empty list for none'),
  },
  organizer: listOf(reference('Organizer'), t('organizers')),
}

const venue = {
  ...post,
  ...place,
  venue: text(t('name')),
  address: text(t('street address')),
  city: text(t('city')),
  country: text(t('country')),
  province: text(t('province')),
  state: text(t('state')),
  zip: text(t('postal code')),
  stateprovince: text(t('state or province')),
  geo_lat: { type: 'number', description: t('latitude') },
  geo_lng: { type: 'number', description: t('longitude') },
  show_map: flag(t('events here show a map')),
  show_map_link: flag(t('events here show a link to a map')),
}

const organizer = {
  ...post,
  ...place,
  organizer: text(t('name')),
  email: text(t('email address')),
}

const term_links = {
  type: 'object',
  description: t('addresses in this interface'),
  properties: {
    self: uri(t('this term')),
    collection: uri(t('the list of its kind')),
    up: uri(t('its parent')),
  },
}

const term = {
  id: whole(t('id')),
  count: whole(t('number of published events that use it')),
  description: text(t('description')),
  name: text(t('name')),
  slug: text(t('slug')),
  taxonomy: text(t('kind of term')),
  urls: term_links,
}
const own_term = {
  ...term,
  url: uri(t('page of the term')),
  meta: listOf({}, t('always empty')),
  _links: {
    type: 'object',
    description: t('the addresses of urls in another form, in single records'),
  },
}
const parent = whole(t('parent category; 0 for none'))

/** The schemas of records and of their parts, by name. */
export const record_schemas: Piece = {
  Event: object(event, ['id', 'title', 'status', 'start_date', 'end_date', 'timezone']),
  Venue: object(venue, ['id', 'venue', 'status', 'show_map', 'show_map_link']),
  Organizer: object(organizer, ['id', 'organizer', 'status']),
  Category: object({ ...own_term, parent }, ['id', 'name', 'slug', 'parent', 'count']),
  Tag: object(own_term, ['id', 'name', 'slug', 'count']),
  LinkedTerm: object(
    {
      ...term,
      parent,
      term_group: whole(t('always 0')),
      term_taxonomy_id: whole(t('same as id')),
      filter: text(t('always raw')),
    },
    ['id', 'name', 'slug', 'taxonomy'],
  ),
  Image: object(
    {
      id: whole(t('media id')),
      url: uri(t('URL of the image')),
      extension: text(t('extension of the file name')),
    },
    ['id', 'url'],
  ),
  DateDetails: object(
    {
      year: text(t('year')),
      month: text(t('month')),
      day: text(t('day')),
      hour: text(t('hour')),
      minutes: text(t('minutes')),
      seconds: text(t('seconds')),
    },
    ['year', 'month', 'day', 'hour', 'minutes', 'seconds'],
  ),
  CostDetails: object(
    {
      currency_symbol: text(t('currency symbol')),
      currency_code: text(t('currency code')),
      currency_position: text(t('position of the symbol'), { enum: ['prefix', 'postfix', ''] }),
      values: listOf({ type: 'string' }, t('amounts, smallest first')),
      text: described(
        { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        t('cost as it was sent'),
      ),
    },
    ['currency_symbol', 'currency_position', 'values'],
  ),
}

function object(properties: Piece, required: readonly string[]): Piece {
  return { type: 'object', properties, required }
}
