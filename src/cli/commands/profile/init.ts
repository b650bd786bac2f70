// `cal init`: its arguments, flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const init_options = {
  name: {
    type: 'string',
    value: 'PROFILE',
    default: 'default',
    meaning: text('name of the profile', 'Name des Profils'),
  },
} as const satisfies Options

export const init_command: Command = {
  path: ['init'],
  effect: 'local',
  summary: text(
    'find a calendar service and save it as a profile',
    'einen Kalenderdienst finden und als Profil speichern',
  ),
  details: text(
    'The address of a site is enough: its interface is found by its headers and index.',
    'Die Adresse einer Website genügt: Die Schnittstelle findet sich über Kopfzeilen und Verzeichnis.',
  ),
  operands: [
    {
      name: 'ADDRESS',
      optional: true,
      meaning: text(
        'address of a site, of the interface, or file:./calendar.db',
        'Adresse einer Website, der Schnittstelle oder file:./calendar.db',
      ),
    },
  ],
  options: init_options,
  examples: [
    {
      line: 'init https://example.org --name prod',
      meaning: text('finds the interface and saves it as prod', 'findet die Schnittstelle und speichert sie als prod'),
    },
  ],
  load: async () => (await import('../profile/init.run.ts')).init,
}
