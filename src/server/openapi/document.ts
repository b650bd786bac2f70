// The OpenAPI 3 document of the service, derived from the tables of the interface.
import { sameText, t } from '../../base/text/language.ts'
import { per_page_max } from '../../spec/lists.ts'
import type { Form, Parameter } from '../../spec/model.ts'
import { type Operation, pathWith, routes } from '../../spec/operations.ts'
import { resources, term_orders } from '../../spec/resources.ts'
import { apiRootOf, type ServiceSettings } from '../domain/settings.ts'
import { statuses } from '../domain/status.ts'
import type { Piece } from './localized.ts'
import { record_schemas } from './records.ts'
import { envelope_schemas, error_responses, responsesOf } from './responses.ts'

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
  const properties = Object.fromEntries(Object.entries(parameters).map(([name, row]) => [name, fieldSchema(name, row)]))
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

const whole = { type: 'integer' }
const text = { type: 'string' }
const several = { oneOf: [whole, text] }
const linked = { oneOf: [whole, { type: 'object' }] }

/** Schemas of parameters that accept more or less than their documented type, by form. */
const by_form: Readonly<Partial<Record<Form, Piece>>> = {
  datetime: text,
  timezone: text,
  url: text,
  toggle: { oneOf: [{ type: 'boolean' }, text] },
  image: several,
  cost: { oneOf: [text, { type: 'number' }, { type: 'array', items: { oneOf: [text, { type: 'number' }] } }] },
  terms: { type: 'array', items: several },
  linked: { oneOf: [whole, text, { type: 'object' }, { type: 'array', items: linked }] },
  order: { type: 'string', enum: ['asc', 'desc'] },
  orderby: { type: 'string', enum: term_orders },
}

const by_type: Readonly<Record<Parameter['type'], Piece>> = {
  integer: whole,
  number: { type: 'number', format: 'double' },
  string: text,
  boolean: { type: 'boolean' },
  'array of integer': { type: 'array', items: whole },
  untyped: {},
}

const bounds: Readonly<Record<string, Piece>> = {
  page: { minimum: 1 },
  per_page: { minimum: 1, maximum: per_page_max },
}

/** The schema of a field in a request. */
function fieldSchema(name: string, parameter: Parameter): Piece {
  const { form, description, default: value, computed, type } = parameter
  const schema = form === 'status' ? { type: 'string', enum: statuses } : ((form && by_form[form]) ?? by_type[type])
  const shown =
    value === undefined || value === null || computed ? {} : { default: type === 'boolean' ? Boolean(value) : value }
  return { ...schema, ...bounds[name], ...shown, description: description }
}

/** A parameter of the path or the query; lists are sent as `1,2`. */
function parameterOf(name: string, parameter: Parameter, where: 'path' | 'query'): Piece {
  const { description, ...schema } =
    where === 'query' && parameter.form === 'status'
      ? { type: 'string', description: parameter.description }
      : fieldSchema(name, parameter)
  const list = schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: where, description, required: where === 'path' || parameter.required === true, ...list, schema }
}
