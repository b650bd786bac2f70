// The OpenAPI 3 document of the service, derived from the tables of the interface: operations, the schemas of records,
// which are the fields of requests and what only answers have, then responses and errors.
import { isList, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Language, languages, sameText, t, type Text } from '../../base/text/language.ts'
import type { Form, Parameter, Parameters, Plural, Resource } from '../../spec/model.ts'
import { type Operation, pathWith, routes } from '../../spec/operations.ts'
import { resources, term_orders } from '../../spec/resources.ts'
import { apiRootOf, type ServiceSettings } from '../domain/settings.ts'
import { statuses } from '../domain/status.ts'

/** A part of a document; `{ en, de }` in it is a localized text. */
export type Piece = JsonObject

/** The document with its texts in this language. */
export function inLanguage(value: Json, language: Language): Json {
  if (isList(value)) return value.map((item) => inLanguage(item, language))
  if (!isObject(value)) return value
  const text = value[language]
  if (typeof text === 'string' && languages.every((one) => one in value)) return text
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item === undefined ? item : inLanguage(item, language)]),
  )
}

/** A reference to a named schema, or to another named part. */
export function reference(name: string, part = 'schemas'): Piece {
  return { $ref: `#/components/${part}/${name}` }
}

/** Returns a function that adds a description to a schema: `text(t('title'))`. */
function kind(schema: Piece) {
  return (description: Text, more: Piece = {}): Piece => ({ ...schema, description, ...more })
}

const whole = kind({ type: 'integer' })
const text = kind({ type: 'string' })
const flag = kind({ type: 'boolean' })
const moment = kind({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' })
const uri = kind({ type: 'string', format: 'uri' })

/** The schema of an array. */
function arraySchema(items: Piece, description: Text): Piece {
  return { type: 'array', items, description }
}

/** A reference with its own description, which `$ref` alone would ignore. */
function described(schema: Piece, description: Text): Piece {
  return { allOf: [schema], description }
}

/** The document with all its texts in both languages. */
export function documentOf({ address }: Pick<ServiceSettings, 'address'>): Piece {
  return {
    openapi: '3.0.3',
    info: {
      title: t('Calendar'),
      description: t(
        'Events, venues, organizers, categories and tags. Lists are paginated; creating, updating and deleting records requires an application password.',
      ),
      version: '1.0.0',
    },
    servers: [{ url: apiRootOf(address) }],
    tags: Object.values(resources).map(({ plural, titles }) => ({ name: plural, description: titles })),
    paths: Object.fromEntries(
      routes().map(({ path, operations }) => [pathWith(path, (name) => `{${name}}`), pathItemOf(operations)]),
    ),
    components: {
      schemas: { ...record_schemas, ...envelope_schemas },
      responses: error_responses,
      securitySchemes: {
        application_password: {
          type: 'http',
          scheme: 'basic',
          description: t('login and application password'),
        },
      },
    },
  }
}

function pathItemOf(operations: readonly Operation[]): Piece {
  return Object.fromEntries(
    operations.flatMap((operation) =>
      operation.methods.map((method) => [method.toLowerCase(), operationOf(operation, method)]),
    ),
  )
}

function operationOf(operation: Operation, method: string): Piece {
  const { name, resource, path_parameters } = operation
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const parameters = [
    ...Object.entries(path_parameters).map(([key, row]) => parameterOf(key, row, 'path')),
    ...(writes ? [] : Object.entries(operation.parameters).map(([key, row]) => parameterOf(key, row, 'query'))),
  ]
  return {
    operationId: operation.methods.length > 1 ? `${name}.${method.toLowerCase()}` : name,
    ...(resource && { tags: [resource] }),
    summary: summaryOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(writes && { requestBody: bodyOf(operation, method) }),
    responses: responsesOf(operation),
    security: writes || method === 'DELETE' ? [{ application_password: [] }] : [{}, { application_password: [] }],
  }
}

function summaryOf({ name, resource, verb, path_parameters }: Operation): Piece {
  if (resource === undefined || verb === undefined)
    return name === 'doc' ? t('describe the service') : t('list the routes of the interface')
  const { title, titles } = resources[resource]
  const by = 'slug' in path_parameters ? t(' by slug') : sameText('')
  switch (verb) {
    case 'list':
      return t('list {titles}', { titles })
    case 'create':
      return t('create one {title}', { title })
    case 'get':
      return t('get one {title}{by}', { title, by })
    case 'update':
      return t('update one {title}{by}', { title, by })
    case 'delete':
      return 'slug' in path_parameters || resources[resource].family === 'post'
        ? t('move one {title}{by} to the trash', { title, by })
        : t('permanently delete one {title}', { title })
  }
}

function bodyOf({ parameters, verb }: Operation, method: string): Piece {
  const required = Object.keys(parameters).filter((name) => parameters[name]?.required)
  const properties = Object.fromEntries(Object.entries(parameters).map(([name, row]) => [name, fieldSchema(row)]))
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  const content = { schema }
  return {
    required: verb === 'create',
    content: {
      'application/json': content,
      'application/x-www-form-urlencoded': content,
      ...(method === 'POST' && { 'multipart/form-data': content }),
    },
  }
}

const whole_type = { type: 'integer' }
const text_type = { type: 'string' }
const several = { oneOf: [whole_type, text_type] }
const linked = { oneOf: [whole_type, { type: 'object' }] }

/** Schemas of parameters that accept more or less than their documented type, by form. */
const by_form: Readonly<Partial<Record<Form, Piece>>> = {
  datetime: text_type,
  timezone: text_type,
  url: text_type,
  toggle: { oneOf: [{ type: 'boolean' }, text_type] },
  image: several,
  cost: {
    oneOf: [text_type, { type: 'number' }, { type: 'array', items: { oneOf: [text_type, { type: 'number' }] } }],
  },
  terms: { type: 'array', items: several },
  linked: { oneOf: [whole_type, text_type, { type: 'object' }, { type: 'array', items: linked }] },
  order: { type: 'string', enum: ['asc', 'desc'] },
  orderby: { type: 'string', enum: term_orders },
}

const by_type: Readonly<Record<Parameter['type'], Piece>> = {
  integer: whole_type,
  number: { type: 'number', format: 'double' },
  string: text_type,
  boolean: { type: 'boolean' },
  'array of integer': { type: 'array', items: whole_type },
  untyped: {},
}

/** The schema of a field in a request. */
function fieldSchema(parameter: Parameter): Piece {
  const { form, description, default: value, computed, type, minimum, maximum } = parameter
  const schema = form === 'status' ? { type: 'string', enum: statuses } : ((form && by_form[form]) ?? by_type[type])
  const shown =
    value === undefined || value === null || computed ? {} : { default: type === 'boolean' ? Boolean(value) : value }
  return {
    ...schema,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...shown,
    description,
  }
}

/** A parameter of the path or the query; lists are sent as `1,2`. */
function parameterOf(name: string, parameter: Parameter, where: 'path' | 'query'): Piece {
  const { description, ...schema } =
    where === 'query' && parameter.form === 'status'
      ? { type: 'string', description: parameter.description }
      : fieldSchema(parameter)
  const list = schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: where, description, required: where === 'path' || parameter.required === true, ...list, schema }
}

const post = {
  id: whole(t('id')),
  global_id: text(t('id that is unique across sites')),
  global_id_lineage: arraySchema({ type: 'string' }, t('this id and the ids it came from')),
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
  categories: arraySchema(reference('LinkedTerm'), t('categories')),
  tags: arraySchema(reference('LinkedTerm'), t('tags')),
  venue: {
    oneOf: [reference('Venue'), { type: 'array', items: reference('Venue') }],
    description: t('venue; an empty list for none'),
  },
  organizer: arraySchema(reference('Organizer'), t('organizers')),
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
  meta: arraySchema({}, t('always empty')),
  _links: {
    type: 'object',
    description: t('the addresses of urls in another form, in single records'),
  },
}
const parent = whole(t('parent category; 0 for none'))

/** The schemas of records and of their parts, by name. */
const record_schemas: Piece = {
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
      values: arraySchema({ type: 'string' }, t('amounts, smallest first')),
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

export const schema_names: Readonly<Record<Plural, string>> = {
  events: 'Event',
  venues: 'Venue',
  organizers: 'Organizer',
  categories: 'Category',
  tags: 'Tag',
}

const next = uri(t('the next page'))
const previous = uri(t('the previous page'))

/** The schemas of lists and of the error body. */
const envelope_schemas: Piece = {
  ...Object.fromEntries(
    Object.values(resources).map((resource) => [listNameOf(resource.plural), envelopeOf(resource)]),
  ),
  Error: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: text(t('error code')),
      message: text(t('error message')),
      data: {
        type: 'object',
        required: ['status'],
        description: t('the status and the invalid parameters'),
        properties: {
          status: whole(t('HTTP status')),
          params: {
            description: t('names of parameters, or a message for each'),
          },
          details: {
            description: t('codes by name; an empty list for none'),
          },
          term_id: whole(t('the term that already has the name')),
          retry_after: whole(t('seconds to wait')),
          json_error_code: whole(t('code of the JSON error')),
          json_error_message: text(t('the JSON error as text')),
        },
      },
    },
  },
}

function envelopeOf({ plural, titles }: Resource): Piece {
  return {
    type: 'object',
    required: [plural, 'rest_url', 'total', 'total_pages'],
    properties: {
      [plural]: arraySchema(reference(schema_names[plural]), titles),
      rest_url: uri(t('this list')),
      next_rest_url: next,
      previous_rest_url: previous,
      total: whole(t('records on all pages')),
      total_pages: whole(t('pages')),
    },
  }
}

function listNameOf(plural: Plural): string {
  return `${schema_names[plural]}List`
}

const total_headers = {
  'X-TEC-Total': {
    description: t('records on all pages'),
    schema: { type: 'integer' },
  },
  'X-TEC-TotalPages': { description: t('pages'), schema: { type: 'integer' } },
}

/** The responses of an operation, by status. */
function responsesOf(operation: Operation): Piece {
  const errors = errorsOf(operation).map((status) => [status, reference(`Error${status}`, 'responses')])
  return { ...successOf(operation), ...Object.fromEntries(errors), default: reference('ErrorOther', 'responses') }
}

function successOf({ name, resource, verb }: Operation): Piece {
  if (resource === undefined)
    return {
      200: json(name === 'doc' ? t('this description') : t('the index of the namespace'), { type: 'object' }),
    }
  const { title, titles } = resources[resource]
  if (verb === 'list')
    return {
      200: {
        ...json(t('a page of {titles}', { titles }), reference(listNameOf(resource))),
        headers: total_headers,
      },
    }
  const schema = reference(schema_names[resource])
  if (verb === 'create') return { 201: json(t('the created {title}', { title }), schema) }
  return { 200: json(t('the {title}', { title }), schema) }
}

function json(description: Text, schema: Piece): Piece {
  return { description, content: { 'application/json': { schema } } }
}

function errorsOf({ name, resource, verb, path_parameters }: Operation): readonly number[] {
  if (resource === undefined) return name === 'index' ? [401, 404] : [401]
  const isPost = resources[resource].family === 'post'
  const needsRight = verb !== 'list' && (verb !== 'get' || isPost)
  const canMiss = verb === 'list' ? isPost : Object.keys(path_parameters).length > 0
  return [
    400,
    401,
    ...(needsRight ? [403] : []),
    ...(canMiss ? [404] : []),
    ...(verb === 'delete' && isPost ? [410] : []),
  ]
}

/** The error responses by name. */
const error_responses: Piece = {
  Error400: json(t('a parameter is missing or invalid; data.params names it'), reference('Error')),
  Error401: json(t('the credentials are wrong or missing'), reference('Error')),
  Error403: json(t('the permission or the password of the event is missing'), reference('Error')),
  Error404: json(t('the record, list page or namespace does not exist'), reference('Error')),
  Error410: json(t('the record is already in the trash'), reference('Error')),
  ErrorOther: json(t('the service is busy, or the request was rejected'), reference('Error')),
}
