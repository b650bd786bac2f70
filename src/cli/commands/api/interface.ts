// `cal index` and `cal doc`: their flags.
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'

export const interface_commands: readonly Command[] = [
  {
    path: ['index'],
    summary: { en: 'show the routes of the REST interface', de: 'Routen der REST-Schnittstelle anzeigen' },
    parameters: operationNamed('index').parameters,
    effect: 'reads',
    load: async () => (await import('./interface.run.ts')).showIndex,
  },
  {
    path: ['doc'],
    summary: {
      en: 'show the OpenAPI description of the interface',
      de: 'OpenAPI-Beschreibung der Schnittstelle anzeigen',
    },
    effect: 'reads',
    load: async () => (await import('./interface.run.ts')).showDoc,
  },
]
