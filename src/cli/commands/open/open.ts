// `cal open`: its arguments and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const open_command: Command = {
  path: ['open'],
  effect: 'reads',
  summary: text('open the calendar or an event in the browser', 'Kalender oder Termin im Browser öffnen'),
  details: text(
    'Without a desktop, the URL is printed. Set BROWSER to use another program.',
    'Ohne grafische Oberfläche wird die URL ausgegeben. BROWSER legt ein anderes Programm fest.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: text(
        'id, slug or URL of an event, or kind and target: venue 4 (default: the calendar)',
        'ID, Slug oder URL eines Termins, oder Art und Ziel: venue 4 (Standard: der Kalender)',
      ),
    },
  ],
  examples: [
    { line: 'open', meaning: text('the calendar of the site', 'der Kalender der Website') },
    { line: 'open 15', meaning: text('event 15', 'Termin 15') },
    { line: 'open venue blue-cellar', meaning: text('a venue by its slug', 'ein Ort anhand seines Slugs') },
  ],
  load: async () => (await import('./open.run.ts')).open,
}
