// The responses of each operation, including its errors.
import type { Plural, Resource } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import { resources } from '../../spec/resources.ts'
import { listOf, type Piece, reference, text, uri, whole } from './localized.ts'

const schema_names: Readonly<Record<Plural, string>> = {
  events: 'Event',
  venues: 'Venue',
  organizers: 'Organizer',
  categories: 'Category',
  tags: 'Tag',
}

const next = uri('the next page', 'die nächste Seite')
const previous = uri('the page before', 'die Seite davor')

/** The schemas of lists and of the error body. */
export const envelope_schemas: Piece = {
  ...Object.fromEntries(
    Object.values(resources).map((resource) => [listNameOf(resource.plural), envelopeOf(resource)]),
  ),
  Error: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: text('error code', 'Fehlercode'),
      message: text('error message', 'Fehlermeldung'),
      data: {
        type: 'object',
        required: ['status'],
        description: {
          en: 'the status and the invalid parameters',
          de: 'der Status und die ungültigen Parameter',
        },
        properties: {
          status: whole('HTTP status', 'HTTP-Status'),
          params: {
            description: {
              en: 'names of parameters, or a message for each',
              de: 'Namen von Parametern, oder eine Meldung je Parameter',
            },
          },
          details: {
            description: {
              en: 'codes by name; an empty list for none',
              de: 'Codes nach Namen; eine leere Liste für keine',
            },
          },
          term_id: whole('the term that already has the name', 'die Kategorie oder das Schlagwort mit diesem Namen'),
          retry_after: whole('seconds to wait', 'Wartezeit in Sekunden'),
          json_error_code: whole('code of the JSON error', 'Code des JSON-Fehlers'),
          json_error_message: text('the JSON error as text', 'der JSON-Fehler als Text'),
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
      [plural]: listOf(reference(schema_names[plural]), titles.en, titles.de),
      rest_url: uri('this list', 'diese Liste'),
      next_rest_url: next,
      previous_rest_url: previous,
      total: whole('records on all pages', 'Einträge auf allen Seiten'),
      total_pages: whole('pages', 'Seiten'),
    },
  }
}

function listNameOf(plural: Plural): string {
  return `${schema_names[plural]}List`
}

const total_headers = {
  'X-TEC-Total': {
    description: { en: 'records on all pages', de: 'Einträge auf allen Seiten' },
    schema: { type: 'integer' },
  },
  'X-TEC-TotalPages': { description: { en: 'pages', de: 'Seiten' }, schema: { type: 'integer' } },
}

/** The responses of an operation, by status. */
export function responsesOf(operation: Operation): Piece {
  const errors = errorsOf(operation).map((status) => [status, reference(`Error${status}`, 'responses')])
  return { ...successOf(operation), ...Object.fromEntries(errors), default: reference('ErrorOther', 'responses') }
}

function successOf({ name, resource, verb }: Operation): Piece {
  if (resource === undefined)
    return {
      200: json(
        name === 'doc' ? 'this description' : 'the index of the namespace',
        name === 'doc' ? 'diese Beschreibung' : 'das Verzeichnis des Namensraums',
        { type: 'object' },
      ),
    }
  const { title, titles } = resources[resource]
  if (verb === 'list')
    return {
      200: {
        ...json(`a page of ${titles.en}`, `eine Seite ${titles.de}`, reference(listNameOf(resource))),
        headers: total_headers,
      },
    }
  const schema = reference(schema_names[resource])
  if (verb === 'create') return { 201: json(`the created ${title.en}`, `angelegt: ${title.de}`, schema) }
  return { 200: json(`the ${title.en}`, title.de, schema) }
}

function json(en: string, de: string, schema: Piece): Piece {
  return { description: { en, de }, content: { 'application/json': { schema } } }
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
  Error400: json(
    'a parameter is missing or invalid; data.params names it',
    'ein Parameter fehlt oder ist ungültig; data.params nennt ihn',
    reference('Error'),
  ),
  Error401: json(
    'the credentials are wrong or missing',
    'die Zugangsdaten sind falsch oder fehlen',
    reference('Error'),
  ),
  Error403: json(
    'the permission or the password of the event is missing',
    'die Berechtigung oder das Passwort des Termins fehlt',
    reference('Error'),
  ),
  Error404: json(
    'the record, list page or namespace does not exist',
    'Eintrag, Listenseite oder Namensraum existiert nicht',
    reference('Error'),
  ),
  Error410: json('the record is already in the trash', 'der Eintrag liegt schon im Papierkorb', reference('Error')),
  ErrorOther: json(
    'the service is busy, or the request was rejected',
    'der Dienst ist ausgelastet, oder die Anfrage wurde abgewiesen',
    reference('Error'),
  ),
}
