// The schemas of records: the fields of requests, and what only answers have.
import { t } from '../../base/text/language.ts'
import type { Parameter, Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { described, flag, listOf, moment, type Piece, reference, text, uri, whole } from './localized.ts'

const post = {
  id: whole(t('id')),
  global_id: text(t('id that is unique across sites')),
  global_id_lineage: listOf({ type: 'string' }, t('this id and the ids it came from')),
  author: text(t('user id of the author, as digits')),
  date: moment(t('publication date, local time of the site')),
  date_utc: moment(t('publication date in UTC; zeros if never published')),
  modified: moment(t('last change, local time of the site')),
  modified_utc: moment(t('last change in UTC')),
  url: uri(t('page of the record')),
  slug: text(t('slug; empty for drafts without one')),
  excerpt: text(t('excerpt')),
  json_ld: {
    type: 'object',
    description: t('structured data for search engines, in single records'),
  },
}

/** The fields of records of this kind, as requests name them. */
function fieldsOf(plural: Plural): Piece {
  const rows: Parameters = resources[plural].fields
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, schemaOf(row)]))
}

function schemaOf({ type, form, description }: Parameter): Piece {
  // The flags of an event are null if it is protected.
  if (type === 'boolean') return flag(description, { nullable: true })
  if (form === 'toggle') return flag(description)
  return type === 'integer' ? whole(description) : text(description)
}

const event = {
  ...fieldsOf('events'),
  ...post,
  rest_url: uri(t('address in this interface')),
  image: {
    oneOf: [reference('Image'), { type: 'boolean', enum: [false] }],
    description: t('image, or false'),
  },
  start_date: moment(t('start, local time in its zone')),
  start_date_details: described(reference('DateDetails'), t('start in parts')),
  end_date: moment(t('end, local time in its zone')),
  end_date_details: described(reference('DateDetails'), t('end in parts')),
  utc_start_date: moment(t('start in UTC')),
  utc_start_date_details: described(reference('DateDetails'), t('start in UTC, in parts')),
  utc_end_date: moment(t('end in UTC')),
  utc_end_date_details: described(reference('DateDetails'), t('end in UTC, in parts')),
  timezone_abbr: text(t('abbreviation of the zone at the start')),
  cost: text(t('cost as shown')),
  cost_details: described(reference('CostDetails'), t('cost in parts')),
  categories: listOf(reference('LinkedTerm'), t('categories')),
  tags: listOf(reference('LinkedTerm'), t('tags')),
  venue: {
    oneOf: [reference('Venue'), { type: 'array', items: reference('Venue') }],
    description: t('venue; an empty list for none'),
  },
  organizer: listOf(reference('Organizer'), t('organizers')),
}

const venue = {
  ...fieldsOf('venues'),
  ...post,
  image: reference('Image'),
  geo_lat: { type: 'number', description: t('latitude') },
  geo_lng: { type: 'number', description: t('longitude') },
}

const organizer = { ...fieldsOf('organizers'), ...post, image: reference('Image') }

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
  ...fieldsOf('tags'),
  id: whole(t('id')),
  count: whole(t('number of published events that use it')),
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
