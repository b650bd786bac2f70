// `cal api`, `cal index` and `cal doc`: their arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { operationNamed } from '../../../spec/operations.ts'
import type { Command, Options } from '../../core/command.ts'

export const api_options = {
  data: {
    type: 'string',
    value: 'JSON',
    meaning: t('request body: JSON, @FILE or @- for standard input'),
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    meaning: t('add a query parameter'),
  },
} as const satisfies Options

export const api_command: Command = {
  path: ['api'],
  summary: t('send a request to the REST interface'),
  details: t('PATH is relative to the API root. The response is printed unchanged.'),
  operands: [
    {
      name: 'METHOD',
      optional: true,
      meaning: t('GET (default), POST, PUT, PATCH, DELETE, HEAD or OPTIONS'),
    },
    {
      name: 'PATH',
      meaning: t('path with an optional query: /events/12'),
    },
  ],
  options: api_options,
  effect: 'writes',
  onlyReads: ([method = '', path]) => path === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()),
  examples: [
    {
      line: "api GET '/events?per_page=1'",
      meaning: t('get the next event'),
    },
  ],
  load: async () => (await import('./api.run.ts')).api,
}

export const interface_commands: readonly Command[] = [
  {
    path: ['index'],
    summary: t('show the routes of the REST interface'),
    parameters: operationNamed('index').parameters,
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showIndex,
  },
  {
    path: ['doc'],
    summary: t('show the OpenAPI description of the interface'),
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showDoc,
  },
]
