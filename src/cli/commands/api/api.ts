// `cal api`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'

export const api_options = {
  data: {
    type: 'string',
    value: 'JSON',
    meaning: {
      en: 'body: JSON, @FILE or @- for standard input',
      de: 'Inhalt: JSON, @DATEI oder @- für die Standardeingabe',
    },
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    meaning: { en: 'add a parameter to the query', de: 'einen Parameter an die Abfrage anhängen' },
  },
} as const satisfies Options

export const api_command: Command = {
  path: ['api'],
  summary: { en: 'send any request to the interface', de: 'eine beliebige Anfrage an die Schnittstelle senden' },
  details: {
    en: 'PATH is relative to the API root: /events/12. The response is printed unchanged.',
    de: 'PFAD ist relativ zur Adresse der Schnittstelle: /events/12. Die Antwort wird unverändert ausgegeben.',
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
        en: 'path below the api root, with its query',
        de: 'Pfad unter der Adresse der Schnittstelle, mit seiner Abfrage',
      },
    },
  ],
  options: api_options,
  effect: 'writes',
  onlyReads: ([method = '', path]) => path === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()),
  examples: [
    {
      line: "api GET '/events?per_page=1'",
      meaning: { en: 'the next event, unchanged', de: 'der nächste Termin, unverändert' },
    },
  ],
  load: async () => (await import('./api.run.ts')).api,
}
