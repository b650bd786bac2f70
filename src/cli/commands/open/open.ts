// `cal open`: its arguments and examples.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const open_command: Command = {
  path: ['open'],
  effect: 'reads',
  summary: text(
    'open the web page of an event, or of the calendar',
    'die Webseite eines Termins oder des Kalenders öffnen',
  ),
  details: text(
    'Where there is no desktop, the address is printed instead. BROWSER names the program that opens it. cal KIND get TARGET --web does the same.',
    'Ohne grafische Oberfläche wird die Adresse ausgegeben. BROWSER nennt das Programm, das sie öffnet. cal ART get ZIEL --web tut dasselbe.',
  ),
  operands: [
    {
      name: 'TARGET',
      optional: true,
      many: true,
      meaning: text(
        'id, slug or address of an event, or a kind and a target, such as venue 4 (default: the calendar)',
        'ID, Slug oder Adresse eines Termins, oder eine Art und ein Ziel, etwa venue 4 (Vorgabe: der Kalender)',
      ),
    },
  ],
  examples: [
    { line: 'open', meaning: text('the calendar of the site', 'der Kalender der Website') },
    { line: 'open 12', meaning: text('event 12', 'Termin 12') },
    { line: 'open venue city-hall', meaning: text('a venue by its slug', 'ein Ort nach seinem Slug') },
  ],
  load: async () => (await import('./open.run.ts')).open,
}
