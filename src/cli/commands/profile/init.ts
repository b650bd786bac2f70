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
  prints: 'nothing',
  summary: text(
    'connect to a calendar service and save it as a profile',
    'Kalenderdienst finden und als Profil speichern',
  ),
  details: text(
    'The URL of the website is enough; cal finds the interface itself.',
    'Die URL der Website genügt; cal findet die Schnittstelle selbst.',
  ),
  operands: [
    {
      name: 'ADDRESS',
      optional: true,
      meaning: text(
        'URL of a website or of its interface, or file:./calendar.db',
        'URL einer Website oder ihrer Schnittstelle, oder file:./calendar.db',
      ),
    },
  ],
  options: init_options,
  examples: [
    {
      line: 'init https://example.org --name prod',
      meaning: text(
        'save the calendar of a website as profile prod',
        'den Kalender einer Website als Profil prod speichern',
      ),
    },
  ],
  load: async () => (await import('../profile/init.run.ts')).init,
}
