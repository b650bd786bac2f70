// `cal api`, `cal index` and `cal doc`: their arguments, flags and examples.
import { operationNamed } from '../../../spec/operations.ts'
import type { Command, Options } from '../../core/command.ts'

export const api_options = {
  data: {
    type: 'string',
    value: 'JSON',
    meaning: {
      en: 'request body: JSON, @FILE or @- for standard input',
      de: 'Inhalt der Anfrage: JSON, @DATEI oder @- für die Standardeingabe',
    },
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    meaning: { en: 'add a query parameter', de: 'Abfrageparameter hinzufügen' },
  },
} as const satisfies Options

export const api_command: Command = {
  path: ['api'],
  summary: { en: 'send a request to the REST interface', de: 'Anfrage an die REST-Schnittstelle senden' },
  details: {
    en: 'PATH is relative to the API root. The response is printed unchanged.',
    de: 'PFAD ist relativ zur Adresse der Schnittstelle. Die Antwort wird unverändert ausgegeben.',
  },
  operands: [
    {
      name: 'METHOD',
      optional: true,
      meaning: {
        en: 'GET (default), POST, PUT, PATCH, DELETE, HEAD or OPTIONS',
        de: 'GET (Standard), POST, PUT, PATCH, DELETE, HEAD oder OPTIONS',
      },
    },
    {
      name: 'PATH',
      meaning: {
        en: 'path with an optional query: /events/12',
        de: 'Pfad, auch mit Abfrage: /events/12',
      },
    },
  ],
  options: api_options,
  effect: 'writes',
  onlyReads: ([method = '', path]) => path === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()),
  examples: [
    {
      line: "api GET '/events?per_page=1'",
      meaning: { en: 'get the next event', de: 'den nächsten Termin abrufen' },
    },
  ],
  load: async () => (await import('./api.run.ts')).api,
}

export const interface_commands: readonly Command[] = [
  {
    path: ['index'],
    summary: { en: 'show the routes of the REST interface', de: 'Routen der REST-Schnittstelle anzeigen' },
    parameters: operationNamed('index').parameters,
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showIndex,
  },
  {
    path: ['doc'],
    summary: {
      en: 'show the OpenAPI description of the interface',
      de: 'OpenAPI-Beschreibung der Schnittstelle anzeigen',
    },
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showDoc,
  },
]
