// The responses of each operation, including its errors.
import { t, type Text } from '../../base/text/language.ts'
import type { Plural, Resource } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import { resources } from '../../spec/resources.ts'
import { listOf, type Piece, reference, text, uri, whole } from './localized.ts'

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
export const envelope_schemas: Piece = {
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
      [plural]: listOf(reference(schema_names[plural]), titles),
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
export function responsesOf(operation: Operation): Piece {
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
  const { family } = resources[resource]
  const unknown = Object.keys(path_parameters).length > 0 ? [404] : []
  switch (verb) {
    case 'list':
      return family === 'post' ? [400, 401, 404] : [400, 401]
    case 'get':
      return family === 'post' ? [400, 401, 403, ...unknown] : [400, 401, ...unknown]
    case 'delete':
      return family === 'post' ? [400, 401, 403, ...unknown, 410] : [400, 401, 403, ...unknown]
    default:
      return [400, 401, 403, ...unknown]
  }
}

/** The error responses by name. */
export const error_responses: Piece = {
  Error400: json(t('a parameter is missing or invalid; data.params names it'), reference('Error')),
  Error401: json(t('the credentials are wrong or missing'), reference('Error')),
  Error403: json(t('the permission or the password of the event is missing'), reference('Error')),
  Error404: json(t('the record, list page or namespace does not exist'), reference('Error')),
  Error410: json(t('the record is already in the trash'), reference('Error')),
  ErrorOther: json(t('the service is busy, or the request was rejected'), reference('Error')),
}
