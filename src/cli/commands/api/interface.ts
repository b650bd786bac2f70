// `cal index` and `cal doc`: what the interface reports about itself.
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'

export const interface_commands: readonly Command[] = [
  {
    path: ['index'],
    summary: { en: 'show the index of the namespace', de: 'das Verzeichnis des Namensraums zeigen' },
    parameters: operationNamed('index').parameters,
    effect: 'reads',
    load: async () => (await import('./interface.run.ts')).showIndex,
  },
  {
    path: ['doc'],
    summary: {
      en: 'show the OpenAPI description of the interface',
      de: 'die OpenAPI-Beschreibung der Schnittstelle anzeigen',
    },
    effect: 'reads',
    load: async () => (await import('./interface.run.ts')).showDoc,
  },
]
